/// The time before the reverb, and the eight reflections that can be told apart.
struct FirstReflections: BitwiseCopyable {
  /// The longest pre-delay and, after it, the last reflection of the largest room.
  static var longestSeconds: Double { 0.2 + 0.086 }
  private static var reflectionCount: Int { 8 }

  private var line: DelayLines
  private let sampleRate: Double
  /// The reflections, then what goes on to the dense part.
  private(set) var taps: MovingTaps
  /// Where the taps are read, and their gains, left and right.
  private let starts: UnsafeMutablePointer<Int32>
  private let gains: UnsafeMutablePointer<Float>
  private let kernels: EffectKernels

  static func capacity(sampleRate: Double) -> Int {
    // A whole stretch is written before any of it is read.
    DelayMemory.capacity(
      seconds: longestSeconds + Double(Synthesizer.gridFrames) / sampleRate, sampleRate: sampleRate)
  }

  /// How much of an effect's memory they take, in vectors of four.
  static func vectors(sampleRate: Double) -> Int {
    DelayLines.vectors(count: 1, capacity: capacity(sampleRate: sampleRate))
  }

  init(_ memory: inout DelayMemory, sampleRate: Double, kernels: EffectKernels) {
    line = DelayLines(&memory, count: 1, capacity: Self.capacity(sampleRate: sampleRate))
    self.sampleRate = sampleRate
    let count = Self.reflectionCount + 1
    taps = MovingTaps(count: count, memory: memory.takeNumbers(2 * count))
    starts = memory.takeNumbers(count)
    gains = UnsafeMutableRawPointer(memory.takeNumbers(2 * Lanes.count))
      .bindMemory(to: Float.self, capacity: 2 * Lanes.count)
    Self.leftGains.store(gains)
    Self.rightGains.store(gains + Lanes.count)
    self.kernels = kernels
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
    let frames = line.line(0)
    for frame in 0..<count { frames[line.position(delay: 0, ahead: frame)] = input[frame] }
    var done = 0
    while done < count {
      let run = min(count &- done, lengthInOnePiece(ahead: done))
      if taps.isMoving {
        fade(
          at: at, ahead: done, count: run, delayed: delayed + done, left: left + done,
          right: right + done)
      } else {
        for tap in 0..<taps.count {
          starts[tap] = Int32(
            truncatingIfNeeded: line.position(delay: Int(taps.frames[tap]), ahead: done))
        }
        kernels.reflections(
          frames, starts: starts, count: run, gains: gains, delayed: delayed + done,
          left: left + done, right: right + done)
      }
      done &+= run
    }
    line.advance(count)
  }

  /// How many frames every tap has in one piece, `ahead` frames from now.
  private func lengthInOnePiece(ahead: Int) -> Int {
    var length = line.capacity
    for tap in 0..<(taps.isMoving ? 2 &* taps.count : taps.count) {
      let start = line.position(delay: Int(taps.frames[tap]), ahead: ahead)
      length = min(length, line.capacity &- start)
    }
    return length
  }

  /// Writes what the taps give on their way to other places, four frames at a time.
  private func fade(
    at: Int, ahead: Int, count: Int, delayed: UnsafeMutablePointer<Float>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    let (leftGains, rightGains) = (Self.leftGains, Self.rightGains)
    var frame = 0
    while frame < count {
      let now = frame
      let fade = taps.fade(FourFrames.places(at &+ ahead &+ frame))
      @inline(__always) func read(_ tap: Int) -> SIMD4<Float> {
        let start = line.position(delay: Int(taps.frames[tap]), ahead: ahead)
        return FourFrames.load(line.line(0) + (start &+ now))
      }
      @inline(__always) func tap(_ tap: Int) -> SIMD4<Float> {
        let x = read(tap)
        return x + (read(tap &+ taps.count) - x) * fade
      }
      let (a, b, c, d) = (tap(0), tap(1), tap(2), tap(3))
      let (e, f, g, h) = (tap(4), tap(5), tap(6), tap(7))
      @inline(__always) func sum(_ gains: Lanes) -> SIMD4<Float> {
        let low = (a * gains[0] + e * gains[4]) + (b * gains[1] + f * gains[5])
        let high = (c * gains[2] + g * gains[6]) + (d * gains[3] + h * gains[7])
        return low + high
      }
      let run = count &- frame
      FourFrames.store(tap(Self.reflectionCount), delayed + frame, count: run)
      FourFrames.store(sum(leftGains), left + frame, count: run)
      FourFrames.store(sum(rightGains), right + frame, count: run)
      frame &+= 4
    }
  }
}
