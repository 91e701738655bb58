extension FourierTransform {
  /// Computes bins 1…`bins` of two real signals of `half` points at the same time.
  ///
  /// - Parameter load: Returns the points of both signals at an index.
  /// - Parameter store: Receives a bin's index, then the bins of both signals.
  @inline(__always)
  func bins(
    _ bins: Int, load: (Int) -> (Double, Double),
    store: (Int, (real: Double, imaginary: Double), (real: Double, imaginary: Double)) -> Void
  ) {
    for index in 0..<half {
      let target = Int(reversed[index])
      (real[target], imaginary[target]) = load(index)
    }
    transform()
    for index in 1..<(bins + 1) {
      let mirror = half &- index
      store(
        index,
        ((real[index] + real[mirror]) * 0.5, (imaginary[index] - imaginary[mirror]) * 0.5),
        ((imaginary[index] + imaginary[mirror]) * 0.5, (real[mirror] - real[index]) * 0.5))
    }
  }

  /// Synthesizes two real signals of `half` points from their partials 1…`partials`, below `half`.
  /// Afterwards they are in ``real`` and ``imaginary``.
  ///
  /// - Parameter load: Returns the amplitudes of a partial in both signals.
  @inline(__always)
  func synthesize(
    _ partials: Int,
    load: (Int) -> (
      first: (real: Double, imaginary: Double), second: (real: Double, imaginary: Double)
    )
  ) {
    for index in 0..<half { (real[index], imaginary[index]) = (0, 0) }
    // The transform is the conjugate of a synthesis. Each signal has the bins c/2 and c̄/2 at
    // mirrored indices, and is real; the second signal is multiplied by the imaginary unit.
    for index in 1..<(partials + 1) {
      let (first, second) = load(index)
      let below = Int(reversed[index])
      let above = Int(reversed[half &- index])
      real[below] = 0.5 * (first.real + second.imaginary)
      imaginary[below] = 0.5 * (second.real - first.imaginary)
      real[above] = 0.5 * (first.real - second.imaginary)
      imaginary[above] = 0.5 * (first.imaginary + second.real)
    }
    transform()
  }
}
