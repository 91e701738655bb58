import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import SoundMeasurement

/// Instruments in memory, before and after conversion.
enum ConversionFixture {
  /// One second of a constant level, at 48 kHz.
  static let wave = WaveFile([Int16](repeating: 512, count: 48_000), rate: 48_000).bytes

  private static let access = FolderAccess(
    list: { folder, _ in folder == "/i" ? [.init(name: "1.wav", isFolder: false)] : nil },
    open: { $0 == "/i/1.wav" ? ByteStorage(copying: wave) : nil },
    resolve: { $0 == "/i" || $0 == "/i/1.wav" ? $0 : nil })

  /// Reads an SFZ text, whose sample is `1.wav`.
  static func bank(_ text: String) throws -> SoundBank { try bank(Array(text.utf8)) }

  static func bank(_ bytes: [UInt8]) throws -> SoundBank {
    try InstrumentFile.read(
      ByteStorage(copying: bytes), folders: SampleFolders(own: "/i", access: access))
  }

  /// Converts an SFZ text to SoundFont and returns its regions.
  static func regionsInSoundFont(_ text: String) throws -> (
    regions: [Region], contents: SoundFontContents, losses: [ConversionLoss]
  ) { try regionsInSoundFont(bank(text)) }

  static func regionsInSoundFont(_ bank: SoundBank) throws -> (
    regions: [Region], contents: SoundFontContents, losses: [ConversionLoss]
  ) {
    let converted = try ConvertedBank(bank, decoder: nil)
    let bytes = try SoundFontWriter(converted.contents).pieces.flatMap { Array($0.bytes) }
    let read = try InstrumentFile.read(ByteStorage(copying: bytes))
    return (read.regions(ofPresetAt: 0), converted.contents, converted.losses)
  }

  /// Returns a SoundFont of one instrument zone.
  static func soundFont(
    _ settings: [SoundFontBuilder.Setting], modulators: [Modulator] = []
  ) throws -> SoundBank {
    var builder = SoundFontBuilder.simple
    builder.instruments = [.init(zones: [.init(settings, modulators: modulators, plays: 0)])]
    return try InstrumentFile.read(ByteStorage(copying: builder.chunks.file))
  }

  /// Converts the first preset to SFZ and returns its regions.
  static func regionsInSFZ(_ bank: SoundBank) throws -> (
    regions: [Region], text: String, losses: [ConversionLoss]
  ) {
    let conversion = try SFZConversion(bank, presetAt: 0, folder: "x", decoder: nil)
    var text = conversion.text
    for file in conversion.recordings { text = text.replacing(file.name, with: "1.wav") }
    let read = try self.bank(text)
    return (read.regions(ofPresetAt: 0), text, conversion.losses)
  }

  static func modulator(
    _ source: UInt16, _ generator: Generator, _ amount: Int16, by second: UInt16 = 0
  ) -> Modulator {
    Modulator(
      source: source, destination: UInt16(generator.rawValue), amount: amount, amountSource: second,
      transform: 0)
  }

  /// Returns the sum of the modulations of a target at a position of a source.
  static func offset(
    _ region: Region, _ target: RegionModulation.Target, _ source: RegionModulation.Source,
    at position: Int
  ) -> Double {
    (region.extendedParameters?.modulations ?? []).reduce(0) { sum, modulation in
      guard modulation.target == target, modulation.source == source else { return sum }
      let value =
        modulation.curve.count == 128 ? modulation.curve[position] : Float(position) / 127
      return sum + Double(modulation.amount * value)
    }
  }
}
