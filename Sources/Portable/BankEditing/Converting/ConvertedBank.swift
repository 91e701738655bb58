package import PeachInstrumentFiles
package import PeachInstrumentModel

/// A bank of any format converted to SoundFont, and the conversion losses. Every region becomes a
/// zone, or several zones if its level follows a curve. External samples are read into memory;
/// samples of the bank's file are not read. Not for the audio thread.
///
/// ```swift
/// let bank = try SoundBank(contentsOf: "Cello.sfz")
/// let converted = try ConvertedBank(bank, decoder: SoundFileDecoder.decode)
/// try SoundFontWriter(converted.contents).write(to: "Cello.sf2")
/// for loss in converted.losses { print(loss) }  // flex envelopes: omitted (12 regions)
/// ```
package struct ConvertedBank: Sendable {
  package private(set) var contents: SoundFontContents
  package private(set) var losses: [ConversionLoss]

  /// The effective scale of generator 48; see ``SoundFontReading/attenuationScale``.
  private static var attenuationScale: Float { SoundFontReading().attenuationScale }
  /// SoundFont tables have 16-bit indices.
  private static var regionLimit: Int { 60_000 }

  /// Converts a bank. Throws if a compressed external sample cannot be decoded.
  package init(_ bank: SoundBank, decoder: SampleDecoder?) throws(SampleCodecError) {
    let bank = bank.joiningSegments()
    let information = bank.information
    contents = SoundFontContents(name: information.name)
    contents.warnings = bank.warnings
    for (code, text) in [
      (FourCharacterCode("IENG"), information.author), ("ICOP", information.copyright),
      ("ICMT", information.comment),
    ] where !text.isEmpty { contents.setText(code, text) }
    var losses = ConversionLosses()
    let presets = bank.presets.indices.map { index in
      Self.flattened(
        bank.regions(ofPresetAt: index), of: bank.presets[index], samples: bank.samples, &losses)
    }
    var samples = ConvertedSamples(bank, decoder: decoder)
    // SoundFont has no gain above full scale, so the entire bank is attenuated.
    var peak: Float = 0
    for region in presets.joined() {
      let boost = region.extendedParameters?.gainCentibels ?? 0
      let sampleGain = try samples.gainCentibels(of: region)
      peak = max(peak, boost + sampleGain - region.generators[.initialAttenuation])
    }
    // Attenuations are whole centibels.
    if peak >= 0.5 {
      let text = ConversionLoss.text(decibels: Double(peak) / 10)
      losses.add(
        "levels above full scale", "entire bank attenuated by \(text) dB", ofBank: true)
    }
    for (preset, regions) in zip(bank.presets, presets) {
      var zones: [SoundFontContents.Zone] = []
      for region in regions {
        let zone = try Self.zone(region, &samples, attenuation: peak, &losses)
        if let zone { zones.append(zone) }
      }
      guard !zones.isEmpty else {
        losses.add("presets without playable regions", "omitted", ofBank: true)
        continue
      }
      let name = ConvertedSamples.name(preset.name.utf8)
      contents.presets.append(
        .init(
          name, bank: preset.bank, program: UInt16(preset.program),
          zones: [.init(plays: contents.instruments.count)]))
      contents.instruments.append(.init(name, zones: zones))
      Self.addLosses(ofControllers: preset.controllers, regions, &losses)
    }
    contents.samples = samples.samples
    self.losses = losses.all
  }

  /// Wraps a SoundFont, which needs no conversion.
  package init(contents: SoundFontContents) {
    self.contents = contents
    losses = []
  }

  private static func zone(
    _ region: Region, _ samples: inout ConvertedSamples, attenuation: Float,
    _ losses: inout ConversionLosses
  ) throws(SampleCodecError) -> SoundFontContents.Zone? {
    var region = region
    let delay = samples.moveDelay(of: &region, &losses)
    let values = region.generators
    guard
      let reference = try samples.reference(
        toSampleAt: region.sample, fineCents: Double(values[.fineTune]),
        isInverted: region.extendedParameters?.isPolarityInverted == true, delay: delay)
    else {
      losses.add("regions without a sample", "omitted")
      return nil
    }
    let attenuation = attenuation - (try samples.gainCentibels(of: region))
    var zone = SoundFontContents.Zone(
      keys: region.keys == 0...127 ? nil : region.keys,
      velocities: region.velocities == 0...127 ? nil : region.velocities, plays: reference.index)
    for generator in Generator.allCases where !generator.isStructural {
      var value = values[generator]
      switch generator {
      case .initialAttenuation: value = (value + attenuation) / attenuationScale
      case .coarseTune: value += Float(reference.cents / 100)
      case .fineTune: value = Float(reference.cents % 100)
      case .sampleModes where value == 2:
        losses.add("release-triggered regions", "omitted")
        return nil
      default: break
      }
      let range = generator.range
      let amount = Int16(min(max(value, range.lowerBound), range.upperBound).rounded())
      if amount != Int16(generator.defaultValue) { zone[generator] = amount }
    }
    // A constant source adds what a level is above full scale without its modulators.
    let excess = values[.initialAttenuation] + attenuation
    if excess < -0.5 {
      region.add(EquivalentModulator.modulator(0, .initialAttenuation, excess))
    }
    zone.modulators = modulators(region.modulators)
    return zone
  }

  /// Reports the initial controller values that change the output of modulators.
  private static func addLosses(
    ofControllers settings: [ControllerSetting], _ regions: [Region],
    _ losses: inout ConversionLosses
  ) {
    for setting in settings {
      let initial = DefaultConditions.initialControllers[Int(setting.controller & 127)]
      for modulator in regions.flatMap({ $0.modulators }) {
        guard let generator = modulator.generator, let source = SourceCurve(modulator.source),
          source.input == .controller(setting.controller)
        else { continue }
        let difference = source.value(at: setting.value) - source.value(at: initial)
        let middle = (generator.range.lowerBound + generator.range.upperBound) / 2
        let effect = generator.effect(
          from: middle, to: middle + Float(Double(modulator.amount) * difference))
        if effect?.isNotable == false { continue }
        losses.add("initial controller values", "omitted", effect, ofBank: true)
      }
    }
  }

  /// Returns the modulators that differ from the defaults (§8.4). Removed defaults get amount 0.
  private static func modulators(_ modulators: [Modulator]) -> [Modulator] {
    let defaults = DefaultModulators().modulators
    var removed = defaults.filter { modulator in
      !modulators.contains { $0.hasSameIdentity(as: modulator) }
    }
    for index in removed.indices { removed[index].amount = 0 }
    return modulators.filter { !defaults.contains($0) } + removed
  }

  /// Returns a preset's regions for a format without conditions and extended parameters, apart from
  /// those of ``FlattenedParameters``.
  private static func flattened(
    _ regions: [Region], of preset: Preset, samples: [Sample], _ losses: inout ConversionLosses
  ) -> [Region] {
    let conditions = DefaultConditions(regions, of: preset)
    var result: [Region] = []
    for region in regions {
      if result.count > regionLimit {
        losses.add("regions beyond \(regionLimit)", "omitted")
        break
      }
      var flattened = region
      flattened.conditions = nil
      flattened.extendedParameters = nil
      if let regionConditions = region.conditions {
        if !conditions.includes(regionConditions, &losses) { continue }
        conditions.apply(regionConditions, to: &flattened.generators, &losses)
      }
      if let extendedParameters = region.extendedParameters {
        let parameters = FlattenedParameters(
          extendedParameters, controllers: conditions.controllers,
          sampleRate: samples[region.sample].sampleRate)
        result += parameters.regions(for: flattened, &losses)
      } else {
        result.append(flattened)
      }
    }
    return result
  }
}
