/// The envelopes of points of one voice, in the pool's memory; most voices have none.
struct VoiceEnvelopes: BitwiseCopyable {
  /// How many a region may have, and how many points in all.
  static var limit: Int { 8 }
  static var pointLimit: Int { 64 }

  let envelopes: UnsafeMutablePointer<FlexEnvelope>
  let points: UnsafeMutablePointer<FlexEnvelope.Point>
  var count = 0

  /// True where one is the voice's volume envelope.
  var isVolume: Bool {
    for index in 0..<count where envelopes[index].isVolumeEnvelope { return true }
    return false
  }

  /// True once the volume envelope, where there is one, has come to its end.
  var isOver: Bool {
    for index in 0..<count
    where envelopes[index].isVolumeEnvelope && envelopes[index].isFinished {
      return true
    }
    return false
  }

  /// True while any of them is on its way.
  var isMoving: Bool {
    for index in 0..<count where !envelopes[index].isResting { return true }
    return false
  }

  /// How far all may be taken for straight lines, at most `limit` frames.
  func linearFrames(limit: Int) -> Int {
    var frames = limit
    for index in 0..<count { frames = envelopes[index].linearFrames(limit: frames) }
    return frames
  }

  func advance(_ frames: Int) {
    for index in 0..<count { envelopes[index].advance(frames) }
  }

  func release() {
    for index in 0..<count { envelopes[index].release() }
  }

  /// Points may have moved.
  func follow() {
    for index in 0..<count { envelopes[index].updateTarget() }
  }

  /// By how many cents they raise the pitch, `frames` from now.
  func pitchCents(after frames: Int) -> Double {
    var cents = 0.0
    for index in 0..<count {
      let depth = envelopes[index].depths.pitchCents
      if depth != 0 { cents += Double(depth) * envelopes[index].value(after: frames) }
    }
    return min(max(cents, -12000), 12000)
  }

  /// By how many cents they raise the cutoff, `frames` from now.
  func cutoffCents(after frames: Int) -> Float {
    var cents: Float = 0
    for index in 0..<count {
      let depth = envelopes[index].depths.cutoffCents
      if depth != 0 { cents += depth * Float(envelopes[index].value(after: frames)) }
    }
    return cents
  }

  /// By how many centibels they raise the resonance, `frames` from now.
  func resonanceCentibels(after frames: Int) -> Float {
    var centibels: Float = 0
    for index in 0..<count {
      let depth = envelopes[index].depths.resonanceCentibels
      if depth != 0 { centibels += depth * Float(envelopes[index].value(after: frames)) }
    }
    return centibels
  }

  /// How far they move the pan, in tenths of a percent, `frames` from now; nil where none does.
  func pan(after frames: Int) -> Float? {
    var pan: Float?
    for index in 0..<count {
      let depth = envelopes[index].depths.pan
      if depth != 0 {
        pan = (pan ?? 0) + depth * Float(envelopes[index].value(after: frames))
      }
    }
    return pan
  }

  /// What they multiply the amplitude by, `frames` from now.
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
