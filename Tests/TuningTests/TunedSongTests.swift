import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import PeachTuning
import SoundMeasurement
import Testing

/// The audio of tuned songs, measured without the engine.
@Suite("Audio of tuned songs")
struct TunedSongTests {
  /// Returns the pitch of each note of a channel as rendered alone, in cents above equal
  /// temperament. Notes of a channel do not overlap.
  private func measured(
    _ tuning: SongTuning, _ file: MIDIFile, channel: UInt8
  ) throws -> [Int: Double] {
    let audio = ToneSong.audio(
      try ToneSong.renderer(file, tuning.noteTunings, excerpt: ToneSong.soloing(channel)))
    var cents: [Int: Double] = [:]
    for (index, note) in tuning.notes.enumerated() where note.channel == channel {
      let range = Int(note.startFrame) + 6_000..<Int(note.endFrame) - 2_000
      // The tone of the bank is sharp.
      let expected = 440 * exp2((Double(note.key) - 69) / 12 + TestBank.toneCents / 1200)
      cents[index] = PitchMeter.cents(
        of: audio[range], above: expected, sampleRate: ToneSong.rate)
    }
    return cents
  }

  @Test("Notes sound at the cents of the plan within 0.01 cents, and chords at their ratios")
  func pitches() throws {
    let song = VoiceSong(chords: VoiceSong.cadences)
    let file = try song.file()
    let tuning = SongTuning(file, AdaptiveTuning())
    var found = [Double](repeating: 0, count: tuning.notes.count)
    for channel in 0..<UInt8(4) {
      for (index, cents) in try measured(tuning, file, channel: channel) {
        #expect(abs(cents - tuning.cents[index]) < 0.01)
        found[index] = cents
      }
    }
    // E5 above C3: 10/4 · 2 = 5/1.
    let tenth = 100 * 28 + found[0] - found[3]
    #expect(abs(tenth - 1200 * log2(5)) < 0.05)
  }

  @Test("Held notes keep their pitch within 0.05 cents while the chords change")
  func held() throws {
    let song = VoiceSong(
      chords: ["C5 G4 E4 C3", "_ A4 _ A2", "D5 _ F4 D3", "_ G4 D4 B2", "C5 _ E4 C3"])
    let file = try song.file()
    let tuning = SongTuning(file, AdaptiveTuning())
    for channel in 0..<UInt8(4) {
      let audio = ToneSong.audio(
        try ToneSong.renderer(file, tuning.noteTunings, excerpt: ToneSong.soloing(channel)))
      for (index, note) in tuning.notes.enumerated() where note.channel == channel {
        let expected = 440 * exp2((Double(note.key) - 69) / 12 + TestBank.toneCents / 1200)
        var start = Int(note.startFrame) + 6_000
        while start + 20_000 < Int(note.endFrame) {
          let cents = PitchMeter.cents(
            of: audio[start..<start + 20_000], above: expected, sampleRate: ToneSong.rate)
          #expect(abs(cents - tuning.cents[index]) < 0.05)
          start += 20_000
        }
      }
    }
  }

  @Test("Audio is bit-identical for all block sizes; without notes to tune it is that of today")
  func blocks() throws {
    let file = try VoiceSong(chords: VoiceSong.pump).file()
    let tunings = SongTuning(file, AdaptiveTuning()).noteTunings
    let expected = ToneSong.audio(try ToneSong.renderer(file, tunings))
    for block in [1, 63, 1_000] {
      let other = ToneSong.audio(try ToneSong.renderer(file, tunings), block: block)
      let count = min(other.count, expected.count)
      #expect(other[..<count] == expected[..<count])
    }
    #expect(ToneSong.audio(try ToneSong.renderer(file, NoteTunings())) != expected)
    var options = AdaptiveTuning()
    options.purity = 0
    let untuned = ToneSong.audio(try ToneSong.renderer(file, SongTuning(file, options).noteTunings))
    #expect(untuned == ToneSong.audio(try ToneSong.renderer(file, NoteTunings())))
  }

