/// Keeps the output below full scale: it sees a peak coming and is quieter in time.
///
/// Both sides get the same gain. Where nothing comes near the ceiling the output is the input, bit
/// for bit, ``latencyFrames`` later. The gain is the least that the last 25 ms ask for, so that it
/// stands still under any tone from 20 Hz on, and its way down and up is smoothed; it is computed in
/// whole numbers, which do not drift.
package struct Limiter: BitwiseCopyable {
  /// The most that comes out: −0.1 dB.
  package static var ceiling: Float { 0.98855309 }
  private static var lookAheadSeconds: Double { 0.0015 }
  private static var holdSeconds: Double { 0.025 }
  /// In which the gain comes back by 63 %.
  private static var releaseSeconds: Double { 0.12 }
  /// A gain of 1.
  private static var unity: Int32 { 1 << 30 }

  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  private let gains: UnsafeMutablePointer<Int32>
  private let length: Int
  private var place = 0
  private var minimum: SlidingMinimum
  private var gain = Limiter.unity
  private var sum: Int64
  private let release: Int64
  private let leastStep: Int64
  private var loudFramesLeft = 0

  /// How much later the output comes.
  package var latencyFrames: Int { length &- 1 }

  /// True where it holds nothing but silence.
  package var isIdle: Bool { loudFramesLeft == 0 }

  /// A limiter for a sample rate of 8,000 through 384,000 hertz. Allocates all it will ever need.
  package init(sampleRate: Double) {
    length = max(Int(Self.lookAheadSeconds * sampleRate + 0.5), 2)
    left = .allocate(capacity: length)
    left.initialize(repeating: 0, count: length)
    right = .allocate(capacity: length)
    right.initialize(repeating: 0, count: length)
    gains = .allocate(capacity: length)
    gains.initialize(repeating: Self.unity, count: length)
    minimum = SlidingMinimum(window: length + Int(Self.holdSeconds * sampleRate))
    sum = Int64(length) * Int64(Self.unity)
    // 30 bits of fraction.
    release = Int64(1_073_741_824 / (Self.releaseSeconds * sampleRate))
    leastStep = Int64(1_073_741_824 * 0.01 / sampleRate) + 1
  }

  /// Gives back what it allocated; nothing else may be called afterwards.
  package func deallocate() {
    left.deallocate()
    right.deallocate()
    gains.deallocate()
    minimum.deallocate()
  }

  /// Limits `count` frames in place. What is no number, or beyond any sound, becomes silence.
  package mutating func process(
    left outLeft: UnsafeMutablePointer<Float>, right outRight: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    if isAtRest && isQuiet(outLeft, outRight, count: count) {
      return delay(left: outLeft, right: outRight, count: count)
    }
    let ceiling = Self.ceiling
    for frame in 0..<count {
      let x = abs(outLeft[frame]) < 1e15 ? outLeft[frame] : 0
      let y = abs(outRight[frame]) < 1e15 ? outRight[frame] : 0
      let peak = max(abs(x), abs(y))
      if peak > 0 {
        loudFramesLeft = length
      } else if loudFramesLeft > 0 {
        loudFramesLeft &-= 1
      }
      var wanted = Self.unity
      if peak > ceiling { wanted = Int32(Float(Self.unity) * (ceiling / peak)) }
      let factor = nextFactor(minimum.next(wanted))
      left[place] = x
      right[place] = y
      place = place &+ 1 == length ? 0 : place &+ 1
      // The oldest frame is where the next one will be written.
      var (z, w) = (left[place], right[place])
      if factor < 1 {
        z = min(max(z * factor, -ceiling), ceiling)
        w = min(max(w * factor, -ceiling), ceiling)
      }
      outLeft[frame] = z
      outRight[frame] = w
    }
  }

  /// True where all gains that it remembers are 1.
  private var isAtRest: Bool {
    gain == Self.unity && minimum.least == Self.unity && sum == Int64(length) &* Int64(Self.unity)
  }

  /// True where no frame comes near the ceiling, or is no number.
  private func isQuiet(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int
  ) -> Bool {
    var loudFrames = 0
    for frame in 0..<count {
      let isFine = abs(left[frame]) <= Self.ceiling && abs(right[frame]) <= Self.ceiling
      loudFrames &+= isFine ? 0 : 1
    }
    return loudFrames == 0
  }

  /// What ``process(left:right:count:)`` comes to while nothing is limited: every frame comes out
  /// as it went in, later. All gains stay where they are.
  private mutating func delay(
    left outLeft: UnsafeMutablePointer<Float>, right outRight: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    if count == 0 { return }
    var lastHeard = count &- 1
    while lastHeard >= 0 && outLeft[lastHeard] == 0 && outRight[lastHeard] == 0 { lastHeard &-= 1 }
    let loudFrames = lastHeard >= 0 ? length &+ 1 &+ lastHeard : loudFramesLeft
    loudFramesLeft = max(loudFrames &- count, 0)
    var place = place
    for frame in 0..<count {
      left[place] = outLeft[frame]
      right[place] = outRight[frame]
      place = place &+ 1 == length ? 0 : place &+ 1
      outLeft[frame] = left[place]
      outRight[frame] = right[place]
    }
    self.place = place
    minimum.next(Self.unity, count: count)
  }

  /// The mean of the last gains, once the new one has come back some way to what is wanted.
  ///
  /// Every frame is multiplied by a mean of gains that all know its peak.
  @inline(__always) private mutating func nextFactor(_ wanted: Int32) -> Float {
    if wanted < gain {
      gain = wanted
    } else if wanted > gain {
      let distance = Int64(wanted &- gain)
      let step = max((distance &* release) &>> 30, leastStep)
      gain = Int32(truncatingIfNeeded: Int64(gain) &+ min(step, distance))
    }
    sum &+= Int64(gain) &- Int64(gains[place])
    gains[place] = gain
    if sum == Int64(length) &* Int64(Self.unity) { return 1 }
    return Float(sum) / (Float(length) * Float(Self.unity))
  }
}
