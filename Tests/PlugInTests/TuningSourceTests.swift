import Foundation
import PeachPlugIn
import PeachSynthesis
import SoundMeasurement
import TestEnvironment
import Testing

/// A source whose table the tests write. The tone of the bank has 441 Hz at key 69.
@Suite("Pitches that another program sets", .serialized)
struct TuningSourceTests {
  private static let rate = SamplerUnitFixture.sampleRate
  // Safe: the tests of this suite run one after the other, and render on their own thread.
  private nonisolated(unsafe) static let table = UnsafeMutablePointer<Double>.allocate(
    capacity: 128)
  private nonisolated(unsafe) static var hasMaster = false
  private nonisolated(unsafe) static var silentKey: CChar = -1

  private static let source = TuningSource(
    isActive: { TuningSourceTests.hasMaster }, frequencies: table,
    isSilent: { key, channel in key == TuningSourceTests.silentKey && channel == -1 })

  init() {
    (Self.hasMaster, Self.silentKey) = (false, -1)
    for key in 0..<128 { Self.table[key] = Self.equal(key) }
  }

  private static func equal(_ key: Int) -> Double { 440 * exp2((Double(key) - 69) / 12) }

  private func rig() throws -> SamplerUnitFixture {
    let rig = try SamplerUnitFixture(playing: TestBank.tone())
    try rig.unit.follow(Self.source)
    return rig
  }

  /// Returns the pitch of a second of audio above that of a key of the source, in cents.
  private func cents(_ audio: ArraySlice<Float>, above hertz: Double) -> Double {
    PitchMeter.cents(of: audio.suffix(30_000), above: hertz * 441 / 440, sampleRate: Self.rate)
  }

  private func note(_ rig: SamplerUnitFixture, _ key: UInt8) -> ArraySlice<Float> {
    rig.play([0xB0, 120, 0], frames: 8192)
    return rig.render(44_100, [SamplerUnitFixture.on(key)])
  }

  @Test("Keys have the frequencies of the table, also far from equal temperament")
  func frequencies() throws {
    let rig = try rig()
    for key in 0..<128 { Self.table[key] = 300 * exp2((Double(key) - 69) / 19) }
    #expect(abs(cents(note(rig, 76), above: Self.equal(76))) < 0.01 && !rig.unit.followsTuning)
    Self.hasMaster = true
    for key: UInt8 in [57, 69, 76] {
      #expect(abs(cents(note(rig, key), above: Self.table[Int(key)])) < 0.001, "\(key)")
    }
    #expect(rig.unit.followsTuning)
    rig.unit.deallocateRenderResources()
    rig.unit.allocateRenderResources(sampleRate: Self.rate)
    #expect(abs(cents(note(rig, 69), above: Self.table[69])) < 0.001)
    try rig.unit.follow(nil)
    #expect(abs(cents(note(rig, 69), above: 440)) < 0.001 && !rig.unit.followsTuning)
  }

  @Test("Held notes follow the key's frequency, others keep theirs, until the source ends")
  func held() throws {
    let rig = try rig()
    Self.hasMaster = true
    #expect(abs(cents(note(rig, 69), above: 440)) < 0.001)
    Self.table[69] = 450
    #expect(abs(cents(rig.render(44_100), above: 450)) < 0.001)
    Self.table[68] = 100
    #expect(abs(cents(rig.render(44_100), above: 450)) < 0.001)
    Self.hasMaster = false
    #expect(abs(cents(rig.render(44_100), above: 440)) < 0.001)
  }

  @Test("Keys that are filtered, or have no frequency, are silent; held notes keep their pitch")
  func silent() throws {
    let rig = try rig()
    (Self.hasMaster, Self.silentKey) = (true, 70)
    #expect(note(rig, 70).suffix(30_000).allSatisfy { $0 == 0 })
    for hertz in [0, -440, .nan, .infinity, 1e9] as [Double] {
      Self.table[71] = hertz
      #expect(note(rig, 71).suffix(30_000).allSatisfy { $0 == 0 }, "\(hertz)")
    }
    #expect(abs(cents(note(rig, 69), above: 440)) < 0.001)
    Self.silentKey = 69
    #expect(abs(cents(rig.render(44_100), above: 440)) < 0.001)
    Self.silentKey = -1
    #expect(abs(cents(note(rig, 70), above: Self.equal(70))) < 0.001)
  }

  @Test("Tunings by messages have precedence; channel tuning and concert pitch are added")
  func precedence() throws {
    let rig = try rig()
    Self.hasMaster = true
    Self.table[69] = 450
    Self.table[74] = 600
    // Single note tuning change of tuning program 0 (MIDI 1.0, MIDI Tuning): key 69 to 68.5.
    rig.play([0xF0, 0x7F, 0x7F, 8, 2, 0, 1, 69, 68, 0x40, 0, 0xF7])
    #expect(abs(cents(note(rig, 69), above: 440 * exp2(-0.5 / 12))) < 0.001)
    // The other keys of that tuning keep the frequencies that they had.
    #expect(abs(cents(note(rig, 74), above: 600)) < 0.001)
    let other = try self.rig()
    // RPN 1, the fine tuning of the channel: half of a semitone.
    other.play([0xB0, 101, 0, 0xB0, 100, 1, 0xB0, 6, 0x60, 0xB0, 38, 0])
    #expect(abs(cents(note(other, 69), above: 450 * exp2(0.5 / 12))) < 0.001)
    other.play([0xB0, 6, 0x40])
    try other.unit.set(432, ofParameterAt: UnitMode.concertPitch.rawValue)
    #expect(abs(cents(note(other, 69), above: 450 * 432 / 440)) < 0.01)
  }

  @Test("Chords are pure with adaptive tuning, whatever the table has")
  func chords() throws {
    func held(_ silenced: UInt8, _ hertz: Double) throws -> Double {
      let rig = try rig()
      Self.hasMaster = true
      Self.table[64] = Self.equal(64) * exp2(15 / 1200.0)
      try rig.unit.set(AdaptiveTuning())
      rig.render(
        22_050,
        [SamplerUnitFixture.event([0x90, 60, 100]), SamplerUnitFixture.event([0x91, 64, 100])])
      rig.play([0xB0 | silenced, 120, 0], frames: 8192)
      return cents(rig.render(44_100), above: hertz)
    }
    let third = try 400 + held(0, Self.equal(64)) - held(1, Self.equal(60))
    #expect(abs(third - 1200 * log2(1.25)) < 0.01, "\(third)")
  }

  @Test("Percussion keeps its pitch")
  func percussion() throws {
    let rig = SamplerUnitFixture(["a.sf2": TestBank.tone()], bankMode: .gs, effects: false)
    try rig.unit.load("/banks/a.sf2", usingPreset: 0)
    try rig.unit.follow(Self.source)
    rig.unit.allocateRenderResources(sampleRate: Self.rate)
    Self.hasMaster = true
    Self.table[69] = 450
    let drum = rig.render(44_100, [SamplerUnitFixture.event([0x99, 69, 127])])
    #expect(abs(cents(drum, above: 440)) < 0.001)
    rig.play([0xB9, 120, 0], frames: 8192)
    #expect(abs(cents(note(rig, 69), above: 450)) < 0.001)
  }

  @Test("Renders without a master have the bytes of renders without a source")
  func absent() throws {
    let plain = try SamplerUnitFixture(playing: TestBank.tone())
    #expect(note(try rig(), 69) == note(plain, 69))
  }
}
