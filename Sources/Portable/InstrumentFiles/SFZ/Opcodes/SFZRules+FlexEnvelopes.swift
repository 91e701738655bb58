import PeachInstrumentModel

/// Flex envelopes.
extension SFZOpcodeRule {
  /// The number of the pitch envelope if the filter has a different one.
  static let pitchEnvelope = 1001

  static let flexEnvelopes: [SFZOpcodeRule] =
    [
      SFZOpcodeRule("egN_points", "points", "ignored: all points of the file apply"),
      SFZOpcodeRule("egN_timeN", "s", "duration of the segment to this point of envelope N, from 0")
      {
        settings, argument in
        change(settings: &settings, argument) { $0.seconds = argument.real(0...100) }
      },
      SFZOpcodeRule("egN_levelN", "−1…1", "level of this point") { settings, argument in
        change(settings: &settings, argument) { $0.level = argument.real(-1...1) }
      },
      SFZOpcodeRule(
        "egN_shapeN", "−40…40", "shape of the segment: 0 linear, negative starts fast"
      ) { settings, argument in
        change(settings: &settings, argument) { $0.shape = argument.real(-40...40) }
      },
      SFZOpcodeRule("egN_sustain", "point", "sustain point, held until note-off") {
        settings, argument in
        settings.change(envelope: argument.number) { $0.sustain = argument.sevenBits }
      },
      SFZOpcodeRule("egN_dynamic", "0, 1", "whether controllers affect the current segment, too") {
        settings, argument in
        settings.change(envelope: argument.number) { $0.isDynamic = argument.real != 0 }
      },
      SFZOpcodeRule(
        "egN_ampeg", "0, 1", "whether it replaces the volume envelope and ends the note"
      ) {
        settings, argument in
        settings.change(envelope: argument.number) { $0.isVolume = argument.real != 0 }
      },
    ] + [
      depth("pitch", "cents", "to pitch", -12000...12000) { $0.pitch = $1 },
      depth("volume", "dB", "to volume", -144...144) { $0.volume = $1 },
      depth("amplitude", "%", "multiplies the amplitude", 0...10000) { $0.amplitude = $1 },
      depth("cutoff", "cents", "to cutoff", -12000...12000) { $0.cutoff = $1 },
      depth("resonance", "dB", "to resonance", -96...96) { $0.resonance = $1 },
      depth("pan", "%", "to pan", -200...200) { $0.pan = $1 },
      depth("width", "%", "to stereo width", -200...200) { $0.width = $1 },
    ]

  private static func depth(
    _ word: String, _ unit: String, _ meaning: String, _ range: ClosedRange<Float>,
    _ set: @escaping @Sendable (inout SFZSettings.FlexEnvelope, Float) -> Void
  ) -> SFZOpcodeRule {
    SFZOpcodeRule("egN_\(word)", unit, "envelope N \(meaning), at level 1") {
      settings, argument in
      settings.change(envelope: argument.number) { set(&$0, argument.real(range)) }
    }
  }

  private static func change(
    settings: inout SFZSettings, _ argument: SFZArgument,
    _ change: (inout RegionEnvelope.Point) -> Void
  ) {
    guard argument.numbers.count == 2 else { return }
    settings.change(envelope: argument.number) {
      $0.change(point: argument.numbers[1], change)
    }
  }
}
