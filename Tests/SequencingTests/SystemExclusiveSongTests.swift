import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import SoundMeasurement
import Testing

/// The audible effect of System Exclusive messages in songs.
@Suite("System Exclusive in songs")
struct SystemExclusiveSongTests {
  /// A message as a file has it: F0, the length, the bytes, F7.
  static func message(_ bytes: [UInt8]) -> [UInt8] {
    [0xF0, UInt8(bytes.count + 1)] + bytes + [0xF7]
  }

  /// Roland's, with its checksum: all from the address on add up to 0 in seven bits.
  static func gs(_ address: [UInt8], _ data: [UInt8]) -> [UInt8] {
    let sum = (address + data).reduce(0) { ($0 + Int($1)) & 127 }
    return message([0x41, 0x10, 0x42, 0x12] + address + data + [UInt8((128 - sum) & 127)])
  }

  static func xg(_ address: [UInt8], _ data: [UInt8]) -> [UInt8] {
    message([0x43, 0x10, 0x4C] + address + data)
  }

  /// The left side of a key of a tone that is A4 at key 69, after some events on channel 0.
  static func note(
    _ events: [[UInt8]], key: UInt8 = 69, velocity: UInt8 = 127, channel: UInt8 = 0
  ) throws -> [Float] {
    let all =
      events.map { (0, $0) }
      + [(0, [0xB0 | channel, 91, 0]), (0, [0x90 | channel, key, velocity])]
    let file = try Song.file(format: 0, end: 200, all.map { (tick: $0.0, bytes: $0.1) })
    let bank = TestBank.bank(
      samples: [
        (TestBank.frames(period: 100, count: 1000, partials: [0.5]), 0..<1000, 44_000, 69)
      ], presets: [[tone]])
    var song = try SongRenderer(
      file, bank: bank, decoder: nil,
      configuration: SynthesizerConfiguration(sampleRate: 44_000, maximumVoices: 8))
    var audio = [Float](repeating: 0, count: 2 * 8_800)
    audio.withUnsafeMutableBufferPointer { audio in
      guard let start = audio.baseAddress else { return }
      _ = song.render(left: start, right: start + 8_800, count: 8_800)
    }
    return Array(audio[0..<8_800])
  }

  private static var tone: Region {
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    // The volume controller as the file format has it by default (SoundFont 2.04 §8.4.5).
    region.modulators = [
      Modulator(source: 0x0587, destination: 48, amount: 960, amountSource: 0, transform: 0),
      Modulator(source: 0x0502, destination: 48, amount: 960, amountSource: 0, transform: 0),
      Modulator(source: 0x020E, destination: 52, amount: 12_700, amountSource: 0x10, transform: 0),
    ]
    return region
  }

  static func cents(_ events: [[UInt8]], key: UInt8 = 69, near guess: Double) throws -> Double {
    let audio = try note(events, key: key)
    return guess
      + PitchMeter.cents(of: audio[1000...], above: 440 * exp2(guess / 1200), sampleRate: 44_000)
  }

  static func decibels(_ events: [[UInt8]], velocity: UInt8 = 127) throws -> Double {
    let heard = try Double(note(events, velocity: velocity)[4000...].map(abs).max() ?? 0)
    let plain = try Double(note([])[4000...].map(abs).max() ?? 0)
    return 20 * log10(max(heard, 1e-9) / plain)
  }

  /// The preset that a note plays, where the bank has none: the song then names it as missing.
  static func asked(_ events: [[UInt8]], channel: UInt8 = 0) throws -> PresetIdentifier? {
    let all = events + [[0x90 | channel, 60, 100]]
    let file = try Song.file(format: 0, end: 10, all.map { (tick: 0, bytes: $0) })
    return try SongRenderer(
      file, bank: TestBank.bank(samples: [], presets: []), decoder: nil
    ).missingPresets.first
  }

