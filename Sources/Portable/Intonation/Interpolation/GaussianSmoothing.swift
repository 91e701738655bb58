import PeachMusicUnits

/// Weighted smoothing with a Gaussian: normalized convolution, in which values of low weight follow
/// their neighbors (Knutsson and Westin 1993, CVPR, 515).
struct GaussianSmoothing {
  /// The half of the kernel from its center on.
  private let kernel: [Double]

  /// Creates a kernel of ±4 standard deviations; `deviation` is in elements.
  init(deviation: Double) {
    let reach = max(Int(4 * deviation + 1), 1)
    kernel = (0...reach).map {
      let distance = Double($0) / max(deviation, 1e-6)
      return Exponential.exp2(-0.5 * distance * distance * 1.4426950408889634)
    }
  }

  /// Returns the smoothed values.
  func smooth(_ values: [Double], weights: [Double]) -> [Double] {
    let count = values.count
    let weighted = (0..<count).map { values[$0] * weights[$0] }
    var result = [Double](repeating: 0, count: count)
    for index in 0..<count {
      var sum = kernel[0] * weighted[index]
      var total = kernel[0] * weights[index]
      let reach = min(kernel.count - 1, max(index, count - 1 - index))
      if reach > 0 {
        for distance in 1...reach {
          let (before, after) = (index - distance, index + distance)
          if before >= 0 {
            sum += kernel[distance] * weighted[before]
            total += kernel[distance] * weights[before]
          }
          if after < count {
            sum += kernel[distance] * weighted[after]
            total += kernel[distance] * weights[after]
          }
        }
      }
      result[index] = sum / max(total, 1e-300)
    }
    return result
  }

  /// Calls `body` with the elements around one and their weights, 1 in the center.
  func forEachWeight(
    around center: Int, count: Int, _ body: (_ index: Int, _ weight: Double) -> Void
  ) {
    let reach = kernel.count - 1
    for index in (center - reach..<center + reach + 1).clamped(to: 0..<count) {
      body(index, kernel[abs(index - center)])
    }
  }

  /// Smooths each column of `rows` rows of `stride` elements, a multiple of 4, into `target`.
  func smoothColumns(
    _ source: UnsafeMutablePointer<Double>, rows: Int, stride: Int,
    into target: UnsafeMutablePointer<Double>
  ) {
    for row in 0..<rows {
      let first = max(row - kernel.count + 1, 0)
      let last = min(row + kernel.count - 1, rows - 1)
      var total = 0.0
      for other in first...last { total += kernel[abs(other - row)] }
      let scale = 1 / total
      for column in Swift.stride(from: 0, to: stride, by: 4) {
        var sum = SIMD4<Double>.zero
        for other in first...last {
          sum += source.four(at: other &* stride &+ column) * kernel[abs(other &- row)]
        }
        target.store(sum * scale, at: row &* stride &+ column)
      }
    }
  }
}
