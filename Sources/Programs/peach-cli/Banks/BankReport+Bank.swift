import Peach

extension BankReport {
  /// Creates the report of a format without instruments between presets and regions. Each region is
  /// a zone, which lists the generators with other than default values.
  init(_ bank: SoundBank, format: String, path: String) {
    self.path = path
    self.format = format
    version = ""
    name = bank.information.name
    author = bank.information.author
    copyright = bank.information.copyright
    comment = bank.information.comment
    sampleBytes =
      bank.samples.reduce(0) { $0 + Self.byteCount($1.encoding) }
      + bank.sampleFiles.reduce(0) { $0 + $1.storage.bytes.count }
    is24Bit = false
    presets = bank.presets.indices.map { index in
      Preset(
        name: bank.presets[index].name, bank: Int(bank.presets[index].bank),
        program: Int(bank.presets[index].program),
        zones: bank.regions(ofPresetAt: index).map { Self.zone($0, of: bank) })
    }
    instruments = []
    samples = bank.samples.map { Self.sample($0) }
    warnings = bank.warnings
  }

  private static func zone(_ region: Region, of bank: SoundBank) -> Zone {
    var generators = [
      Generator(
        name: "keyRange", number: 43, amount: nil,
        range: [Int(region.keys.lowerBound), Int(region.keys.upperBound)]),
      Generator(
        name: "velocityRange", number: 44, amount: nil,
        range: [Int(region.velocities.lowerBound), Int(region.velocities.upperBound)]),
    ]
    for generator in PeachInstrumentModel.Generator.allCases {
      let value = region.generators[generator]
      if value == generator.defaultValue { continue }
      generators.append(
        Generator(
          name: "\(generator)", number: Int(generator.rawValue), amount: Int(value.rounded()),
          range: nil))
    }
    return Zone(
      generators: generators,
      modulators: region.modulators.map { Modulator($0) },
      plays: bank.samples[region.sample].name)
  }

  /// Frames count from the start of the sample. The type is SoundFont's sample type.
  private static func sample(_ sample: PeachInstrumentModel.Sample) -> Sample {
    Sample(
      name: sample.name, start: 0, end: sample.frameCount ?? 0,
      loopStart: sample.loop?.lowerBound ?? 0, loopEnd: sample.loop?.upperBound ?? 0,
      sampleRate: Int(sample.sampleRate), originalPitch: Int(sample.rootKey),
      pitchCorrection: Int(sample.correctionCents), link: sample.partner ?? 0,
      type: sample.side == .mono ? 1 : sample.side == .right ? 2 : 4, isCompressed: false,
      isInROM: false)
  }

  private static func byteCount(_ encoding: PeachInstrumentModel.Sample.Encoding) -> Int {
    switch encoding {
    case .unsigned8(let bytes), .integer16(let bytes), .compressed(let bytes): bytes.count
    case .integer24(let high, let low): high.count + low.count
    case .missing, .file: 0
    }
  }
}

extension InstrumentFormat {
  /// The user-visible name of the format.
  var title: String {
    switch self {
    case .soundFont: "SF2"
    case .downloadableSounds: "DLS"
    case .sfz: "SFZ"
    case .exs24: "EXS24"
    case .samplerPreset: "AUSampler preset"
    case .soundBankList: "SoundBankPlayer list"
    case .audioFile: "Audio file"
    }
  }
}
