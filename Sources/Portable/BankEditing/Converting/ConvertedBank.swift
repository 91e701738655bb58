public import PeachInstrumentFiles
public import PeachInstrumentModel

/// A bank of any format as a SoundFont, and what of it a SoundFont cannot say.
///
/// Every region becomes a zone of its own; regions of other formats become several where their level
/// follows a curve. Samples in files of their own are read, and are in memory then; those of the bank
/// itself are not touched. Any thread but the audio thread.
///
/// ```swift
/// let bank = try SoundBank(contentsOf: "Cello.sfz")
/// let converted = try ConvertedBank(bank, decoder: SoundFileDecoder.decode)
/// try SoundFontWriter(converted.contents).write(to: "Cello.sf2")
/// for loss in converted.losses { print(loss) }  // regions in turn: the first of each (12 regions)
/// ```
public struct ConvertedBank: Sendable {
  /// The bank, to be written.
  public private(set) var contents: SoundFontContents
  /// What could not be carried.
  public private(set) var losses: [ConversionLoss]

  /// By how much generator 48 counts in practice; see ``SoundFontReading/attenuationScale``.
  private static var attenuationScale: Float { SoundFontReading().attenuationScale }

  /// Converts a bank. `decoder` reads compressed samples in files of their own. Throws where one
  /// cannot be decoded.
  public init(_ bank: SoundBank, decoder: SampleDecoder?) throws(SampleCodecError) {
    contents = SoundFontContents(name: bank.information.name)
    let said = bank.information
    for (code, text) in [
      (FourCharacterCode("IENG"), said.author), ("ICOP", said.copyright), ("ICMT", said.comment),
    ] where !text.isEmpty {
      contents.setText(code, text)
    }
    var losses = ConversionLosses()
    let presets = bank.presets.indices.map { index in
      FlattenedRegions.regions(
        of: bank.regions(ofPresetAt: index), preset: bank.presets[index], &losses)
    }
    // What is louder than full scale makes everything else softer instead.
    let loudest = presets.joined().reduce(Float(0)) { max($0, -$1.generators[.initialAttenuation]) }
    if loudest > 0 {
      let tenths = Int((loudest).rounded())
      losses.add(
        "levels above full", "the whole bank is \(tenths / 10).\(tenths % 10) dB softer",
        ofBank: true)
    }
    var samples = ConvertedSamples(bank, decoder: decoder)
    for (preset, regions) in zip(bank.presets, presets) {
      var zones: [SoundFontContents.Zone] = []
      for region in regions {
        if let zone = try Self.zone(region, &samples, softerBy: loudest, &losses) {
          zones.append(zone)
        }
      }
      if zones.isEmpty { losses.add("presets without a sound", "left out", ofBank: true) }
      guard !zones.isEmpty else { continue }
      let name = ConvertedSamples.name(preset.name)
      contents.presets.append(
        .init(
          name, bank: preset.bank, program: UInt16(preset.program),
          zones: [.init(plays: contents.instruments.count)]))
      contents.instruments.append(.init(name, zones: zones))
      if !preset.controllers.isEmpty {
        losses.add("where controllers stand at first", "left out", ofBank: true)
      }
    }
    contents.samples = samples.samples
    self.losses = losses.all
  }

  /// A SoundFont that needs no conversion.
  package init(contents: SoundFontContents) {
    self.contents = contents
    losses = []
  }

  private static func zone(
    _ region: Region, _ samples: inout ConvertedSamples, softerBy offset: Float,
    _ losses: inout ConversionLosses
  ) throws(SampleCodecError) -> SoundFontContents.Zone? {
    let values = region.generators
    guard
      let place = try samples.place(
        ofSampleAt: region.sample, fineCents: Double(values[.fineTune]), &losses)
    else {
      losses.add("regions without a recording", "left out")
      return nil
    }
    var zone = SoundFontContents.Zone(
      keys: region.keys == 0...127 ? nil : region.keys,
      velocities: region.velocities == 0...127 ? nil : region.velocities, plays: place.index)
    for generator in Generator.allCases where !generator.isStructural {
      var value = values[generator]
      switch generator {
      case .initialAttenuation: value = (value + offset) / attenuationScale
      case .coarseTune: value += Float(place.cents / 100)
      case .fineTune: value = Float(place.cents % 100)
      case .sampleModes where value == 2:
        losses.add("regions that begin when the key goes up", "left out")
        return nil
      default: break
      }
      let range = generator.range
      let amount = Int16(min(max(value, range.lowerBound), range.upperBound).rounded())
      if amount != Int16(generator.defaultValue) { zone[generator] = amount }
    }
    zone.modulators = modulators(region.modulators)
    return zone
  }

  /// Those that differ from the ones that every zone has (§8.4): of those that are missing, an amount
  /// of nothing.
  private static func modulators(_ own: [Modulator]) -> [Modulator] {
    let usual = DefaultModulators().modulators
    var result = own.filter { !usual.contains($0) }
    for modulator in usual where !own.contains(where: { $0.hasSameIdentity(as: modulator) }) {
      var silent = modulator
      silent.amount = 0
      result.append(silent)
    }
    return result
  }
}