  // Proves sysex gm-on: MIDI RP-003; exact
  // Proves sysex gm2-on: General MIDI 2 §3.1; exact
  // Proves sysex gs-reset: Roland GS, 40 00 7F; exact
  // Proves sysex xg-on: Yamaha XG, 00 00 7E; exact
  @Test("Resets set the bank mode")
  func resets() throws {
    let select: [[UInt8]] = [[0xB0, 0, 121], [0xB0, 32, 3], [0xC0, 5]]
    let rows: [([UInt8], UInt16)] = [
      (Self.message([0x7E, 0x7F, 0x09, 0x01]), 0), (Self.message([0x7E, 0x7F, 0x09, 0x03]), 3),
      (Self.gs([0x40, 0x00, 0x7F], [0x00]), 121), (Self.message([0x7E, 0x7F, 0x09, 0x02]), 121),
    ]
    for (reset, bank) in rows {
      #expect(try Self.asked([reset] + select) == PresetIdentifier(bank: bank, program: 5))
    }
    let melodic: [[UInt8]] = [[0xB0, 0, 0], [0xB0, 32, 18], [0xC0, 5]]
    let xg = Self.xg([0x00, 0x00, 0x7E], [0x00])
    #expect(try Self.asked([xg] + melodic) == PresetIdentifier(bank: 18, program: 5))
  }

  // Proves message reset: MIDI 1.0 table V; exact
  @Test("System Reset restores the power-on state")
  func systemReset() throws {
    let xg = Self.xg([0x00, 0x00, 0x7E], [0x00])
    let select: [[UInt8]] = [[0xB0, 0, 9], [0xB0, 32, 18], [0xC0, 5]]
    let reset: [UInt8] = [0xF7, 1, 0xFF]
    #expect(try Self.asked([xg, reset] + select) == PresetIdentifier(bank: 9, program: 5))
  }

  // Proves sysex rhythm-part: Roland GS, 40 1x 15, Yamaha XG, 08 nn 07; exact
  @Test("A part becomes a drum part; GS block 0 is channel 10")
  func rhythm() throws {
    let kit = PresetIdentifier(bank: 128, program: 0)
    #expect(try Self.asked([Self.gs([0x40, 0x13, 0x15], [1])], channel: 2) == kit)
    #expect(try Self.asked([Self.gs([0x40, 0x1A, 0x15], [1])], channel: 10) == kit)
    let melodic = try Self.asked([Self.gs([0x40, 0x10, 0x15], [0])], channel: 9)
    #expect(melodic == PresetIdentifier(bank: 0, program: 0))
    let xg = [Self.xg([0, 0, 0x7E], [0]), Self.xg([0x08, 0x04, 0x07], [2])]
    #expect(try Self.asked(xg, channel: 4) == kit)
    // A wrong checksum is no message.
    let broken = Self.message([0x41, 0x10, 0x42, 0x12, 0x40, 0x13, 0x15, 1, 0])
    #expect(try Self.asked([broken], channel: 2) == PresetIdentifier(bank: 0, program: 0))
  }

  // Proves sysex master-volume: General MIDI 2 §3.3.3, MIDI 1.0 Device Control; 0.1 dB
  @Test("Master volume is 40 log10 of its value", arguments: [0x2000, 0x1000, 0x3FFF])
  func volume(value: Int) throws {
    let message = Self.message([0x7F, 0x7F, 4, 1, UInt8(value & 127), UInt8(value >> 7)])
    #expect(try abs(Self.decibels([message]) - 40 * log10(Double(value) / 16_383)) < 0.1)
  }

  // Proves sysex master-balance: MIDI 1.0 Device Control; 0.1 dB
  @Test("Master balance at the right end silences the left channel")
  func balance() throws {
    let half = Self.message([0x7F, 0x7F, 4, 2, 0x7F, 0x5F])
    // 12287 of 16383 is half way from the middle, 8192, to the end.
    #expect(try abs(Self.decibels([half]) - 20 * log10(0.5)) < 0.1)
    #expect(try Self.decibels([Self.message([0x7F, 0x7F, 4, 2, 0x7F, 0x7F])]) < -90)
  }

