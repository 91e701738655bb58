/// A ``ThresholdGrid`` with the lapse rate marginalized.
struct GridListening {
  /// The joint probabilities of threshold, bias and an attentive response.
  let listened: [Double]
  /// The joint probabilities of threshold, bias and a lapse.
  let lapsed: [Double]

  init(_ grid: ThresholdGrid) {
    let lapses = grid.lapses
    let weights = grid.weights
    var listened: [Double] = []
    var lapsed: [Double] = []
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
    }
    self.listened = listened
    self.lapsed = lapsed
  }
}
