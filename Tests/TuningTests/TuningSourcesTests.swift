import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachMusicUnits
import PeachSampleCodec
import PeachSequencing
import PeachServices
import PeachSynthesis
import PeachTuning
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachPlugIn

/// Each player with each source of a tuning. The table of players and sources is in
/// `Documentation/musicians/tuning.md`.
@Suite("Tunings of all sources in all players")
struct TuningSourcesTests {
  /// Programs, the settings, C and Python render songs; live and the plug-ins are units.
  enum Player { case renderer, player, unit }

  /// Those of this build: files of the renderer are read by libsndfile.
  static let players: [Player] =
    SoundFileDecoder.isAvailable ? [.renderer, .player, .unit] : [.player, .unit]

  private static let chords = ["C5 G4 E4 C3", "C#5 F#4 Eb4 B2", "D5 Bb4 F4 G#2"]

  /// The texts of files of a tuning with twelve notes per octave, whose A4 is 440 Hz.
  private static func files(_ numbers: [Double]) throws -> [(name: String, tuning: KeyboardTuning)]
  {
    func steps(from first: Int) -> String {
      (1...12).map { " \((numbers[first + $0] - numbers[first]) * 100)\n" }.joined()
    }
    let fromC = try ScalaScale(scl: Array("title\n 12\n\(steps(from: 60))".utf8))
    let fromD = try ScalaScale(scl: Array("title\n 12\n\(steps(from: 62))".utf8))
    let degrees = (0..<12).map { "\($0)\n" }.joined()
    let mapping = try ScalaKeyboardMapping(
      kbm: Array("12\n0\n127\n62\n69\n440.0\n12\n\(degrees)".utf8))
    let notes = numbers.enumerated().map { "note \($0)=\($1 * 100)\n" }.joined()
    return [
      // Without a mapping, C4 has the pitch of equal temperament, not A4.
      (".scl", KeyboardTuning(scale: fromC, mapping: ScalaKeyboardMapping())),
      (".scl and .kbm", KeyboardTuning(scale: fromD, mapping: mapping)),
      (".tun", try KeyboardTuning(tun: Array("[Exact Tuning]\n\(notes)".utf8))),
    ]
  }

  /// Returns the frames of a song with a tuning, and with a message at its start.
  private func audio(
    _ player: Player, _ tuning: KeyboardTuning?, message: [UInt8] = []
  ) throws -> [Float] {
    var song = VoiceSong(chords: Self.chords, seconds: 0.3)
    if !message.isEmpty {
      // The length is a variable-length quantity of two bytes.
      let count = message.count - 1
      song.setup = [[0xF0, 0x80 | UInt8(count >> 7), UInt8(count & 0x7F)] + message.dropFirst()]
    }
    switch player {
    case .renderer: return try rendered(try song.file(), tuning)
    case .player: return try played(try song.file(), tuning)
    case .unit: return try played(song, tuning, message)
    }
  }

  private func rendered(_ file: MIDIFile, _ tuning: KeyboardTuning?) throws -> [Float] {
    var options = RenderOptions()
    (options.effects, options.limiter, options.format) = (false, false, .float32)
    options.tuning = tuning
    let folder = try TemporaryFolder()
    _ = try file.render(with: TestBank.tone(), to: folder.path("song.wav"), options: options)
    return Array(try DecodedAudio(contentsOf: folder.path("song.wav")).values.prefix(80_000))
  }

  private func played(_ file: MIDIFile, _ tuning: KeyboardTuning?) throws -> [Float] {
    let bank = TestBank.tone()
    let loader = InstrumentLoader(bank: bank, decoder: nil)
    let player = try SongPlayer(
      file, banks: BankStack(bank),
      configuration: SynthesizerConfiguration(effects: false, tuning: tuning)
    ) { entry, usedKeys throws(SampleCodecError) in
      try loader.prepare(presetAt: entry.preset, usedKeys: usedKeys)
    }
    try player.play()
    var (left, right) = ([Float](repeating: 0, count: 40_000), [Float](repeating: 0, count: 40_000))
    SongPlayer.render(player.audioContext, left: &left, right: &right, count: 40_000)
    return left
  }

