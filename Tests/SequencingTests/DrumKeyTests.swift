import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import SoundMeasurement
import Testing

/// Settings of single drum keys: NRPN 18 through 1E and the addresses 41 of Roland GS (SC-55mkII
/// and SC-88 owner's manuals), 3n of Yamaha XG, and Key-Based Instrument Controllers (CA-023).
@Suite("Settings of drum keys")
struct DrumKeyTests {
  private typealias Exclusive = SystemExclusiveSongTests
  private static let snare: UInt8 = 38

  /// Every key of the drum kits, and of the melodic preset, is 440 Hz.
  private static let bank: SoundBank = {
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    region.generators[.scaleTuning] = 0
    region.generators[.reverbSend] = 500
    var bank = TestBank.bank(
      samples: [
        (TestBank.frames(period: 100, count: 1000, partials: [0.5]), 0..<1000, 44_000, 69)
      ], presets: [[region], [region], [region]])
    bank.presets[1] = Preset(identifier: PresetIdentifier(bank: 128, program: 0), name: "Standard")
    bank.presets[2] = Preset(identifier: PresetIdentifier(bank: 128, program: 8), name: "Room")
    return bank
  }()

  private struct Heard {
    var left: [Float]
    var right: [Float]
    var hertz: Double {
      let audio = zip(left, right).map { $0 + $1 }
      var (first, last, count) = (0, 0, 0)
      for frame in 2_000..<8_000 where audio[frame - 1] < 0 && audio[frame] >= 0 {
        if count == 0 { first = frame }
        (last, count) = (frame, count + 1)
      }
      return count < 2 ? 0 : 44_000 * Double(count - 1) / Double(last - first)
    }
    var decibels: (left: Double, right: Double) {
      (Level.rootMeanSquare(left[2_000..<8_000]), Level.rootMeanSquare(right[2_000..<8_000]))
    }
  }

  private static func play(
    _ events: [[UInt8]], channel: UInt8 = 9, key: UInt8 = snare, effects: Bool = false
  ) throws -> Heard {
    let all = events + [[0x90 | channel, key, 127]]
    let file = try Song.file(format: 0, end: 200, all.map { (tick: 0, bytes: $0) })
    var song = try SongRenderer(
      file, bank: bank, decoder: nil,
      configuration: SynthesizerConfiguration(
        sampleRate: 44_000, maximumVoices: 8, effects: effects))
    var (left, right) = ([Float](repeating: 0, count: 8_800), [Float](repeating: 0, count: 8_800))
    #expect(song.render(left: &left, right: &right, count: 8_800))
    return Heard(left: left, right: right)
  }

  private static func nrpn(
    _ parameter: UInt8, _ value: UInt8, key: UInt8 = snare, channel: UInt8 = 9
  ) -> [[UInt8]] {
    [
      [0xB0 | channel, 99, parameter], [0xB0 | channel, 98, key], [0xB0 | channel, 6, value],
    ]
  }

  private static func keyBased(_ controller: UInt8, _ value: UInt8) -> [UInt8] {
    Exclusive.message([0x7F, 0x7F, 0x0A, 0x01, 9, snare, controller, value])
  }

  /// Twelve semitones up: 76 is 64 + 12 in all of them.
  private static let octaveUp: [[[UInt8]]] = [
    nrpn(0x18, 76), [Exclusive.gs([0x41, 0x01, snare], [76])],
    [Exclusive.xg([0x30, snare, 0x00], [76])], [keyBased(121, 76)],
  ]

  // Proves sysex drum-pitch: GS NRPN 18, 41 01; XG 30 rr 00; CA-023 controller 121; 0.1 Hz
  @Test(
    "The pitch of a key by each standard; other keys and channels keep theirs", arguments: 0..<4)
  func pitch(index: Int) throws {
    let events = Self.octaveUp[index]
    #expect(abs(try Self.play(events).hertz - 880) < 0.1)
    #expect(abs(try Self.play(events, key: 40).hertz - 440) < 0.1)
    #expect(abs(try Self.play(events, channel: 0).hertz - 440) < 0.1)
  }

  // Proves sysex drum-fine-pitch: GS NRPN 19, XG 30 rr 01; CA-023 controller 120; 1 cent
  @Test("The fine pitch of a key is in cents")
  func finePitch() throws {
    for events in [
      Self.nrpn(0x19, 114), [Exclusive.xg([0x30, Self.snare, 0x01], [114])],
      [Self.keyBased(120, 96)],
    ] {
      let cents = 1200 * log2(try Self.play(events).hertz / 440)
      #expect(abs(cents - 50) < 1)
    }
  }

