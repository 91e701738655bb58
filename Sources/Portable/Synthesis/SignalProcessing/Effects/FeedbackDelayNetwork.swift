internal import CDSPKernels

/// The late reverb: a feedback delay network of sixteen lines of prime lengths (Jot and Chaigne
/// 1991), attenuated according to reverb time and length, mixed by an orthogonal matrix and fed
/// back. Before the matrix, pairs of lines are rotated by slowly modulated angles (Schlecht and
/// Habets 2015): energy and decay are unchanged, but resonances move before they can ring.
struct FeedbackDelayNetwork: BitwiseCopyable {
  static var lineCount: Int { 16 }
  static var maxSeconds: Double { 0.085 }

  private var lines: DelayLines
  private(set) var taps: CrossfadingTaps
  private let sampleRate: Double

  private var absorptionGain = Ramp(SIMD16<Float>(repeating: 0))
  private var absorptionPole = Ramp(SIMD16<Float>(repeating: 0))
  private var rotation: TimeVaryingRotation
  /// The kernel's copy of the absorption ramps, and the filters' states.
  private let filters: UnsafeMutablePointer<peach_absorption_filters>
  private let kernels: EffectKernels
  private let readIndices: UnsafeMutablePointer<Int32>
  private let angles: UnsafeMutablePointer<peach_rotation_angles>
  /// The level that makes the loudness independent of the reverb time.
  private(set) var level: Float = 1

  static func capacity(sampleRate: Double) -> Int {
    EffectArena.capacity(seconds: maxSeconds, sampleRate: sampleRate)
  }

  init(_ memory: inout EffectArena, sampleRate: Double, kernels: EffectKernels) {
    self.kernels = kernels
    filters = UnsafeMutableRawPointer(memory.allocateParameters(5 * Self.lineCount))
      .bindMemory(to: peach_absorption_filters.self, capacity: 1)
    lines = DelayLines(
      &memory, count: Self.lineCount, capacity: Self.capacity(sampleRate: sampleRate))
    readIndices = memory.allocateParameters(Self.lineCount)
    angles = UnsafeMutableRawPointer(memory.allocateFrames(TimeVaryingRotation.angleCount))
      .bindMemory(to: peach_rotation_angles.self, capacity: 1)
    taps = CrossfadingTaps(
      count: Self.lineCount, memory: memory.allocateParameters(2 * Self.lineCount))
    self.sampleRate = sampleRate
    rotation = TimeVaryingRotation(sampleRate: sampleRate)
  }

  var capacity: Int { lines.capacity }

  static func vectors(sampleRate: Double) -> Int {
    DelayLines.vectors(count: lineCount, capacity: capacity(sampleRate: sampleRate))
      + TimeVaryingRotation.angleCount / 4
  }

  /// Resets the filters' states and the rotation, but not the settings.
  mutating func reset() {
    FieldVector.store(SIMD16<Float>(), to: &filters.pointee.state)
    rotation.reset()
  }

  /// Ramps to other settings within `blocks` control blocks; 0 sets them immediately.
  mutating func set(_ settings: ReverbSettings, blocks: Int) {
    let meanFrames = Double(settings.roomSizeMeters) / 343 * sampleRate
    var gains = SIMD16<Float>(repeating: 0)
    var poles = SIMD16<Float>(repeating: 0)
    var remaining = 0.0
    var length = 0
    for step in 0..<Self.lineCount {
      // A geometric series from 0.55 to 1.45 of the mean, permuted so that neighbors differ.
      let ratio = 0.55 * StateVariableFilter.amplitude(decibels: 8.4203 * Double(step) / 15)
      let frames = min(max(Int(meanFrames * ratio), length &+ 1), capacity &- 64)
      length = PrimeNumber.first(from: frames)
      let line = step &* 5 % Self.lineCount
      taps.set(line, to: length)
      let absorption = Absorption(
        frames: length, seconds: Double(settings.seconds),
        dampingHertz: Double(settings.dampingHertz), sampleRate: sampleRate)
      gains[line] = Float(absorption.gain)
      poles[line] = Float(absorption.pole)
      remaining += absorption.remainingEnergy / Double(Self.lineCount)
    }
    taps.startCrossfade(blocks: blocks)
    absorptionGain.setTarget(to: gains, blocks: blocks)
    absorptionPole.setTarget(to: poles, blocks: blocks)
    // The lines' total output energy for an impulse is the series remaining + remaining² + ….
    level = Float(StateVariableFilter.squareRoot((1 - remaining) / remaining))
  }

