import PeachInstrumentModel

/// The ramps of a unit's generator overrides and offsets. Ramps are updated at multiples of 64
/// frames on the unit's clock and at their ends, so that the output does not depend on block sizes.
/// The synthesizer smooths in between.
struct LiveParameters: BitwiseCopyable {
  /// The ramps of all overrides, followed by those of all offsets.
  private let ramps: UnsafeMutablePointer<ParameterRamp>
  private let isRamping: UnsafeMutablePointer<Bool>
  private let bounds: UnsafeMutablePointer<SIMD2<Float>>
  private(set) var rampingCount = 0
  static var count: Int { 2 * Generator.tableCount }

  init() {
    ramps = .allocate(capacity: Self.count)
    ramps.initialize(
      repeating: ParameterRamp(from: 0, to: 0, fromMix: 0, begin: 0, frames: 0), count: Self.count)
    isRamping = .allocate(capacity: Self.count)
    isRamping.initialize(repeating: false, count: Self.count)
    bounds = .allocate(capacity: Generator.tableCount)
    bounds.initialize(repeating: SIMD2(0, 0), count: Generator.tableCount)
    for generator in Generator.allCases {
      let range = generator.range
      bounds[Int(generator.rawValue)] = SIMD2(range.lowerBound, range.upperBound)
    }
  }

  func deallocate() {
    ramps.deallocate()
    isRamping.deallocate()
    bounds.deallocate()
  }

  func clamped(_ value: Float, _ generator: Generator) -> Float {
    let bounds = bounds[Int(generator.rawValue)]
    return min(max(value, bounds.x), bounds.y)
  }

  /// Starts a ramp from the current value. `isFollowed` is whether the generator has no override,
  /// so that the file's value applies.
  mutating func startRamp(
    _ index: Int, to value: Float, frames: Int, at frame: Int64, isFollowed: Bool
  ) {
    let now = ramps[index].state(at: frame)
    let isOffset = index >= Generator.tableCount
    ramps[index] = ParameterRamp(
      from: isFollowed ? value : now.value, to: value,
      fromMix: isOffset ? 1 : isFollowed ? 0 : now.mix, begin: frame, frames: max(frames, 0))
    if !isRamping[index] {
      isRamping[index] = true
      rampingCount &+= 1
    }
  }

  /// Returns the state of a ramp at a frame; `nil` if it is not active. Ends a complete ramp.
  mutating func advance(_ index: Int, to frame: Int64) -> (value: Float, mix: Float)? {
    guard isRamping[index] else { return nil }
    if frame >= ramps[index].end { stop(index) }
    return ramps[index].state(at: frame)
  }

  mutating func stop(_ index: Int) {
    guard isRamping[index] else { return }
    isRamping[index] = false
    rampingCount &-= 1
  }

  func nextUpdateFrame(after frame: Int64) -> Int64 {
    var next = (frame | 63) &+ 1
    var index = 0
    while index < Self.count {
      if isRamping[index] && ramps[index].end > frame { next = min(next, ramps[index].end) }
      index &+= 1
    }
    return next
  }
}

/// A linear ramp of a generator override or offset.
struct ParameterRamp: BitwiseCopyable {
  var from: Float
  var to: Float
  /// The mix of the override at the start of the ramp; it is 1 at the end.
  var fromMix: Float
  var begin: Int64
  var frames: Int

  func state(at frame: Int64) -> (value: Float, mix: Float) {
    let elapsedFrames = frame &- begin
    if elapsedFrames >= frames { return (to, 1) }
    let fraction = Float(max(elapsedFrames, 0)) / Float(frames)
    // The weighted value and the mix are linear, and therefore the mixed sum is.
    let mix = fromMix + (1 - fromMix) * fraction
    let weighted = fromMix * from + (to - fromMix * from) * fraction
    return (mix > 0 ? weighted / mix : to, mix)
  }

  var end: Int64 { begin &+ Int64(frames) }
}