  // Proves sysex master-fine-tuning: MIDI CA-025, GS 40 00 00, XG 00 00 00; 0.1 cent
  // Proves sysex master-coarse-tuning: MIDI CA-025, GS 40 00 05, XG 00 00 06; 0.1 cent
  @Test("Master fine and coarse tuning add up, in universal, GS and XG messages")
  func tuning() throws {
    let fine = Self.message([0x7F, 0x7F, 4, 3, 0, 0x60])  // 0x3000 of 0x4000: 50 cents
    let coarse = Self.message([0x7F, 0x7F, 4, 4, 0, 0x42])  // two semitones
    #expect(try abs(Self.cents([fine], near: 50) - 50) < 0.1)
    #expect(try abs(Self.cents([fine, coarse], near: 250) - 250) < 0.1)
    // GS: tenths of a cent from 0x400, four bits a byte; 0x4F0 is 24 cents up.
    let roland = Self.gs([0x40, 0, 0], [0x00, 0x04, 0x0F, 0x00])
    #expect(try abs(Self.cents([roland], near: 24) - 24) < 0.1)
    #expect(try abs(Self.cents([Self.gs([0x40, 0, 5], [0x3D])], near: -300) + 300) < 0.1)
  }

  // Proves sysex parts: Roland GS, 40 1x and 2x, Yamaha XG, 08 nn; 0.1 dB and 0.1 cent
  @Test("Part settings: level, bend range, transposition, velocities, keys")
  func parts() throws {
    let level = Self.gs([0x40, 0x11, 0x19], [50])
    #expect(try abs(Self.decibels([level, [0xB0, 10, 64]]) - 40 * log10(50.0 / 100)) < 0.1)
    #expect(try abs(Self.decibels([Self.xg([8, 0, 0x0B], [50])]) - 40 * log10(0.5)) < 0.1)
    #expect(try abs(Self.cents([Self.gs([0x40, 0x11, 0x16], [0x42])], near: 200) - 200) < 0.1)
    let range = Self.gs([0x40, 0x21, 0x10], [0x47])  // seven semitones
    #expect(try abs(Self.cents([range, [0xE0, 0x7F, 0x7F]], near: 700) - 700) < 0.1)
    // Velocity 100 at half depth and 14 more is 64.
    let response = [Self.gs([0x40, 0x11, 0x1A], [32]), Self.gs([0x40, 0x11, 0x1B], [64 + 14])]
    let loud = try Self.decibels(response, velocity: 100)
    #expect(abs(loud - 40 * log10(64.0 / 127)) < 0.1)
    let keys = Self.gs([0x40, 0x11, 0x1D], [70])
    #expect(try Self.note([keys]).allSatisfy { $0 == 0 })
    #expect(try Self.note([keys], key: 70).contains { $0 != 0 })
    let scale = Self.gs([0x40, 0x11, 0x49], [64 - 20])  // A, 20 cents down
    #expect(try abs(Self.cents([scale], near: -20) + 20) < 0.1)
    // The part plays another channel.
    let moved = [Self.gs([0x40, 0x12, 0x02], [0]), Self.gs([0x40, 0x12, 0x16], [0x41])]
    #expect(try abs(Self.cents(moved, near: 100) - 100) < 0.1)
  }

  // Proves sysex single-note-tuning: MIDI Tuning Standard (CA-020); 0.1 cent
  @Test("A channel plays in the tuning it selects")
  func singleNote() throws {
    // Tuning 2, one change: key 69 becomes 70 and a quarter (0x1000 of 0x4000).
    let change = Self.message([0x7F, 0x7F, 8, 2, 2, 1, 69, 70, 0x20, 0])
    let choice: [[UInt8]] = [[0xB0, 101, 0], [0xB0, 100, 3], [0xB0, 6, 2]]
    #expect(try abs(Self.cents([change] + choice, near: 125) - 125) < 0.1)
    #expect(try abs(Self.cents([change], near: 0)) < 0.1)
  }

