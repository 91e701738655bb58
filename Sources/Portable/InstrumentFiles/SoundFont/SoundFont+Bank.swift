public import PeachInstrumentModel

extension SoundFont {
  /// The bank of presets that this file is.
  ///
  /// Presets are sorted by bank and program; of two with the same numbers the first in the file
  /// counts (§7.2), and those without zones, or with a program beyond 127, are left out. A
  /// preset's regions are made when they are asked for: preset zones times instrument zones, with
  /// ranges intersected, generators and modulators added up (§9.4, 9.5). Address offsets stay
  /// generators for the engine to apply.
  ///
  /// Linked modulators (§9.5.4) stay linked: where bit 15 of a region's modulator's destination
  /// is set, the other 15 bits are the index in ``Region/modulators`` of the modulator it feeds.
  /// Links that lead nowhere, or in a circle, are left out.
  ///
  /// Takes a millisecond or so, in proportion to the lists of presets and samples. Any thread but
  /// the audio thread.
  public func soundBank(reading: SoundFontReading = SoundFontReading()) -> SoundBank {
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
    return SoundBank(
      information: summary,
      presets: order.map { index in
        Preset(
          identifier: presets[index].identifier, name: presets[index].name.text)
      },
      samples: samples, warnings: faults.sentences, storage: storage,
      regionSource: { builder.regions(ofPreset: order[$0], limit: $1) })
  }

  /// For each region of each preset of ``soundBank(reading:)``, in their order, the index in
  /// ``instrumentZones`` of the zone that it comes from.
  ///
  /// What a writer needs to change a file where a region's sound is described. Several presets may
  /// play one zone. As slow as making all regions of all presets.
  public func instrumentZonesOfRegions() -> [[Int]] {
    var ignored = SoundFontFaultList()
    let builder = RegionBuilder(font: self, reading: SoundFontReading())
    return playablePresets(&ignored).map { builder.instrumentZones(ofPreset: $0) }
  }

  /// The indices of the presets that can be chosen, by bank and program.
  private func playablePresets(_ faults: inout SoundFontFaultList) -> [Int] {
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
    candidates.sort { left, right in
      (presets[left].identifier, left) < (presets[right].identifier, right)
    }
    var order: [Int] = []
    for index in candidates {
      if let last = order.last, presets[last].identifier == presets[index].identifier {
        faults.add(
          .preset(presets[index].name),
          .repeatedPreset(
            bank: Int(presets[index].bank), program: Int(presets[index].program),
            first: presets[last].name))
      } else {
        order.append(index)
      }
    }
    return order
  }
}

extension PresetHeader {
  /// Its numbers; meaningful for programs up to 127.
  fileprivate var identifier: PresetIdentifier {
    PresetIdentifier(bank: bank, program: UInt8(truncatingIfNeeded: program))
  }
}
