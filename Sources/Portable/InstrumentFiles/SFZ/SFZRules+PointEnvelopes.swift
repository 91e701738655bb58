import PeachInstrumentModel

/// Envelopes of points.
extension SFZOpcodeRule {
  /// The number of the pitch's, where the filter has another.
  static let pitchEnvelope = 1001

  static let pointEnvelopes: [SFZOpcodeRule] =
    [
      SFZOpcodeRule("egN_points", "points", "all points that are named count, whatever this says"),
      SFZOpcodeRule("egN_timeN", "s", "how long envelope N takes to this point, from 0 on") {
        settings, argument in
        change(settings: &settings, argument) { $0.seconds = argument.real(0...100) }
      },
      SFZOpcodeRule("egN_levelN", "−1…1", "its level there") { settings, argument in
        change(settings: &settings, argument) { $0.level = argument.real(-1...1) }
      },
      SFZOpcodeRule(
        "egN_shapeN", "−40…40", "how the way there bends: 0 straight, below it fast at first"
      ) { settings, argument in
        change(settings: &settings, argument) { $0.shape = argument.real(-40...40) }
      },
      SFZOpcodeRule("egN_sustain", "point", "where it stays while the key is held") {
        settings, argument in
        settings.change(envelope: argument.number) { $0.sustain = argument.sevenBits }
      },
      SFZOpcodeRule("egN_dynamic", "0, 1", "controllers move the way that it is on, too") {
        settings, argument in
        settings.change(envelope: argument.number) { $0.isDynamic = argument.real != 0 }
      },
      SFZOpcodeRule("egN_ampeg", "0, 1", "it is the volume envelope, and the note ends with it") {
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
      depth("width", "%", "to the width of a stereo sample", -200...200) { $0.width = $1 },
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
