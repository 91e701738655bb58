package import PeachInstrumentModel

extension SoundFont {
  /// Returns the bank of presets, sorted by bank and program. Of presets with equal numbers the
  /// first in the file is used (§7.2). Presets without zones or with a program above 127 are
  /// ignored. Regions are built on demand: preset zones times instrument zones, with intersected
  /// ranges and summed generators and modulators (§9.4, 9.5). Address offsets remain generators for
  /// the engine to apply.
  ///
  /// Linked modulators (§9.5.4) remain linked: if bit 15 of a modulator's destination is set, the
  /// other bits are the index of its target in ``Region/modulators``. Cyclic and dangling links are
  /// dropped. Takes about a millisecond. Call on any thread but the audio thread.
  package func soundBank(reading: SoundFontReading = SoundFontReading()) -> SoundBank {
    var faults = self.faults
    return soundBank(reading: reading, &faults)
  }

  /// Returns the bank, and adds the faults of samples and presets to `faults`.
  package func soundBank(
    reading: SoundFontReading = SoundFontReading(), _ faults: inout SoundFontFaultList
  ) -> SoundBank {
    let samples = SampleReading(font: self).samples(&faults)
    let order = playablePresets(&faults)
    let builder = RegionBuilder(font: self, reading: reading)
    var bank = SoundBank(
      information: summary,
      presets: order.map {
        Preset(identifier: presets[$0].identifier, name: presets[$0].name.text)
      },
      samples: samples, warnings: faults.audibleWarnings, storage: storage,
      keySource: { builder.keys(ofPreset: order[$0]) },
      regionSource: { builder.regions(ofPreset: order[$0], limit: $1) })
    if faults.count(of: .danglingSample) + faults.count(of: .danglingInstrument) > 0 {
      bank.missingRegionSource = { builder.missingRegions(ofPreset: order[$0]) }
    }
    return bank
  }

  /// Returns the source of each region of each preset of ``soundBank(reading:)``, as an index in
  /// ``instrumentZones``. Writers use it to change a region in the file. Several presets may share
  /// a zone. As slow as building all regions.
  package func instrumentZonesOfRegions() -> [[Int]] {
    var ignored = SoundFontFaultList()
    let builder = RegionBuilder(font: self, reading: SoundFontReading())
    return playablePresets(&ignored).map { builder.instrumentZones(ofPreset: $0) }
  }

  /// Returns the indices of the presets that can be selected, sorted by bank and program.
  func playablePresets(_ faults: inout SoundFontFaultList) -> [Int] {
    var candidates: [Int] = []
    for (index, preset) in presets.enumerated() {
      if preset.program > 127 {
        faults.add(
          .preset(preset.name),
          .presetNumbers(bank: Int(preset.bank), program: Int(preset.program)))
      } else if preset.zones.isEmpty {
        faults.add(.preset(preset.name), .emptyPreset)
      } else {
        candidates.append(index)
      }
    }
    return candidates.sortedDistinct(by: { presets[$0].identifier.number }) { index, first in
      let preset = presets[index]
      faults.add(
        .preset(preset.name),
        .repeatedPreset(
          bank: Int(preset.bank), program: Int(preset.program), first: presets[first].name))
    }
  }
}

extension PresetHeader {
  /// The bank and program. Valid if the program is less than 128.
  fileprivate var identifier: PresetIdentifier {
    PresetIdentifier(bank: bank, program: UInt8(truncatingIfNeeded: program))
  }
}
