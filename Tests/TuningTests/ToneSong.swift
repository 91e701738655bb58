import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import SoundMeasurement

/// Songs that a bank of one tone plays, at 48 kHz without effects.
enum ToneSong {
  static let rate = 48_000.0

  private static let configuration = SynthesizerConfiguration(sampleRate: rate, effects: false)

  static func renderer(
    _ file: MIDIFile, _ tunings: NoteTunings, excerpt: SongExcerpt = SongExcerpt()
  ) throws -> SongRenderer {
    let bank = TestBank.tone()
    let loader = InstrumentLoader(bank: bank, decoder: nil)
    return try SongRenderer(
      file, banks: BankStack(bank), configuration: configuration, excerpt: excerpt,
      tunings: tunings
    ) { entry, usedKeys throws(SampleCodecError) in
      try loader.prepare(presetAt: entry.preset, usedKeys: usedKeys)
    }
  }

  /// Returns the left channel.
  static func audio(_ song: consuming SongRenderer, block: Int = 4096) -> [Float] {
    var audio: [Float] = []
    var (left, right) = ([Float](repeating: 0, count: block), [Float](repeating: 0, count: block))
    while song.render(left: &left, right: &right, count: block) { audio += left }
    return audio
  }

  /// Returns 12.5 s of the left channel of a player that repeats the first 6 s.
  static func repeatedAudio(_ file: MIDIFile, _ tunings: NoteTunings) throws -> [Float] {
    let bank = TestBank.tone()
    let loader = InstrumentLoader(bank: bank, decoder: nil)
    let player = try SongPlayer(
      file, banks: BankStack(bank), configuration: configuration, tunings: tunings
    ) { entry, usedKeys throws(SampleCodecError) in
      try loader.prepare(presetAt: entry.preset, usedKeys: usedKeys)
    }
    try player.setLoop(0..<288_000)
    try player.play()
    var audio: [Float] = []
    var (left, right) = ([Float](repeating: 0, count: 512), [Float](repeating: 0, count: 512))
    while audio.count < 600_000 {
      SongPlayer.render(player.audioContext, left: &left, right: &right, count: 512)
      audio += left
    }
    return audio
  }

  /// Returns an excerpt of one channel.
  static func soloing(_ channel: UInt8) -> SongExcerpt {
    var excerpt = SongExcerpt()
    excerpt.mutedChannels = .all
    excerpt.mutedChannels.remove(channel)
    return excerpt
  }
}
