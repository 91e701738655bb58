/// The equalizer bands of one voice (SFZ `eqN`), in the pool's memory.
struct VoiceEqualizer: BitwiseCopyable {
  /// The maximum number of bands of a region.
  static var maxCount: Int { 3 }

  let filters: UnsafeMutablePointer<BandFilter>
  var count = 0

  /// Filters frames in place.
  func process(_ buffer: UnsafeMutablePointer<Float>, count frames: Int) {
    for index in 0..<count { filters[index].process(buffer, count: frames) }
  }
}
