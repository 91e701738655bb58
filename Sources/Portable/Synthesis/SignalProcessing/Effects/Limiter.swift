/// A look-ahead peak limiter with linked channels. If no peak exceeds the ceiling, the output is
/// bit-identical to the input, delayed by ``latencyFrames``. The gain is the minimum required by
/// the last 25 ms, so that it is constant for tones above 20 Hz, with smoothed attack and release.
/// It is computed in fixed point, which does not drift.
package struct Limiter: BitwiseCopyable {
  /// The maximum output level: −0.1 dBFS.
  package static var ceiling: Float { 0.98855309 }
  private static var lookAheadSeconds: Double { 0.0015 }
  private static var holdSeconds: Double { 0.025 }
  private static var releaseSeconds: Double { 0.12 }
  /// A gain of 1, with 30 fractional bits.
  private static var unity: Int32 { 1 << 30 }

  private let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>
  private let gains: UnsafeMutablePointer<Int32>
  private let length: Int
  private var writeIndex = 0
  private var minimum: SlidingMinimum
  private var gain = Limiter.unity
  private var sum: Int64
  private let release: Int64
  private let minStep: Int64
  private var activeFrames = 0

  package var latencyFrames: Int { length &- 1 }
  package var isIdle: Bool { @_noLocks @_noAllocation get { activeFrames == 0 } }
  /// Whether the delay lines are zero and the gain is constantly 1, so that silence changes
  /// nothing.
  var isAtRest: Bool { isIdle && isInactive }

  /// Creates a limiter for a sample rate of 8,000 through 384,000 hertz. Allocates all its memory.
  package init(sampleRate: Double) {
    length = max(Int(Self.lookAheadSeconds * sampleRate + 0.5), 2)
    left = .allocate(repeating: 0, count: length)
    right = .allocate(repeating: 0, count: length)
    gains = .allocate(repeating: Self.unity, count: length)
    minimum = SlidingMinimum(window: length + Int(Self.holdSeconds * sampleRate))
    sum = Int64(length) * Int64(Self.unity)
    release = Int64(1_073_741_824 / (Self.releaseSeconds * sampleRate))
    minStep = Int64(1_073_741_824 * 0.01 / sampleRate) + 1
  }

  package func deallocate() {
    left.deallocate()
    right.deallocate()
    gains.deallocate()
    minimum.deallocate()
  }

  /// Limits `count` frames in place. NaN and magnitudes of 10¹⁵ or more become silence.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func process(
    left outLeft: UnsafeMutablePointer<Float>, right outRight: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    if isInactive && isBelowCeiling(outLeft, outRight, count: count) {
      return delay(left: outLeft, right: outRight, count: count)
    }
    let ceiling = Self.ceiling
    for frame in 0..<count {
      let x = abs(outLeft[frame]) < 1e15 ? outLeft[frame] : 0
      let y = abs(outRight[frame]) < 1e15 ? outRight[frame] : 0
      let peak = max(abs(x), abs(y))
      if peak > 0 { activeFrames = length } else if activeFrames > 0 { activeFrames &-= 1 }
      var target = Self.unity
      if peak > ceiling { target = Int32(Float(Self.unity) * (ceiling / peak)) }
      let factor = nextFactor(minimum.next(target))
      left[writeIndex] = x
      right[writeIndex] = y
      writeIndex = writeIndex &+ 1 == length ? 0 : writeIndex &+ 1
      // The oldest frame is the next to be overwritten.
      var (z, w) = (left[writeIndex], right[writeIndex])
      if factor < 1 {
        z = min(max(z * factor, -ceiling), ceiling)
        w = min(max(w * factor, -ceiling), ceiling)
      }
      outLeft[frame] = z
      outRight[frame] = w
    }
  }

  private var isInactive: Bool {
    gain == Self.unity && minimum.minimum == Self.unity && sum == Int64(length) &* Int64(Self.unity)
  }

  private func isBelowCeiling(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int
  ) -> Bool {
    // As wide as a frame, so that the compiler compares as many of them as a register has.
    var isAbove: Int32 = 0
    for frame in 0..<count {
      isAbove |= abs(left[frame]) <= Self.ceiling ? 0 : 1
      isAbove |= abs(right[frame]) <= Self.ceiling ? 0 : 1
    }
    return isAbove == 0
  }

  /// Delays the input: the result of ``process(left:right:count:)`` while the gain is 1.
  private mutating func delay(
    left outLeft: UnsafeMutablePointer<Float>, right outRight: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    if count == 0 { return }
    var lastNonZero = count &- 1
    while lastNonZero >= 0 && outLeft[lastNonZero] == 0 && outRight[lastNonZero] == 0 {
      lastNonZero &-= 1
    }
    let frames = lastNonZero >= 0 ? length &+ 1 &+ lastNonZero : activeFrames
    activeFrames = max(frames &- count, 0)
    var done = 0
    while done < count {
      // A run ends with the last frame of the lines, after which the first one is read.
      let run = min(count &- done, max(length &- 1 &- writeIndex, 1))
      let next = writeIndex &+ run == length ? 0 : writeIndex &+ 1
      Self.exchange(outLeft + done, left + writeIndex, reading: left + next, count: run)
      Self.exchange(outRight + done, right + writeIndex, reading: right + next, count: run)
      writeIndex = next &+ run &- 1
      done &+= run
    }
    minimum.next(Self.unity, count: count)
  }

  /// Writes frames to a line, and replaces them by those that are read before they are overwritten.
  @inline(__always) private static func exchange(
    _ frames: UnsafeMutablePointer<Float>, _ line: UnsafeMutablePointer<Float>,
    reading oldest: UnsafePointer<Float>, count: Int
  ) {
    // Four at a time: `line` is written only after `oldest`, one frame later, has been read.
    typealias Frames = SIMD4<Float>
    var done = 0
    while done &+ Frames.scalarCount <= count {
      let old = UnsafeRawPointer(oldest + done).loadUnaligned(as: Frames.self)
      let new = UnsafeRawPointer(frames + done).loadUnaligned(as: Frames.self)
      UnsafeMutableRawPointer(line + done).storeBytes(of: new, as: Frames.self)
      UnsafeMutableRawPointer(frames + done).storeBytes(of: old, as: Frames.self)
      done &+= Frames.scalarCount
    }
    for frame in done..<count {
      let old = oldest[frame]
      line[frame] = frames[frame]
      frames[frame] = old
    }
  }

  /// Advances the gain towards its target, instantly down and exponentially up. Returns the moving
  /// average over the look-ahead time, in which every gain accounts for the output frame's peak.
  @inline(__always) private mutating func nextFactor(_ target: Int32) -> Float {
    if target < gain {
      gain = target
    } else if target > gain {
      let distance = Int64(target &- gain)
      let step = max((distance &* release) &>> 30, minStep)
      gain = Int32(truncatingIfNeeded: Int64(gain) &+ min(step, distance))
    }
    sum &+= Int64(gain) &- Int64(gains[writeIndex])
    gains[writeIndex] = gain
    if sum == Int64(length) &* Int64(Self.unity) { return 1 }
    return Float(sum) / (Float(length) * Float(Self.unity))
  }
}
