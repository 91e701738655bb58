import PeachServices

/// The contents of a bank file, as `peach inspect` prints them. Property names are JSON keys.
struct BankReport: Encodable {
  struct Generator: Encodable {
    var name: String
    var number: UInt16
    /// The signed amount; `nil` for ranges.
    var amount: Int?
    /// The bounds of a key or velocity range.
    var range: [UInt8]?
  }

  struct Modulator: Encodable {
    var source: UInt16
    var destination: UInt16
    var amount: Int16
    var amountSource: UInt16
    var transform: UInt16
  }

  struct Zone: Encodable {
    var generators: [Generator]
    var modulators: [Modulator]
    /// The instrument or sample of the zone; `nil` in a global zone.
    var plays: String?
  }

  struct Preset: Encodable {
    var name: String
    var bank: UInt16
    var program: UInt16
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
    var start = 0
    var end: Int
    var loopStart: Int
    var loopEnd: Int
    var sampleRate: Int
    var originalPitch: UInt8
    var pitchCorrection: Int
    var link: Int
    /// SoundFont's sample type.
    var type: UInt16
    var isCompressed = false
    var isInROM = false
  }

  var path: String
  var format: String
  var version = ""
  var name: String
  var author: String
  var copyright: String
  var comment: String
  var sampleBytes: Int
  var is24Bit = false
  var presets: [Preset]
  var instruments: [Instrument] = []
  var samples: [Sample]
  var warnings: [String]
}

extension BankReport {
  /// Creates the report of a file: all records of a SoundFont, or the regions of another format.
  init(contentsOf path: String, sampleFolders: [String]) throws {
    let bank = try SoundBank(contentsOf: path, sampleFolders: sampleFolders)
    let format = InstrumentFormat(recognizing: bank.storage)
    if format == .soundFont {
      self.init(try SoundFont(contentsOf: path), path: path)
    } else {
      self.init(bank, format: format?.title ?? "", path: path)
    }
  }

  private init(_ font: SoundFont, path: String) {
    let (version, summary) = (font.version, font.summary)
    let (instruments, samples) = (font.instruments.map(\.name), font.samples.map(\.name))
    self.init(
      path: path, format: version.major >= 3 ? "SF3" : "SF2",
      version: "\(version.major)." + "\(version.minor)".leftPadded(to: 2, with: "0"),
      name: summary.name, author: summary.author, copyright: summary.copyright,
      comment: summary.comment, sampleBytes: font.sampleBytes.count,
      is24Bit: font.lowSampleBytes != nil,
      presets: font.presets.map { preset in
        Preset(
          name: preset.name.text, bank: preset.bank, program: preset.program,
          zones: Self.zones(preset.zones, of: font.presetZones, terminal: 41, names: instruments))
      },
      instruments: font.instruments.map { instrument in
        Instrument(
          name: instrument.name.text,
          zones: Self.zones(
            instrument.zones, of: font.instrumentZones, terminal: 53, names: samples))
      },
      samples: font.samples.map {
        Sample(
          name: $0.name.text, start: Int($0.start), end: Int($0.end), loopStart: Int($0.loopStart),
          loopEnd: Int($0.loopEnd), sampleRate: Int(clamping: $0.sampleRate),
          originalPitch: $0.originalPitch, pitchCorrection: Int($0.pitchCorrection),
          link: Int($0.link), type: $0.type, isCompressed: $0.isCompressed, isInROM: $0.isInROM)
      },
      warnings: font.warnings)
  }

  private static func zones(
    _ zones: Range<Int>, of table: ZoneTable, terminal: UInt16, names: [FixedName]
  ) -> [Zone] {
    zones.map { index in
      let records = table.generators(ofZone: index)
      let target = records.last { $0.number == terminal }.map { Int($0.amount) }
      return Zone(
        generators: records.map { Generator($0) },
        modulators: table.modulators(ofZone: index).map { Modulator($0) },
        plays: target.flatMap { names.indices.contains($0) ? names[$0].text : nil })
    }
  }

  /// Creates the report of a format without instruments between presets and regions. Each region is
  /// a zone, which lists the generators with other than default values.
  private init(_ bank: SoundBank, format: String, path: String) {
    let information = bank.information
    self.init(
      path: path, format: format, name: information.name, author: information.author,
      copyright: information.copyright, comment: information.comment,
      sampleBytes: bank.samples.reduce(0) { $0 + Self.byteCount($1.encoding) }
        + bank.sampleFiles.reduce(0) { $0 + $1.storage.bytes.count },
      presets: bank.presets.enumerated().map { index, preset in
        Preset(
          name: preset.name, bank: preset.bank, program: UInt16(preset.program),
          zones: bank.regions(ofPresetAt: index).map { Zone($0, of: bank) })
      },
      // Frames count from the start of the sample.
      samples: bank.samples.map {
        Sample(
          name: $0.name, end: $0.frameCount ?? 0, loopStart: $0.loop?.lowerBound ?? 0,
          loopEnd: $0.loop?.upperBound ?? 0, sampleRate: Int(saturating: $0.sampleRate),
          originalPitch: $0.rootKey, pitchCorrection: Int(saturating: $0.correctionCents),
          link: $0.partner ?? 0, type: $0.side == .mono ? 1 : $0.side == .right ? 2 : 4)
      },
      warnings: bank.warnings
        + (bank.lacksPadByte ? ["A chunk of odd size lacks its pad byte."] : []))
  }

  private static func byteCount(_ encoding: PeachInstrumentModel.Sample.Encoding) -> Int {
    switch encoding {
    case .unsigned8(let bytes), .integer16(let bytes), .compressed(let bytes): bytes.count
    case .integer24(let high, let low): high.count + low.count
    case .missing, .file: 0
    }
  }
}

extension BankReport.Zone {
  fileprivate init(_ region: Region, of bank: SoundBank) {
    generators = [
      .init(name: "keyRange", number: 43, range: [region.keys.lowerBound, region.keys.upperBound]),
      .init(
        name: "velocityRange", number: 44,
        range: [region.velocities.lowerBound, region.velocities.upperBound]),
    ]
    for generator in Generator.allCases {
      let value = region.generators[generator]
      if value == generator.defaultValue { continue }
      generators.append(
        .init(
          name: "\(generator)", number: UInt16(generator.rawValue),
          amount: Int(saturating: Double(value.rounded()))))
    }
    modulators = region.modulators.map { .init($0) }
    plays = bank.samples[region.sample].name
  }
}

extension BankReport.Generator {
  fileprivate init(_ record: ZoneTable.GeneratorRecord) {
    name = record.generator.map { "\($0)" } ?? "unknown"
    number = record.number
    if record.generator == .keyRange || record.generator == .velocityRange {
      range = [UInt8(truncatingIfNeeded: record.amount), UInt8(record.amount >> 8)]
    } else {
      amount = Int(Int16(bitPattern: record.amount))
    }
  }
}

extension BankReport.Modulator {
  fileprivate init(_ modulator: Modulator) {
    self.init(
      source: modulator.source, destination: modulator.destination, amount: modulator.amount,
      amountSource: modulator.amountSource, transform: modulator.transform)
  }
}

extension InstrumentFormat {
  fileprivate var title: String {
    switch self {
    case .soundFont: "SF2"
    case .downloadableSounds: "DLS"
    case .sfz: "SFZ"
    case .exs24: "EXS24"
    case .samplerPreset: "AUSampler preset"
    case .decentSampler: "DecentSampler preset"
    case .gravisPatch: "Gravis Ultrasound patch"
    case .soundBankList: "SoundBankPlayer list"
    case .audioFile: "Audio file"
    }
  }
}
