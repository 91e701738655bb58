import PeachInstrumentFiles
import PeachInstrumentModel
package import PeachMIDIEvents
import PeachMusicUnits
import PeachSequencing
import PeachSynthesis
import PeachWebPage

extension PageEngine {
  /// Loads a song. It plays with the bank of the selected sound, or with the one that has the most
  /// of its presets.
  ///
  /// - Throws: An error if the file is not a MIDI file.
  package func loadSong(named name: String, _ bytes: [UInt8]) throws(MIDIFileError) {
    let file = try MIDIFile(bytes: bytes)
    let bank = bank(for: file)
    let banks = songBanks(of: file, named: name, bank)
    if banks.stack.layers.isEmpty {
      pending.append(.note("\(name): there is no bank to play it with."))
      return
    }
    let bankName = bank?.name ?? name
    do throws(SampleCodecError) {
      let tunings = noteTunings(of: file, named: name)
      let player = try player(of: file, with: banks, tunings)
      cancelRendering()
      if let song { replacedPlayers.append((song.player, live.clock)) }
      let song = EngineSong(
        name: name, file: file, bankName: bankName, banks: banks, tunings: tunings, player: player)
      self.song = song
      mix.pointee.setSong(player.audioContext)
      let seconds = Double(player.durationFrames) / player.sampleRate
      let outline = SongOutline(file, tunings: tunings)
      pending.append(.song(.loaded(name: name, seconds: seconds, channels: outline.channels)))
      reportTexts(outline.texts)
      reportNotes(outline)
      reportInstruments(of: song)
      if !player.missingSamples.isEmpty {
        pending.append(.note("\(name): \(player.missingSamples.joined(separator: " "))"))
      }
    } catch {
      pending.append(.note("\(bankName): \(error.description)"))
    }
  }

  /// Returns the bank with the most presets of a song: of equal ones that of the selected sound,
  /// else the last one that was added.
  private func bank(for file: MIDIFile) -> EngineBank? {
    let selected = preset(tag: selectedTag)?.bank
    let missing = SongPlayer.missingPresets(
      of: file, in: banks.map { $0.bank }, configuration: songConfiguration)
    var best: (bank: EngineBank, count: Int)?
    for (bank, presets) in zip(banks, missing) {
      let isSelected = bank.name == selected?.name
      if let best, presets.count > best.count { continue }
      if let best, presets.count == best.count, best.bank.name == selected?.name { continue }
      if best == nil || isSelected || presets.count <= best?.count ?? 0 {
        best = (bank, presets.count)
      }
    }
    return best?.bank
  }

  /// Reports the bank, its instruments, and the presets that others or silence replace.
  private func reportInstruments(of song: EngineSong) {
    for (channel, entry) in song.player.firstPresets {
      let bank = song.banks.banks[entry.layer]
      pending.append(
        .song(
          .channel(
            channel, name: bank.bank.presets[entry.preset].name,
            tag: bank.tag(ofPresetAt: entry.preset))))
    }
    let programs = song.player.missingPresets.map { $0.bank == 128 ? 128 : Double($0.program) }
    pending.append(.song(.bank(name: song.bankName, replaced: programs)))
  }

  /// Plays the song with another bank, at the same position.
  private func chooseBank(named name: String) {
    guard banks.contains(where: { $0.name == name }) else { return }
    playAgain(withBankNamed: name)
  }

  /// Lets a bank play what it has, above the others, or no longer.
  private func switchBankAbove(named name: String) {
    if banksAbove.contains(name) {
      banksAbove.removeAll { $0 == name }
    } else {
      banksAbove.insert(name, at: 0)
    }
    playAgain()
  }

  /// Has a channel play the preset of a tag, or else the song's own, at the same position.
  private func usePreset(tag: String, ofChannel channel: UInt8) {
    guard let song else { return }
    // Numbers of banks that General MIDI, GS and XG leave free.
    let number = 64 + UInt16(channel & 63)
    let found = preset(tag: tag)
    song.chosen.choose(presetAt: found?.index, of: found?.bank, as: number)
    song.file.removePreset(ofChannel: channel)
    if let (bank, index) = found {
      song.file.setPreset(
        bank: number, program: bank.bank.presets[index].program, ofChannel: channel)
    }
    playAgain()
  }