  private func played(
    _ song: VoiceSong, _ tuning: KeyboardTuning?, _ message: [UInt8]
  ) throws -> [Float] {
    let bank = TestBank.tone()
    let unit = SamplerUnit(
      access: BankAccess(resolve: { $0 }, open: { _ throws(UnitLoadError) in bank }),
      configuration: SynthesizerConfiguration(effects: false, tuning: tuning))
    try unit.set(0, ofParameterAt: UnitMode.inTune.rawValue)
    try unit.load("tone", usingPreset: 0)
    unit.allocateRenderResources(sampleRate: 48_000)
    var (left, right) = ([Float](repeating: 0, count: 1_024), [Float](repeating: 0, count: 1_024))
    return message.withUnsafeBufferPointer { bytes in
      var events: [UnitEvent] = []
      if let first = bytes.baseAddress {
        events.append(UnitEvent(frame: 0, .bytes(first, count: bytes.count)))
      }
      for note in song.notes.prefix(4) {
        if let message = MIDIMessage(
          status: 0x90 | note.channel, data1: note.key, data2: note.velocity)
        {
          events.append(UnitEvent(frame: 0, .message(message)))
        }
      }
      var audio: [Float] = []
      while audio.count < 20_000 {
        events.withUnsafeBufferPointer { events in
          SamplerUnit.render(
            unit.renderContext, events: events, left: &left, right: &right, count: 1_024)
        }
        events = []
        audio += left
      }
      return audio
    }
  }

  @Test(
    "A name, .scl, .scl with .kbm and .tun of one temperament give the same frames",
    arguments: players)
  func names(player: Player) throws {
    let plain = try audio(player, nil)
    for (temperament, root) in [(Temperament.werckmeister3, 2), (.quarterCommaMeantone, 0)] {
      let tuning = KeyboardTuning(temperament, root: root)
      let expected = try audio(player, tuning)
      #expect(expected != plain)
      let numbers = try tuning.noteNumbers.map { try #require($0) }
      #expect(abs(numbers[60] - 60) < 1e-9 || temperament == .quarterCommaMeantone)
      for file in try Self.files(numbers) {
        if file.name == ".scl", temperament == .quarterCommaMeantone { continue }
        #expect(try audio(player, file.tuning) == expected, "\(temperament) \(file.name)")
      }
    }
  }

  // MIDI Tuning Standard has steps of 100/16384 cents, to which these pitches are rounded.
  @Test(
    "A message, .scl, .scl with .kbm and .tun of the same pitches give the same frames",
    arguments: players)
  func messages(player: Player) throws {
    let exact = KeyboardTuning(.werckmeister3, root: 2)
    let message = exact.bytes(of: .syx, name: "Werckmeister")
    #expect(message.count == 408 && message.dropFirst().dropLast().allSatisfy { $0 < 0x80 })
    let numbers = try exact.noteNumbers.map { (try #require($0) * 16_384).rounded() / 16_384 }
    let expected = try audio(player, nil, message: message)
    #expect(try expected != audio(player, nil))
    for file in try Self.files(numbers) {
      #expect(try audio(player, file.tuning) == expected, "\(file.name)")
    }
    for number in zip(numbers, exact.noteNumbers) {
      #expect(try abs(number.0 - #require(number.1)) <= 0.5 / 16_384)
    }
  }

  @Test("The Scale of the plug-ins has the pitches of the temperament by name within 0.001 cents")
  func scale() throws {
    for (index, temperament) in UnitScale.temperaments.enumerated() {
      var synthesizer = Synthesizer(SynthesizerConfiguration(effects: false))
      let scales = UnitScales()
      defer { scales.deallocate() }
      var host = synthesizer.hostSettings
      host.pitchClassCents = scales.cents(scale: index, root: 2)
      synthesizer.setHostSettings(host)
      let tuning = KeyboardTuning(temperament, root: 2)
      for key in UInt8(0)..<128 {
        let number = try #require(tuning[MIDINote(clamping: Int(key))])
        let cents = synthesizer.temperamentCents(ofKey: key)
        #expect(abs(cents - (number - Double(key)) * 100) < 0.001, "\(temperament) \(key)")
      }
    }
  }

  @Test("A written .tun has the same pitches; a .mid has the message; other keys are counted")
  func writing() throws {
    let tuning = KeyboardTuning(.barnes, root: 7)
    let copy = try KeyboardTuning(tun: tuning.bytes(of: .tun, name: ""))
    for (first, second) in zip(tuning.noteNumbers, copy.noteNumbers) {
      #expect(try abs(#require(first) - #require(second)) < 1e-12)
    }
    let file = try MIDIFile(bytes: tuning.bytes(of: .mid, name: "Barnes"))
    #expect(file.warnings.isEmpty && file.tracks.count == 1)
    let message = tuning.bytes(of: .syx, name: "Barnes")
    let bytes = tuning.bytes(of: .mid, name: "Barnes")
    #expect(bytes.indices.contains { bytes[$0...].starts(with: message.dropFirst()) })
    // Four semitones per key: high keys are beyond 128 semitones, low ones below 0.
    let wide = KeyboardTuning(
      scale: try ScalaScale(scl: Array("wide\n1\n400.0\n".utf8)), mapping: ScalaKeyboardMapping())
    let expected = (0..<128).count { !(0..<128).contains(69 + 4 * ($0 - 69)) }
    #expect(wide.unwrittenKeyCount(of: .syx) == expected && wide.unwrittenKeyCount(of: .tun) == 0)
  }
}
