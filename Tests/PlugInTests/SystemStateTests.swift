import PeachInstrumentFiles
import PeachMIDIEvents
import PeachPlugIn
import Testing

@Suite("System settings in the unit state")
struct SystemStateTests {
  /// Something that messages set.
  struct Setting: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var messages: [[UInt8]]
    var packets: [UniversalMIDIPacket] = []

    init(_ name: String, _ messages: [UInt8]..., packets: [UniversalMIDIPacket] = []) {
      testDescription = name
      self.messages = messages
      self.packets = packets
    }
  }

  /// A message of Roland's GS: an address, data and what makes their sum a multiple of 128.
  private static func gs(_ bytes: [UInt8]) -> [UInt8] {
    let sum = bytes.reduce(0) { $0 + Int($1) } % 128
    return [0xF0, 0x41, 0x10, 0x42, 0x12] + bytes + [UInt8((128 - sum) % 128), 0xF7]
  }

  /// Of the MIDI Tuning Standard, General MIDI 2 and GS, as their specifications spell them.
  static let settings: [Setting] = [
    Setting(
      "a key of tuning 0, half a semitone higher",
      [0xF0, 0x7F, 0x7F, 8, 2, 0, 1, 60, 60, 0x40, 0, 0xF7]),
    Setting(
      "a tuning of a bank, and a channel that selects it",
      [0xF0, 0x7E, 0x7F, 8, 7, 3, 5, 1, 60, 61, 0x10, 0, 0xF7],
      [0xB0, 101, 0], [0xB0, 100, 4], [0xB0, 6, 3], [0xB0, 100, 3], [0xB0, 6, 5]),
    Setting(
      "the twelve pitch classes of a channel",
      [0xF0, 0x7F, 0x7F, 8, 8, 0, 0, 1, 94, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0xF7]),
    Setting("the reverb's type", [0xF0, 0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 0, 8, 0xF7]),
    Setting("the reverb's time", [0xF0, 0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 1, 20, 0xF7]),
    Setting(
      "the chorus's type", [0xB0, 93, 127],
      [0xF0, 0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 2, 0, 5, 0xF7]),
    Setting("the reverb of GS", gs([0x40, 1, 0x30, 6])),
    Setting("the master volume", [0xF0, 0x7F, 0x7F, 4, 1, 0, 0x40, 0xF7]),
    Setting("the master balance", [0xF0, 0x7F, 0x7F, 4, 2, 0, 0x20, 0xF7]),
    Setting("the master fine tuning", [0xF0, 0x7F, 0x7F, 4, 3, 0, 0x50, 0xF7]),
    Setting("the master coarse tuning", [0xF0, 0x7F, 0x7F, 4, 4, 0, 0x43, 0xF7]),
    Setting("the keys of a part", gs([0x40, 0x11, 0x1D, 62])),
    Setting("the velocities of a part", gs([0x40, 0x11, 0x1A, 32])),
    Setting("how bank select is read", [0xF0, 0x7E, 0x7F, 9, 3, 0xF7]),
    Setting(
      "the per-note pitch bend range",
      packets: [UniversalMIDIPacket(0x4020_0007, 12 << 25)]),
  ]

  private func rig(rendering: Bool = true) throws -> SamplerUnitFixture {
    let bank = SamplerUnitFixture.bank(
      UnitStateTests.numbers, modulators: DefaultModulators().modulators)
    let rig = SamplerUnitFixture(["a.sf2": bank], bankMode: nil)
    try rig.unit.load("/banks/a.sf2")
    if rendering { rig.unit.allocateRenderResources(sampleRate: 48_000) }
    return rig
  }

  private func tell(_ rig: SamplerUnitFixture, _ setting: Setting?) {
    let packets = (setting?.packets ?? []).map { UnitEvent(frame: 0, .packet($0)) }
    let bytes = (setting?.messages ?? []).reduce([], +)
    bytes.withUnsafeBufferPointer { bytes in
      var events = packets
      if let start = bytes.baseAddress {
        events.append(UnitEvent(frame: 0, .bytes(start, count: bytes.count)))
      }
      rig.render(512, events)
    }
  }

  /// Two keys, one of them bent by a quarter of what its own bend reaches; a program chosen anew.
  private func song(_ rig: SamplerUnitFixture) -> [Float] {
    let start = rig.left.count
    rig.render(
      12_000,
      [
        SamplerUnitFixture.event([0xB0, 0, 8]), SamplerUnitFixture.event([0xB0, 32, 0]),
        SamplerUnitFixture.event([0xC0, 28]),
        SamplerUnitFixture.event([0x90, 60, 100], at: 100),
        UnitEvent(frame: 200, .packet(UniversalMIDIPacket(0x4090_4000, 0xC000_0000))),
        UnitEvent(frame: 300, .packet(UniversalMIDIPacket(0x4060_4000, 0xA000_0000))),
      ])
    return Array(rig.left[start...]) + Array(rig.right[start...])
  }

  @Test(
    "A setting is audible and restores bit-identically, in another unit and after reallocation",
    arguments: settings)
  func kept(_ setting: Setting) throws {
    let first = try rig()
    tell(first, setting)
    let state = first.unit.state
    let expected = song(first)
    let plain = try rig()
    tell(plain, nil)
    #expect(plain.unit.state != state)
    #expect(song(plain) != expected)
    for isRendering in [true, false] {
      let second = try rig(rendering: isRendering)
      try second.unit.restore(UnitState(bytes: state.bytes))
      #expect(second.unit.state == state)
      if !isRendering { second.unit.allocateRenderResources(sampleRate: 48_000) }
      second.render(512)
      #expect(second.unit.state == state)
      #expect(song(second) == expected)
    }
  }

  @Test("System Reset restores the state of a new unit")
  func reset() throws {
    let (used, fresh) = (try rig(), try rig())
    for setting in Self.settings { tell(used, setting) }
    for one in [used, fresh] {
      // Registered parameter 7 of MIDI 2.0 has no reset in MIDI 1.0.
      tell(one, Setting("", [0xFF], packets: [UniversalMIDIPacket(0x4020_0007, 48 << 25)]))
    }
    #expect(used.unit.state == fresh.unit.state)
  }

  @Test("A state without system settings leaves them unchanged")
  func older() throws {
    let rig = try rig()
    tell(rig, Self.settings[7])
    let settings = rig.unit.state
    var bytes = settings.bytes
    let part = try #require(
      bytes.indices.dropLast(4).first { bytes[$0...].starts(with: "syst".utf8) })
    bytes.removeSubrange(part...)
    try rig.unit.restore(UnitState(bytes: bytes))
    rig.render(64)
    #expect(rig.unit.state == settings)
  }
}