  /// Plays the song with other presets, at the same position: those of a bank, and of the banks
  /// above it. A bank that was removed plays on.
  private func playAgain(withBankNamed name: String? = nil) {
    guard let song else { return }
    let bankName = name ?? song.bankName
    let bank = (self.banks + song.banks.banks).first { $0.name == bankName }
    let banks = songBanks(of: song.file, named: song.name, bank, song.chosen)
    let channels = song.player.firstPresets
    replacePlayer(banks, bankName, song.tunings, allKeys: song.hasAllKeys)
    for (channel, _) in channels { pending.append(.song(.channel(channel, name: ""))) }
    reportInstruments(of: song)
  }

  /// The configuration of songs.
  private var songConfiguration: SynthesizerConfiguration {
    var configuration = configuration
    (configuration.gain, configuration.limiter) = (SynthesizerConfiguration.songGain, true)
    // Chorus and reverb would change the pitch of the trainer's notes, but belong to songs.
    (configuration.channelCount, configuration.effects) = (16, true)
    return configuration
  }

  /// Returns the banks for a song: those of presets that were chosen for channels, its own, those
  /// above, and the chosen one.
  private func songBanks(
    of file: MIDIFile, named name: String, _ bank: EngineBank?,
    _ chosen: EngineSongBanks = EngineSongBanks()
  ) -> EngineSongBanks {
    var banks = chosen
    for name in banksAbove where name != bank?.name {
      for above in self.banks where above.name == name {
        banks.append(above)
      }
    }
    if let bank { banks.append(bank) }
    do throws(InstrumentFileError) {
      var files: [AddedFile] = []
      let own = try file.embeddedLayer { (storage) throws(InstrumentFileError) in
        files = [AddedFile(path: name, storage)]
        return try InstrumentFile.read(storage)
      }
      if let own {
        // Another song of this name may have had another bank.
        stretched = KeyedArray()
        let bank = EngineBank(
          name: name, files: files, instrument: 0, tagName: name, bank: own.bank,
          loader: InstrumentLoader(bank: own.bank, decoder: decoder), isStraight: false)
        // It has no preset of the numbers of those before it, but substitutes all.
        banks.insert(bank, own, at: chosen.banks.count)
      }
    } catch {
      pending.append(.note("\(name): \(error.description)"))
    }
    return banks
  }

  private func player(
    of file: MIDIFile, with banks: EngineSongBanks, _ tunings: NoteTunings, allKeys: Bool = false
  ) throws(SampleCodecError) -> SongPlayer {
    let player = try SongPlayer(
      file, banks: banks.stack, configuration: songConfiguration, hasClicks: true,
      tunings: tunings
    ) { (entry, usedKeys) throws(SampleCodecError) in
      try prepare(entry, allKeys ? .all : usedKeys, of: banks)
    }
    // The queue of a new player has room.
    if hasClicks { try? player.setClick(gain: Self.clickGain) }
    return player
  }

  /// The peak of accented clicks: −12 dBFS, as in the programs.
  private static var clickGain: Float { 0.251_188_64 }

  /// Replaces the player by one with all keys of its presets.
  private func prepareAllKeys() {
    guard let song, !song.hasAllKeys else { return }
    replacePlayer(song.banks, song.bankName, song.tunings, allKeys: true)
  }

