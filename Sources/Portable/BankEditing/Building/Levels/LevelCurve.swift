/// A robust local line through values over the keys: locally weighted linear regression with a
/// tricube kernel and bisquare weights (Cleveland, "Robust Locally Weighted Regression", 1979).
struct LevelCurve {
  private let keys: [Double]
  private let values: [Double]
  /// The weight of each value, which excludes outliers.
  private var weights: [Double]

  /// The width of the kernel on each side, in semitones.
  private static var width: Double { 7 }
  private static var passCount: Int { 4 }

  init(keys: [Double], values: [Double]) {
    self.keys = keys
    self.values = values
    weights = [Double](repeating: 1, count: keys.count)
    for _ in 1..<Self.passCount {
      let residuals = keys.indices.map { values[$0] - value(at: keys[$0]) }
      let scale = 6 * Levels.median(residuals.map { abs($0) }) + 1e-6
      weights = residuals.map { residual in
        let ratio = residual / scale
        let weight = max(1 - ratio * ratio, 0)
        return weight * weight + 1e-3
      }
    }
  }

  /// Returns the value of the curve; 0 without values.
  func value(at key: Double) -> Double {
    let distances = keys.map { abs($0 - key) }
    let nearest = distances.sorted()
    guard !nearest.isEmpty else { return 0 }
    // At least seven values.
    let width = max(Self.width, 1.01 * nearest[min(6, nearest.count - 1)])
    var (sum, moment, square, total, product) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in keys.indices where distances[index] < width {
      let ratio = distances[index] / width
      let kernel = 1 - ratio * ratio * ratio
      let weight = kernel * kernel * kernel * weights[index]
      let offset = keys[index] - key
      sum += weight
      moment += weight * offset
      square += weight * offset * offset
      total += weight * values[index]
      product += weight * offset * values[index]
    }
    guard sum > 0 else { return 0 }
    let determinant = sum * square - moment * moment
    guard determinant > 1e-9 * sum * sum else { return total / sum }
    return (total * square - product * moment) / determinant
  }
}
