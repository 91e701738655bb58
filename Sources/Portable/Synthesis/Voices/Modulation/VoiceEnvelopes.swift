/// The flex envelopes of one voice (SFZ `egN`), in the pool's memory. `frames` counts from now, up
/// to the next point.
struct VoiceEnvelopes: BitwiseCopyable {
  /// The maximum number of envelopes of a region, and of their points in total.
  static var maxCount: Int { 8 }
  static var maxPointCount: Int { 64 }

  let envelopes: UnsafeMutablePointer<FlexEnvelope>
  let points: UnsafeMutablePointer<FlexEnvelope.Point>
  var count = 0

  var includesVolumeEnvelope: Bool {
    for index in 0..<count where envelopes[index].isVolumeEnvelope { return true }
    return false
  }

  var isVolumeEnvelopeFinished: Bool {
    for index in 0..<count where envelopes[index].isVolumeEnvelope && envelopes[index].isFinished {
      return true
    }
    return false
  }

  /// Whether any envelope is between two points.
  var isRamping: Bool {
    for index in 0..<count where !envelopes[index].isResting { return true }
    return false
  }

  /// Returns the number of frames, at most `limit`, over which all are approximately linear.
  func linearFrames(limit: Int) -> Int {
    var frames = limit
    for index in 0..<count { frames = envelopes[index].linearFrames(limit: frames) }
    return frames
  }

  func advance(_ frames: Int) { for index in 0..<count { envelopes[index].advance(frames) } }
  func release() { for index in 0..<count { envelopes[index].release() } }
  func updateTargets() { for index in 0..<count { envelopes[index].updateTarget() } }

  func pitchCents(after frames: Int) -> Double {
    var cents = 0.0
    for index in 0..<count {
      let depth = envelopes[index].depths.pitchCents
      if depth != 0 { cents += Double(depth) * envelopes[index].value(after: frames) }
    }
    return min(max(cents, -12000), 12000)
  }

  func cutoffCents(after frames: Int) -> Float { sum(after: frames) { $0.cutoffCents } }

  func resonanceCentibels(after frames: Int) -> Float {
    sum(after: frames) { $0.resonanceCentibels }
  }

  /// Returns the pan offset, in tenths of a percent, or `nil` if no envelope modulates the pan.
  func pan(after frames: Int) -> Float? {
    for index in 0..<count where envelopes[index].depths.pan != 0 {
      return sum(after: frames) { $0.pan }
    }
    return nil
  }

  @inline(__always)
  private func sum(after frames: Int, _ depth: (EnvelopeDepths) -> Float) -> Float {
    var sum: Float = 0
    for index in 0..<count {
      let depth = depth(envelopes[index].depths)
      if depth != 0 { sum += depth * Float(envelopes[index].value(after: frames)) }
    }
    return sum
  }

  func amplitude(after frames: Int, _ tables: ModulationTables) -> Double {
    var amplitude = 1.0
    var centibels = 0.0
    for index in 0..<count {
      let depths = envelopes[index].depths
      let isVolume = envelopes[index].isVolumeEnvelope
      if !isVolume && !depths.isMultiplying && depths.gainCentibels == 0 { continue }
      let value = envelopes[index].value(after: frames)
      if isVolume { amplitude *= max(value, 0) }
      if depths.isMultiplying { amplitude *= max(value * Double(depths.amplitude), 0) }
      centibels += Double(depths.gainCentibels) * value
    }
    if centibels == 0 { return amplitude }
    return amplitude * tables.amplitude(centibels: -min(max(centibels, -1440), 1440))
  }
}

/// The memory of all voices' flex envelopes.
struct EnvelopeStorage: BitwiseCopyable {
  private let envelopes: UnsafeMutablePointer<FlexEnvelope>
  private let points: UnsafeMutablePointer<FlexEnvelope.Point>

  init(capacity: Int) {
    // Touches all pages; nothing is read before it is written.
    envelopes = .allocateZeros(capacity * VoiceEnvelopes.maxCount)
    points = .allocate(
      repeating: FlexEnvelope.Point(seconds: 0, level: 0, shape: 0),
      count: capacity * VoiceEnvelopes.maxPointCount)
  }

  func deallocate() {
    envelopes.deallocate()
    points.deallocate()
  }

  /// Returns the memory of a voice, without envelopes.
  @inline(__always) func envelopes(of index: Int) -> VoiceEnvelopes {
    VoiceEnvelopes(
      envelopes: envelopes + index &* VoiceEnvelopes.maxCount,
      points: points + index &* VoiceEnvelopes.maxPointCount)
  }
}
