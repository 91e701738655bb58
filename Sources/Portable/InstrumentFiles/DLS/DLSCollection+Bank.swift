public import PeachInstrumentModel

extension DLSCollection {
  /// The bank of presets that this file is.
  ///
  /// Instruments are presets, sorted by bank and program; of two with the same numbers the first in
  /// the file counts. Drum kits are in bank 128. An instrument's regions are made when they are
  /// asked for, with connections brought to generators and modulators. A wave's loop is that of the
  /// wave, or of the first region that has one; regions that differ move it.
  ///
  /// The attenuation of a region may be below zero where the file makes a wave louder: softer notes
  /// have room for it.
  ///
  /// Takes time in proportion to the lists of instruments, regions and waves. Any thread but the
  /// audio thread.
  public func soundBank() -> SoundBank {
    var found = WarningList()
    let heard = heardSettings()
    let samples = waves.indices.map { sample(waves[$0], heard[$0], &found) }
    let order = playableInstruments(&found)
    warnOfIgnoredConnections(&found)
    let builder = DLSRegionBuilder(instruments: instruments, waves: waves, samples: samples)
    return SoundBank(
      information: information,
      presets: order.map { index in
        Preset(identifier: instruments[index].identifier, name: instruments[index].name)
      },
      samples: samples, warnings: warnings + found.all, storage: storage,
      regionSource: { builder.regions(ofInstrument: order[$0], limit: $1) })
  }

  /// For each wave its own settings, or those of the first region that plays it; the loop of a wave
  /// that has none is taken from the first region that has one.
  private func heardSettings() -> [DLSWaveSettings?] {
    var settings = waves.map { $0.settings }
    for instrument in instruments {
      for region in instrument.regions {
        guard let own = region.settings else { continue }
        if let known = settings[region.wave] {
          if known.loop == nil { settings[region.wave]?.loop = own.loop }
        } else {
          settings[region.wave] = own
        }
      }
    }
    return settings
  }

  private func sample(
    _ wave: DLSWave, _ settings: DLSWaveSettings?, _ warnings: inout WarningList
  ) -> Sample {
    var rate = Double(wave.sampleRate)
    if !SampleReading.rates.contains(wave.sampleRate) {
      warnings.add(
        .rate,
        "Wave ‘\(wave.name)’ has a rate of \(wave.sampleRate) Hz; it is taken for 22050 Hz.")
      rate = 22050
    }
    if let settings, settings.unityNote > 127 {
      warnings.add(
        .key, "Wave ‘\(wave.name)’ has its pitch at key \(settings.unityNote); 127 is taken.")
    }
    let loop = settings?.loop?.range(within: wave.frameCount)
    if let stated = settings?.loop, wave.frameCount > 0, loop?.count != Int(clamping: stated.length)
    {
      warnings.add(.loop, "The loop of wave ‘\(wave.name)’ reaches beyond it.")
    }
    return Sample(
      name: wave.name, encoding: wave.encoding, sampleRate: rate,
      rootKey: settings?.rootKey ?? 60, correctionCents: Double(settings?.fineTuneCents ?? 0),
      loop: loop)
  }

  /// The indices of the instruments that can be chosen, by bank and program.
  private func playableInstruments(_ found: inout WarningList) -> [Int] {
    var candidates: [Int] = []
    for (index, instrument) in instruments.enumerated() {
      if instrument.program > 127 {
        found.add(
          .preset,
          "Instrument ‘\(instrument.name)’ has program \(instrument.program)"
            + " and cannot be chosen.")
      } else if instrument.regions.isEmpty {
        found.add(
          .preset, "Instrument ‘\(instrument.name)’ has no regions and is left out.")
      } else {
        candidates.append(index)
      }
    }
    candidates.sort { left, right in
      (instruments[left].identifier, left) < (instruments[right].identifier, right)
    }
    var order: [Int] = []
    for index in candidates {
      if let last = order.last, instruments[last].identifier == instruments[index].identifier {
        found.add(
          .preset,
          "Instrument ‘\(instruments[index].name)’ has the numbers of"
            + " ‘\(instruments[last].name)’ and is left out.")
      } else {
        order.append(index)
      }
    }
    return order
  }

  private func warnOfIgnoredConnections(_ found: inout WarningList) {
    var count = 0
    for instrument in instruments {
      count += Self.ignoredCount(instrument.connections)
      for region in instrument.regions { count += Self.ignoredCount(region.connections ?? []) }
    }
    if count > 0 {
      found.add(.modulators, "\(count) connections have no counterpart and are ignored.")
    }
  }

  private static func ignoredCount(_ connections: [DLSConnection]) -> Int {
    connections.reduce(0) { $0 + (DLSConnectionMapping($1) == nil ? 1 : 0) }
  }
}

extension DLSInstrument {
  /// Its numbers; meaningful for programs up to 127.
  var identifier: PresetIdentifier {
    PresetIdentifier(bank: bank, program: UInt8(truncatingIfNeeded: program & 0x7F))
  }
}
