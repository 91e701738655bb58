import Foundation
import PeachInstrumentModel
import SoundFontFixtures
import Testing

/// SoundFont 2.04 §8.1.2 (46, 51, 52, 56, 58) and §7.10: the pitch of a note.
@Suite("Tuning")
struct TuningTests {
  static func expect(
    _ cents: Double, _ probe: Probe, key: UInt8 = 60,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let audio = try probe.note(key: key, seconds: 0.1)
    let measured = audio.cents(near: cents)
    #expect(abs(measured - cents) < 0.1, "\(measured) cents", sourceLocation: sourceLocation)
  }

  // Proves generator 51: SF2.04 §8.1.2; 0.1 cent
  @Test("Coarse tuning is in semitones", arguments: [-36, -7, 1, 12, 48])
  func coarse(semitones: Int16) throws {
    try Self.expect(Double(semitones) * 100, Probe(.tone, [.coarseTune: semitones]))
    try Self.expect(Double(semitones) * 100, Probe(.tone, preset: [.coarseTune: semitones]))
  }

  // Proves generator 52: SF2.04 §8.1.2; 0.1 cent
  @Test("Fine tuning is in cents", arguments: [-99, -1, 50, 99])
  func fine(cents: Int16) throws {
    try Self.expect(Double(cents), Probe(.tone, [.fineTune: cents]))
    try Self.expect(Double(cents), Probe(.tone, preset: [.fineTune: cents]))
    try Self.expect(
      Double(cents) + 700, Probe(.tone, [.fineTune: cents, .coarseTune: 5]), key: 62)
  }

  // Proves generator 56: SF2.04 §8.1.2; 0.1 cent
  @Test("Scale tuning is in cents per key", arguments: [0, 50, 99, 100, 200])
  func scale(cents: Int16) throws {
    for key in [55, 60, 67] as [UInt8] {
      let expected = Double(cents) * (Double(key) - 60)
      try Self.expect(expected, Probe(.tone, [.scaleTuning: cents]), key: key)
      try Self.expect(expected, Probe(.tone, preset: [.scaleTuning: cents - 100]), key: key)
    }
  }

  // Proves generator 58: SF2.04 §8.1.2; 0.1 cent
  @Test("The overriding root key replaces the sample's", arguments: [36, 60, 71])
  func root(key: Int16) throws {
    let expected = Double(60 - key) * 100
    try Self.expect(expected, Probe(.tone, [.overridingRootKey: key]))
    try Self.expect(0, Probe(.tone, [.overridingRootKey: -1]))
    try Self.expect(0, Probe(.tone, preset: [.overridingRootKey: key]))
    // Scale tuning is relative to the effective root key.
    try Self.expect(
      expected / 2, Probe(.tone, [.overridingRootKey: key, .scaleTuning: 50]))
  }

  // Proves generator 46: SF2.04 §8.1.2; 0.1 cent
  @Test("Generator 46 overrides the key", arguments: [40, 60, 64])
  func key(fixed: Int16) throws {
    for key in [30, 60, 90] as [UInt8] {
      try Self.expect(
        Double(fixed - 60) * 100, Probe(.tone, [.overridingKey: fixed]), key: key)
    }
    try Self.expect(700, Probe(.tone, preset: [.overridingKey: fixed]), key: 67)
  }

  // Proves generator 46: SF2.04 §8.1.2; 1 ms
  @Test("Generator 46 also scales hold and decay")
  func keyOfEnvelopes() throws {
    let audio = try Probe(
      .level,
      [
        .overridingKey: 48, .volumeEnvelopeHold: timecents(0.05), .keyToVolumeEnvelopeHold: 100,
        .volumeEnvelopeDecay: timecents(0.1), .volumeEnvelopeSustain: 1000,
      ]
    ).note(key: 72, seconds: 0.15)
    // Twelve keys below 60: twice as long.
    let end = try #require(audio.second(falling: 0.989, from: 0.002))
    #expect(abs(end - 0.001 - 2 * seconds(timecents(0.05))) < 0.001)
  }

  // Proves sample root: SF2.04 §7.10; 0.1 cent
  @Test("The sample's root key, pitch correction and rate")
  func sample() throws {
    var probe = Probe(.tone)
    probe.file.samples[0].root = 67
    probe.file.samples[0].correction = -13
    probe.file.samples[0].rate = 24_000
    try Self.expect(-700 - 13 - 1200, probe)
    probe.file.samples[0].root = 255
    try Self.expect(-13 - 1200, probe)
  }
}
