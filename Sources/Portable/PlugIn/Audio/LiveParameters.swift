import PeachInstrumentModel

/// Where a unit's generators stand: what replaces the file's, what is added, what is on its way.
///
/// Ramps move at every 64th frame of the unit's own count and at their ends, so that the output does
/// not depend on how time is cut into blocks; in between the synthesizer smooths.
struct LiveParameters: BitwiseCopyable {
  /// One of each kind for each generator: first the replacements, then the offsets.
  private let ramps: UnsafeMutablePointer<ParameterRamp>
  private let isMoving: UnsafeMutablePointer<Bool>
  /// The least and the most of each generator.
  private let bounds: UnsafeMutablePointer<SIMD2<Float>>
  private(set) var movingCount = 0
  static var count: Int { 2 * Generator.tableCount }

  init() {
    ramps = .allocate(capacity: Self.count)
    ramps.initialize(
      repeating: ParameterRamp(from: 0, to: 0, fromShare: 0, begin: 0, frames: 0),
      count: Self.count)
    isMoving = .allocate(capacity: Self.count)
    isMoving.initialize(repeating: false, count: Self.count)
    bounds = .allocate(capacity: Generator.tableCount)
    bounds.initialize(repeating: SIMD2(0, 0), count: Generator.tableCount)
    for generator in Generator.allCases {
      let range = generator.range
      bounds[Int(generator.rawValue)] = SIMD2(range.lowerBound, range.upperBound)
    }
  }

  func deallocate() {
    ramps.deallocate()
    isMoving.deallocate()
    bounds.deallocate()
  }

  /// A generator's value within its range.
  func within(_ value: Float, _ generator: Generator) -> Float {
    let bounds = bounds[Int(generator.rawValue)]
    return min(max(value, bounds.x), bounds.y)
  }

  /// Begins a way to a value; what it comes from is where it is now. `followed` says whether the
  /// file's own value holds now.
  mutating func move(_ place: Int, to value: Float, frames: Int, at frame: Int, isFollowed: Bool) {
    let now = ramps[place].state(at: frame)
    let isOffset = place >= Generator.tableCount
    ramps[place] = ParameterRamp(
      from: isFollowed ? value : now.value, to: value,
      fromShare: isOffset ? 1 : isFollowed ? 0 : now.share, begin: frame, frames: max(frames, 0))
    if !isMoving[place] {
      isMoving[place] = true
      movingCount &+= 1
    }
  }

  /// Where it is at a frame, where it is on its way; what has arrived is told once.
  mutating func next(_ place: Int, at frame: Int) -> (value: Float, share: Float)? {
    guard isMoving[place] else { return nil }
    if frame >= ramps[place].end {
      isMoving[place] = false
      movingCount &-= 1
    }
    return ramps[place].state(at: frame)
  }

  /// Forgets that a replacement was ever on its way.
  mutating func stop(_ place: Int) {
    guard isMoving[place] else { return }
    isMoving[place] = false
    movingCount &-= 1
  }

  /// The next frame after this one at which something must be moved.
  func nextStop(after frame: Int) -> Int {
    var stop = (frame | 63) &+ 1
    var place = 0
    while place < Self.count {
      if isMoving[place] && ramps[place].end > frame { stop = min(stop, ramps[place].end) }
      place &+= 1
    }
    return stop
  }
}
