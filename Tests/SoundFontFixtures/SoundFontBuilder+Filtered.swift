import PeachInstrumentModel

extension SoundFontBuilder {
  /// A preset with every kind of record: a global zone, a filtered loop of the first sample, and on
  /// keys 60 to 72 the last sample with a modulator of two sources.
  public static func filtered(_ samples: [SoundFontSample]) -> SoundFontBuilder {
    var builder = SoundFontBuilder()
    builder.samples = samples
    let velocity = Modulator(
      source: 0x0502, destination: 8, amount: -2400, amountSource: 1, transform: 0)
    builder.instruments = [
      .init(zones: [
        .init([.init(.pan, -100)], plays: nil),
        .init([.init(.sampleModes, 1), .init(.initialFilterCutoff, 8000)], plays: 0),
        .init(
          [.init(.keyRange, from: 60, to: 72)], modulators: [velocity],
          plays: UInt16(samples.count - 1)),
      ])
    ]
    builder.presets = [.init(program: 42, zones: [.init([.init(.fineTune, 7)], plays: 0)])]
    return builder
  }
}
