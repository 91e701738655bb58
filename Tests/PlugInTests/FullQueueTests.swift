import PeachMIDIEvents
import PeachMusicUnits
import PeachPlugIn
import PeachSynthesis
import Testing

/// Commands that the audio thread has no room for: they are refused, and nothing has changed.
@Suite("A unit whose command queue is full")
struct FullQueueTests {
  private let rig: SamplerUnitFixture

  init() throws {
    rig = try SamplerUnitFixture(
      playing: SamplerUnitFixture.bank([(0, 0), (0, 5), (8, 28)]))
    rig.render(64)
    // Without an effect.
    let message = MIDIMessage.controlChange(channel: 15, controller: 3, value: 0)
    var sent = 0
    while sent < 10_000, (try? rig.unit.send(message)) != nil { sent += 1 }
    #expect(sent == 4096)
  }

  @Test("Selections throw, and the present preset stays selected until there is room")
  func selections() throws {
    let unit = rig.unit
    #expect(throws: UnitCommandError.queueFull) { try unit.usePreset(1) }
    #expect(throws: UnitCommandError.queueFull) { try unit.useBankProgram(bank: 8, program: 28) }
    #expect(unit.currentPreset?.number == 0)
    rig.render(64)
    #expect(unit.currentPreset?.number == 0)
    try unit.usePreset(1)
    rig.render(64)
    #expect(unit.currentPreset?.number == 1)
    #expect(try unit.useBankProgram(bank: 8, program: 28))
    #expect(try !unit.useBankProgram(bank: 8, program: 29, onChannel: 1))
    rig.render(64)
    #expect(unit.currentPreset?.number == 2)
  }

  @Test("A preset that a message selects is selected once there is room, before later messages")
  func messages() throws {
    rig.render(64)
    rig.play(UnitMessages.usePreset(2))
    rig.play(UnitMessages.usePreset(1))
    let message = MIDIMessage.controlChange(channel: 15, controller: 3, value: 0)
    while (try? rig.unit.send(message)) != nil {}
    #expect(rig.unit.service().isEmpty)
    #expect(SamplerUnit.needsService(rig.unit.renderContext))
    rig.render(64)
    #expect(rig.unit.service() == [.selected(preset: 2), .selected(preset: 1)])
    rig.render(64)
    #expect(rig.unit.currentPreset?.number == 1)
  }

  @Test("Parameters, notes and states throw, and keep their values")
  func commands() throws {
    let unit = rig.unit
    let value = unit.value(ofParameterAt: UnitMode.gain.rawValue)
    let commands: [() throws -> Void] = [
      { try unit.set(-6, ofParameterAt: UnitMode.gain.rawValue) },
      { try unit.clearOverride(at: 48) },
      { try unit.start(Note(id: 1, noteNumber: 69)) },
      { try unit.retune(note: 1, to: .hertz(450)) },
      { try unit.release(note: 1) },
      { try unit.fade(note: 1, frames: 100) },
      { try unit.sendNoteOn(note: 60) },
    ]
    for command in commands {
      #expect(throws: UnitCommandError.queueFull) { try command() }
    }
    #expect(unit.value(ofParameterAt: UnitMode.gain.rawValue) == value)
    let state = unit.state
    #expect(throws: UnitLoadError.busy) { try unit.restore(state) }
    #expect(throws: UnitLoadError.busy) { try unit.load("/banks/a.sf2", usingPreset: 1) }
    rig.render(64)
    for command in commands { try command() }
    rig.render(64)
    #expect(unit.value(ofParameterAt: UnitMode.gain.rawValue) == -6)
    // The state was saved with the default gain.
    try unit.restore(state)
    rig.render(64)
    #expect(unit.value(ofParameterAt: UnitMode.gain.rawValue) == value)
  }

  @Test("Errors state the problem, with its value")
  func errors() {
    #expect("\(UnitCommandError.queueFull)".contains("Too many commands"))
    #expect("\(UnitCommandError.noRenderResources)".contains("render resources"))
    #expect("\(UnitCommandError.unknownParameter(address: 77))".contains("77"))
    #expect("\(UnitCommandError.tooLong(byteCount: 70_000))".contains("70000"))
    #expect("\(UnitCommandError.notANumber)" != "\(UnitCommandError.invalidMessage)")
  }
}
