/// A feedback delay: echoes in the center, or alternating between left and right (ping-pong).
struct StereoDelay: BitwiseCopyable {
  private let line: UnsafeMutablePointer<Float>
  let capacity: Int
  private var writeIndex = 0
  private let sampleRate: Double
  private(set) var taps: CrossfadingTaps
  private(set) var inputLevel = Ramp<Float>(0)
  private var feedback = Ramp<Float>(0)
  /// 0 for centered echoes, 1 for ping-pong.
  private var pingPong = Ramp<Float>(0)

  static func capacity(sampleRate: Double) -> Int {
    EffectArena.capacity(seconds: 1, sampleRate: sampleRate)
  }

  init(_ memory: inout EffectArena, sampleRate: Double) {
    capacity = Self.capacity(sampleRate: sampleRate)
    line = memory.allocateFrames(capacity)
    self.sampleRate = sampleRate
    taps = CrossfadingTaps(count: 2, memory: memory.allocateParameters(4))
  }

  /// Ramps to other settings within `blocks` control blocks; 0 sets them immediately.
  mutating func set(_ settings: ReverbSettings, blocks: Int) {
    inputLevel.setTarget(to: settings.style == .reverb ? 0 : 1, blocks: blocks)
    // Echoes that decay under a reverb keep their delay.
    if settings.style == .reverb && blocks > 0 { return }
    let frames = max(Int(Double(settings.delaySeconds) * sampleRate + 0.5), 1)
    taps.set(0, to: frames)
    taps.set(1, to: 2 &* frames)
    taps.startCrossfade(blocks: blocks)
    feedback.setTarget(to: settings.feedback, blocks: blocks)
    pingPong.setTarget(to: settings.style == .panningDelay ? 1 : 0, blocks: blocks)
  }

  mutating func prepareBlock() {
    taps.prepareBlock()
    inputLevel.prepareBlock()
    feedback.prepareBlock()
    pingPong.prepareBlock()
  }

  mutating func process(
    _ frames: UnsafePointer<Float>, blockOffset: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    let mask = capacity &- 1
    for frame in 0..<count {
      let now = writeIndex &+ frame
      let offset = Float(blockOffset &+ frame)
      var first = line[(now &- Int(taps.frames[0])) & mask]
      var second = line[(now &- Int(taps.frames[1])) & mask]
      if taps.isCrossfading {
        let fade = taps.fade(offset)
        first += (line[(now &- Int(taps.frames[2])) & mask] - first) * fade
        second += (line[(now &- Int(taps.frames[3])) & mask] - second) * fade
      }
      let feedback = feedback(offset)
      let pingPong = pingPong(offset)
      // In ping-pong mode the loop is two delays long, so the feedback applies twice.
      let returned = first + (second * feedback - first) * pingPong
      let written = frames[frame] * inputLevel(offset) + returned * feedback
      // Flushes denormals.
      line[now & mask] = (written + 1e-18) - 1e-18
      left[frame] = first
      right[frame] = first + (second * feedback - first) * pingPong
    }
    writeIndex = (writeIndex &+ count) & mask
  }
}
