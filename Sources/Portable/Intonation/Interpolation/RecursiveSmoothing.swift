/// Smoothing of columns by two one-pole low-pass filters, each forward and backward. The cost does
/// not depend on the deviation. The impulse response is nearly a Gaussian.
final class RecursiveSmoothing {
  private var pole = 0.0
  /// The sum of the weights at each row, less than 1 near the ends.
  private var totals: [Double] = []

  /// Prepares for columns of `rows` elements; `deviation` is in rows.
  func prepare(rows: Int, deviation: Double) {
    // The variance of a pass is a / (1 − a)²; there are four.
    let share = deviation * deviation / 4
    pole = (2 * share + 1 - (4 * share + 1).squareRoot()) / (2 * share)
    totals = [Double](repeating: 1, count: rows)
    let gain = 1 - pole
    for isBackward in [false, true] {
      var (first, second) = (0.0, 0.0)
      for index in 0..<rows {
        let row = isBackward ? rows - 1 - index : index
        first = first * pole + totals[row] * gain
        second = second * pole + first * gain
        totals[row] = second
      }
    }
  }

  /// Smooths each column of rows of `stride` elements, a multiple of 4, in memory.
  func smoothColumns(_ values: UnsafeMutablePointer<Double>, stride: Int) {
    let rows = totals.count
    let gain = 1 - pole
    for column in Swift.stride(from: 0, to: stride, by: 4) {
      var (first, second) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for row in 0..<rows {
        first = first * pole + values.four(at: row &* stride &+ column) * gain
        second = second * pole + first * gain
        values.store(second, at: row &* stride &+ column)
      }
      (first, second) = (.zero, .zero)
      for row in Swift.stride(from: rows - 1, through: 0, by: -1) {
        first = first * pole + values.four(at: row &* stride &+ column) * gain
        second = second * pole + first * gain
        values.store(second * (1 / totals[row]), at: row &* stride &+ column)
      }
    }
  }
}
