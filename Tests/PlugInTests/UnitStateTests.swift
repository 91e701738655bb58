import PeachInstrumentModel
import PeachMIDIEvents
import PeachPlugIn
import TestEnvironment
import Testing

@Suite("Unit state")
struct UnitStateTests {
  static let numbers: [(bank: UInt16, program: UInt8)] = [(0, 0), (0, 5), (8, 28), (128, 25)]

  private func rig(rendering: Bool = true) -> SamplerUnitFixture {
    let rig = SamplerUnitFixture(["a.sf2": SamplerUnitFixture.bank(Self.numbers)], bankMode: nil)
    if rendering { rig.unit.allocateRenderResources(sampleRate: 48_000) }
    return rig
  }

  /// A unit to which all kinds of things were done.
  private func used() throws -> SamplerUnitFixture {
    let rig = rig()
    try rig.unit.load("/banks/a.sf2")
    _ = try rig.unit.useBankProgram(bank: 8, program: 28)
    let messages: [[UInt8]] = [
      [0xB0, 7, 80], [0xB0, 10, 20], [0xB1, 0, 8], [0xC1, 28], [0xE0, 0, 80], [0xB0, 101, 0],
      [0xB0, 100, 0], [0xB0, 6, 12], [0xB2, 99, 120], [0xB2, 98, 48], [0xB2, 38, 40],
      [0xB2, 6, 64],
      [0xD0, 50], [0xB3, 126, 1],
    ]
    rig.render(256, messages.map { SamplerUnitFixture.event($0) })
    try rig.unit.set(140, ofParameterAt: 48)
    try rig.unit.set(1, ofParameterAt: 1002)
    try rig.unit.set(30, ofParameterAt: 1001)
    rig.render(
      256, [UnitEvent(frame: 3, .offset(.pan, value: -150, rampFrames: 0))])
    return rig
  }

  private func song(_ rig: SamplerUnitFixture) -> [Float] {
    let start = rig.left.count
    var events: [UnitEvent] = []
    for channel in 0..<4 {
      let on = UInt8(0x90 | channel)
      events.append(SamplerUnitFixture.event([on, UInt8(60 + channel), 100], at: 100 * channel))
    }
    for channel in 0..<4 {
      let on = UInt8(0x90 | channel)
      events.append(SamplerUnitFixture.event([on, 67, 100], at: 4000 + 100 * channel))
    }
    rig.render(12_000, events)
    return Array(rig.left[start...]) + Array(rig.right[start...])
  }

  @Test("A restored state plays bit-identically in another unit")
  func identical() throws {
    let first = try used()
    let state = first.unit.state
    #expect(state.bankPath == "/banks/a.sf2")
    #expect(state.parameters.contains(UnitState.Setting(address: 48, value: 140)))
    #expect(state.offsets == [UnitState.Setting(address: 17, value: -150)])
    // A unit of the same age, as a note's chances and oscillators do not depend on it anyway.
    let expected = song(first)
    #expect(expected.contains { $0 != 0 })
    for isRendering in [true, false] {
      let second = rig(rendering: isRendering)
      try second.unit.restore(UnitState(bytes: state.bytes))
      #expect(second.unit.state == state)
      if !isRendering { second.unit.allocateRenderResources(sampleRate: 48_000) }
      second.render(512)
      #expect(second.unit.state == state)
      #expect(song(second) == expected)
    }
  }

  @Test("Reallocating render resources does not change the state")
  func resources() throws {
    let rig = try used()
    let state = rig.unit.state
    rig.unit.deallocateRenderResources()
    #expect(rig.unit.state == state)
    #expect(rig.unit.activePresetName == "8:28")
    rig.unit.allocateRenderResources(sampleRate: 48_000)
    rig.render(64)
    #expect(rig.unit.state == state && rig.unit.activePresetName == "8:28")
  }

  // A state is complete: "the plugin MUST gracefully fall back to a default value when a value can
  // not be retrieved" (LV2 State, `restore`); an Audio Unit's `fullState` is its entire state.
  @Test("Parameters that a state lacks get their defaults", arguments: [true, false])
  func defaults(isRendering: Bool) throws {
    let rig = rig(rendering: isRendering)
    try rig.unit.load("/banks/a.sf2")
    let saved = rig.unit.state
    let modes: [UnitMode] = [
      .portamentoRate, .oneVoicePerKey, .retrigger, .bankMode, .vibratoAmount, .gain, .reverbLevel,
      .chorusLevel, .concertPitch, .scale, .scaleRoot, .adaptive, .purity, .glide, .smoothTone,
      .octaveStretch, .stretchAmount,
    ]
    for mode in modes {
      let parameter = try #require(UnitParameter.at(mode.rawValue))
      let before = rig.unit.value(ofParameterAt: mode.rawValue)
      let range = parameter.range
      let other = before == range.upperBound ? range.lowerBound : range.upperBound
      try rig.unit.set(other, ofParameterAt: mode.rawValue)
      if isRendering { rig.render(64) }
      #expect(rig.unit.value(ofParameterAt: mode.rawValue) == other)
      try rig.unit.restore(UnitState(bytes: saved.bytes))
      if isRendering { rig.render(64) }
      #expect(rig.unit.value(ofParameterAt: mode.rawValue) == before, "\(parameter.identifier)")
    }
  }

  @Test("Restoring a state with a missing bank changes nothing")
  func missing() throws {
    let rig = try used()
    let state = rig.unit.state
    var other = UnitState()
    other.bankPath = "/banks/none.sf2"
    #expect(throws: UnitLoadError.missing(path: "/banks/none.sf2")) { try rig.unit.restore(other) }
    #expect(rig.unit.state == state)
  }

  @Test(
    "Invalid bytes throw the reason; unknown chunks are skipped")
  func broken() throws {
    let bytes = try used().unit.state.bytes
    #expect(throws: UnitStateError.notAState) { try UnitState(bytes: []) }
    #expect(throws: UnitStateError.notAState) { try UnitState(bytes: Array("RIFF0000".utf8)) }
    var later = bytes
    later[4] = 2
    #expect(throws: UnitStateError.laterVersion(2)) { try UnitState(bytes: later) }
    let unknown = bytes + Array("new!".utf8) + [3, 0, 0, 0, 1, 2, 3]
    #expect(try UnitState(bytes: unknown) == UnitState(bytes: bytes))
    var read = 0
    for count in bytes.indices where count % 7 == 0 || count < 200 {
      if (try? UnitState(bytes: Array(bytes[..<count]))) != nil { read += 1 }
    }
    // Only where it is cut between two parts is it a state.
    #expect(read <= 5)
  }

  @Test("Random bytes in chunks are harmless")
  func random() throws {
    var random = RandomNumbers(seed: 5)
    let bytes = try used().unit.state.bytes
    let rig = rig()
    try rig.unit.load("/banks/a.sf2")
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0..<random.whole(1...40) {
        changed[random.whole(8...(bytes.count - 1))] = UInt8(random.whole(0...255))
      }
      guard let state = try? UnitState(bytes: changed) else { continue }
      try? rig.unit.restore(state)
      rig.render(64, [SamplerUnitFixture.on(60)])
      #expect(rig.left.suffix(64).allSatisfy { $0.isFinite })
    }
  }
}
