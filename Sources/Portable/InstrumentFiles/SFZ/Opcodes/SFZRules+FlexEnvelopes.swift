import PeachInstrumentModel

extension SFZOpcodeRule {
  /// The number of the pitch envelope if the filter has a different one.
  static let pitchEnvelope = 1001

  static let flexEnvelopes: [SFZOpcodeRule] = [
    .init("egN_points", "points", "ignored: all points of the file apply"),
    point("time", "s", "duration of the segment to this point of envelope N, from 0", 0...100) {
      $0.seconds = $1
    },
    point("level", "−1…1", "level of this point", -1...1) { $0.level = $1 },
    point(
      "shape", "−40…40", "shape of the segment: 0 linear, negative starts fast", -40...40
    ) { $0.shape = $1 },
    envelope("sustain", "point", "sustain point, held until note-off") {
      $0.envelope.sustain = $1.sevenBits
    },
    envelope("dynamic", "0, 1", "whether controllers affect the current segment, too") {
      $0.envelope.followsControllers = $1.real != 0
    },
    envelope("ampeg", "0, 1", "whether it replaces the volume envelope and ends the note") {
      $0.envelope.isVolumeEnvelope = $1.real != 0
    },
    depth("pitch", "cents", "to pitch", -12000...12000) { $0.envelope.pitchCents = $1 },
    depth("volume", "dB", "to volume", -144...144) { $0.envelope.gainCentibels = 10 * $1 },
    depth("amplitude", "%", "multiplies the amplitude", 0...10000) {
      $0.envelope.amplitude = $1 / 100
    },
    depth("cutoff", "cents", "to cutoff", -12000...12000) { $0.envelope.cutoffCents = $1 },
    depth("resonance", "dB", "to resonance", -96...96) { $0.envelope.resonanceCentibels = 10 * $1 },
    depth("pan", "%", "to pan", -200...200) { $0.envelope.pan = 5 * $1 },
    depth("width", "%", "to stereo width", -200...200) { $0.width = $1 },
  ]

  private static func envelope(
    _ word: String, _ unit: String, _ meaning: String,
    _ set: @escaping @Sendable (inout SFZSettings.FlexEnvelope, SFZArgument) -> Void
  ) -> SFZOpcodeRule {
    .init("egN_\(word)", unit, meaning) { settings, argument in
      settings.change(envelope: argument.number) { set(&$0, argument) }
    }
  }

  private static func depth(
    _ word: String, _ unit: String, _ meaning: String, _ range: ClosedRange<Float>,
    _ set: @escaping @Sendable (inout SFZSettings.FlexEnvelope, Float) -> Void
  ) -> SFZOpcodeRule {
    envelope(word, unit, "envelope N \(meaning), at level 1") { set(&$0, $1.real(range)) }
  }

  private static func point(
    _ word: String, _ unit: String, _ meaning: String, _ range: ClosedRange<Float>,
    _ set: @escaping @Sendable (inout RegionEnvelope.Point, Float) -> Void
  ) -> SFZOpcodeRule {
    .init("egN_\(word)N", unit, meaning) { settings, argument in
      guard argument.numbers.count == 2 else { return }
      settings.change(envelope: argument.number) {
        $0.change(point: argument.numbers[1]) { set(&$0, argument.real(range)) }
      }
    }
  }
}
