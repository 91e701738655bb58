/// A symmetric positive definite matrix that stores each row from its first nonzero element to the
/// diagonal, and its LDLᵀ factorization, whose elements lie within the same skyline. The order of
/// all operations is fixed.
struct SkylineMatrix {
  let count: Int
  /// The first column of each row.
  private let firstColumns: [Int]
  /// The index in ``values`` at which column 0 of each row would be.
  private let rowOffsets: [Int]
  /// The rows, without the diagonal.
  private(set) var values: [Double]
  private(set) var diagonal: [Double]

  /// Creates a matrix of zeros with the first column of each row, at most its index.
  init(firstColumns: [Int]) {
    count = firstColumns.count
    self.firstColumns = firstColumns
    var (offsets, valueCount) = ([Int](), 0)
    offsets.reserveCapacity(count)
    for (row, first) in firstColumns.enumerated() {
      offsets.append(valueCount - first)
      valueCount += row - first
    }
    rowOffsets = offsets
    values = [Double](repeating: 0, count: valueCount)
    diagonal = [Double](repeating: 0, count: count)
  }

  /// Adds to an element and to the one that mirrors it.
  mutating func add(_ value: Double, _ row: Int, _ column: Int) {
    if row == column {
      diagonal[row] += value
    } else {
      values[rowOffsets[max(row, column)] + min(row, column)] += value
    }
  }

  /// Replaces the matrix by its factors.
  mutating func factor() {
    for row in 0..<count {
      let (first, offset) = (firstColumns[row], rowOffsets[row])
      for column in first..<row {
        let start = max(first, firstColumns[column])
        let other = rowOffsets[column]
        var sum = values[offset + column]
        for index in start..<max(start, column) {
          sum -= values[offset + index] * values[other + index]
        }
        values[offset + column] = sum
      }
      var pivot = diagonal[row]
      for column in first..<row {
        let value = values[offset + column]
        let factor = value / diagonal[column]
        pivot -= value * factor
        values[offset + column] = factor
      }
      diagonal[row] = pivot
    }
  }

  /// Solves for a right-hand side, after ``factor()``.
  func solution(_ right: [Double]) -> [Double] {
    var x = right
    for row in 0..<count {
      let offset = rowOffsets[row]
      for column in firstColumns[row]..<row { x[row] -= values[offset + column] * x[column] }
    }
    for row in 0..<count { x[row] /= diagonal[row] }
    for row in stride(from: count - 1, through: 0, by: -1) {
      let offset = rowOffsets[row]
      for column in firstColumns[row]..<row { x[column] -= values[offset + column] * x[row] }
    }
    return x
  }
}
