import PeachMusicUnits

/// A chorus: one channel in, two out.
///
/// Up to four voices read one delay line at places that swing; between its frames they read the
/// cubic through four neighbours, as ``CubicInterpolation`` does. Between the points of the 64-frame
/// grid a place moves on a cubic that meets the sine in value and slope at both ends.
package struct Chorus: BitwiseCopyable {
  private static var longestSeconds: Double { 0.0915 }
  private static var changeSeconds: Double { 0.06 }
  /// Frames that interpolation reaches beyond its place, and one.
  private static var leastFrames: Float { 3 }

  private var memory: DelayMemory
  private let line: UnsafeMutablePointer<Float>
  /// Room for 64 frames of all voices.
  private let heard: UnsafeMutablePointer<SIMD4<Float>>
  private let capacity: Int
  private var place = 0
  private let sampleRate: Double
  private let changePoints: Int
  private var highPass: HighPass

  private var settings = ChorusSettings().clamped()
  private var isChanged = true
  private var activity = EffectActivity()
  private var phase = 0.0

  private var delayFrames = Ramp(0)
  private var depthFrames = Ramp(0)
  private var rateTurns = Ramp(0)
  private var feedback = Ramp(0)
  private var firstLevel = Ramp(0)
  private var secondLevel = Ramp(0)
  private var onward = Ramp(0)
  /// The places of the four voices over the grid: frames that are the same all along, and a cubic.
  private var whole = SIMD4<Int32>(repeating: 0)
  private var constant = SIMD4<Float>(repeating: 0)
  private var linear = SIMD4<Float>(repeating: 0)
  private var square = SIMD4<Float>(repeating: 0)
  private var cubic = SIMD4<Float>(repeating: 0)

  /// A chorus for a sample rate of 8,000 through 384,000 hertz. Allocates all it will ever need.
  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    capacity = DelayMemory.capacity(seconds: Self.longestSeconds, sampleRate: sampleRate)
    memory = DelayMemory(vectors: capacity / 4 + 1 + Synthesizer.gridFrames, numbers: 0)
    // The first four frames stand behind the last once more: four neighbours are never parted.
    line = memory.takeFrames(capacity + 4)
    heard = memory.takeVectors(Synthesizer.gridFrames)
    highPass = HighPass(hertz: 10, sampleRate: sampleRate)
    changePoints = max(
      Int(Self.changeSeconds * sampleRate / Double(Synthesizer.gridFrames)), 1)
  }

  /// Gives back what it allocated; nothing else may be called afterwards.
  package func deallocate() { memory.deallocate() }

  /// True while nothing sounds and all it holds is zero.
  package var isIdle: Bool { !activity.isActive && memory.isClear }

  /// Other settings, from the next point of the grid on, without a click.
  package mutating func set(_ settings: ChorusSettings) {
    self.settings = settings.clamped()
    isChanged = true
  }

  /// Adds the chorus of `count` frames to both sides, and what goes on to the reverb to `reverb`.
  ///
  /// `at` is the first frame's place on the grid, and `at + count` at most 64. `hasInput` may be
  /// false where all frames are zero.
  package mutating func process(
    _ input: UnsafePointer<Float>, hasInput: Bool, at: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    reverb: UnsafeMutablePointer<Float>
  ) {
    if at == 0 && activity.isActive {
      if activity.fallsAsleep(holding: capacity) { rest() } else { plan() }
    }
    var first = 0
    if !activity.isActive {
      guard
        let heard = activity.wakes(
          by: input, hasInput: hasInput, at: at, count: count, clearing: &memory)
      else { return }
      first = heard
      begin()
    }
    sound(
      input + first, at: at &+ first, count: count &- first, left: left + first,
      right: right + first, reverb: reverb + first)
  }

  private mutating func begin() {
    phase = 0
    apply(points: 0)
    plan()
  }

  private mutating func rest() {
    highPass.reset()
    isChanged = true
  }

  private mutating func apply(points: Int) {
    isChanged = false
    let rate = Float(sampleRate)
    delayFrames.move(to: settings.delaySeconds * rate + Self.leastFrames, points: points)
    depthFrames.move(to: settings.depthSeconds * rate, points: points)
    rateTurns.move(to: settings.rateHertz / rate, points: points)
    feedback.move(to: settings.feedback, points: points)
    let decibels = Double(settings.level)
    let level =
      settings.level <= -96 ? 0 : Float(StateVariableFilter.amplitude(decibels: decibels))
    let isDouble = settings.voicesPerSide == 2
    firstLevel.move(to: isDouble ? level * 0.70710678 : level, points: points)
    secondLevel.move(to: isDouble ? level * 0.70710678 : 0, points: points)
    onward.move(to: settings.reverbSend, points: points)
  }

  private mutating func plan() {
    if isChanged { apply(points: changePoints) }
    highPass.rest()
    delayFrames.plan()
    depthFrames.plan()
    rateTurns.plan()
    feedback.plan()
    firstLevel.plan()
    secondLevel.plan()
    onward.plan()
    let frames = Float(Synthesizer.gridFrames)
    let turns = Double(rateTurns(frames * 0.5)) * Double(frames)
    let next = phase + turns
    // What the swing would move in a whole stretch at its present slope.
    let swing = 6.283185307179586 * turns
    for voice in 0..<4 {
      let start = Self.sineAndCosine(phase, voice)
      let end = Self.sineAndCosine(next, voice)
      let startDepth = Double(depthFrames(0)) * 0.5
      let endDepth = Double(depthFrames(frames)) * 0.5
      let from = Double(delayFrames(0)) + startDepth * (1 + start.sine)
      let to = Double(delayFrames(frames)) + endDepth * (1 + end.sine)
      let straight =
        Double(delayFrames.step + depthFrames.step * 0.5) * Double(frames)
      let slopeFrom = straight + startDepth * start.cosine * swing
      let slopeTo = straight + endDepth * end.cosine * swing
      let least = max(Int32(min(from, to) - 2), 0)
      whole[voice] = least
      constant[voice] = Float(from - Double(least))
      linear[voice] = Float(slopeFrom)
      square[voice] = Float(3 * (to - from) - 2 * slopeFrom - slopeTo)
      cubic[voice] = Float(2 * (from - to) + slopeFrom + slopeTo)
    }
    phase = next - Double(Int(next))
  }

  /// Left 0 and ½, right ¼ and ¾ of a swing apart.
  private static func sineAndCosine(_ phase: Double, _ voice: Int) -> (
    sine: Double, cosine: Double
  ) {
    let offset = voice < 2 ? Double(voice) * 0.5 : 0.25 + Double(voice &- 2) * 0.5
    return Exponential.sineAndCosine(turns: phase + offset)
  }

  private mutating func sound(
    _ input: UnsafePointer<Float>, at: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    reverb: UnsafeMutablePointer<Float>
  ) {
    let mask = capacity &- 1
    var highPass = highPass
    let feedback = feedback
    let (constant, linear, square, cubic) = (constant, linear, square, cubic)
    for frame in 0..<count {
      let offset = Float(at &+ frame)
      let t = SIMD4<Float>(repeating: offset * (1 / Float(Synthesizer.gridFrames)))
      let way = ((cubic * t + square) * t + linear) * t + constant
      let voices = read(way, now: place &+ frame, mask: mask)
      heard[frame] = voices
      let x = highPass.process(input[frame])
      let fed = x + voices[0] * feedback(offset)
      let here = (place &+ frame) & mask
      line[here] = (fed + 1e-18) - 1e-18
      if here < 4 { line[here &+ capacity] = line[here] }
    }
    self.highPass = highPass
    place = (place &+ count) & mask
    mix(input, at: at, count: count, left: left, right: right, reverb: reverb)
  }

  /// Adds what was heard of the voices to both sides, four frames at a time.
  private mutating func mix(
    _ input: UnsafePointer<Float>, at: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    reverb: UnsafeMutablePointer<Float>
  ) {
    let (firstLevel, secondLevel, onward) = (firstLevel, secondLevel, onward)
    var loudest = SIMD4<Float>(repeating: 0)
    var frame = 0
    while frame < count {
      let run = min(count &- frame, 4)
      let places = FourFrames.places(at &+ frame)
      // Where fewer than four are left the last one stands for those that are not there.
      let voices = heard + frame
      var (a, b) = (voices[0], voices[min(1, run &- 1)])
      var (c, d) = (voices[min(2, run &- 1)], voices[run &- 1])
      FourFrames.transpose(&a, &b, &c, &d)
      let (first, second) = (firstLevel(places), secondLevel(places))
      let wetLeft = a * first + b * second
      let wetRight = c * first + d * second
      let both = (wetLeft + wetRight) * 0.5 * onward(places)
      Self.add(wetLeft, to: left + frame, count: run)
      Self.add(wetRight, to: right + frame, count: run)
      Self.add(both, to: reverb + frame, count: run)
      Self.note(Self.magnitude(wetLeft) + Self.magnitude(wetRight), &loudest, count: run)
      frame &+= 4
    }
    for frame in 0..<count { activity.hear(abs(input[frame])) }
    for place in 0..<4 { activity.hear(loudest[place]) }
  }

  @inline(__always)
  private static func add(
    _ x: SIMD4<Float>, to row: UnsafeMutablePointer<Float>, count: Int
  ) {
    if count == 4 { return FourFrames.store(FourFrames.load(row) + x, row) }
    for place in 0..<count { row[place] += x[place] }
  }

  @inline(__always) private static func magnitude(_ x: SIMD4<Float>) -> SIMD4<Float> {
    unsafeBitCast(
      unsafeBitCast(x, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
  }

  @inline(__always)
  private static func note(
    _ x: SIMD4<Float>, _ loudest: inout SIMD4<Float>, count: Int
  ) {
    if count == 4 { return loudest.replace(with: x, where: x .> loudest) }
    for place in 0..<count { loudest[place] = max(loudest[place], x[place]) }
  }

  /// The four voices, `way` frames and the whole ones before now.
  @inline(__always)
  private func read(_ way: SIMD4<Float>, now: Int, mask: Int) -> SIMD4<Float> {
    // Behind 2²³ a number has no fraction, and its last bits are the whole number: the nearest to
    // half a frame less is the frame below, or its neighbour where the fraction is 0 or 1.
    let rounding: Float = 8_388_608
    let rounded = (way - 0.5) + rounding
    let frames = unsafeBitCast(rounded, to: SIMD4<Int32>.self) & 0x7F_FFFF
    let fraction = way - (rounded - rounding)
    let start =
      (SIMD4(repeating: Int32(truncatingIfNeeded: now &- 2)) &- frames &- whole)
      & SIMD4(repeating: Int32(truncatingIfNeeded: mask))
    // Delays grow into the past: in memory the four neighbours stand from `after` to `before`.
    @inline(__always) func neighbours(_ voice: Int) -> SIMD4<Float> {
      UnsafeRawPointer(line + Int(start[voice])).loadUnaligned(as: SIMD4<Float>.self)
    }
    let (v, w, y, z) = (neighbours(0), neighbours(1), neighbours(2), neighbours(3))
    let after = SIMD4(v[0], w[0], y[0], z[0])
    let x1 = SIMD4(v[1], w[1], y[1], z[1])
    let x0 = SIMD4(v[2], w[2], y[2], z[2])
    let before = SIMD4(v[3], w[3], y[3], z[3])
    let slope = (x1 - before) * 0.5
    let third = (x0 - x1) * 1.5 + (after - before) * 0.5
    let second = x1 - x0 - slope - third
    return ((third * fraction + second) * fraction + slope) * fraction + x0
  }
}