  mutating func prepareBlock() {
    taps.prepareBlock()
    absorptionGain.prepareBlock()
    absorptionPole.prepareBlock()
    rotation.prepareBlock(angles)
    FieldVector.store(absorptionGain.value, to: &filters.pointee.gain)
    FieldVector.store(absorptionGain.step, to: &filters.pointee.gain_step)
    FieldVector.store(absorptionPole.value, to: &filters.pointee.pole)
    FieldVector.store(absorptionPole.step, to: &filters.pointee.pole_step)
    // Flushes denormals.
    var states = FieldVector.load(filters.pointee.state, as: SIMD16<Float>.self)
    states.replace(with: 0, where: (states .< 1e-20) .& (states .> -1e-20))
    FieldVector.store(states, to: &filters.pointee.state)
  }

  /// Writes the reverb of four input buffers, 64 frames apart, to both channels. `buffers` is
  /// scratch memory of 64 frames for each line.
  mutating func process(
    _ input: UnsafePointer<Float>, blockOffset: Int, count: Int,
    buffers: UnsafeMutablePointer<Float>,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    var done = 0
    while done < count {
      // A run is contiguous in all lines, and does not read what it writes.
      var run = min(count &- done, min(taps.minFrames, lines.capacity &- lines.writeIndex))
      run = min(run, updateReadIndices(taps.frames))
      let isRamping = absorptionGain.isRamping || absorptionPole.isRamping
      if taps.isCrossfading {
        run = crossfade(buffers, blockOffset: blockOffset &+ done, count: run)
        kernels.absorb(
          buffers, readIndices: readIndices, buffers: buffers, count: run,
          blockOffset: blockOffset &+ done, filters: filters, isRamping: true)
      } else {
        kernels.absorb(
          lines.line(0), readIndices: readIndices, buffers: buffers, count: run,
          blockOffset: blockOffset &+ done, filters: filters, isRamping: isRamping)
      }
      kernels.mixLines(
        buffers, input: input + done, angles: angles, lines: lines.line(0) + lines.writeIndex,
        stride: lines.stride, count: run, blockOffset: blockOffset &+ done, left: left + done,
        right: right + done)
      lines.advance(run)
      done &+= run
    }
  }

  /// Updates the read indices, and returns the number of frames before one wraps around.
  private func updateReadIndices(_ delays: UnsafePointer<Int32>) -> Int {
    var run = lines.capacity
    for line in 0..<Self.lineCount {
      let start = lines.index(delay: Int(delays[line]))
      readIndices[line] = Int32(truncatingIfNeeded: line &* lines.stride &+ start)
      run = min(run, lines.capacity &- start)
    }
    return run
  }

  /// Reads at most `count` frames, crossfading to new delays. Returns the number of frames read.
  private func crossfade(_ buffers: UnsafeMutablePointer<Float>, blockOffset: Int, count: Int)
    -> Int
  {
    for line in 0..<Self.lineCount {
      let buffer = buffers + line &* ControlBlock.frames
      let from = lines.line(0) + Int(readIndices[line])
      for frame in 0..<count { buffer[frame] = from[frame] }
    }
    let run = min(count, updateReadIndices(taps.frames + Self.lineCount))
    for line in 0..<Self.lineCount {
      let buffer = buffers + line &* ControlBlock.frames
      let next = lines.line(0) + Int(readIndices[line])
      for frame in 0..<run {
        buffer[frame] += (next[frame] - buffer[frame]) * taps.fade(Float(blockOffset &+ frame))
      }
      readIndices[line] = Int32(truncatingIfNeeded: line &* ControlBlock.frames)
    }
    return run
  }
}