  // Proves sysex bulk-tuning: MIDI Tuning Standard (CA-020); 0.1 cent
  @Test("A bulk dump tunes all 128 keys")
  func bulk() throws {
    var bytes: [UInt8] = [0x7E, 0x7F, 8, 1, 0] + Array("sixteen letters!".utf8)
    // Every key half a semitone up, but key 127, which is left alone.
    for key in 0..<UInt8(128) { bytes += key == 127 ? [0x7F, 0x7F, 0x7F] : [key, 0x40, 0] }
    bytes.append(bytes.reduce(0, ^) & 0x7F)
    let event: [UInt8] =
      [0xF0, UInt8((bytes.count + 1) >> 7) | 128, UInt8((bytes.count + 1) & 127)]
      + bytes + [0xF7]
    for key in [60, 69, 80] as [UInt8] {
      let expected = Double(Int(key) - 69) * 100 + 50
      #expect(try abs(Self.cents([event], key: key, near: expected) - expected) < 0.1)
    }
  }

  // Proves sysex octave-tuning: MIDI CA-021; 0.1 cent
  @Test("Scale tuning applies to the channels of its mask, in one-byte and two-byte form")
  func octave() throws {
    var cents = [UInt8](repeating: 64, count: 12)
    cents[9] = 64 + 16
    let one = Self.message([0x7E, 0x7F, 8, 8, 0, 0, 1] + cents)
    #expect(try abs(Self.cents([one], near: 16) - 16) < 0.1)
    let other = Self.message([0x7E, 0x7F, 8, 8, 0, 0, 2] + cents)
    #expect(try abs(Self.cents([other], near: 0)) < 0.1)
    var exact = [UInt8](repeating: 0, count: 24)
    for index in 0..<12 { exact[2 * index] = 0x40 }
    exact[18] = 0x30  // A: 0x1800 of 0x4000 from −100 cents on: 25 down
    let two = Self.message([0x7F, 0x7F, 8, 9, 0, 0, 1] + exact)
    #expect(try abs(Self.cents([two], near: -25) + 25) < 0.1)
  }

  // Proves sysex parts-in-pieces: SMF 1.0, <sysex event>; 0.1 cent
  @Test("Packets and escapes of a file form one message")
  func pieces() throws {
    let bytes: [UInt8] = [0x7F, 0x7F, 4, 4, 0, 0x42]
    let first: [UInt8] = [0xF0, 2] + bytes[0..<2]
    let middle: [UInt8] = [0xF7, 2] + bytes[2..<4]
    let last: [UInt8] = [0xF7, 3] + bytes[4..<6] + [0xF7]
    #expect(try abs(Self.cents([first, middle, last], near: 200) - 200) < 0.1)
    let escaped: [UInt8] = [0xF7, 8, 0xF0] + bytes + [0xF7]
    #expect(try abs(Self.cents([escaped], near: 200) - 200) < 0.1)
    #expect(try abs(Self.cents([first, last], near: 0)) < 0.1)
  }

  /// The level that the effects add to a tone of twenty partials from 22 to 440 Hz with one send,
  /// over a second of which it sounds a tenth.
  static func wet(_ events: [[UInt8]], send: UInt8) throws -> [Float] {
    let partials = [Double](repeating: 0.02, count: 20)
    func render(effects: Bool) throws -> [Float] {
      let all = events + [[0xB0, send, 127], [0xB0, send == 91 ? 93 : 91, 0], [0x90, 69, 127]]
      var timed = all.map { (tick: 0, bytes: $0) }
      timed.append((tick: 100, bytes: [0xB0, 120, 0]))
      let file = try Song.file(format: 0, end: 1000, timed)
      var region = tone
      region.modulators += [
        Modulator(source: 0xDB, destination: 16, amount: 1000, amountSource: 0, transform: 0),
        Modulator(source: 0xDD, destination: 15, amount: 1000, amountSource: 0, transform: 0),
      ]
      let bank = TestBank.bank(
        samples: [
          (TestBank.frames(period: 2000, count: 2000, partials: partials), 0..<2000, 44_000, 69)
        ], presets: [[region]])
      var song = try SongRenderer(
        file, bank: bank, decoder: nil,
        configuration: SynthesizerConfiguration(
          sampleRate: 44_000, maximumVoices: 8, effects: effects))
      var audio = [Float](repeating: 0, count: 2 * 44_000)
      audio.withUnsafeMutableBufferPointer { audio in
        guard let start = audio.baseAddress else { return }
        _ = song.render(left: start, right: start + 44_000, count: 44_000)
      }
      return Array(audio[0..<44_000])
    }
    return try zip(render(effects: true), render(effects: false)).map { $0 - $1 }
  }