  @Test("After a jump, and with a transposition, notes have the same cents")
  func jumps() throws {
    let file = try VoiceSong(chords: VoiceSong.pump).file()
    let tuning = SongTuning(file, AdaptiveTuning())
    var excerpt = ToneSong.soloing(0)
    (excerpt.startSeconds, excerpt.transposition) = (3, 2)
    let audio = ToneSong.audio(try ToneSong.renderer(file, tuning.noteTunings, excerpt: excerpt))
    // D5 from 3 s on, two semitones higher.
    let index = try #require(
      tuning.notes.firstIndex { $0.channel == 0 && $0.startFrame == 144_000 })
    let expected = 440 * exp2((76.0 - 69) / 12 + TestBank.toneCents / 1200)
    let cents = PitchMeter.cents(
      of: audio[6_000..<66_000], above: expected, sampleRate: ToneSong.rate)
    #expect(abs(cents - tuning.cents[index]) < 0.01 && abs(cents) > 1)
  }

  @Test("The player sounds as the renderer, also in the repetition of a loop")
  func player() throws {
    let file = try VoiceSong(chords: VoiceSong.pump).file()
    let tunings = SongTuning(file, AdaptiveTuning()).noteTunings
    let audio = try ToneSong.repeatedAudio(file, tunings)
    let expected = ToneSong.audio(try ToneSong.renderer(file, tunings))
    #expect(audio[..<280_000] == expected[..<280_000])
    #expect(audio[300_000..<500_000] == expected[12_000..<212_000])
  }

  @Test("tuneNote tunes the next notes of a key; bends and tunings are added, resets end it")
  func engine() throws {
    func pitch(_ events: [SynthesizerEvent], later: [SynthesizerEvent] = []) throws -> Double {
      var synthesizer = Synthesizer(
        SynthesizerConfiguration(sampleRate: ToneSong.rate, effects: false))
      let preset = try InstrumentLoader(bank: TestBank.tone(), decoder: nil).prepare(presetAt: 0)
      synthesizer.use(preset, onChannel: 0)
      for event in events { synthesizer.handle(event) }
      synthesizer.handle(.noteOn(channel: 0, key: 69, velocity: 100))
      for event in later { synthesizer.handle(event) }
      var (left, right) = (
        [Float](repeating: 0, count: 48_000), [Float](repeating: 0, count: 48_000)
      )
      synthesizer.render(left: &left, right: &right, count: 48_000)
      return PitchMeter.cents(of: left[4_000...], above: 441, sampleRate: ToneSong.rate)
    }
    let tune = SynthesizerEvent.tuneNote(channel: 0, key: 69, cents: 13.686)
    let octave = SynthesizerEvent.tunePitchClass(
      channel: 0, pitchClass: 9, cents: 5, isImmediate: true)
    let cases: [([SynthesizerEvent], [SynthesizerEvent], Double)] = [
      ([tune], [], 13.686), ([], [tune], 0),
      ([.tuneNote(channel: 0, key: 68, cents: 9)], [], 0),
      ([tune], [.tuneNote(channel: 0, key: 69, cents: -7)], 13.686),
      ([tune], [octave], 18.686), ([tune, octave], [], 18.686),
      ([tune], [.keyBend(channel: 0, key: 69, cents: 2)], 15.686),
      ([tune, .tuneNote(channel: 0, key: 69, cents: .nan)], [], 13.686),
      ([tune, .tuneNote(channel: 0, key: 69, cents: 0)], [], 0),
      ([tune, .tuneNote(channel: 200, key: 69, cents: 4)], [], 13.686),
    ]
    for (events, later, cents) in cases {
      let found = try pitch(events, later: later)
      #expect(abs(found - cents) < 0.01, "\(events) \(later) \(found)")
    }
  }

  @Test("The outline has the cents of the notes")
  func outline() throws {
    let file = try VoiceSong(chords: VoiceSong.pump).file()
    let tuning = SongTuning(file, AdaptiveTuning())
    let outline = SongOutline(file, tunings: tuning.noteTunings)
    try #require(outline.notes.count == tuning.notes.count)
    for (index, note) in tuning.notes.enumerated() {
      let own = outline.notes.first {
        $0.channel == note.channel && abs($0.startSeconds - note.startSeconds) < 0.001
      }
      #expect(try abs(#require(own).meanCents - tuning.cents[index]) < 1e-4)
    }
  }
}
