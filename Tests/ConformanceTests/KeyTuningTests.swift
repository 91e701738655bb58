import Foundation
import PeachMusicUnits
import PeachSynthesis
import Testing

/// MIDI Tuning Standard, per-note pitch bend and master tuning.
@Suite("MIDI tuning")
struct KeyTuningTests {
  static func cents(
    _ events: [SynthesizerEvent], key: UInt8 = 60, near guess: Double
  ) throws -> Double {
    try Probe(.tone).note(key: key, after: events, seconds: 0.1).cents(near: guess)
  }

  static func tune(_ key: UInt8, to noteNumber: Double, isImmediate: Bool = false)
    -> SynthesizerEvent
  {
    .tuneKey(bank: 0, program: 3, key: key, noteNumber: noteNumber, isImmediate: isImmediate)
  }

  // Proves rpn 3: CA-020 (MIDI Tuning Standard); 0.1 cent
  // Proves rpn 4: CA-020 (MIDI Tuning Standard); 0.1 cent
  @Test("A channel selects its tuning by program and bank")
  func chosen() throws {
    let made = Self.tune(60, to: 60.5)
    let choice =
      SynthesizerEvent.registered(4, coarse: 0) + SynthesizerEvent.registered(3, coarse: 3)
    #expect(try abs(Self.cents([made] + choice, near: 50) - 50) < 0.1)
    #expect(try abs(Self.cents([made] + choice, key: 61, near: 100) - 100) < 0.1)
    #expect(try abs(Self.cents([made], near: 0)) < 0.1)
    let other =
      SynthesizerEvent.registered(4, coarse: 1) + SynthesizerEvent.registered(3, coarse: 3)
    #expect(try abs(Self.cents([made] + other, near: 0)) < 0.1)
  }

  @Test("Active notes follow immediate changes only", arguments: [true, false])
  func immediate(isImmediate: Bool) throws {
    let events =
      [.useTuning(channel: 0, bank: 0, program: 3), .on(60)].at(0)
      + [Self.tune(60, to: 61.25, isImmediate: isImmediate)].at(0.1)
    let audio = try Probe(.tone).play(events, seconds: 0.2)
    #expect(abs(audio.cents(at: 0.15) - (isImmediate ? 125 : 0)) < 0.5)
  }

  // CA-020: a real-time change retunes the notes that it names.
  @Test("An immediate change affects only active notes of its key and its tuning")
  func otherKeys() throws {
    let start =
      [.useTuning(channel: 0, bank: 0, program: 3), .on(60)].at(0)
      // Left alone by a change that is not immediate.
      + [Self.tune(60, to: 61)].at(0.05)
    for change in [
      Self.tune(72, to: 72.5, isImmediate: true),
      .tuneKey(bank: 0, program: 4, key: 60, noteNumber: 62, isImmediate: true),
      .tunePitchClass(channel: 0, pitchClass: 4, cents: 30, isImmediate: true),
    ] {
      let audio = try Probe(.tone).play(start + [change].at(0.1), seconds: 0.2)
      #expect(abs(audio.cents(at: 0.15)) < 0.5, "\(change)")
    }
  }

  @Test("Scale/octave tuning affects every octave, but not percussion")
  func octave() throws {
    let tuning: SynthesizerEvent = .tunePitchClass(
      channel: 0, pitchClass: 4, cents: -13.7, isImmediate: false)
    #expect(try abs(Self.cents([tuning], key: 64, near: 386.3) - 386.3) < 0.1)
    #expect(try abs(Self.cents([tuning], key: 52, near: -813.7) + 813.7) < 0.1)
    #expect(try abs(Self.cents([tuning], key: 65, near: 500) - 500) < 0.1)
  }

  // Proves message key-bend: the engine's own, for MIDI 2.0's per-note pitch; 0.1 cent
  @Test("A single note retuning affects that key only, active or not")
  func keyBend() throws {
    let bend: SynthesizerEvent = .keyBend(channel: 0, key: 60, cents: 12.34)
    #expect(try abs(Self.cents([bend], near: 12.34) - 12.34) < 0.1)
    #expect(try abs(Self.cents([bend], key: 61, near: 100) - 100) < 0.1)
    let audio = try Probe(.tone).play([.on(60)].at(0) + [bend].at(0.1), seconds: 0.2)
    #expect(abs(audio.cents(at: 0.15) - 12.34) < 0.5)
  }

  @Test("Master tuning affects all but percussion")
  func master() throws {
    let tuning: SynthesizerEvent = .masterTuning(cents: -33.3)
    #expect(try abs(Self.cents([tuning], near: -33.3) + 33.3) < 0.1)
    let drums = try Probe(.tone).play(
      [tuning, .on(60, channel: 9)].at(0), seconds: 0.1
    ).cents(near: 0)
    #expect(abs(drums) < 0.1)
  }

  // Proves song scala: Scala's scale and mapping files; 0.1 cent
  @Test(
    "Keys without MIDI tuning use the scale; unmapped keys are silent, percussion is not retuned")
  func scale() throws {
    let scale = try ScalaScale(scl: Array("just\n 3\n5/4\n3/2\n2/1\n".utf8))
    let mapping = try ScalaKeyboardMapping(
      kbm: Array(
        "12 0 127 60 60 261.6255653 3 0 x x x 1 x x 2 x x x x".utf8.split(separator: 32)
          .joined(separator: [10])))
    var probe = Probe(.tone)
    probe.tuning = KeyboardTuning(scale: scale, mapping: mapping)
    for (key, ratio) in [(60, 1.0), (64, 1.25), (67, 1.5), (72, 2), (52, 0.625)]
      as [(UInt8, Double)]
    {
      let expected = 1200 * log2(ratio)
      let measured = try probe.note(key: key, seconds: 0.1).cents(near: expected)
      #expect(abs(measured - expected) < 0.1, "key \(key)")
    }
    // CA-020: a Single Note Tuning Change leaves the other keys of its tuning unchanged.
    let change: SynthesizerEvent = .tuneKey(
      bank: 0, program: 0, key: 40, noteNumber: 40.5, isImmediate: false)
    let changed = try probe.note(key: 64, after: [change], seconds: 0.1)
    #expect(abs(changed.cents(near: 1200 * log2(1.25)) - 1200 * log2(1.25)) < 0.1)
    #expect(try probe.note(key: 61, after: [change], seconds: 0.05).left.allSatisfy { $0 == 0 })
    #expect(try probe.note(key: 61, seconds: 0.05).left.allSatisfy { $0 == 0 })
    let drums = try probe.play([.on(64, channel: 9)].at(0), seconds: 0.1)
    #expect(abs(drums.cents(near: 400) - 400) < 0.1)
  }
}
