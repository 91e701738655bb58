/// The time before the reverb, and the eight reflections that can be told apart.
struct FirstReflections: BitwiseCopyable {
  /// The longest pre-delay and, after it, the last reflection of the largest room.
  static var longestSeconds: Double { 0.2 + 0.086 }
  private static var reflectionCount: Int { 8 }

  private let line: UnsafeMutablePointer<Float>
  let capacity: Int
  private var place = 0
  private let sampleRate: Double
  /// The reflections, then what goes on to the dense part.
  private(set) var taps: MovingTaps

  static func capacity(sampleRate: Double) -> Int {
    DelayMemory.capacity(seconds: longestSeconds, sampleRate: sampleRate)
  }

  init(_ memory: inout DelayMemory, sampleRate: Double) {
    capacity = Self.capacity(sampleRate: sampleRate)
    line = memory.takeFrames(capacity)
    self.sampleRate = sampleRate
    let count = Self.reflectionCount + 1
    taps = MovingTaps(count: count, memory: memory.takeNumbers(2 * count))
  }

  /// When a reflection comes, in mean ways between the walls, and how loud it is on each side: they
  /// fall with the way they have gone, and come from here and there.
  private static var times: Lanes {
    Lanes(SIMD4(0.31, 0.43, 0.57, 0.69), SIMD4(0.83, 1.01, 1.19, 1.43))
  }
  private static var leftGains: Lanes {
    Lanes(SIMD4(0.56, 0.16, -0.39, 0.14), SIMD4(0.32, -0.11, 0.22, -0.09))
  }
  private static var rightGains: Lanes {
    Lanes(SIMD4(0.18, 0.51, 0.15, -0.36), SIMD4(-0.12, 0.28, 0.10, 0.21))
  }

  /// Moves to other settings within so many points of the grid; 0 is at once.
  mutating func set(_ settings: ReverbSettings, points: Int) {
    let before = Double(settings.preDelaySeconds) * sampleRate
    let way = Double(settings.roomSizeMetres) / 343 * sampleRate
    for tap in 0..<Self.reflectionCount {
      taps.set(tap, to: Int(before + way * Double(Self.times[tap])))
    }
    taps.set(Self.reflectionCount, to: Int(before))
    taps.begin(points: points)
  }

  mutating func plan() { taps.plan() }

  /// Takes in `count` frames; writes them delayed to `delayed`, the reflections to both sides.
  mutating func process(
    _ input: UnsafePointer<Float>, at: Int, count: Int, delayed: UnsafeMutablePointer<Float>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    let mask = capacity &- 1
    let leftGains = Self.leftGains
    let rightGains = Self.rightGains
    let last = Self.reflectionCount
    for frame in 0..<count {
      let now = place &+ frame
      line[now & mask] = input[frame]
      var reflections = read(taps.frames, now: now, mask: mask)
      var onward = line[(now &- Int(taps.frames[last])) & mask]
      if taps.isMoving {
        let next = taps.frames + taps.count
        let fade = taps.fade(Float(at &+ frame))
        let others = read(next, now: now, mask: mask)
        reflections = reflections + (others - reflections) * Lanes(repeating: fade)
        onward += (line[(now &- Int(next[last])) & mask] - onward) * fade
      }
      delayed[frame] = onward
      left[frame] = (reflections * leftGains).sum
      right[frame] = (reflections * rightGains).sum
    }
    place = (place &+ count) & mask
  }

  @inline(__always)
  private func read(_ delays: UnsafePointer<Int32>, now: Int, mask: Int) -> Lanes {
    @inline(__always) func at(_ tap: Int) -> Float { line[(now &- Int(delays[tap])) & mask] }
    return Lanes(SIMD4(at(0), at(1), at(2), at(3)), SIMD4(at(4), at(5), at(6), at(7)))
  }
}