  /// Replaces the player, at the same position.
  func replacePlayer(
    _ banks: EngineSongBanks, _ bankName: String, _ tunings: NoteTunings, allKeys: Bool
  ) {
    guard let song else { return }
    do throws(SampleCodecError) {
      let player = try player(of: song.file, with: banks, tunings, allKeys: allKeys)
      let position = song.position(at: live.clock)
      // From its start if it has ended.
      let frame = position.isFinished ? 0 : max(position.songFrame, 0)
      do throws(LiveCommandError) {
        try player.setRate(song.settings.rate)
        try player.setTransposition(semitones: song.settings.transposition)
        try player.setMutedChannels(song.settings.mutedChannels)
        for channel in song.levels.indices where song.levels[channel] != 0 {
          try player.setLevel(decibels: song.levels[channel], ofChannel: UInt8(channel))
        }
        try player.setLoop(song.loop)
        try player.seek(to: frame)
        if position.isPlaying { try player.play() }
      } catch { return report(error) }
      replacedPlayers.append((song.player, live.clock))
      (song.player, song.banks, song.tunings, song.bankName) = (player, banks, tunings, bankName)
      song.hasAllKeys = allKeys
      expect(frame, plays: position.isPlaying)
      mix.pointee.setSong(player.audioContext)
    } catch {
      pending.append(.note("\(bankName): \(error.description)"))
    }
  }

  /// Reports the notes and then the bars, which end them.
  func reportNotes(_ outline: SongOutline) {
    var notesOfChannel = [[SongOutline.Note]](repeating: [], count: 256)
    for note in outline.notes { notesOfChannel[Int(note.channel)].append(note) }
    for channel in outline.channels.channels {
      let notes = notesOfChannel[Int(channel)].map { note in
        SongNote(
          key: note.key, startSeconds: note.startSeconds, endSeconds: note.endSeconds,
          meanCents: Self.rounded(note.meanCents),
          deviations: note.deviations.map {
            SongNote.Deviation(seconds: $0.seconds, cents: Self.rounded($0.cents))
          })
      }
      // In parts, so that the page's thread is never busy for long.
      for start in stride(from: 0, to: notes.count, by: Self.notesOfReport) {
        let part = notes[start..<min(start + Self.notesOfReport, notes.count)]
        pending.append(.song(.notes(channel: channel, Array(part))))
      }
    }
    pending.append(.song(.bars(outline.bars)))
  }

  /// Reports markers and lyrics: lyrics are text events in karaoke files, whose lines begin with a
  /// slash or a backslash, and which have comments that begin with `@`.
  private func reportTexts(_ texts: [SongOutline.Text]) {
    let hasLyrics = texts.contains { $0.kind == .lyric }
    let isKaraoke =
      !hasLyrics && texts.contains { $0.kind == .text && Self.separators.contains($0.first) }
    for text in texts {
      switch text.kind {
      case .marker: pending.append(.song(.text(seconds: text.seconds, text.text)))
      case .lyric: reportLyric(text)
      case .text where isKaraoke && text.first != UInt8(ascii: "@"): reportLyric(text)
      default: break
      }
    }
  }

  /// Reports a syllable. Carriage returns and line feeds, which end lines and paragraphs (RP-026),
  /// become the slashes of karaoke files: messages have no control characters.
  private func reportLyric(_ text: SongOutline.Text) {
    let bytes = text.text.utf8.map { $0 == 0x0D || $0 == 0x0A ? Self.separators[0] : $0 }
    pending.append(.song(.lyric(seconds: text.seconds, String(decoding: bytes, as: UTF8.self))))
  }

  /// A slash and a backslash.
  private static var separators: [UInt8] { [0x2F, 0x5C] }

  private static var notesOfReport: Int { 250 }

  /// Rounds to 0.001 cents, which keeps the reports short.
  private static func rounded(_ cents: Double) -> Double { (cents * 1000).rounded() / 1000 }

  func handle(_ message: SongMessage) {
    do throws(LiveCommandError) { try perform(message) } catch { report(error) }
  }

