package import PeachInstrumentModel

extension DLSCollection {
  /// Returns the bank of presets, sorted by bank and program; drum kits have bank 128. Of
  /// instruments with equal numbers the first in the file is used. Regions are built on demand. A
  /// wave's loop is its own or that of the first region that has one; other regions use address
  /// offsets. A region's attenuation may be negative if the file raises a wave's level.
  ///
  /// Takes time in proportion to the lists of instruments, regions and waves. Call on any thread
  /// but the audio thread.
  package func soundBank() -> SoundBank {
    var bankWarnings = WarningList()
    let settings = effectiveSettings()
    let samples = waves.indices.map { sample(waves[$0], settings[$0], &bankWarnings) }
    let order = playableInstruments(&bankWarnings)
    warnOfIgnoredConnections(&bankWarnings)
    let builder = DLSRegionBuilder(instruments: instruments, waves: waves, samples: samples)
    var bank = SoundBank(
      information: information,
      presets: order.map { index in
        Preset(identifier: instruments[index].identifier, name: instruments[index].name)
      },
      samples: samples, warnings: warnings + bankWarnings.all, storage: storage,
      regionSource: { builder.regions(ofInstrument: order[$0], limit: $1) })
    bank.lacksPadByte = lacksPadByte
    if instruments.contains(where: { !$0.missingRegions.isEmpty }) {
      bank.missingRegionSource = { builder.instruments[order[$0]].missingRegions }
    }
    return bank
  }

  /// Returns the settings of each wave, or those of the first region that plays it. A wave without
  /// a loop uses that of the first region that has one.
  private func effectiveSettings() -> [DLSWaveSettings?] {
    var settings = waves.map { $0.settings }
    for instrument in instruments {
      for region in instrument.regions {
        guard let own = region.settings else { continue }
        var known = settings[region.wave] ?? own
        known.loop = known.loop ?? own.loop
        settings[region.wave] = known
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
        "\(wave.title): the sample rate \(wave.sampleRate) Hz is invalid; 22050 Hz is used."
      )
      rate = 22050
    }
    if let settings, settings.unityNote > 127 {
      warnings.add(
        .key,
        "\(wave.title): the unity note \(settings.unityNote) is invalid; 127 is used."
      )
    }
    let loop = settings?.loop?.range(within: wave.frameCount)
    if let declared = settings?.loop, wave.frameCount > 0,
      loop?.count != Int(clamping: declared.length)
    {
      warnings.add(.loop, "\(wave.title): the loop exceeds the frames.")
    }
    return Sample(
      name: wave.name.isEmpty ? "Wave \(wave.index)" : wave.name, encoding: wave.encoding,
      sampleRate: rate,
      rootKey: settings?.rootKey ?? 60, correctionCents: Double(settings?.fineTuneCents ?? 0),
      loop: loop)
  }

  /// Returns the indices of the instruments that can be selected, sorted by bank and program.
  private func playableInstruments(_ found: inout WarningList) -> [Int] {
    var candidates: [Int] = []
    for (index, instrument) in instruments.enumerated() {
      if instrument.program > 127 {
        found.add(
          .preset,
          "Ignored instrument \(quoted: instrument.name): program \(instrument.program) is out of "
            + "range."
        )
      } else if instrument.regions.isEmpty && instrument.missingRegions.isEmpty {
        found.add(.preset, "Ignored instrument \(quoted: instrument.name): it has no regions.")
      } else {
        candidates.append(index)
      }
    }
    return candidates.sortedDistinct(by: { instruments[$0].identifier.number }) { index, first in
      found.add(
        .preset,
        "Ignored instrument \(quoted: instruments[index].name): its bank and program are those of"
          + " \(quoted: instruments[first].name).")
    }
  }

  private func warnOfIgnoredConnections(_ found: inout WarningList) {
    var count = 0
    for instrument in instruments {
      let lists = [instrument.connections] + instrument.regions.map { $0.connections ?? [] }
      count += lists.joined().count { DLSConnectionMapping($0) == nil }
    }
    if count > 0 {
      found.add(.modulators, "\(count) connections are not supported and were ignored.")
    }
  }
}

extension DLSInstrument {
  /// The bank and program. Valid if the program is less than 128.
  var identifier: PresetIdentifier {
    PresetIdentifier(bank: bank, program: UInt8(truncatingIfNeeded: program & 0x7F))
  }
}
