internal import CVoiceKernels

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

  private var lines: DelayLines
  private(set) var taps: MovingTaps
  private let sampleRate: Double

  private var loss: RampedLines
  private var damping: RampedLines
  private var rotation: SwingingRotation
  /// What the kernels need of both, and what they remember.
  private let losses: UnsafeMutablePointer<peach_losses>
  private let kernels: EffectKernels
  /// Where each line is read.
  private let starts: UnsafeMutablePointer<Int32>
  /// The rotation up to the next point of the grid.
  private let angles: UnsafeMutablePointer<Float>
  /// What makes a long reverb as loud as a short one.
  private(set) var level: Float = 1

  static func capacity(sampleRate: Double) -> Int {
    DelayMemory.capacity(seconds: longestSeconds, sampleRate: sampleRate)
  }

  init(_ memory: inout DelayMemory, sampleRate: Double, kernels: EffectKernels) {
    self.kernels = kernels
    losses = UnsafeMutableRawPointer(memory.takeNumbers(5 * LineValues.count))
      .bindMemory(to: peach_losses.self, capacity: 1)
    lines = DelayLines(
      &memory, count: LineValues.count, capacity: Self.capacity(sampleRate: sampleRate))
    starts = memory.takeNumbers(LineValues.count)
    angles = memory.takeFrames(SwingingRotation.angleCount)
    taps = MovingTaps(
      count: LineValues.count, memory: memory.takeNumbers(2 * LineValues.count))
    self.sampleRate = sampleRate
    loss = RampedLines()
    damping = RampedLines()
    rotation = SwingingRotation(sampleRate: sampleRate)
  }

  /// How many frames it remembers.
  var capacity: Int { lines.capacity }

  /// How much of an effect's memory it takes, in vectors of four.
  static func vectors(sampleRate: Double) -> Int {
    DelayLines.vectors(count: LineValues.count, capacity: capacity(sampleRate: sampleRate))
      + SwingingRotation.angleCount / 4
  }

  /// Back to silence, the settings kept.
  mutating func reset() {
    let states = state
    for line in 0..<LineValues.count { states[line] = 0 }
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

  /// What each line remembers from frame to frame: behind four rows of what it loses.
  private var state: UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(losses).assumingMemoryBound(to: Float.self) + 4 &* LineValues.count
  }

  mutating func plan() {
    taps.plan()
    loss.plan()
    damping.plan()
    rotation.plan(angles)
    let numbers = UnsafeMutableRawPointer(losses).assumingMemoryBound(to: Float.self)
    loss.store(numbers)
    damping.store(numbers + 2 &* LineValues.count)
    // Numbers that would soon be too small to compute quickly are made zero.
    let states = state
    for line in 0..<LineValues.count where abs(states[line]) < 1e-20 { states[line] = 0 }
  }

  /// Writes what the lines give for `input`, four rows of 64 frames, to both sides.
  ///
  /// `rows` is room for a row of 64 frames for each line.
  mutating func process(
    _ input: UnsafePointer<Float>, at: Int, count: Int, rows: UnsafeMutablePointer<Float>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    var done = 0
    while done < count {
      // What is written in one go must not be read in it, and is in one piece.
      var run = min(count &- done, min(taps.shortest, lines.capacity &- lines.place))
      run = min(run, find(taps.frames))
      let isMoving = loss.isMoving || damping.isMoving
      if taps.isMoving {
        run = fade(rows, at: at &+ done, count: run)
        kernels.lose(
          rows, starts: starts, rows: rows, count: run, at: at &+ done, losses: losses,
          isMoving: true)
      } else {
        kernels.lose(
          lines.line(0), starts: starts, rows: rows, count: run, at: at &+ done, losses: losses,
          isMoving: isMoving)
      }
      kernels.mixLines(
        rows, input: input + done, angles: angles, lines: lines.line(0) + lines.place,
        stride: lines.stride, count: run, at: at &+ done, left: left + done, right: right + done)
      lines.advance(run)
      done &+= run
    }
  }

  /// Finds where the lines are read, and gives how many frames of all of them are in one piece.
  private func find(_ delays: UnsafePointer<Int32>) -> Int {
    var run = lines.capacity
    for line in 0..<LineValues.count {
      let start = lines.position(delay: Int(delays[line]))
      starts[line] = Int32(truncatingIfNeeded: line &* lines.stride &+ start)
      run = min(run, lines.capacity &- start)
    }
    return run
  }

  /// Fades from the places that are read to those that will be, at most `count` frames, and writes
  /// the rows; gives how many there were.
  private func fade(_ rows: UnsafeMutablePointer<Float>, at: Int, count: Int) -> Int {
    let grid = Synthesizer.gridFrames
    for line in 0..<LineValues.count {
      let (row, from) = (rows + line &* grid, lines.line(0) + Int(starts[line]))
      for frame in 0..<count { row[frame] = from[frame] }
    }
    let run = min(count, find(taps.frames + LineValues.count))
    for line in 0..<LineValues.count {
      let (row, next) = (rows + line &* grid, lines.line(0) + Int(starts[line]))
      for frame in 0..<run {
        row[frame] += (next[frame] - row[frame]) * taps.fade(Float(at &+ frame))
      }
      starts[line] = Int32(truncatingIfNeeded: line &* grid)
    }
    return run
  }
}
