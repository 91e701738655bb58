/// The errors of the first second of a note by one estimate of its pitch, in cents.
struct NoteReading {
  /// The distance of windows in seconds; the first starts at the onset. The pitch of an attack
  /// changes so fast that the largest error depends on the exact onset: windows overlap more than
  /// those of ``CombEstimator``, and start earlier.
  static let stepSeconds = 0.025
  /// The windows from 25 ms, 50 ms and 0.1 s on.
  private static let firstIndex = 1
  private static let variationIndex = 2
  private static let meanIndex = 4

  /// The errors of successive windows; `nil` for windows without a pitch.
  let windows: [Double?]
  /// The mean error from 0.1 s on.
  let mean: Double
  /// The largest distance of a window from the mean, from 50 ms on.
  let variation: Double
  /// The largest distance of a window from the mean, from 25 ms on.
  let fullVariation: Double
  /// The mean part of the power in the partials.
  let share: Double
  let isInharmonic: Bool
  /// Whether this is the pitch by the partials' amplitudes, not by their powers.
  let byAmplitude: Bool
  /// Whether the onset is sharp: that of another listener is not 50 ms earlier.
  let isSharp: Bool

  /// Returns `nil` if less than half of the windows have a pitch.
  ///
  /// - Parameters:
  ///   - byAmplitude: Whether to use the largest sum of the partials' amplitudes, not of their
  ///     powers.
  ///   - onlyCertain: Whether to leave out windows where another series has almost the same power.
  ///   - offset: The error of the pitch around which the windows were measured.
  ///   - isSharp: Whether the onset is sharp.
  init?(
    _ fits: [CombEstimator.Fit?], byAmplitude: Bool = false, onlyCertain: Bool = false,
    offset: Double, isInharmonic: Bool, isSharp: Bool
  ) {
    let fits = onlyCertain ? fits.map { $0.flatMap { $0.isAmbiguous ? nil : $0 } } : fits
    self.isInharmonic = isInharmonic
    self.byAmplitude = byAmplitude
    self.isSharp = isSharp
    windows = fits.map { fit in
      fit.map { (byAmplitude ? $0.amplitudeCents : $0.cents) + offset }
    }
    let pitched = fits.compactMap { $0 }
    let later = windows.dropFirst(Self.meanIndex).compactMap { $0 }
    guard !later.isEmpty, 2 * pitched.count >= windows.count else { return nil }
    share = pitched.reduce(0) { $0 + $1.share } / Double(pitched.count)
    let mean = later.reduce(0, +) / Double(later.count)
    self.mean = mean
    let distances = windows.map { cents in cents.map { abs($0 - mean) } ?? 0 }
    fullVariation = distances.dropFirst(Self.firstIndex).max() ?? 0
    variation = distances.dropFirst(Self.variationIndex).max() ?? 0
  }

  /// The windows from one on, without some at the end.
  struct Part {
    var first: Int
    var rest: Int
    /// The distance of two windows, in windows.
    var stride = 1
  }

  /// The parts that a listener may consider, who starts 25 or 50 ms or 0.1 s after the onset and
  /// ends up to 75 ms earlier, or hears every second window. An extreme that others miss is then no
  /// excuse.
  static let parts = [
    Part(first: 1, rest: 0), Part(first: 2, rest: 0), Part(first: 1, rest: 3),
    Part(first: 2, rest: 3), Part(first: 1, rest: 0, stride: 2), Part(first: 2, rest: 0, stride: 2),
    Part(first: 4, rest: 0),
  ]
  /// The parts for a shift, which moves all of an attack: unless the onset is sharp, another may be
  /// 25 ms earlier than in the other parts.
  var partsOfShift: [Part] { isSharp ? Self.parts : Self.parts + [Part(first: 0, rest: 0)] }

  /// Returns the largest error in a part after a shift.
  func largest(shiftedBy shift: Double = 0, in part: Part = parts[0]) -> Double {
    let end = windows.count - part.rest
    return Swift.stride(from: part.first, to: end, by: part.stride).reduce(0) { largest, index in
      windows[index].map { max(largest, abs($0 + shift)) } ?? largest
    }
  }

  /// The windows after an attack, from 0.2 s on.
  static let later = Part(first: 8, rest: 0)

  /// Returns the largest error after a shift among the windows whose error it increases.
  func largestIncreased(shiftedBy shift: Double) -> Double {
    windows.dropFirst(isSharp ? Self.firstIndex : 0).reduce(0) { largest, cents in
      guard let cents, abs(cents + shift) > abs(cents) else { return largest }
      return max(largest, abs(cents + shift))
    }
  }

  /// Returns the rms difference from the contour of another note after a shift, from 50 ms on, or
  /// of all windows.
  func distance(
    from other: NoteReading, shiftedBy shift: Double, withAttack: Bool = false
  ) -> Double {
    var (sum, count) = (0.0, 0)
    let first = withAttack ? 0 : Self.variationIndex
    for (own, others) in zip(windows, other.windows).dropFirst(first) {
      guard let own, let others else { continue }
      sum += (own - others - shift) * (own - others - shift)
      count += 1
    }
    return count > 0 ? (sum / Double(count)).squareRoot() : .infinity
  }
}
