import PeachInstrumentModel
import PeachPlugIn
import PeachSynthesis
import Testing

@Suite("Bank mode of a unit")
struct UnitBankModeTests {
  static let numbers: [(bank: UInt16, program: UInt8)] = [
    (0, 7), (1, 7), (2, 7), (128, 0), (130, 7),
  ]

  private func rig(_ mode: BankMode? = nil, rendering: Bool = true) throws -> SamplerUnitFixture {
    let rig = SamplerUnitFixture(
      ["a.sf2": SamplerUnitFixture.bank(Self.numbers)], bankMode: mode, effects: false)
    try rig.unit.load("/banks/a.sf2")
    if rendering { rig.unit.allocateRenderResources(sampleRate: 48_000) }
    return rig
  }

  /// Returns the preset for MSB 1, LSB 2 and program 7.
  private func selected(_ rig: SamplerUnitFixture) -> String {
    rig.play([0xB0, 0, 1, 0xB0, 32, 2, 0xC0, 7])
    return rig.unit.activePresetName
  }

  // GS: MSB; GM: bank 0; GM2: LSB; XG: an MSB other than 0 is the bank; MMA: MSB · 128 + LSB.
  @Test(
    "The parameter selects how bank select is read",
    arguments: [(0, "1:7"), (1, "1:7"), (2, "0:7"), (3, "2:7"), (4, "1:7"), (5, "130:7")])
  func modes(value: Int, preset: String) throws {
    for isRendering in [true, false] {
      let rig = try rig(rendering: isRendering)
      try rig.unit.set(Float(value), ofParameterAt: 1006)
      #expect(rig.unit.value(ofParameterAt: 1006) == Float(value))
      if !isRendering { rig.unit.allocateRenderResources(sampleRate: 48_000) }
      #expect(selected(rig) == preset)
      #expect(rig.unit.value(ofParameterAt: 1006) == Float(value))
    }
  }

  @Test("A fixed mode survives resets; the automatic mode follows them")
  func resets() throws {
    let rig = try rig()
    let gm2: [UInt8] = [0xF0, 0x7E, 0x7F, 9, 3, 0xF7]
    try rig.unit.set(5, ofParameterAt: 1006)
    rig.play(gm2)
    #expect(selected(rig) == "130:7")
    // The last reset applies once the mode is automatic.
    try rig.unit.set(0, ofParameterAt: 1006)
    #expect(selected(rig) == "2:7")
    rig.play([0xF0, 0x7E, 0x7F, 9, 1, 0xF7])
    #expect(selected(rig) == "0:7")
  }

  @Test("The state stores the mode", arguments: [true, false])
  func state(isRendering: Bool) throws {
    let first = try rig()
    try first.unit.set(5, ofParameterAt: 1006)
    first.render(64)
    let state = first.unit.state
    #expect(state.parameters.contains(UnitState.Setting(address: 1006, value: 5)))
    let second = try rig(rendering: isRendering)
    try second.unit.restore(UnitState(bytes: state.bytes))
    if !isRendering { second.unit.allocateRenderResources(sampleRate: 48_000) }
    second.render(64)
    #expect(second.unit.state == state)
    #expect(selected(second) == "130:7")
  }

  @Test("Before it is set, the parameter has the configured mode, and values are rounded")
  func initial() throws {
    #expect(try rig().unit.value(ofParameterAt: 1006) == 0)
    let plain = try rig(.plain)
    #expect(plain.unit.value(ofParameterAt: 1006) == 5)
    #expect(selected(plain) == "130:7")
    let parameter = try #require(UnitParameter.at(1006))
    #expect(parameter.unit == .indexed && parameter.valueNames.count == 6)
    #expect(parameter.clamped(2.4) == 2 && parameter.clamped(9) == 5 && parameter.clamped(-1) == 0)
  }

  @Test("Channel 10 is a drum channel except in 14-bit mode")
  func drums() throws {
    let rig = try rig()
    /// The output of a key on a channel, after a preset was selected by index, which omits drum
    /// channels.
    func output(channel: UInt8) throws -> [Float] {
      try rig.unit.usePreset(2)
      rig.play([0xB0, 120, 0, 0xB9, 120, 0], frames: 4096)
      return Array(rig.play([0x90 | channel, 60, 100], frames: 512))
    }
    #expect(try output(channel: 9) != output(channel: 0))
    try rig.unit.set(5, ofParameterAt: 1006)
    #expect(try output(channel: 9) == output(channel: 0))
    try rig.unit.set(1, ofParameterAt: 1006)
    rig.play([0xC9, 0])
    #expect(try output(channel: 9) != output(channel: 0))
  }
}
