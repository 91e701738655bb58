import PeachInstrumentModel

/// A flex envelope of a region in the form for the audio thread.
struct PreparedEnvelope: BitwiseCopyable {
  /// The range of its points within the region's.
  var firstPoint: Int
  var count: Int
  /// The index of the sustain point; −2 for none.
  var sustain: Int
  var isVolumeEnvelope: Bool
  var followsControllers: Bool
  var depths: EnvelopeDepths
  /// Whether it modulates the filter, possibly through a modulation.
  var modulatesFilter: Bool

  /// Returns the envelopes of a region and their points, as far as the limits allow. A volume
  /// envelope fades out in 1 ms after its last point, or sustains there if it has no sustain point
  /// and does not end at 0.
  static func prepare(
    _ own: ExtendedParameters
  ) -> (envelopes: [PreparedEnvelope], points: [FlexEnvelope.Point]) {
    var envelopes: [PreparedEnvelope] = []
    var points: [FlexEnvelope.Point] = []
    // One point is reserved for the end of the volume envelope.
    var capacity = VoiceEnvelopes.maxPointCount - 1
    for (index, envelope) in own.envelopes.prefix(VoiceEnvelopes.maxCount).enumerated() {
      let isVolume = envelope.isVolumeEnvelope && !envelopes.contains { $0.isVolumeEnvelope }
      let used = envelope.points.prefix(capacity)
      capacity -= used.count
      let first = points.count
      points += used.map(point)
      var sustain = envelope.sustain.map { min(Int($0), used.count - 1) } ?? -2
      if sustain < 0 { sustain = -2 }
      if isVolume {
        if sustain < 0, let last = used.last, last.level != 0 { sustain = used.count - 1 }
        points.append(FlexEnvelope.Point(seconds: 0.001, level: 0, shape: 0))
      }
      let modulated = own.modulations.compactMap { modulation -> RegionEnvelope.Part? in
        guard case .envelope(UInt8(index), let part) = modulation.target else { return nil }
        return part
      }
      var depths = Self.depths(envelope)
      if modulated.contains(.amplitude) { depths.isMultiplying = true }
      envelopes.append(
        PreparedEnvelope(
          firstPoint: first, count: points.count - first, sustain: sustain,
          isVolumeEnvelope: isVolume, followsControllers: envelope.followsControllers,
          depths: depths,
          modulatesFilter: depths.cutoffCents != 0 || depths.resonanceCentibels != 0
            || modulated.contains(.cutoff) || modulated.contains(.resonance)))
    }
    return (envelopes, points)
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
