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
  /// A generator in a zone: any number, any amount.
  public struct Setting {
    /// The generator's number.
    public var number: UInt16
    /// Its amount, as in the file.
    public var amount: UInt16

    /// A generator with a signed amount.
    public init(_ generator: Generator, _ amount: Int16) {
      number = UInt16(generator.rawValue)
      self.amount = UInt16(bitPattern: amount)
    }

    /// A range of keys or velocities: low byte, high byte.
    public init(_ generator: Generator, from low: UInt8, to high: UInt8) {
      number = UInt16(generator.rawValue)
      amount = UInt16(low) | UInt16(high) << 8
    }

    /// Any generator, known or not.
    public init(number: UInt16, amount: UInt16) {
      self.number = number
      self.amount = amount
    }
  }

  /// A zone of a preset or an instrument.
  public struct Zone {
    /// Its generators, in order, without the one that names what it plays.
    public var settings: [Setting]
    /// Its modulators, in order.
    public var modulators: [Modulator]
    /// The instrument or sample it plays, written last; nil for a global zone.
    public var target: UInt16?
    /// Generators after that, where there should be none.
    public var after: [Setting] = []

    /// A zone that plays an instrument or a sample.
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
    /// Its name.
    public var name: String
    /// Its zones.
    public var zones: [Zone]

    /// An instrument of these zones.
    public init(_ name: String = "instrument", zones: [Zone]) {
      self.name = name
      self.zones = zones
    }
  }

  /// A preset.
  public struct Preset {
    /// Its name.
    public var name: String
    /// Its bank.
    public var bank: UInt16
    /// Its program.
    public var program: UInt16
    /// Its zones.
    public var zones: [Zone]

    /// A preset of these zones.
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
  /// INFO chunks besides the version.
  public var information: [(code: String, bytes: [UInt8])] = [
    ("isng", Array("EMU8000\0".utf8)), ("INAM", Array("fixture\0".utf8)),
  ]
  /// The presets, in the file's order.
  public var presets: [Preset] = []
  /// The instruments.
  public var instruments: [Instrument] = []
  /// The samples.
  public var samples: [SoundFontSample] = []
  /// Zero frames after each sample; the text demands 46.
  public var framesBetween = 46

  /// A file of nothing.
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