  // Proves sysex drum-level: GS NRPN 1A, 41 02; XG 30 rr 02; CA-023 controller 7; 0.01 dB
  @Test("The level of a key is an amplitude factor: of 127, in GM2 of 64")
  func level() throws {
    let plain = try Self.play([]).decibels.left
    for (events, factor) in [
      (Self.nrpn(0x1A, 64), 64.0 / 127),
      ([Exclusive.gs([0x41, 0x02, Self.snare], [32])], 32.0 / 127),
      ([Exclusive.xg([0x30, Self.snare, 0x02], [100])], 100.0 / 127),
      ([Self.keyBased(7, 32)], 0.5), ([Self.keyBased(7, 64)], 1),
    ] {
      let change = try Self.play(events).decibels.left - plain
      #expect(abs(change - 20 * log10(factor)) < 0.01, "\(change)")
    }
    #expect(try Self.play(Self.nrpn(0x1A, 0)).decibels.left < plain - 100)
  }

  // Proves sysex drum-pan: GS NRPN 1C, 41 04; XG 30 rr 04; CA-023 controller 10; hard left, right
  @Test("The pan of a key is from left, 1, to right, 127")
  func pan() throws {
    for (left, right) in [
      (Self.nrpn(0x1C, 1), Self.nrpn(0x1C, 127)),
      (
        [Exclusive.gs([0x41, 0x04, Self.snare], [1])],
        [Exclusive.gs([0x41, 0x04, Self.snare], [127])]
      ),
      (
        [Exclusive.xg([0x30, Self.snare, 0x04], [1])],
        [Exclusive.xg([0x30, Self.snare, 0x04], [127])]
      ),
      ([Self.keyBased(10, 1)], [Self.keyBased(10, 127)]),
    ] {
      let (onLeft, onRight) = (try Self.play(left).decibels, try Self.play(right).decibels)
      #expect(onLeft.left > onLeft.right + 60 && onRight.right > onRight.left + 60)
    }
  }

  // Proves sysex drum-sends: GS NRPN 1D, 41 05; XG 30 rr 05; CA-023 controller 91; 1e-6 of dry
  @Test("A reverb send of 0 is the note without a reverb")
  func sends() throws {
    let dry = try Self.play([])
    for events in [
      Self.nrpn(0x1D, 0), [Exclusive.gs([0x41, 0x05, Self.snare], [0])],
      [Exclusive.xg([0x30, Self.snare, 0x05], [0])], [Self.keyBased(91, 0)],
    ] {
      let heard = try Self.play(events, effects: true)
      #expect(Level.greatestDifference(heard.left, dry.left) < 1e-6)
    }
    let wet = try Self.play([], effects: true)
    #expect(Level.greatestDifference(wet.left, dry.left) > 1e-3)
  }

  // Proves sysex drum-reset: GS Reset, GM System On; 0.1 Hz
  @Test("Resets and another kit restore the kit's own settings; the same address sets its map only")
  func resets() throws {
    for reset in [
      [Exclusive.gs([0x40, 0x00, 0x7F], [0])], [Exclusive.message([0x7E, 0x7F, 9, 1])],
      [Exclusive.xg([0, 0, 0x7E], [0])], [[0xC9, 8]],
    ] {
      #expect(abs(try Self.play(Self.octaveUp[0] + reset).hertz - 440) < 0.1)
    }
    // Part 11 plays drum map 2 (GS 40 1A 15).
    let second = [Exclusive.gs([0x40, 0x1A, 0x15], [2])]
    for (map, first, other) in [(UInt8(0x01), 880.0, 440.0), (0x11, 440, 880)] {
      let events = second + [Exclusive.gs([0x41, map, Self.snare], [76])]
      #expect(abs(try Self.play(events).hertz - first) < 0.1)
      #expect(abs(try Self.play(events, channel: 10).hertz - other) < 0.1)
    }
  }

  // Proves sysex drum-setup-reset: XG 00 00 7D nn; 0.1 Hz
  @Test("Drum Setup Reset restores the keys of its setup only (XG specification, table 1-1)")
  func setupReset() throws {
    // Part 11 plays setup 2 (part mode 3).
    let settings = [
      Exclusive.xg([0x08, 10, 0x07], [3]), Exclusive.xg([0x30, Self.snare, 0x00], [76]),
      Exclusive.xg([0x31, Self.snare, 0x00], [76]),
    ]
    for (number, first, second) in [(UInt8(0), 440.0, 880.0), (1, 880, 440), (2, 880, 880)] {
      let events = settings + [Exclusive.xg([0, 0, 0x7D], [number])]
      #expect(abs(try Self.play(events).hertz - first) < 0.1)
      #expect(abs(try Self.play(events, channel: 10).hertz - second) < 0.1)
    }
  }

