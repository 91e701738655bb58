/// The bands of one voice's equalizer, in the pool's memory; most voices have none.
struct VoiceEqualizer: BitwiseCopyable {
  /// How many a region may have.
  static var limit: Int { 3 }

  let filters: UnsafeMutablePointer<BandFilter>
  var count = 0

  /// Filters frames in place.
  func process(_ row: UnsafeMutablePointer<Float>, count frames: Int) {
    for index in 0..<count { filters[index].process(row, count: frames) }
  }
}
