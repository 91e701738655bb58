package import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachMusicUnits
import PeachPlayback
import PeachSequencing
import PeachStraightPresets
import PeachSynthesis
import PeachTrainerUI
import PeachWebPage

/// Banks and their presets.
extension PageEngine {
  /// Adds a bank of one file, as ``addBank(named:_:isStraight:)``.
  package func addBank(
    named name: String, _ storage: ByteStorage, isStraight: Bool = false
  ) throws(InstrumentFileError) {
    try addBank(named: name, [AddedFile(path: name, storage)], isStraight: isStraight)
  }

  /// Adds a bank, or the instruments of a folder, which replaces one of the same name, and reports
  /// its sounds.
  ///
  /// - Parameters:
  ///   - isStraight: Whether its recordings are straight and in tune already.
  ///   - isComplete: Whether all samples have been read; otherwise ``completeBank(named:)``
  ///     follows, before any of them is played.
  /// - Throws: An error if the files are not a bank.
  package func addBank(
    named name: String, _ files: [AddedFile], isStraight: Bool = false, isComplete: Bool = true
  ) throws(InstrumentFileError) {
    let instruments = try OpenedInstrument.open(named: name, files)
    removeBank(name: name)
    // The selected sound may be in this bank.
    chordTone = nil
    pending.append(
      .bank(name: name, byteCount: files.reduce(0) { $0 + $1.storage.bytes.count }))
    var tags: [String] = []
    for (number, instrument) in instruments.enumerated() {
      let bank = instrument.bank
      banks.append(
        EngineBank(
          name: name, files: files, instrument: number, tagName: instrument.name, bank: bank,
          loader: InstrumentLoader(bank: bank, decoder: decoder), isStraight: isStraight))
      for (index, tag) in instrument.presets {
        guard let keys = bank.keys(ofPresetAt: index) else { continue }
        let preset = bank.presets[index]
        tags.append(tag)
        pending.append(
          .sound(
            TrainerSound(
              tag: tag, name: preset.name, bank: name,
              badge: isStraight ? .straight(deviationCents: nil) : nil,
              compass: GeneralMIDICompass.keys(keys, ofProgram: preset.program))))
      }
    }
    if tags.isEmpty {
      let reasons =
        ["it has no instrument with a pitch."]
        + instruments.flatMap { $0.bank.warnings }.prefix(1)
      pending.append(.note("\(name): \(reasons.joined(separator: " "))"))
    } else {
      reportWarnings(of: name, instruments.flatMap { $0.bank.warnings })
    }
    if isComplete { completeBank(named: name) }
  }

  /// Reports the first warning about a bank, and the number of the others.
  private func reportWarnings(of name: String, _ warnings: [String]) {
    guard let first = warnings.first else { return }
    let rest = warnings.count == 1 ? "" : " (1 of \(warnings.count) warnings)"
    pending.append(.note("\(name): \(first)\(rest)"))
  }

  /// Selects a sound of a bank whose samples have been read now: the stored sound may be in a bank
  /// that is read after the page has asked for it.
  package func completeBank(named name: String) {
    if let preset = preset(tag: selectedTag), preset.bank.name == name { select(tag: selectedTag) }
  }

  func removeBank(name: String) {
    guard banks.contains(where: { $0.name == name }) else { return }
    banks.removeAll { $0.name == name }
    stretched = KeyedArray()
    chordTone = nil
    banksAbove.removeAll { $0 == name }
    pending.append(.removedBank(name: name))
  }

  func select(tag: String) {
    selectedTag = tag
    hasMissingSound = !use(tag: tag)
  }

  /// Reports at the first note that a sine replaces the selected sound. Its bank may be read after
  /// it was selected.
  func reportMissingSound() {
    guard hasMissingSound else { return }
    hasMissingSound = false
    pending.append(.note("\(selectedTag) is not available. A sine plays instead."))
  }

  func preview(tag: String) {
    stop()
    // A sine previews what is missing or cannot be decoded, which `use(tag:)` reports.
    _ = use(tag: tag)
    _ = play([
      ScheduledNote(
        frequency: FrequencyCalculation.concertPitch, duration: .seconds(1), amplitude: 0.25)
    ])
  }

  /// Returns the bank and the index of a preset; `nil` for the sine and for unknown tags.
  func preset(tag: String) -> (bank: EngineBank, index: Int)? {
    for bank in banks {
      if let index = bank.bank.presets.indices.first(where: { bank.tag(ofPresetAt: $0) == tag }) {
        return (bank, index)
      }
    }
    return nil
  }

  /// Sets the preset of all channels: a sine if the tag's preset does not exist or cannot be
  /// decoded. Returns whether the preset exists.
  private func use(tag: String) -> Bool {
    if let (bank, index) = preset(tag: tag) {
      do throws(StraighteningError) {
        let new = try prepared(index, of: bank)
        keyboard = new
        use(
          new.preset.withKeyCents(octaves.cents(of: new.octaveCents ?? [])), .sampled(.frequency))
        return true
      } catch { pending.append(.note("\(bank.name): \(error.description)")) }
    }
    // The sine has no compressed samples, so that it can always be prepared.
    if let sine = try? InstrumentLoader(bank: SineWave.soundBank).prepare(presetAt: 0) {
      keyboard = KeyboardPreset(preset: sine, octaveCents: [])
      use(sine, .sine)
    }
    return tag == "sine" || preset(tag: tag) != nil
  }

  private func prepared(
    _ index: Int, of bank: EngineBank
  ) throws(StraighteningError) -> KeyboardPreset {
    if bank.isStraight {
      // Banks with straight tones have no instruments with stiff strings.
      do throws(SampleCodecError) {
        let preset = try bank.loader.prepare(presetAt: index, steadyPitch: true)
        return KeyboardPreset(preset: preset, octaveCents: [])
      } catch { throw .samples(error) }
    }
    let isStretched = octaves.octave != .off
    let straight = try straighten(
      request(index, of: bank, isStretched ? .straightStretched : .straight))
    return KeyboardPreset(
      preset: try bank.prepare(index, as: straight),
      octaveCents: isStretched ? straight.octaveCents : nil)
  }

  /// Sets the preset of channels, by default of all.
  func use(
    _ prepared: PreparedPreset, _ newStyle: NoteStyle, onChannels channels: [UInt8]? = nil
  ) {
    playsChords = false
    var events: [LiveEvent] = []
    for channel in channels ?? [Self.trainerChannel] + Self.keyboardChannels {
      events += [
        LiveEvent(.fadeChannel(channel, frames: frames(NoteStyle.fadeSeconds))),
        .use(prepared, onChannel: channel),
        // Notes have their level by amplitude (SoundFont 2.04 §8.4.5: 100 would be −2 dB).
        LiveEvent(.controlChange(channel: channel, controller: 7, value: 127)),
      ]
      events += newStyle.setUp(channel: channel).map { LiveEvent($0) }
      if channel != Self.trainerChannel { events += Self.program(of: prepared, channel) }
    }
    guard live.send(events) != nil else { return report(.queueFull) }
    style = newStyle
  }

  /// Returns the events that tell the tuner of chords which instrument a channel plays, in a bank
  /// that is not that of drums.
  private static func program(of prepared: PreparedPreset, _ channel: UInt8) -> [LiveEvent] {
    [
      LiveEvent(.controlChange(channel: channel, controller: 0, value: 0)),
      LiveEvent(.controlChange(channel: channel, controller: 32, value: 0)),
      LiveEvent(.programChange(channel: channel, program: prepared.preset.program)),
    ]
  }
}
