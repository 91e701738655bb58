/// Sixteen delay lines that feed each other: the dense part of the reverb.
///
/// A feedback delay network (Jot and Chaigne 1991): the lines' outputs lose what the reverb time
/// says for their length, are mixed by an orthogonal matrix and go in again. The lengths are primes.
/// Before the matrix the lines are turned into each other in pairs, by angles that swing slowly
/// (Schlecht and Habets 2015): the energy stays exactly as it is, as does the decay, but no
/// resonance stands still long enough to ring.
struct FeedbackNetwork: BitwiseCopyable {
  /// The longest line, in seconds.
  static var longestSeconds: Double { 0.085 }

  private let memory: UnsafeMutablePointer<SIMD4<Float>>
  let capacity: Int
  private var place = 0
  private(set) var taps: MovingTaps
  private let sampleRate: Double

  private var states = LineValues(repeating: 0)
  private var loss: RampedLines
  private var damping: RampedLines
  private var rotation: SwingingRotation
  /// What makes a long reverb as loud as a short one.
  private(set) var level: Float = 1

  static func capacity(sampleRate: Double) -> Int {
    DelayMemory.capacity(seconds: longestSeconds, sampleRate: sampleRate)
  }

  init(_ memory: inout DelayMemory, sampleRate: Double) {
    capacity = Self.capacity(sampleRate: sampleRate)
    self.memory = memory.takeVectors(capacity * 4)
    taps = MovingTaps(
      count: LineValues.count, memory: memory.takeNumbers(2 * LineValues.count))
    self.sampleRate = sampleRate
    loss = RampedLines()
    damping = RampedLines()
    rotation = SwingingRotation(sampleRate: sampleRate)
  }

  /// Back to silence, the settings kept.
  mutating func reset() {
    states = LineValues(repeating: 0)
    rotation.reset()
  }

  /// Moves to other settings within so many points of the grid; 0 is at once.
  mutating func set(_ settings: ReverbSettings, points: Int) {
    let meanFrames = Double(settings.roomSizeMetres) / 343 * sampleRate
    var losses = LineValues(repeating: 0)
    var dampings = LineValues(repeating: 0)
    var kept = 0.0
    var longest = 0
    for step in 0..<LineValues.count {
      // Lengths in a geometric series from 0.55 to 1.45 of the mean, neighbours far from another.
      let ratio = 0.55 * StateVariableFilter.amplitude(decibels: 8.4203 * Double(step) / 15)
      let frames = min(max(Int(meanFrames * ratio), longest &+ 1), capacity &- 64)
      longest = PrimeNumber.least(from: frames)
      let line = step &* 5 % LineValues.count
      taps.set(line, to: longest)
      let absorption = Absorption(
        frames: longest, seconds: Double(settings.seconds),
        dampingHertz: Double(settings.dampingHertz), sampleRate: sampleRate)
      losses[line] = Float(absorption.input)
      dampings[line] = Float(absorption.feedback)
      kept += absorption.keptEnergy / Double(LineValues.count)
    }
    taps.begin(points: points)
    loss.move(to: losses, points: points)
    damping.move(to: dampings, points: points)
    // A pulse of energy 1 leaves the lines with kept + kept² + … in all.
    level = Float(StateVariableFilter.squareRoot((1 - kept) / kept))
  }

  mutating func plan() {
    taps.plan()
    loss.plan()
    damping.plan()
    rotation.plan()
    states.rest()
  }

  /// Writes what the lines give for `input`, the four diffused copies of each frame, to both sides.
  ///
  /// `scratch` is room for eight vectors a frame.
  mutating func process(
    _ input: UnsafePointer<SIMD4<Float>>, at: Int, count: Int,
    scratch: UnsafeMutablePointer<SIMD4<Float>>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    var done = 0
    while done < count {
      // What is written in one go must not be read in it.
      let run = min(count &- done, taps.shortest)
      read(taps.frames, count: run, to: scratch)
      if taps.isMoving {
        read(taps.frames + LineValues.count, count: run, to: scratch + 4 &* run)
        for frame in 0..<run {
          let fade = taps.fade(Float(at &+ done &+ frame))
          for place in (4 &* frame)..<(4 &* frame &+ 4) {
            scratch[place] += (scratch[4 &* run &+ place] - scratch[place]) * fade
          }
        }
      }
      if loss.isMoving || damping.isMoving {
        turn(
          scratch, input + done, at: at &+ done, count: run, isMoving: true, left: left + done,
          right: right + done)
      } else {
        turn(
          scratch, input + done, at: at &+ done, count: run, isMoving: false, left: left + done,
          right: right + done)
      }
      place = (place &+ run) & (capacity &- 1)
      done &+= run
    }
  }

  @inline(__always)
  private mutating func turn(
    _ delayed: UnsafePointer<SIMD4<Float>>, _ input: UnsafePointer<SIMD4<Float>>, at: Int,
    count: Int, isMoving: Bool,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    let mask = capacity &- 1
    var states = states
    let (loss, damping, rotation) = (loss, damping, rotation)
    let (stillLoss, stillDamping) = (loss(0), damping(0))
    for frame in 0..<count {
      let offset = Float(at &+ frame)
      let from = delayed + frame &* 4
      let x = LineValues(from[0], from[1], from[2], from[3])
      let gain = isMoving ? loss(offset) : stillLoss
      let pole = isMoving ? damping(offset) : stillDamping
      states = gain * x + pole * states
      // Unit energy over sixteen lines: a quarter each.
      let fresh = input[frame] * 0.25
      let sums = states.twoSums
      // Before the first line ends, what goes in is heard: it is as dense as it will be.
      left[frame] = sums.0 + (fresh[0] - fresh[2]) * 2
      right[frame] = sums.1 + (fresh[1] - fresh[3]) * 2
      let turned = states * rotation.cosines(offset) + states.exchanged * rotation.sines(offset)
      let mixed = turned.mixed
      let shifted = SIMD4(fresh[1], fresh[2], fresh[3], fresh[0])
      let line = memory + ((place &+ frame) & mask) &* 4
      line[0] = mixed.a + fresh
      line[1] = mixed.b - shifted
      line[2] = mixed.c - fresh
      line[3] = mixed.d + shifted
    }
    self.states = states
  }

  /// Copies sixteen lines, each from its own place, side by side.
  private func read(
    _ delays: UnsafePointer<Int32>, count: Int, to output: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    let floats = UnsafeRawPointer(memory).assumingMemoryBound(to: Float.self)
    let mask = capacity &- 1
    for four in 0..<4 {
      var done = 0
      while done < count {
        let now = place &+ done
        let lines = delays + four &* 4
        let (p0, p1) = ((now &- Int(lines[0])) & mask, (now &- Int(lines[1])) & mask)
        let (p2, p3) = ((now &- Int(lines[2])) & mask, (now &- Int(lines[3])) & mask)
        // As far as none of them comes to the end of the memory.
        let run = min(count &- done, capacity &- max(max(p0, p1), max(p2, p3)))
        let x0 = floats + (p0 &* 16 &+ four &* 4)
        let x1 = floats + (p1 &* 16 &+ four &* 4 &+ 1)
        let x2 = floats + (p2 &* 16 &+ four &* 4 &+ 2)
        let x3 = floats + (p3 &* 16 &+ four &* 4 &+ 3)
        let to = output + (done &* 4 &+ four)
        var at = 0
        for frame in 0..<run {
          to[frame &* 4] = SIMD4(x0[at], x1[at], x2[at], x3[at])
          at &+= 16
        }
        done &+= run
      }
    }
  }
}
