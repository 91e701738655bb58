import PeachInstrumentModel
package import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import PeachWebPage

/// A song in the engine.
struct EngineSong {
  let player: SongPlayer
  /// Whether its position may change.
  var isActive = false
  /// The position that was reported last.
  var reported: SongPlayer.Position?
}

extension PageEngine {
  /// Loads a song, which plays with the bank of the selected sound, or else with the first one.
  ///
  /// - Throws: An error if the file is not a MIDI file.
  package func loadSong(named name: String, _ bytes: [UInt8]) throws(MIDIFileError) {
    let file = try MIDIFile(bytes: bytes)
    guard let bank = preset(tag: selectedTag)?.bank ?? banks.first else {
      pending.append(.note("\(name): there is no bank to play it with."))
      return
    }
    var configuration = configuration
    (configuration.gain, configuration.limiter) = (SynthesizerConfiguration.songGain, true)
    // Chorus and reverb would change the pitch of the trainer's notes, but belong to songs.
    (configuration.channelCount, configuration.effects) = (16, true)
    do throws(SampleCodecError) {
      let player = try SongPlayer(
        file, bank: bank.bank, decoder: decoder, configuration: configuration)
      if let song { replacedSongs.append((song, live.clock)) }
      song = EngineSong(player: player)
      mix.pointee.setSong(player.audioContext)
      let seconds = Double(player.durationFrames) / player.sampleRate
      report(SongOutline(file), name: name, seconds: seconds)
    } catch {
      pending.append(.note("\(bank.name): \(error.description)"))
    }
  }

  private func report(_ outline: SongOutline, name: String, seconds: Double) {
    pending.append(.song(.loaded(name: name, seconds: seconds, channels: outline.channels)))
    for channel in 0..<16 as Range<UInt8> {
      let notes = outline.notes.filter { $0.channel == channel }.map { note in
        SongNote(key: note.key, startSeconds: note.startSeconds, endSeconds: note.endSeconds)
      }
      if !notes.isEmpty { pending.append(.song(.notes(channel: channel, notes))) }
    }
    pending.append(.song(.bars(outline.bars)))
    for text in outline.texts where text.kind == .lyric || text.kind == .marker {
      pending.append(.song(.text(seconds: text.seconds, text.text)))
    }
  }

  func handle(_ message: SongMessage) {
    guard let player = song?.player else { return }
    let rate = player.sampleRate
    func frame(_ seconds: Double) -> Int64 {
      Int64((min(max(seconds, 0), 1e9) * rate).rounded())
    }
    switch message {
    case .play: player.play()
    case .pause: player.pause()
    case .seek(let seconds): player.seek(to: frame(seconds))
    case .tempo(let factor): player.setRate(factor)
    case .transpose(let semitones): player.setTransposition(semitones: semitones)
    case .mute(let channels): player.setMutedChannels(channels)
    case .loop(let seconds?):
      player.setLoop(frame(seconds.lowerBound)..<frame(seconds.upperBound))
    case .loop(nil): player.setLoop(nil)
    }
    song?.isActive = true
  }

  /// Reports the position every tenth of a second, and when it stops.
  func reportSong() {
    guard let song, song.isActive else { return }
    let position = song.player.position
    let rate = song.player.sampleRate
    let isUnchanged = song.reported.map { last in
      position.isPlaying == last.isPlaying
        && abs(position.songFrame - last.songFrame) < Int64(rate / 10)
    }
    // A paused song changes only after another message.
    if isUnchanged == true && !position.isPlaying { self.song?.isActive = false }
    if isUnchanged != true {
      self.song?.reported = position
      pending.append(
        .song(
          .position(
            seconds: Double(position.songFrame) / rate, isPlaying: position.isPlaying,
            voiceCount: song.player.soundingVoiceCount)))
    }
  }
}
