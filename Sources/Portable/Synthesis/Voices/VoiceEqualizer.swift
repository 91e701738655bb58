/// The equalizer bands of one voice (SFZ `eqN`), in the pool's memory.
struct VoiceEqualizer: BitwiseCopyable {
  static var maxCount: Int { 3 }

  let filters: UnsafeMutablePointer<BandFilter>
  var count = 0

  func process(_ buffer: UnsafeMutablePointer<Float>, count frames: Int) {
    for index in 0..<count { filters[index].process(buffer, count: frames) }
  }
}
