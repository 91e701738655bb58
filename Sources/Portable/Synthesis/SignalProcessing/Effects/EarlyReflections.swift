struct EarlyReflections: BitwiseCopyable {
  /// The longest pre-delay plus the last reflection of the largest room.
  static var maxSeconds: Double { 0.2 + 0.086 }
  private static var reflectionCount: Int { 8 }

  private var line: DelayLines
  private let sampleRate: Double
  /// The reflections, then the input of the late reverb.
  private(set) var taps: CrossfadingTaps
  private let readIndices: UnsafeMutablePointer<Int32>
  private let gains: UnsafeMutablePointer<Float>
  private let kernels: EffectKernels

  static func capacity(sampleRate: Double) -> Int {
    // A control block is written before it is read.
    EffectArena.capacity(
      seconds: maxSeconds + Double(ControlBlock.frames) / sampleRate, sampleRate: sampleRate)
  }

  static func vectors(sampleRate: Double) -> Int {
    DelayLines.vectors(count: 1, capacity: capacity(sampleRate: sampleRate))
  }

  init(_ memory: inout EffectArena, sampleRate: Double, kernels: EffectKernels) {
    line = DelayLines(&memory, count: 1, capacity: Self.capacity(sampleRate: sampleRate))
    self.sampleRate = sampleRate
    let count = Self.reflectionCount + 1
    taps = CrossfadingTaps(count: count, memory: memory.allocateParameters(2 * count))
    readIndices = memory.allocateParameters(count)
    gains = UnsafeMutableRawPointer(memory.allocateParameters(2 * Self.reflectionCount))
      .bindMemory(to: Float.self, capacity: 2 * Self.reflectionCount)
    for tap in 0..<Self.reflectionCount {
      gains[tap] = Self.leftGains[tap]
      gains[tap + Self.reflectionCount] = Self.rightGains[tap]
    }
    self.kernels = kernels
  }

  /// The delays of the reflections, in mean free paths, and their gains on each channel.
  private static var times: SIMD8<Float> { SIMD8(0.31, 0.43, 0.57, 0.69, 0.83, 1.01, 1.19, 1.43) }
  private static var leftGains: SIMD8<Float> {
    SIMD8(0.56, 0.16, -0.39, 0.14, 0.32, -0.11, 0.22, -0.09)
  }
  private static var rightGains: SIMD8<Float> {
    SIMD8(0.18, 0.51, 0.15, -0.36, -0.12, 0.28, 0.10, 0.21)
  }

  /// Ramps to other settings within `blocks` control blocks; 0 sets them immediately.
  mutating func set(_ settings: ReverbSettings, blocks: Int) {
    let preDelay = Double(settings.preDelaySeconds) * sampleRate
    let path = Double(settings.roomSizeMeters) / 343 * sampleRate
    for tap in 0..<Self.reflectionCount {
      taps.set(tap, to: Int(preDelay + path * Double(Self.times[tap])))
    }
    taps.set(Self.reflectionCount, to: Int(preDelay))
    taps.startCrossfade(blocks: blocks)
  }

  mutating func prepareBlock() { taps.prepareBlock() }

  /// Writes the pre-delayed input to `delayed`, and the reflections to both channels.
  mutating func process(
    _ input: UnsafePointer<Float>, blockOffset: Int, count: Int,
    delayed: UnsafeMutablePointer<Float>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    let frames = line.line(0)
    for frame in 0..<count { frames[line.index(delay: 0, ahead: frame)] = input[frame] }
    var done = 0
    while done < count {
      let run = min(count &- done, contiguousFrames(ahead: done))
      if taps.isCrossfading {
        crossfade(
          blockOffset: blockOffset, ahead: done, count: run, delayed: delayed + done,
          left: left + done, right: right + done)
      } else {
        for tap in 0..<taps.count {
          readIndices[tap] = Int32(
            truncatingIfNeeded: line.index(delay: Int(taps.frames[tap]), ahead: done))
        }
        kernels.reflections(
          frames, readIndices: readIndices, count: run, gains: gains, delayed: delayed + done,
          left: left + done, right: right + done)
      }
      done &+= run
    }
    line.advance(count)
  }

  /// Returns the number of frames before a tap wraps around, `ahead` frames from now.
  private func contiguousFrames(ahead: Int) -> Int {
    var length = line.capacity
    for tap in 0..<(taps.isCrossfading ? 2 &* taps.count : taps.count) {
      let start = line.index(delay: Int(taps.frames[tap]), ahead: ahead)
      length = min(length, line.capacity &- start)
    }
    return length
  }

  /// Reads the taps during a crossfade, four frames at a time.
  private func crossfade(
    blockOffset: Int, ahead: Int, count: Int, delayed: UnsafeMutablePointer<Float>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    let (leftGains, rightGains) = (Self.leftGains, Self.rightGains)
    var frame = 0
    while frame < count {
      let now = frame
      let fade = taps.fade(FourFrames.blockOffsets(blockOffset &+ ahead &+ frame))
      @inline(__always) func read(_ tap: Int) -> SIMD4<Float> {
        let start = line.index(delay: Int(taps.frames[tap]), ahead: ahead)
        return FourFrames.load(line.line(0) + (start &+ now))
      }
      @inline(__always) func tap(_ tap: Int) -> SIMD4<Float> {
        let x = read(tap)
        return x + (read(tap &+ taps.count) - x) * fade
      }
      let (a, b, c, d) = (tap(0), tap(1), tap(2), tap(3))
      let (e, f, g, h) = (tap(4), tap(5), tap(6), tap(7))
      @inline(__always) func sum(_ gains: SIMD8<Float>) -> SIMD4<Float> {
        let ae: SIMD4<Float> = a * gains[0] + e * gains[4]
        let bf: SIMD4<Float> = b * gains[1] + f * gains[5]
        let cg: SIMD4<Float> = c * gains[2] + g * gains[6]
        let dh: SIMD4<Float> = d * gains[3] + h * gains[7]
        return (ae + bf) + (cg + dh)
      }
      let run = count &- frame
      FourFrames.store(tap(Self.reflectionCount), delayed + frame, count: run)
      FourFrames.store(sum(leftGains), left + frame, count: run)
      FourFrames.store(sum(rightGains), right + frame, count: run)
      frame &+= 4
    }
  }
}
