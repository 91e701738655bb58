import PeachInstrumentModel
import PeachMIDIEvents
import PeachPlugIn
import PeachSynthesis
import SoundMeasurement
import TestEnvironment
import Testing

/// The groups are those of SF2LibAU's own tests, by what they are about.
@Suite("Sampler unit")
struct SamplerUnitTests {
  static let numbers: [(bank: UInt16, program: UInt8)] = [
    (128, 25), (0, 0), (0, 123), (8, 28), (0, 5), (128, 56),
  ]

  private func loaded() throws -> SamplerUnitFixture {
    let rig = SamplerUnitFixture(["a.sf2": SamplerUnitFixture.bank(Self.numbers)])
    try rig.unit.load("/banks/a.sf2", usingPreset: 0)
    rig.unit.allocateRenderResources(sampleRate: SamplerUnitFixture.sampleRate)
    return rig
  }

  @Test("Without a bank, the output is silent and the bank name empty")
  func empty() {
    let rig = SamplerUnitFixture([:])
    #expect(!rig.unit.hasRenderResources && rig.unit.activePresetName == "")
    rig.unit.allocateRenderResources(sampleRate: 48_000)
    rig.render(512, [SamplerUnitFixture.on(60)])
    #expect(rig.left.allSatisfy { $0 == 0 } && rig.right.allSatisfy { $0 == 0 })
    #expect(rig.unit.activePresetName == "" && rig.unit.factoryPresets == [])
    #expect(rig.unit.currentPreset == nil && rig.unit.bankPath == nil && rig.unit.bankName == "")
    rig.unit.deallocateRenderResources()
    #expect(!rig.unit.hasRenderResources)
  }

  @Test("Banks are prepared for the interpolation of the configuration")
  func interpolation() throws {
    let bank = TestBank.tone(partials: [0.4, 0.2, 0.1])
    var sounds: [[Float]] = []
    for quality in [InterpolationQuality.cubic, .doubled, .sinc8, .sinc16, .sinc32] {
      let rig = SamplerUnitFixture(["a.sf2": bank], effects: false, interpolation: quality)
      try rig.unit.load("/banks/a.sf2", usingPreset: 0)
      rig.unit.allocateRenderResources(sampleRate: SamplerUnitFixture.sampleRate)
      rig.render(4410, [SamplerUnitFixture.on(67)])
      #expect(Level.peak(rig.left[...]) > 0.01)
      #expect(!sounds.contains(rig.left), "\(quality)")
      sounds.append(rig.left)
    }
  }

  @Test(
    "A unit renders at any sample rate that a host states, and NaN is the default",
    arguments: [Double.nan, .infinity, -.infinity, 0, -1, Double.leastNonzeroMagnitude, 1e9, 1e300])
  func sampleRates(rate: Double) throws {
    let rig = SamplerUnitFixture(["a.sf2": SamplerUnitFixture.bank(Self.numbers)])
    try rig.unit.load("/banks/a.sf2", usingPreset: 0)
    rig.unit.allocateRenderResources(sampleRate: rate)
    rig.render(2048, [SamplerUnitFixture.on(60)])
    #expect(rig.left.allSatisfy(\.isFinite) && rig.left.contains { $0 != 0 })
  }

