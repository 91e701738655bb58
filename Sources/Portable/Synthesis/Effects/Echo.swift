/// Echoes at equal distances: in the middle, or from the left and the right in turn.
struct Echo: BitwiseCopyable {
  private let line: UnsafeMutablePointer<Float>
  let capacity: Int
  private var place = 0
  private let sampleRate: Double
  /// The first echo, and the one after it.
  private(set) var taps: MovingTaps
  /// How much of the sound gets in.
  private(set) var input = Ramp(0)
  private var feedback = Ramp(0)
  /// 0 for echoes in the middle, 1 for echoes from side to side.
  private var swing = Ramp(0)

  static func capacity(sampleRate: Double) -> Int {
    DelayMemory.capacity(seconds: 1, sampleRate: sampleRate)
  }

  init(_ memory: inout DelayMemory, sampleRate: Double) {
    capacity = Self.capacity(sampleRate: sampleRate)
    line = memory.takeFrames(capacity)
    self.sampleRate = sampleRate
    taps = MovingTaps(count: 2, memory: memory.takeNumbers(4))
  }

  /// Moves to other settings within so many points of the grid; 0 is at once.
  mutating func set(_ settings: ReverbSettings, points: Int) {
    input.move(to: settings.style == .reverb ? 0 : 1, points: points)
    // What still echoes under a reverb keeps its time.
    if settings.style == .reverb && points > 0 { return }
    let frames = max(Int(Double(settings.delaySeconds) * sampleRate + 0.5), 1)
    taps.set(0, to: frames)
    taps.set(1, to: 2 &* frames)
    taps.begin(points: points)
    feedback.move(to: settings.feedback, points: points)
    swing.move(to: settings.style == .panningDelay ? 1 : 0, points: points)
  }

  mutating func plan() {
    taps.plan()
    input.plan()
    feedback.plan()
    swing.plan()
  }

  /// Writes the echoes of `count` frames to both sides.
  mutating func process(
    _ frames: UnsafePointer<Float>, at: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    let mask = capacity &- 1
    for frame in 0..<count {
      let now = place &+ frame
      let offset = Float(at &+ frame)
      var first = line[(now &- Int(taps.frames[0])) & mask]
      var second = line[(now &- Int(taps.frames[1])) & mask]
      if taps.isMoving {
        let fade = taps.fade(offset)
        first += (line[(now &- Int(taps.frames[2])) & mask] - first) * fade
        second += (line[(now &- Int(taps.frames[3])) & mask] - second) * fade
      }
      let feedback = feedback(offset)
      let swing = swing(offset)
      // From side to side what comes back has gone both ways: its part is squared.
      let returned = first + (second * feedback - first) * swing
      let fed = frames[frame] * input(offset) + returned * feedback
      line[now & mask] = (fed + 1e-18) - 1e-18
      left[frame] = first
      right[frame] = first + (second * feedback - first) * swing
    }
    place = (place &+ count) & mask
  }
}
