/// A ``ThresholdGrid`` with its lapse rates summed up, to predict answers quickly.
struct GridListening {
  /// How likely each threshold and bias is, together with an answer that was listened for.
  let listened: [Double]
  /// How likely each threshold and bias is, together with one that was not.
  let lapsed: [Double]
  private let biasCount: Int
  private let guessed: Double

  init(_ grid: ThresholdGrid) {
    biasCount = grid.biases.count
    let lapses = grid.lapses
    let weights = grid.weights
    var listened: [Double] = []
    var lapsed: [Double] = []
    var guessed = 0.0
    listened.reserveCapacity(weights.count / lapses.count)
    lapsed.reserveCapacity(weights.count / lapses.count)
    var index = 0
    while index < weights.count {
      var sum = 0.0
      var without = 0.0
      for lapse in lapses {
        sum += weights[index]
        without += weights[index] * lapse
        index &+= 1
      }
      listened.append(sum - without)
      lapsed.append(without)
      guessed += without
    }
    self.listened = listened
    self.lapsed = lapsed
    self.guessed = guessed
  }

  /// How likely an offset of the table's grid is heard right, 0…1.
  func success(_ offset: Int, _ direction: Direction, _ table: OffsetTable) -> Double {
    var sum = 0.5 * guessed
    var index = 0
    for threshold in 0..<ThresholdGrid.thresholdCount {
      for bias in 0..<biasCount {
        sum +=
          listened[index]
          * table.right(offset: offset, threshold: threshold, bias: bias, direction: direction)
        index &+= 1
      }
    }
    return sum
  }
}
