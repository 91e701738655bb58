import PeachInstrumentModel

/// A region's envelope of points for the audio thread.
struct PreparedEnvelope: BitwiseCopyable {
  /// Where among the region's points its own begin, and how many they are.
  var firstPoint: Int
  var count: Int
  /// −2 for none.
  var sustain: Int
  var isVolumeEnvelope: Bool
  var followsControllers: Bool
  var depths: EnvelopeDepths
  /// Whether it moves the filter, or may come to.
  var modulatesFilter: Bool

  /// The envelopes of a region that fit, and their points, each list in its order.
  ///
  /// The sound of a volume envelope ends in a millisecond wherever its last point is, and one that
  /// sustains nowhere and does not come back to nothing sustains at its last point.
  static func prepare(
    _ own: ExtendedParameters
  ) -> (envelopes: [PreparedEnvelope], points: [FlexEnvelope.Point]) {
    var all: [PreparedEnvelope] = []
    var points: [FlexEnvelope.Point] = []
    // One is kept for the volume envelope's end.
    var room = VoiceEnvelopes.pointLimit - 1
    for (index, envelope) in own.envelopes.prefix(VoiceEnvelopes.limit).enumerated() {
      let isVolume = envelope.isVolumeEnvelope && !all.contains { $0.isVolumeEnvelope }
      let kept = envelope.points.prefix(room)
      room -= kept.count
      let first = points.count
      points += kept.map(point)
      var sustain = envelope.sustain.map { min(Int($0), kept.count - 1) } ?? -2
      if sustain < 0 { sustain = -2 }
      if isVolume {
        if sustain < 0, let last = kept.last, last.level != 0 { sustain = kept.count - 1 }
        points.append(FlexEnvelope.Point(seconds: 0.001, level: 0, shape: 0))
      }
      let moved = own.modulations.compactMap { modulation -> RegionEnvelope.Part? in
        guard case .envelope(UInt8(index), let part) = modulation.target else { return nil }
        return part
      }
      var depths = Self.depths(envelope)
      if moved.contains(.amplitude) { depths.isMultiplying = true }
      all.append(
        PreparedEnvelope(
          firstPoint: first, count: points.count - first, sustain: sustain,
          isVolumeEnvelope: isVolume, followsControllers: envelope.followsControllers,
          depths: depths,
          modulatesFilter: depths.cutoffCents != 0 || depths.resonanceCentibels != 0
            || moved.contains(.cutoff) || moved.contains(.resonance)))
    }
    return (all, points)
  }

  private static func point(_ point: RegionEnvelope.Point) -> FlexEnvelope.Point {
    FlexEnvelope.Point(
      seconds: finite(point.seconds), level: finite(point.level),
      shape: min(max(finite(point.shape), -40), 40))
  }

  private static func depths(_ envelope: RegionEnvelope) -> EnvelopeDepths {
    EnvelopeDepths(
      pitchCents: finite(envelope.pitchCents), cutoffCents: finite(envelope.cutoffCents),
      resonanceCentibels: finite(envelope.resonanceCentibels),
      gainCentibels: finite(envelope.gainCentibels), amplitude: finite(envelope.amplitude ?? 0),
      isMultiplying: envelope.amplitude != nil, pan: finite(envelope.pan))
  }

  private static func finite(_ value: Float) -> Float { value.isFinite ? value : 0 }
}
