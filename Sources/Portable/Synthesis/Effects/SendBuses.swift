/// What the voices send to the effects: two mono sums of a stretch of at most 64 frames.
struct SendBuses: BitwiseCopyable {
  let reverb: UnsafeMutablePointer<Float>
  let chorus: UnsafeMutablePointer<Float>
  /// Set by the first voice of a stretch that sends; until then the sums are not even zero.
  var isUsed = false

  /// Buses in memory of ``count`` numbers.
  init(memory: UnsafeMutablePointer<Float>) {
    reverb = memory
    chorus = memory + Self.count / 2
  }

  static var count: Int { 2 * Synthesizer.gridFrames }

  /// Makes both sums zero where nobody has used them yet.
  mutating func open() {
    if isUsed { return }
    isUsed = true
    for index in 0..<Self.count { reverb[index] = 0 }
  }
}