  private func perform(_ message: SongMessage) throws(LiveCommandError) {
    if case .transpose(let semitones) = message, semitones != 0 { prepareAllKeys() }
    if case .metronome(let clicks, let countsIn) = message {
      (hasClicks, self.countsIn) = (clicks, countsIn)
    }
    guard let song else { return }
    let player = song.player
    let rate = player.sampleRate
    func frame(_ seconds: Double) -> Int64 {
      Int64((min(max(seconds, 0), 1e9) * rate).rounded())
    }
    switch message {
    case .play: return try play(song)
    case .pause:
      let frame = song.position(at: live.clock).songFrame
      try player.pause()
      return expect(frame, plays: false)
    case .seek(let seconds):
      try player.seek(to: frame(seconds))
      return expect(frame(seconds))
    case .tempo(let factor):
      let rates = SongPlayer.rates
      try player.setRate(factor)
      song.settings.rate = min(max(factor, rates.lowerBound), rates.upperBound)
    case .transpose(let semitones):
      let range = SongPlayer.transpositions
      try player.setTransposition(semitones: semitones)
      song.settings.transposition = min(max(semitones, range.lowerBound), range.upperBound)
    case .mute(let channels):
      try player.setMutedChannels(channels)
      song.settings.mutedChannels = channels
    case .level(let decibels, let channel):
      try player.setLevel(decibels: decibels, ofChannel: UInt8(channel & 255))
      song.levels[channel & 255] = decibels
    case .loop(let seconds):
      let loop = seconds.map { frame($0.lowerBound)..<frame($0.upperBound) }
      try player.setLoop(loop)
      song.loop = loop
      if let loop, song.position(at: live.clock).songFrame >= loop.upperBound {
        try player.seek(to: loop.lowerBound)
        return expect(loop.lowerBound)
      }
    case .instrument(let tag, let channel): usePreset(tag: tag, ofChannel: UInt8(channel & 255))
    case .bank(let name): chooseBank(named: name)
    case .bankAbove(let name): switchBankAbove(named: name)
    case .render(let format): return startRendering(format)
    case .cancelRendering: return cancelRendering()
    case .metronome: return try player.setClick(gain: hasClicks ? Self.clickGain : 0)
    }
    expect()
  }

  /// Notes that a message was sent: see ``EngineSong/expect(_:plays:at:until:)``.
  private func expect(_ frame: Int64? = nil, plays: Bool? = nil) {
    let clock = live.clock
    song?.expect(
      frame, plays: plays, at: clock, until: clock + Int64(frames(Self.settlingSeconds)))
  }

  /// Plays, after the beats of the present bar if they are to be counted.
  private func play(_ song: EngineSong) throws(LiveCommandError) {
    let player = song.player
    let position = song.position(at: live.clock)
    var frame = position.isFinished ? 0 : max(position.songFrame, 0)
    if countsIn, !position.isPlaying,
      let (start, beats) = song.bars.countIn(
        atFrame: frame, sampleRate: Int(player.sampleRate), rate: song.settings.rate)
    {
      // It approaches the start from before.
      frame = start - Int64(Double(beats.remainingFrames) * song.settings.rate)
      try player.seek(to: start)
      try player.play(after: beats, gain: Self.clickGain)
    } else {
      try player.play()
    }
    expect(frame, plays: true)
  }

  /// An upper bound on the duration of a block of the audio thread.
  private static var settlingSeconds: Double { 0.2 }

  /// Reports the position every tenth of a second, and when it stops.
  func reportSong() {
    guard let song, song.isActive else { return }
    let position = song.position(at: live.clock)
    let rate = song.player.sampleRate
    let isUnchanged = song.reported.map { last in
      position.isPlaying == last.isPlaying
        && abs(position.songFrame - last.songFrame) < Int64(rate / 10)
    }
    // A paused song changes only after another message, which takes effect with the next block.
    if isUnchanged == true && !position.isPlaying && song.isSettled(at: live.clock) {
      song.isActive = false
    }
    if isUnchanged != true {
      song.reported = position
      pending.append(
        .song(
          .position(
            seconds: Double(position.songFrame) / rate, isPlaying: position.isPlaying,
            voiceCount: song.player.soundingVoiceCount)))
    }
  }
}

extension SongOutline.Text {
  /// The first byte; 0 if there is none.
  fileprivate var first: UInt8 { text.utf8.first ?? 0 }
}
