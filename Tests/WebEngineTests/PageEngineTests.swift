import Foundation
import PeachEarTraining
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMIDIEvents
import PeachMusicUnits
import PeachSequencing
import PeachSynthesis
import PeachTrainerUI
import PeachWebEngine
import PeachWebPage
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("The page's engine")
struct PageEngineTests {
  private static let cue = TrainerCue(session: 1, number: 2)
  private static let bank = VibratoRecording.bank.chunks.file
  private let engine = PageEngine.portable()

  private func render(seconds: Double) -> (audio: [Float], reports: [TimedReport]) {
    engine.render(seconds: seconds)
  }

  @Test("Both notes of a pair sound at their frequencies, and are reported at their frames")
  func pair() throws {
    let notes = [442.0, 441.0].map { TrialNote(frequency: .hertz($0), durationSeconds: 0.5) }
    engine.handle(
      .playPair(Self.cue, reference: notes[0], target: notes[1], gapSeconds: 0.1, isUnison: true))
    let (audio, reports) = render(seconds: 1.3)
    // 0.5 s and a gap of 0.1 s are 28,800 frames.
    #expect(
      reports == [
        .init(frame: 28_800, .targetBegan(Self.cue)),
        .init(frame: 52_800, .targetEnded(Self.cue)),
      ])
    for (start, hertz) in [(0, 442.0), (28_800, 441)] {
      let middle = audio[(start + 2_400)..<(start + 21_600)]
      #expect(abs(PitchMeter.cents(of: middle, above: hertz, sampleRate: 48_000)) < 0.01)
    }
    #expect(Level.peak(audio[24_000..<28_800]) < 1e-6 && Level.peak(audio[52_800...]) < 1e-6)
  }

  @Test("A note of a bank is straight and has its frequency; without its bank a sine sounds")
  func bankSound() throws {
    try engine.addBank(named: "my.sf2", ByteStorage(copying: Self.bank))
    let reports = engine.reports().map(\.report)
    #expect(reports.first == .bank(name: "my.sf2", byteCount: Self.bank.count))
    let tags = reports.compactMap { report -> String? in
      if case .sound(let sound) = report { sound.tag } else { nil }
    }
    // The kit 128:0 has no pitch.
    #expect(tags == ["sf2:my.sf2:0:40", "sf2:my.sf2:0:48"])
    engine.handle(.select(tag: tags[0]))
    engine.handle(.playReference(Self.cue, TrialNote(frequency: .hertz(442), durationSeconds: 1)))
    let (audio, ended) = render(seconds: 1.2)
    #expect(ended.map(\.frame) == [48_000])
    // The recording has a vibrato of ±20 cents and is 7 cents sharp.
    let cents = CombMeter.cents(
      audio, from: 0.1, through: 0.9, step: 0.05, above: 442, sampleRate: 48_000)
    #expect(cents.count > 10 && cents.allSatisfy { abs($0) < 1 }, "\(cents)")
    engine.handle(.removeBank(name: "my.sf2"))
    engine.handle(.select(tag: tags[0]))
    engine.handle(.playReference(Self.cue, TrialNote(frequency: .hertz(442), durationSeconds: 0.5)))
    let (replacement, noted) = render(seconds: 0.5)
    #expect(
      noted.map(\.report).contains(
        .note("\(tags[0]) is not available. A sine plays instead.")))
    let sine = replacement[4_800..<19_200]
    // A sine has no second partial.
    let (first, second) = (
      Level.amplitude(of: sine, at: 442, sampleRate: 48_000),
      Level.amplitude(of: sine, at: 884, sampleRate: 48_000)
    )
    #expect(first > 0.05 && second < first * 1e-4)
  }

  @Test("A keyboard plays the selected sound, tuned by cents")
  func keyboard() {
    engine.handle(.tuneKeyboard(cents: -12.5))
    engine.handle(.midi(status: 0x90, first: 69, second: 100))
    let audio = render(seconds: 0.5).audio[4_800...]
    #expect(abs(PitchMeter.cents(of: audio, above: 440, sampleRate: 48_000) + 12.5) < 0.01)
    engine.handle(.midi(status: 0x80, first: 69, second: 0))
    #expect(Level.peak(render(seconds: 0.5).audio[9_600...]) < 1e-4)
  }

  // MPE 1.0: RPN 6 on channel 1 makes a zone, whose members bend by ±48 semitones.
  @Test("In an MPE zone a bend moves only the note of its channel; without one, by 2 semitones")
  func mpe() {
    func hertz(_ cents: Double) -> Double { 440 * exp2(cents / 1200) }
    func send(_ bytes: [UInt8]...) {
      for bytes in bytes {
        engine.handle(.midi(status: bytes[0], first: bytes[1], second: bytes[2]))
      }
    }
    func audio(_ seconds: Double = 0.5) -> ArraySlice<Float> {
      render(seconds: seconds).audio[4_800...]
    }
    // A quarter of the range upward, on channel 10, which is no drum channel.
    send([0x99, 69, 100], [0xE9, 0, 80])
    #expect(abs(PitchMeter.cents(of: audio(), above: hertz(50), sampleRate: 48_000)) < 0.01)
    send([0x89, 69, 0], [0xE9, 0, 64])
    send([0xB0, 101, 0], [0xB0, 100, 6], [0xB0, 6, 15])
    _ = audio()
    // 128 of 8,192 are 75 cents of 4,800. The second note is an octave higher.
    send([0x91, 69, 100], [0x92, 81, 100], [0xE1, 0, 65])
    let both = audio(1)
    #expect(abs(PitchMeter.cents(of: both, above: hertz(75), sampleRate: 48_000)) < 0.1)
    #expect(abs(PitchMeter.cents(of: both, above: hertz(1200), sampleRate: 48_000)) < 0.1)
    // The keyboard's tuning and the bend of the manager move all notes.
    send([0xE0, 0, 80])
    engine.handle(.tuneKeyboard(cents: -10))
    let moved = audio(1)
    #expect(abs(PitchMeter.cents(of: moved, above: hertz(115), sampleRate: 48_000)) < 0.1)
    #expect(abs(PitchMeter.cents(of: moved, above: hertz(1240), sampleRate: 48_000)) < 0.1)
  }

  @Test("A held note follows the dial, and stops")
  func held() {
    let note = TrialNote(frequency: .hertz(440))
    engine.handle(.playTarget(note, like: nil))
    _ = render(seconds: 0.3)
    engine.handle(.bend(.hertz(443)))
    let audio = render(seconds: 0.5).audio[4_800...]
    #expect(abs(PitchMeter.cents(of: audio, above: 443, sampleRate: 48_000)) < 0.01)
    engine.handle(.stop)
    #expect(Level.peak(render(seconds: 0.2).audio[960...]) == 0)
  }

  @Test("A stop cancels the target and its reports, but not the end of the feedback")
  func stop() {
    let note = TrialNote(frequency: .hertz(440), durationSeconds: 0.5)
    engine.handle(
      .playPair(Self.cue, reference: note, target: note, gapSeconds: 0, isUnison: true))
    _ = render(seconds: 0.2)
    engine.handle(.stop)
    engine.handle(.wait(Self.cue, seconds: 0.4))
    let (audio, reports) = render(seconds: 1)
    #expect(Level.peak(audio[960...]) == 0)
    // At the start of the block after 0.2 s, which is a whole number of blocks, plus 0.4 s.
    #expect(reports == [.init(frame: 28_800, .waited(Self.cue))])
    #expect(!engine.isWaiting)
  }

  @Test("A song's samples are added to the notes'")
  func song() throws {
    // A format 0 file: program 40, key 60 for a quarter note of half a second (Standard MIDI Files
    // 1.0).
    let track: [UInt8] = [0, 0xC0, 40, 0, 0x90, 60, 100, 0x60, 0x80, 60, 0, 0, 0xFF, 0x2F, 0]
    let file =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
    try engine.loadSong(named: "a.mid", file)
    #expect(engine.reports().map(\.report) == [.note("a.mid: there is no bank to play it with.")])
    try engine.addBank(named: "my.sf2", ByteStorage(copying: Self.bank))
    try engine.loadSong(named: "a.mid", file)
    // A quarter note of half a second in a bar of 4/4.
    let loaded: [SongReport] = [
      .loaded(name: "a.mid", seconds: 0.5, channels: 1),
      .notes(channel: 0, [SongNote(key: 60, startSeconds: 0, endSeconds: 0.5)]), .bars([0]),
      .channel(0, name: "Violin", tag: "sf2:my.sf2:0:40"), .bank(name: "my.sf2", replaced: []),
    ]
    #expect(engine.reports().map(\.report).suffix(5) == loaded.map { .song($0) })
    #expect(Level.peak(render(seconds: 0.1).audio[0...]) == 0)
    engine.handle(.song(.play))
    // The worker asks more often than the audio thread renders: the song plays with the next block.
    for _ in 0..<3 { _ = engine.reports() }
    #expect(engine.isWaiting)
    let (audio, reports) = render(seconds: 1)
    #expect(Level.rootMeanSquare(audio[2_400..<19_200]) > -60)
    let positions = reports.compactMap { report -> Double? in
      if case .song(.position(let seconds, _, _)) = report.report { seconds } else { nil }
    }
    #expect(positions.count >= 5 && positions == positions.sorted())
    // The player itself renders the same samples.
    var configuration = SynthesizerConfiguration(
      sampleRate: 48_000, channelCount: 16, kernels: .portable)
    (configuration.gain, configuration.limiter) = (SynthesizerConfiguration.songGain, true)
    let bank = try InstrumentFile.read(ByteStorage(copying: Self.bank))
    let player = try SongPlayer(
      MIDIFile(bytes: file), bank: bank, decoder: nil, configuration: configuration)
    try player.play()
    var (left, right) = (audio, audio)
    SongPlayer.render(player.audioContext, left: &left, right: &right, count: audio.count)
    #expect(left == audio)
  }

  @Test(
    "The ends of a SoundFont list its presets; the stored one is selected once it has samples"
  )
  func listed() throws {
    let bytes = Self.bank
    let ends = try #require(bytes.firstRange(of: Array("smpl".utf8))).upperBound + 4
    let tail = try #require(bytes.firstRange(of: Array("pdta".utf8))).lowerBound - 8
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    memory.copyBytes(from: bytes)
    for index in ends..<tail { memory[index] = 0 }
    nonisolated(unsafe) let copy = memory
    let file = AddedFile(
      path: "my.sf2",
      ByteStorage(bytes: .init(copy), path: "/my.sf2", release: { copy.deallocate() }))
    engine.handle(.select(tag: "sf2:my.sf2:0:40"))
    try engine.addBank(named: "my.sf2", [file], isComplete: false)
    #expect(engine.reports().contains { if case .sound = $0.report { true } else { false } })
    memory.copyBytes(from: bytes)
    engine.completeBank(named: "my.sf2")
    let note = TrialNote(frequency: .hertz(440), durationSeconds: 0.5)
    engine.handle(.playReference(Self.cue, note))
    let (audio, reports) = render(seconds: 0.6)
    #expect(Level.rootMeanSquare(audio[2_400..<19_200]) > -60)
    // No sine replaces it.
    #expect(reports.map(\.report) == [.referenceEnded(Self.cue)])
  }

  @Test(
    "A song plays with the bank that has most of its presets, and the replaced ones are reported")
  func missingPresets() throws {
    // Program 40, which the bank has, and the same program of bank 1 on channel 2.
    let track: [UInt8] = [
      0, 0xC0, 40, 0, 0xB1, 0, 1, 0, 0xC1, 40, 0, 0x90, 60, 100, 0, 0x91, 60, 100, 0x60, 0x80, 60,
      0, 0, 0x81, 60,
      0, 0, 0xFF, 0x2F, 0,
    ]
    let file =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
    try engine.addBank(named: "my.sf2", ByteStorage(copying: Self.bank))
    try engine.loadSong(named: "a.mid", file)
    let reports = engine.reports().map(\.report)
    let names = reports.filter { if case .song(.channel) = $0 { true } else { false } }
    // The same instrument of bank 0 replaces that of bank 1.
    #expect(names == [0, 1].map { .song(.channel($0, name: "Violin", tag: "sf2:my.sf2:0:40")) })
    #expect(reports.last == .song(.bank(name: "my.sf2", replaced: [40])))
    // No error comes first.
    #expect(!reports.contains { if case .note = $0 { true } else { false } })
    // Of banks with the same presets, the last one that was added plays; another can be chosen.
    try engine.addBank(named: "other.sf2", ByteStorage(copying: Self.bank))
    try engine.loadSong(named: "a.mid", file)
    #expect(engine.reports().map(\.report).last == .song(.bank(name: "other.sf2", replaced: [40])))
    engine.handle(.song(.bank(name: "my.sf2")))
    #expect(engine.reports().map(\.report).contains(.song(.bank(name: "my.sf2", replaced: [40]))))
  }

  /// A file with a note and texts, each after a quarter note of half a second.
  private static func song(_ texts: [(kind: UInt8, bytes: [UInt8])]) -> [UInt8] {
    var track: [UInt8] = [0, 0xC0, 40, 0, 0x90, 60, 100]
    for (kind, bytes) in texts { track += [0x60, 0xFF, kind, UInt8(bytes.count)] + bytes }
    track += [0x60, 0x80, 60, 0, 0, 0xFF, 0x2F, 0]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
  }

  private func lyrics(_ texts: [(kind: UInt8, String)]) throws -> [SongReport] {
    try engine.addBank(named: "my.sf2", ByteStorage(copying: Self.bank))
    try engine.loadSong(named: "a.mid", Self.song(texts.map { ($0, Array($1.utf8)) }))
    return engine.reports().compactMap { report in
      switch report.report {
      case .song(.lyric(let seconds, let text)): .lyric(seconds: seconds, text)
      case .song(.text(let seconds, let text)): .text(seconds: seconds, text)
      default: nil
      }
    }
  }

  @Test("Lyrics are reported by syllable; the ends of their lines are slashes, as in karaoke files")
  func lyrics() throws {
    // Texts are 1, lyrics 5, markers 6 (Standard MIDI Files 1.0); ends of lines as in RP-026.
    #expect(
      try lyrics([(1, "/none"), (6, "Verse"), (5, "Hal-"), (5, "lo\r"), (5, "du\n")]) == [
        .text(seconds: 1, "Verse"), .lyric(seconds: 1.5, "Hal-"), .lyric(seconds: 2, "lo/"),
        .lyric(seconds: 2.5, "du/"),
      ])
    #expect(
      try lyrics([(1, "@KMIDI KARAOKE FILE"), (1, "\\Hal"), (1, "lo "), (1, "/du")]) == [
        .lyric(seconds: 1, "\\Hal"), .lyric(seconds: 1.5, "lo "), .lyric(seconds: 2, "/du"),
      ])
    #expect(try lyrics([(1, "made by"), (1, "nobody")]).isEmpty)
  }

  @Test("A bar is counted before the song plays, and beats click, if they are switched on")
  func metronome() throws {
    try engine.addBank(named: "my.sf2", ByteStorage(copying: Self.bank))
    engine.handle(.song(.metronome(clicks: false, countsIn: true)))
    try engine.loadSong(named: "a.mid", Self.song([]))
    engine.handle(.song(.play))
    // Four beats of half a second in a bar of 4/4, each a click of 50 ms, then the note.
    let (audio, reports) = render(seconds: 2.3)
    for beat in 0..<4 {
      let start = beat * 24_000
      // −12 dBFS, and half of it.
      let expected: Float = beat == 0 ? 0.251 : 0.126
      #expect(abs(Level.peak(audio[start..<(start + 2_600)]) - expected) < 0.02)
      #expect(Level.peak(audio[(start + 4_800)..<(start + 23_900)]) < 0.001)
    }
    #expect(Level.rootMeanSquare(audio[98_400..<108_000]) > -60)
    let positions = reports.compactMap { report -> Double? in
      if case .song(.position(let seconds, true, _)) = report.report { seconds } else { nil }
    }
    // The position approaches the start from a bar before.
    #expect(positions[0] < -1.5 && positions == positions.sorted())
    engine.handle(.song(.pause))
    _ = render(seconds: 2)
    // The half second of the song has one beat, its first.
    engine.handle(.song(.metronome(clicks: true, countsIn: false)))
    engine.handle(.song(.mute(channels: 1)))
    engine.handle(.song(.seek(seconds: 0)))
    _ = render(seconds: 1)
    engine.handle(.song(.play))
    let clicks = render(seconds: 0.45).audio
    #expect(abs(Level.peak(clicks[..<2_600]) - 0.251) < 0.02)
    #expect(Level.peak(clicks[4_800..<21_000]) < 0.01)
  }

  @Test("A bank above another plays what it has, and the other one the rest, as in a stack")
  func banksAbove() throws {
    // Programs 40 and 41 one after the other.
    let track: [UInt8] = [
      0, 0xC0, 40, 0, 0xC1, 41, 0, 0x90, 60, 100, 0x60, 0x80, 60, 0, 0, 0x91, 60, 100,
      0x60, 0x81, 60, 0, 0, 0xFF, 0x2F, 0,
    ]
    let file =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
    try engine.addBank(named: "my.sf2", ByteStorage(copying: Self.bank))
    var two = VibratoRecording.bank
    two.presets = [("Other Violin", 40), ("Viola", 41)].map { name, program in
      .init(name, program: program, zones: two.presets[0].zones)
    }
    try engine.addBank(named: "two.sf2", ByteStorage(copying: two.chunks.file))
    try engine.loadSong(named: "a.mid", file)
    /// The instruments of both channels that were reported since the last call.
    func names() -> [String] {
      var names = ["", ""]
      for report in engine.reports().map(\.report) {
        if case .song(.channel(let channel, let name, _)) = report { names[Int(channel)] = name }
      }
      return names
    }
    #expect(names() == ["Other Violin", "Viola"])
    engine.handle(.song(.bankAbove(name: "my.sf2")))
    #expect(names() == ["Violin", "Viola"])
    // It stays for the next song, until it is removed.
    try engine.loadSong(named: "b.mid", file)
    #expect(names() == ["Violin", "Viola"])
    engine.handle(.song(.bankAbove(name: "my.sf2")))
    #expect(names() == ["Other Violin", "Viola"])
    // The bank itself is not searched twice, and replaces what it lacks by its own.
    engine.handle(.song(.bankAbove(name: "two.sf2")))
    engine.handle(.song(.bank(name: "two.sf2")))
    #expect(names() == ["Other Violin", "Viola"])
  }

  @Test("A file that is no bank is an error, and what was loaded stays")
  func invalidBank() throws {
    try engine.addBank(named: "my.sf2", ByteStorage(copying: Self.bank))
    _ = engine.reports()
    for bytes in [[], Array("RIFF".utf8), Array(Self.bank.prefix(100))] {
      #expect(throws: InstrumentFileError.self) {
        try engine.addBank(named: "my.sf2", ByteStorage(copying: bytes))
      }
    }
    #expect(engine.reports().isEmpty)
    engine.handle(.preview(tag: "sf2:my.sf2:0:40"))
    #expect(Level.rootMeanSquare(render(seconds: 0.5).audio[0...]) > -60)
  }

  @Test("A message that the full queue of the audio thread cannot take is reported")
  func fullQueue() {
    for _ in 0..<2048 { engine.handle(.midi(status: 0x80, first: 60, second: 0)) }
    // The first messages select the sine on all channels.
    let reports = engine.reports().map(\.report)
    #expect(!reports.isEmpty)
    #expect(reports.allSatisfy { $0 == .note("\(LiveCommandError.queueFull)") })
    _ = render(seconds: 0.1)
    engine.handle(.midi(status: 0x80, first: 60, second: 0))
    #expect(engine.reports().isEmpty)
  }
}
