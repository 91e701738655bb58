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

  var lines: DelayLines
  private(set) var taps: MovingTaps
  private let sampleRate: Double

  private var states = LineValues(repeating: 0)
  private var loss: RampedLines
  private var damping: RampedLines
  private var rotation: SwingingRotation
  /// Where each line is read.
  private let starts: UnsafeMutablePointer<Int32>
  /// The rotation up to the next point of the grid.
  let angles: UnsafeMutablePointer<Float>
  /// What makes a long reverb as loud as a short one.
  private(set) var level: Float = 1

  static func capacity(sampleRate: Double) -> Int {
    DelayMemory.capacity(seconds: longestSeconds, sampleRate: sampleRate)
  }

  init(_ memory: inout DelayMemory, sampleRate: Double) {
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
    rotation.plan(angles)
    states.rest()
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
      if taps.isMoving {
        run = fade(rows, at: at &+ done, count: run)
        absorb(rows, to: rows, at: at &+ done, count: run, isMoving: true)
      } else if loss.isMoving || damping.isMoving {
        absorb(lines.line(0), to: rows, at: at &+ done, count: run, isMoving: true)
      } else {
        absorb(lines.line(0), to: rows, at: at &+ done, count: run, isMoving: false)
      }
      mix(
        rows, input + done, at: at &+ done, count: run, left: left + done, right: right + done)
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

  /// Takes from each line what a sound loses on its way through it.
  ///
  /// Line after line is read from its start in `memory`. What is remembered from frame to frame is
  /// computed for four lines side by side.
  @inline(__always)
  private mutating func absorb(
    _ memory: UnsafeMutablePointer<Float>, to rows: UnsafeMutablePointer<Float>, at: Int,
    count: Int, isMoving: Bool
  ) {
    let (loss, damping) = (loss, damping)
    let still = (loss: loss(0), damping: damping(0))
    var states = states
    var frame = 0
    while frame < count {
      var (w, x) = (LineValues(repeating: 0), LineValues(repeating: 0))
      var (y, z) = (w, x)
      load(&w.a, &x.a, &y.a, &z.a, memory + frame, quad: 0)
      load(&w.b, &x.b, &y.b, &z.b, memory + frame, quad: 1)
      load(&w.c, &x.c, &y.c, &z.c, memory + frame, quad: 2)
      load(&w.d, &x.d, &y.d, &z.d, memory + frame, quad: 3)
      if isMoving {
        let offset = Float(at &+ frame)
        let left = count &- frame
        Self.step(&w, &states, loss(offset), damping(offset))
        if left > 1 { Self.step(&x, &states, loss(offset + 1), damping(offset + 1)) }
        if left > 2 { Self.step(&y, &states, loss(offset + 2), damping(offset + 2)) }
        if left > 3 { Self.step(&z, &states, loss(offset + 3), damping(offset + 3)) }
      } else if count &- frame >= 4 {
        Self.step(&w, &states, still.loss, still.damping)
        Self.step(&x, &states, still.loss, still.damping)
        Self.step(&y, &states, still.loss, still.damping)
        Self.step(&z, &states, still.loss, still.damping)
      } else {
        Self.step(&w, &states, still.loss, still.damping)
        if count &- frame > 1 { Self.step(&x, &states, still.loss, still.damping) }
        if count &- frame > 2 { Self.step(&y, &states, still.loss, still.damping) }
      }
      Self.store(w.a, x.a, y.a, z.a, rows + frame, quad: 0)
      Self.store(w.b, x.b, y.b, z.b, rows + frame, quad: 1)
      Self.store(w.c, x.c, y.c, z.c, rows + frame, quad: 2)
      Self.store(w.d, x.d, y.d, z.d, rows + frame, quad: 3)
      frame &+= 4
    }
    self.states = states
  }

  /// One frame of all lines.
  @inline(__always)
  private static func step(
    _ x: inout LineValues, _ states: inout LineValues, _ gain: LineValues, _ pole: LineValues
  ) {
    states = gain * x + pole * states
    x = states
  }

  /// Four frames of four lines: one vector for each frame.
  @inline(__always)
  private func load(
    _ a: inout SIMD4<Float>, _ b: inout SIMD4<Float>, _ c: inout SIMD4<Float>,
    _ d: inout SIMD4<Float>, _ memory: UnsafeMutablePointer<Float>, quad: Int
  ) {
    a = FourFrames.load(memory + Int(starts[quad &* 4]))
    b = FourFrames.load(memory + Int(starts[quad &* 4 &+ 1]))
    c = FourFrames.load(memory + Int(starts[quad &* 4 &+ 2]))
    d = FourFrames.load(memory + Int(starts[quad &* 4 &+ 3]))
    FourFrames.transpose(&a, &b, &c, &d)
  }

  @inline(__always)
  private static func store(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>,
    _ rows: UnsafeMutablePointer<Float>, quad: Int
  ) {
    var (a, b, c, d) = (a, b, c, d)
    FourFrames.transpose(&a, &b, &c, &d)
    let grid = Synthesizer.gridFrames
    let row = rows + quad &* 4 &* grid
    FourFrames.store(a, row)
    FourFrames.store(b, row + grid)
    FourFrames.store(c, row + 2 &* grid)
    FourFrames.store(d, row + 3 &* grid)
  }
}