  // Proves sysex drum-reception: GS 41 m8 rr, XG 3n rr 0A; silence, and 0.01 dB
  @Test(
    "A key that receives no note-ons is silent (SC-88 Pro manual, MIDI implementation, Note on)")
  func receivesNoteOn() throws {
    let plain = try Self.play([]).decibels.left
    for message in Self.messages(gs: 0x08, xg: 0x0A) {
      #expect(try Self.play([message(0)]).decibels.left < -150)
      #expect(abs(try Self.play([message(0)], key: 40).decibels.left - plain) < 0.01)
      #expect(abs(try Self.play([message(0), message(1)]).decibels.left - plain) < 0.01)
      #expect(abs(try Self.play([message(0), [0xC9, 8]]).decibels.left - plain) < 0.01)
    }
  }

  // Proves sysex drum-reception: GS 41 m7 rr, XG 3n rr 09; 0.01 dB
  @Test(
    "A key that receives no note-offs sounds on (SC-88 Pro manual, MIDI implementation, Note off)")
  func receivesNoteOff() throws {
    let held = try Self.play([]).decibels.left
    for message in Self.messages(gs: 0x07, xg: 0x09) {
      #expect(abs(try Self.levelAfterNoteOff([message(0)]) - held) < 0.01)
      #expect(try Self.levelAfterNoteOff([message(0), message(1)]) < held - 100)
    }
    #expect(try Self.levelAfterNoteOff([]) < held - 100)
  }

  /// Returns the messages that set a parameter of the snare in GS and in XG to a value.
  private static func messages(gs: UInt8, xg: UInt8) -> [(UInt8) -> [UInt8]] {
    [
      { Exclusive.gs([0x41, gs, snare], [$0]) }, { Exclusive.xg([0x30, snare, xg], [$0]) },
    ]
  }

  /// Plays a note of 50 ms, and returns the level from 91 to 182 ms, in decibels.
  private static func levelAfterNoteOff(_ events: [[UInt8]]) throws -> Double {
    let start = (events + [[0x99, snare, 127]]).map { (tick: 0, bytes: $0) }
    let end: [(tick: Int, bytes: [UInt8])] = [(tick: 50, bytes: [0x89, snare, 0])]
    var song = try SongRenderer(
      try Song.file(format: 0, end: 200, start + end), bank: bank, decoder: nil,
      configuration: SynthesizerConfiguration(
        sampleRate: 44_000, maximumVoices: 8, effects: false))
    var (left, right) = ([Float](repeating: 0, count: 8_800), [Float](repeating: 0, count: 8_800))
    #expect(song.render(left: &left, right: &right, count: 8_800))
    return Level.rootMeanSquare(left[4_000..<8_000])
  }

  @Test("Settings out of range, of NaN, and of channels that do not exist are ignored")
  func ranges() throws {
    let kit = try InstrumentLoader(bank: Self.bank).prepare(presetAt: 1)
    func play(_ settings: [DrumKeySetting]) -> [Float] {
      var synthesizer = Synthesizer(
        SynthesizerConfiguration(sampleRate: 44_000, maximumVoices: 8, effects: false))
      synthesizer.install(ProgramTable([kit]))
      for setting in settings {
        for channel in [9, 200] as [UInt8] {
          synthesizer.handle(.drumKey(channel: channel, key: Self.snare, setting: setting))
        }
      }
      synthesizer.handle(.noteOn(channel: 9, key: Self.snare, velocity: 100))
      var (left, right) = ([Float](repeating: 0, count: 500), [Float](repeating: 0, count: 500))
      synthesizer.render(left: &left, right: &right, count: 500)
      return left + right
    }
    let plain = play([])
    #expect(plain.contains { $0 != 0 })
    #expect(
      play([
        .coarseTuning(semitones: .nan), .coarseTuning(semitones: 65), .fineTuning(cents: 101),
        .level(-1), .level(.nan), .pan(2), .pan(.nan), .reverbSend(2), .chorusSend(.nan),
      ]) == plain)
    #expect(play([.level(0.5)]) != plain)
  }
}