  @Test("Factory presets are sorted by bank and program")
  func factory() throws {
    let rig = try loaded()
    let expected = [(0, 0), (0, 5), (0, 123), (8, 28), (128, 25), (128, 56)]
    #expect(
      rig.unit.factoryPresets
        == expected.enumerated().map { index, number in
          FactoryPreset(
            number: index, name: "\(number.0):\(number.1)", bank: number.0, program: number.1)
        })
    #expect(rig.unit.bankName == "Numbers")
  }

  @Test("A message selects a preset by index; its name and level change")
  func byIndex() throws {
    let rig = try loaded()
    for (index, name) in [(2, "0:123"), (0, "0:0"), (5, "128:56"), (3, "8:28")] {
      rig.play(UnitMessages.usePreset(index))
      #expect(rig.unit.service() == [.selected(preset: index)])
      rig.render(64)
      #expect(rig.unit.activePresetName == name)
      #expect(rig.unit.currentPreset?.number == index)
    }
    // None of that number: no name, no sound, no error.
    rig.play(UnitMessages.usePreset(6))
    #expect(rig.unit.service() == [.selected(preset: nil)])
    rig.render(2048, [SamplerUnitFixture.on(60)])
    #expect(rig.unit.activePresetName == "" && rig.unit.activeVoiceCount == 0)
    #expect(rig.left.suffix(1024).allSatisfy { $0 == 0 })
  }

  @Test("Bank and program in one event of nine bytes, whose last is ignored")
  func bankAndProgram() throws {
    for mode in [BankModeChoice.plain, .song] {
      let rig = SamplerUnitFixture(
        ["a.sf2": SamplerUnitFixture.bank(Self.numbers)], bankMode: mode == .plain ? .plain : nil)
      try rig.unit.load("/banks/a.sf2")
      rig.unit.allocateRenderResources(sampleRate: 48_000)
      for (bank, program) in [(128, 25), (8, 28), (0, 123), (128, 56), (0, 0)] {
        rig.play(UnitMessages.useBankProgram(bank: bank, program: program))
        #expect(rig.unit.activePresetName == "\(bank):\(program)")
        _ = try rig.unit.useBankProgram(bank: 0, program: 5)
        rig.render(64)
        #expect(rig.unit.activePresetName == "0:5")
      }
    }
  }

  enum BankModeChoice { case plain, song }

  @Test("Bank select and program change follow MIDI, also byte by byte")
  func stream() throws {
    let rig = try loaded()
    for byte: UInt8 in [0xB0, 0, 0, 0x20, 8, 0xC0, 28] { rig.play([byte], frames: 3) }
    #expect(rig.unit.activePresetName == "8:28")
    // Stray data, running status, a real-time byte within a message.
    rig.play([5, 5, 0x90, 60, 0xF8, 100, 64, 100, 60, 0, 64, 0])
    rig.play([0x90, 60, 100, 64, 100])
    #expect(rig.unit.activeVoiceCount >= 2)
  }

  @Test("Notes play and release; CC 120 ends them, CC 123 releases them")
  func notes() throws {
    let rig = try loaded()
    rig.render(
      512, [SamplerUnitFixture.on(60), SamplerUnitFixture.on(64), SamplerUnitFixture.on(67)])
    #expect(rig.unit.activeVoiceCount == 3)
    #expect(rig.unit.value(ofParameterAt: 1004) == 3)
    #expect(throws: UnitCommandError.self) { try rig.unit.set(7, ofParameterAt: 1004) }
    rig.play(UnitMessages.allNotesOff, frames: 1)
    #expect(rig.unit.activeVoiceCount == 3)
    rig.render(4096)
    #expect(rig.unit.activeVoiceCount == 0)
    rig.play(UnitMessages.noteOn(60))
    rig.play(UnitMessages.noteOn(62))
    rig.play(UnitMessages.noteOff(60), frames: 4096)
    #expect(rig.unit.activeVoiceCount == 1)
    rig.play(UnitMessages.allSoundOff, frames: 512)
    #expect(rig.unit.activeVoiceCount == 0)
  }

  @Test("FF ends all notes and clears overrides")
  func reset() throws {
    let rig = try loaded()
    try rig.unit.set(100, ofParameterAt: 48)
    rig.render(512, [SamplerUnitFixture.on(60), SamplerUnitFixture.on(62)])
    #expect(rig.unit.activeVoiceCount == 2 && rig.unit.value(ofParameterAt: 48) == 100)
    rig.play(UnitMessages.reset, frames: 1024)
    #expect(rig.unit.activeVoiceCount == 0 && rig.unit.value(ofParameterAt: 48) == nil)
  }

  @Test("GM System On is a reset, not a preset request")
  func generalMIDI() throws {
    for device: UInt8 in [0, 0x7F] {
      let rig = try loaded()
      try rig.unit.set(100, ofParameterAt: 48)
      rig.render(64, [SamplerUnitFixture.event([0xB0, 7, 20])])
      rig.play([0xF0, 0x7E, device, 9, 1, 0xF7])
      #expect(rig.unit.service() == [])
      #expect(rig.unit.activePresetName == "0:0" && rig.unit.value(ofParameterAt: 48) == nil)
    }
  }

  @Test("Selecting a preset clears all overrides")
  func cleared() throws {
    let rig = try loaded()
    for way in 0..<4 {
      try rig.unit.set(300, ofParameterAt: 48)
      try rig.unit.set(-200, ofParameterAt: 17)
      rig.render(64)
      #expect(rig.unit.value(ofParameterAt: 48) == 300)
      switch way {
      case 0: try rig.unit.usePreset(1)
      case 1: rig.play([0xC0, 123])
      case 2: rig.play(UnitMessages.useBankProgram(bank: 8, program: 28))
      default: try rig.unit.load("/banks/a.sf2", usingPreset: 0)
      }
      rig.render(64)
      #expect(rig.unit.value(ofParameterAt: 48) == nil, "\(way)")
      #expect(rig.unit.value(ofParameterAt: 17) == nil, "\(way)")
    }
  }

  @Test("A value reads back before and after the audio thread has handled it")
  func told() throws {
    let rig = try loaded()
    for isRendering in [false, true] {
      if !isRendering { rig.unit.deallocateRenderResources() }
      if isRendering { rig.unit.allocateRenderResources(sampleRate: 48_000) }
      try rig.unit.set(0, ofParameterAt: 8)
      #expect(rig.unit.value(ofParameterAt: 8) == 1500)
      try rig.unit.set(0.5, ofParameterAt: 1000)
      #expect(rig.unit.value(ofParameterAt: 1000) == 1)
      try rig.unit.set(0.49, ofParameterAt: 1000)
      #expect(rig.unit.value(ofParameterAt: 1000) == 0)
      if isRendering { rig.render(64) }
      #expect(rig.unit.value(ofParameterAt: 8) == 1500 && rig.unit.value(ofParameterAt: 1000) == 0)
      try rig.unit.clearOverride(at: 8)
      #expect(rig.unit.value(ofParameterAt: 8) == nil)
      if isRendering { rig.render(64) }
      #expect(rig.unit.value(ofParameterAt: 8) == nil)
    }
  }

  @Test("Modes have SF2LibAU's defaults and track controllers 65, 126 and 127")
  func modes() throws {
    let rig = try loaded()
    let beginning: [(UInt64, Float)] = [
      (1000, 0), (1001, 100), (1002, 0), (1003, 1), (1004, 0), (1005, 1),
    ]
    rig.render(64)
    for (address, value) in beginning { #expect(rig.unit.value(ofParameterAt: address) == value) }
    rig.play([0xB0, 126, 1])
    #expect(rig.unit.value(ofParameterAt: 1003) == 0)
    rig.play([0xB0, 127, 0])
    #expect(rig.unit.value(ofParameterAt: 1003) == 1)
    rig.play([0xB0, 65, 127])
    #expect(rig.unit.value(ofParameterAt: 1000) == 1)
  }

  @Test("One voice per key: a repeated key ends its previous note")
  func onePerKey() throws {
    let rig = try loaded()
    rig.render(512, [SamplerUnitFixture.on(60), SamplerUnitFixture.on(60, at: 100)])
    #expect(rig.unit.activeVoiceCount == 2)
    try rig.unit.set(1, ofParameterAt: 1002)
    rig.render(1024, [SamplerUnitFixture.on(60)])
    #expect(rig.unit.activeVoiceCount == 1)
    rig.render(1024, [SamplerUnitFixture.on(64)])
    #expect(rig.unit.activeVoiceCount == 2)
  }

  @Test("Monophonic mode retriggers, or continues the envelope in legato")
  func retrigger() throws {
    for retriggers in [true, false] {
      var region = Region(sample: 0)
      region.generators[.sampleModes] = 1
      region.generators[.volumeEnvelopeAttack] = -2400  // 0.25 s
      let rig = try SamplerUnitFixture(playing: TestBank.tone { $0 = region })
      try rig.unit.set(0, ofParameterAt: 1003)
      try rig.unit.set(retriggers ? 1 : 0, ofParameterAt: 1005)
      rig.render(22_050, [SamplerUnitFixture.on(69)])
      rig.render(4410, [SamplerUnitFixture.on(74)])
      #expect(rig.unit.activeVoiceCount == 1)
      // 0.1 s after the second key: two fifths of the attack, or full.
      let level = Level.peak(rig.left[26_000...]) / Level.peak(rig.left[21_000..<22_050])
      #expect(retriggers ? level < 0.5 && level > 0.3 : abs(level - 1) < 0.02)
    }
  }

  @Test("Portamento takes the rate's milliseconds per semitone")
  func glide() throws {
    let rig = try SamplerUnitFixture(playing: TestBank.tone())
    try rig.unit.set(1, ofParameterAt: 1000)
    try rig.unit.set(20, ofParameterAt: 1001)
    rig.render(4410, [SamplerUnitFixture.on(57), SamplerUnitFixture.off(57, at: 4000)])
    // Twelve semitones in 240 ms: half way after 120 ms.
    rig.render(22_050, [SamplerUnitFixture.on(69)])
    let base = 441 * 0.5
    for (seconds, cents) in [(0.06, 300.0), (0.12, 600), (0.18, 900), (0.3, 1200)] {
      let frame = 4410 + Int(seconds * SamplerUnitFixture.sampleRate)
      let pitch = PitchTrace.cents(
        rig.left, at: frame, above: base, sampleRate: SamplerUnitFixture.sampleRate)
      #expect(abs(pitch - cents) < 15, "\(seconds): \(pitch)")
    }
  }

  @Test("No message is lost on the audio thread, and overflow is counted")
  func tooMuch() throws {
    let rig = try loaded()
    let message = UnitMessages.usePreset(3)
    for _ in 0..<20_000 { rig.play(message, frames: 1) }
    // Selections that find no room in the command queue are made once a block has made room.
    var reportCount = 0
    repeat {
      reportCount += rig.unit.service().count
      rig.render(1)
    } while SamplerUnit.needsService(rig.unit.renderContext)
    #expect(reportCount + rig.unit.lostMessageCount == 20_000)
    #expect(rig.unit.lostMessageCount > 0)
    rig.render(64)
    #expect(rig.unit.activePresetName == "8:28")
  }
}