  private static func level(_ frames: ArraySlice<Float>) -> Double {
    Level.rootMeanSquare(frames)
  }

  // Proves sysex reverb: General MIDI 2, Global Parameter Control (CA-024), GS 40 01 3x;
  //   20 % of the time
  @Test("System Exclusive sets reverb type, time and level")
  func reverb() throws {
    func type(_ value: UInt8) -> [UInt8] {
      Self.message([0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 0, value])
    }
    func time(_ value: UInt8) -> [UInt8] {
      Self.message([0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 1, value])
    }
    // How far it falls in 0.4 s, some time after the sound has ended.
    func fall(_ events: [[UInt8]]) throws -> Double {
      let wet = try Self.wet(events, send: 91)
      return Self.level(wet[13_200..<17_600]) - Self.level(wet[30_800..<35_200])
    }
    // exp((value − 40) / 40) s for 60 dB: 1.82 s at 64, 0.78 s at 30.
    for value in [30, 64] as [UInt8] {
      let expected = 60 * 0.4 / exp((Double(value) - 40) / 40)
      let measured = try fall([type(3), time(value)])
      #expect(abs(measured / expected - 1) < 0.2, "\(value): \(measured) for \(expected)")
    }
    let standard = try Self.level(Self.wet([], send: 91)[4_400..<13_200])
    let half = try Self.level(
      Self.wet([Self.gs([0x40, 1, 0x33], [32])], send: 91)[4_400..<13_200])
    #expect(abs(half - standard + 6.02) < 0.1)
    let none = try Self.wet([Self.xg([2, 1, 0], [0, 0])], send: 91)
    #expect(Self.level(none[4_400...]) < -90)
  }

  // Proves sysex chorus: General MIDI 2, Global Parameter Control (CA-024), GS 40 01 38; 0.1 dB
  @Test("System Exclusive sets chorus type and level")
  func chorus() throws {
    // GS's short delay, without modulation, is the sound itself 50 ms later.
    let delay = Self.gs([0x40, 1, 0x38], [6])
    let wet = try Self.wet([delay], send: 93)
    let first = wet.firstIndex { abs($0) > 0.01 } ?? 0
    #expect(abs(Double(first) / 44_000 - 0.05) < 0.001)
    let softer = try Self.wet([delay, Self.gs([0x40, 1, 0x3A], [32])], send: 93)
    #expect(abs(Self.level(softer[2_640..<4_400]) - Self.level(wet[2_640..<4_400]) + 6.02) < 0.1)
    let flanger = Self.message([0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 2, 0, 5])
    #expect(try Self.wet([flanger], send: 93) != Self.wet([], send: 93))
  }

  // Master Fine Tuning, MIDI 1.0 (CA-025): 00 00 is 100 cents down.
  @Test("An interpreter applies a message to a synthesizer at its current frame")
  func interpreter() throws {
    let bank = TestBank.bank(
      samples: [
        (TestBank.frames(period: 100, count: 1000, partials: [0.5]), 0..<1000, 44_000, 69)
      ], presets: [[Self.tone]])
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    var synthesizer = Synthesizer(SynthesizerConfiguration(effects: false))
    var interpreter = MIDIEventInterpreter()
    synthesizer.usePreset(preset, onChannel: 0)
    let bytes: [UInt8] = [0x7F, 0x7F, 0x04, 0x03, 0, 0]
    bytes.withUnsafeBytes { interpreter.apply($0, to: &synthesizer) }
    synthesizer.handle(.noteOn(channel: 0, key: 69, velocity: 127))
    var (left, right) = ([Float](repeating: 0, count: 48_000), [Float](repeating: 0, count: 48_000))
    synthesizer.render(left: &left, right: &right, count: 48_000)
    let cents = PitchMeter.cents(of: left[4800...], above: 440, sampleRate: 48_000)
    #expect(abs(cents + 100) < 0.05)
    withExtendedLifetime(preset) {}
  }
}
