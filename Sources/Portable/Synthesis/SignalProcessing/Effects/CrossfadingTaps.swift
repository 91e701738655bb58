/// The taps of a delay line, and the crossfade to others when the effect's size changes: ramping a
/// tap would bend the pitch.
struct CrossfadingTaps: BitwiseCopyable {
  let count: Int
  /// Delays in frames: `count` present ones, then `count` new ones.
  let frames: UnsafeMutablePointer<Int32>
  /// The fraction of the new taps, 0…1.
  private(set) var fade = Ramp<Float>(0)
  private(set) var isCrossfading = false

  /// Creates taps in `memory`, which has room for `2 * count` delays.
  init(count: Int, memory: UnsafeMutablePointer<Int32>) {
    self.count = count
    frames = memory
  }

  var maxFrames: Int {
    var result = 0
    for tap in 0..<(2 &* count) { result = max(result, Int(frames[tap])) }
    return result
  }

  var minFrames: Int {
    var result = Int(Int32.max)
    for tap in 0..<(2 &* count) { result = min(result, Int(frames[tap])) }
    return result
  }

  /// Sets a tap's new delay; it is used after ``startCrossfade(blocks:)``.
  func set(_ tap: Int, to delay: Int) { frames[count &+ tap] = Int32(delay) }

  /// Starts the crossfade to the new delays, over `blocks` control blocks; 0 switches immediately.
  mutating func startCrossfade(blocks: Int) {
    var isSame = true
    for tap in 0..<count where frames[tap] != frames[count &+ tap] { isSame = false }
    if blocks == 0 || isSame { return finishCrossfade() }
    isCrossfading = true
    fade = Ramp(0)
    fade.setTarget(to: 1, blocks: blocks)
  }

  mutating func prepareBlock() {
    if !isCrossfading { return }
    fade.prepareBlock()
    if fade.value >= 1 { finishCrossfade() }
  }

  private mutating func finishCrossfade() {
    for tap in 0..<count { frames[tap] = frames[count &+ tap] }
    isCrossfading = false
    fade = Ramp(0)
  }
}
