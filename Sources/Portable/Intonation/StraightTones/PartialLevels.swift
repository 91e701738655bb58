/// The levels of the partials of a recording, smoothed over 0.12 s, so that the tremolo which
/// vibrato causes in each partial (Mellody and Wakefield 2000, JASA 107, 598) disappears. The
/// attack keeps its levels: the smoothing begins 50 ms after the onset and is complete at 250 ms.
final class PartialLevels {
  private let levels = ScratchBuffer<Double>()
  private let smoothing = RecursiveSmoothing()
  private var start = 0
  private var stride = 0
  private var rowsPerSecond = 1.0

  /// The standard deviation of the smoothing.
  private static let smoothingSeconds = 0.12
  private static let attackSeconds = 0.05
  private static let fadeSeconds = 0.2

  /// Smooths the magnitudes of complex amplitudes, row by row.
  ///
  /// - Parameters:
  ///   - start: The row of the onset. Earlier rows do not count.
  ///   - loop: The rows of a loop, which follow one another in a circle; `nil` without a loop.
  func prepare(
    _ real: UnsafePointer<Double>, _ imaginary: UnsafePointer<Double>, rows: Int, stride: Int,
    from start: Int, loop: Range<Int>?, rowsPerSecond: Double
  ) {
    self.start = start
    self.stride = stride
    self.rowsPerSecond = rowsPerSecond
    let deviation = max(Self.smoothingSeconds * rowsPerSecond, 1)
    let ring = loop.map { $0.clamped(to: start..<rows) } ?? rows..<rows
    // Rows of the next rounds follow the end of the loop.
    let end = ring.isEmpty ? rows : max(rows, ring.upperBound + Int(4 * deviation))
    let levels = levels.reserve((end - start) * stride)
    for row in start..<end {
      var source = row
      if row >= ring.upperBound, !ring.isEmpty {
        source = ring.lowerBound + (row - ring.lowerBound) % ring.count
      }
      for column in 0..<stride {
        let x = real[source &* stride &+ column]
        let y = imaginary[source &* stride &+ column]
        levels[(row &- start) &* stride &+ column] = (x * x + y * y).squareRoot()
      }
    }
    smoothing.prepare(rows: end - start, deviation: deviation)
    smoothing.smoothColumns(levels, stride: stride)
  }

  /// Returns the level of a partial at a row from the start on, which was `own`.
  func level(row: Int, partial: Int, own: Double) -> Double {
    let seconds = Double(row - start) / rowsPerSecond
    let share = min(max((seconds - Self.attackSeconds) / Self.fadeSeconds, 0), 1)
    let weight = share * share * (3 - 2 * share)
    let smooth = levels.base[(row - start) * stride + partial]
    return own + weight * (smooth - own)
  }
}
