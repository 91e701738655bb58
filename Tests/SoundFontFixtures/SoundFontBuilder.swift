public import PeachInstrumentModel

/// Writes tiny SoundFont files for tests, straight from the format's tables (SoundFont 2.04 §4 to
/// 7), without any of the code that reads them.
///
/// ```swift
/// var builder = SoundFontBuilder()
/// builder.samples = [.init(frames: [0, 100, 0, -100], loop: 0..<4)]
/// builder.instruments = [.init(zones: [.init(plays: 0)])]
/// builder.presets = [.init(program: 42, zones: [.init([.init(.pan, -100)], plays: 0)])]
/// let bytes = builder.chunks.file
/// ```
public struct SoundFontBuilder {
  /// A generator of a zone, with any number and amount.
  public struct Setting {
    /// The generator number.
    public var number: UInt16
    /// The amount, as encoded.
    public var amount: UInt16

    /// Creates a generator with a signed amount.
    public init(_ generator: Generator, _ amount: Int16) {
      number = UInt16(generator.rawValue)
      self.amount = UInt16(bitPattern: amount)
    }

    /// Creates a range of keys or velocities.
    public init(_ generator: Generator, from low: UInt8, to high: UInt8) {
      number = UInt16(generator.rawValue)
      amount = UInt16(low) | UInt16(high) << 8
    }

    /// Creates any generator, known or not.
    public init(number: UInt16, amount: UInt16) {
      self.number = number
      self.amount = amount
    }
  }

  /// A zone of a preset or an instrument.
  public struct Zone {
    /// The generators, in order, without the sample or instrument index.
    public var settings: [Setting]
    /// The modulators, in order.
    public var modulators: [Modulator]
    /// The index of the instrument or sample, encoded last; `nil` for a global zone.
    public var target: UInt16?
    /// Generators after the index, which are invalid there.
    public var after: [Setting] = []

    /// Creates a zone for an instrument or a sample.
    public init(
      _ settings: [Setting] = [], modulators: [Modulator] = [], plays target: UInt16?,
      after: [Setting] = []
    ) {
      self.settings = settings
      self.modulators = modulators
      self.target = target
      self.after = after
    }
  }

  /// An instrument.
  public struct Instrument {
    /// The name.
    public var name: String
    /// The zones.
    public var zones: [Zone]

    /// Creates an instrument.
    public init(_ name: String = "instrument", zones: [Zone]) {
      self.name = name
      self.zones = zones
    }
  }

  /// A preset.
  public struct Preset {
    /// The name.
    public var name: String
    /// The bank.
    public var bank: UInt16
    /// The program.
    public var program: UInt16
    /// The zones.
    public var zones: [Zone]

    /// Creates a preset.
    public init(
      _ name: String = "preset", bank: UInt16 = 0, program: UInt16 = 0, zones: [Zone]
    ) {
      self.name = name
      self.bank = bank
      self.program = program
      self.zones = zones
    }
  }

  /// Major and minor version; 2.04 is `(2, 4)`.
  public var version: (major: UInt16, minor: UInt16) = (2, 4)
  /// The INFO chunks except the version.
  public var information: [(code: String, bytes: [UInt8])] = [
    ("isng", Array("EMU8000\0".utf8)), ("INAM", Array("fixture\0".utf8)),
  ]
  /// The presets, in file order.
  public var presets: [Preset] = []
  /// The instruments.
  public var instruments: [Instrument] = []
  /// The samples.
  public var samples: [SoundFontSample] = []
  /// The zero frames after each sample; the specification requires 46.
  public var framesBetween = 46

  /// Creates an empty file.
  public init() {}

  /// A file of one preset (0, 0), one instrument and one sample of 100 frames.
  public static var simple: SoundFontBuilder {
    var builder = SoundFontBuilder()
    builder.samples = [
      SoundFontSample(frames: (0..<100).map { Int16($0 * 300 - 15000) }, loop: 10..<90)
    ]
    builder.instruments = [Instrument(zones: [Zone(plays: 0)])]
    builder.presets = [Preset(zones: [Zone(plays: 0)])]
    return builder
  }
}

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
