import Peach

/// The contents of a bank file, as `peach inspect` prints them. Property names are JSON keys.
struct BankReport: Encodable {
  struct Generator: Encodable {
    var name: String
    var number: Int
    /// The signed amount; `nil` for ranges.
    var amount: Int?
    /// The bounds of a key or velocity range.
    var range: [Int]?
  }

  struct Modulator: Encodable {
    var source: Int
    var destination: Int
    var amount: Int
    var amountSource: Int
    var transform: Int

    init(_ modulator: PeachInstrumentModel.Modulator) {
      source = Int(modulator.source)
      destination = Int(modulator.destination)
      amount = Int(modulator.amount)
      amountSource = Int(modulator.amountSource)
      transform = Int(modulator.transform)
    }
  }

  struct Zone: Encodable {
    var generators: [Generator]
    var modulators: [Modulator]
    /// The instrument or sample of the zone; `nil` in a global zone.
    var plays: String?
  }

  struct Preset: Encodable {
    var name: String
    var bank: Int
    var program: Int
    var zones: [Zone]
    /// The intonation after correction, with `--intonation`.
    var intonation: IntonationLine?
  }

  struct Instrument: Encodable {
    var name: String
    var zones: [Zone]
  }

  struct Sample: Encodable {
    var name: String
    var start: Int
    var end: Int
    var loopStart: Int
    var loopEnd: Int
    var sampleRate: Int
    var originalPitch: Int
    var pitchCorrection: Int
    var link: Int
    var type: Int
    var isCompressed: Bool
    var isInROM: Bool
  }

  var path: String
  var format: String
  var version: String
  var name: String
  var author: String
  var copyright: String
  var comment: String
  var sampleBytes: Int
  var is24Bit: Bool
  var presets: [Preset]
  var instruments: [Instrument]
  var samples: [Sample]
  var warnings: [String]

  /// Creates the report of a file: all records of a SoundFont, or the regions of another format.
  ///
  /// - Throws: The errors of `SoundBank(contentsOf:)`.
  init(contentsOf path: String, sampleFolders: [String] = []) throws {
    let bank = try SoundBank(contentsOf: path, sampleFolders: sampleFolders)
    let format = InstrumentFormat(recognizing: bank.storage.bytes)
    if format == .soundFont {
      self.init(try SoundFont(contentsOf: path), path: path)
    } else {
      self.init(bank, format: format?.title ?? "", path: path)
    }
  }

  init(_ font: SoundFont, path: String) {
    self.path = path
    format = font.version.major >= 3 ? "SF3" : "SF2"
    let minor = String(font.version.minor)
    version =
      "\(font.version.major)." + String(repeating: "0", count: max(2 - minor.count, 0)) + minor
    let summary = font.summary
    name = summary.name
    author = summary.author
    copyright = summary.copyright
    comment = summary.comment
    sampleBytes = font.sampleBytes.count
    is24Bit = font.lowSampleBytes != nil
    presets = font.presets.map { preset in
      Preset(
        name: preset.name.text, bank: Int(preset.bank), program: Int(preset.program),
        zones: preset.zones.map { index in
          Self.zone(index, of: font.presetZones, terminal: 41) { number in
            font.instruments.indices.contains(number) ? font.instruments[number].name.text : nil
          }
        })
    }
    instruments = font.instruments.map { instrument in
      Instrument(
        name: instrument.name.text,
        zones: instrument.zones.map { index in
          Self.zone(index, of: font.instrumentZones, terminal: 53) { number in
            font.samples.indices.contains(number) ? font.samples[number].name.text : nil
          }
        })
    }
    samples = font.samples.map { sample in
      Sample(
        name: sample.name.text, start: Int(sample.start), end: Int(sample.end),
        loopStart: Int(sample.loopStart), loopEnd: Int(sample.loopEnd),
        sampleRate: Int(sample.sampleRate), originalPitch: Int(sample.originalPitch),
        pitchCorrection: Int(sample.pitchCorrection), link: Int(sample.link),
        type: Int(sample.type), isCompressed: sample.isCompressed, isInROM: sample.isInROM)
    }
    warnings = font.warnings
  }

  private static func zone(
    _ index: Int, of table: ZoneTable, terminal: UInt16, name: (Int) -> String?
  ) -> Zone {
    let records = table.generators(ofZone: index)
    let last = records.last { $0.number == terminal }
    return Zone(
      generators: records.map { generator($0) },
      modulators: table.modulators(ofZone: index).map { Modulator($0) },
      plays: last.flatMap { name(Int($0.amount)) })
  }

  private static func generator(_ record: ZoneTable.GeneratorRecord) -> Generator {
    let known = UInt8(exactly: record.number).flatMap {
      PeachInstrumentModel.Generator(rawValue: $0)
    }
    let name = known.map { "\($0)" } ?? "unknown"
    let number = Int(record.number)
    if known == .keyRange || known == .velocityRange {
      return Generator(
        name: name, number: number, amount: nil,
        range: [Int(record.amount & 0xFF), Int(record.amount >> 8)])
    }
    return Generator(
      name: name, number: number, amount: Int(Int16(bitPattern: record.amount)), range: nil)
  }
}
