import PeachInstrumentModel
import PeachMIDIEvents
import PeachPlugIn
import PeachSynthesis
import SoundMeasurement
import TestEnvironment
import Testing

/// The groups are those of SF2LibAU's own tests, by what they are about.
@Suite("A sampler unit")
struct SamplerUnitTests {
  static let numbers: [(bank: UInt16, program: UInt8)] = [
    (128, 25), (0, 0), (0, 123), (8, 28), (0, 5), (128, 56),
  ]

  private func loaded() throws -> UnitRig {
    let rig = UnitRig(["a.sf2": UnitRig.bank(Self.numbers)])
    try rig.unit.load("/banks/a.sf2", usingPreset: 0)
    rig.unit.allocateRenderResources(sampleRate: UnitRig.sampleRate)
    return rig
  }

  @Test("without a bank it renders silence, and says that it has none")
  func empty() {
    let rig = UnitRig([:])
    #expect(!rig.unit.hasRenderResources && rig.unit.activePresetName == "")
    rig.unit.allocateRenderResources(sampleRate: 48_000)
    rig.render(512, [UnitRig.on(60)])
    #expect(rig.left.allSatisfy { $0 == 0 } && rig.right.allSatisfy { $0 == 0 })
    #expect(rig.unit.activePresetName == "" && rig.unit.factoryPresets == [])
    #expect(rig.unit.currentPreset == nil && rig.unit.bankPath == nil && rig.unit.bankName == "")
    rig.unit.deallocateRenderResources()
    #expect(!rig.unit.hasRenderResources)
  }

  @Test("factory presets are the bank's, by bank and program")
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

  @Test("a preset by index, by message: its name is told, and its level is heard")
  func byIndex() throws {
    let rig = try loaded()
    for (index, name) in [(2, "0:123"), (0, "0:0"), (5, "128:56"), (3, "8:28")] {
      rig.play(UnitMessages.usePreset(index))
      #expect(rig.unit.service() == [.chosen(preset: index)])
      rig.render(64)
      #expect(rig.unit.activePresetName == name)
      #expect(rig.unit.currentPreset?.number == index)
    }
    // None of that number: no name, no sound, no error.
    rig.play(UnitMessages.usePreset(6))
    #expect(rig.unit.service() == [.chosen(preset: nil)])
    rig.render(2048, [UnitRig.on(60)])
    #expect(rig.unit.activePresetName == "" && rig.unit.activeVoiceCount == 0)
    #expect(rig.left.suffix(1024).allSatisfy { $0 == 0 })
  }

  @Test("bank and program in one event of nine bytes, whose last is no second program")
  func bankAndProgram() throws {
    for mode in [BankModeChoice.plain, .song] {
      let rig = UnitRig(
        ["a.sf2": UnitRig.bank(Self.numbers)], bankMode: mode == .plain ? .plain : nil)
      try rig.unit.load("/banks/a.sf2")
      rig.unit.allocateRenderResources(sampleRate: 48_000)
      for (bank, program) in [(128, 25), (8, 28), (0, 123), (128, 56), (0, 0)] {
        rig.play(UnitMessages.useBankProgram(bank: bank, program: program))
        #expect(rig.unit.activePresetName == "\(bank):\(program)")
        rig.unit.useBankProgram(bank: 0, program: 5)
        rig.render(64)
        #expect(rig.unit.activePresetName == "0:5")
      }
    }
  }

  enum BankModeChoice { case plain, song }

  @Test("bank select and program change choose as MIDI says, byte by byte as well")
  func stream() throws {
    let rig = try loaded()
    for byte: UInt8 in [0xB0, 0, 0, 0x20, 8, 0xC0, 28] { rig.play([byte], frames: 3) }
    #expect(rig.unit.activePresetName == "8:28")
    // Stray data, running status, a real-time byte within a message.
    rig.play([5, 5, 0x90, 60, 0xF8, 100, 64, 100, 60, 0, 64, 0])
    rig.play([0x90, 60, 100, 64, 100])
    #expect(rig.unit.activeVoiceCount >= 2)
  }

  @Test("notes sound, are let go and stay for their release; CC 120 ends them, CC 123 lets them go")
  func notes() throws {
    let rig = try loaded()
    rig.render(512, [UnitRig.on(60), UnitRig.on(64), UnitRig.on(67)])
    #expect(rig.unit.activeVoiceCount == 3)
    #expect(rig.unit.value(ofParameterAt: 1004) == 3)
    #expect(!rig.unit.set(7, ofParameterAt: 1004))
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

  @Test("FF ends what sounds; the parameters of generators are the file's again")
  func reset() throws {
    let rig = try loaded()
    rig.unit.set(100, ofParameterAt: 48)
    rig.render(512, [UnitRig.on(60), UnitRig.on(62)])
    #expect(rig.unit.activeVoiceCount == 2 && rig.unit.value(ofParameterAt: 48) == 100)
    rig.play(UnitMessages.reset, frames: 1024)
    #expect(rig.unit.activeVoiceCount == 0 && rig.unit.value(ofParameterAt: 48) == nil)
  }

  @Test("GM System On to all devices or to this one is a reset and never a preset")
  func generalMIDI() throws {
    for device: UInt8 in [0, 0x7F] {
      let rig = try loaded()
      rig.unit.set(100, ofParameterAt: 48)
      rig.render(64, [UnitRig.event([0xB0, 7, 20])])
      rig.play([0xF0, 0x7E, device, 9, 1, 0xF7])
      #expect(rig.unit.service() == [])
      #expect(rig.unit.activePresetName == "0:0" && rig.unit.value(ofParameterAt: 48) == nil)
    }
  }

  @Test("another preset takes all replaced generators away, and says so")
  func cleared() throws {
    let rig = try loaded()
    for way in 0..<4 {
      #expect(rig.unit.set(300, ofParameterAt: 48) && rig.unit.set(-200, ofParameterAt: 17))
      rig.render(64)
      #expect(rig.unit.value(ofParameterAt: 48) == 300)
      switch way {
      case 0: rig.unit.usePreset(1)
      case 1: rig.play([0xC0, 123])
      case 2: rig.play(UnitMessages.useBankProgram(bank: 8, program: 28))
      default: try rig.unit.load("/banks/a.sf2", usingPreset: 0)
      }
      rig.render(64)
      #expect(rig.unit.value(ofParameterAt: 48) == nil, "\(way)")
      #expect(rig.unit.value(ofParameterAt: 17) == nil, "\(way)")
    }
  }

  @Test("what is set is told at once, before the audio side has it, and after")
  func told() throws {
    let rig = try loaded()
    for isRendering in [false, true] {
      if !isRendering { rig.unit.deallocateRenderResources() }
      if isRendering { rig.unit.allocateRenderResources(sampleRate: 48_000) }
      #expect(rig.unit.set(0, ofParameterAt: 8) && rig.unit.value(ofParameterAt: 8) == 1500)
      #expect(rig.unit.set(0.5, ofParameterAt: 1000) && rig.unit.value(ofParameterAt: 1000) == 1)
      #expect(rig.unit.set(0.49, ofParameterAt: 1000) && rig.unit.value(ofParameterAt: 1000) == 0)
      if isRendering { rig.render(64) }
      #expect(rig.unit.value(ofParameterAt: 8) == 1500 && rig.unit.value(ofParameterAt: 1000) == 0)
      #expect(rig.unit.follow(parameterAt: 8) && rig.unit.value(ofParameterAt: 8) == nil)
      if isRendering { rig.render(64) }
      #expect(rig.unit.value(ofParameterAt: 8) == nil)
    }
  }

  @Test("modes begin as SF2LibAU's, and follow controllers 65, 126 and 127")
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

  @Test("one voice per key: the same key struck again ends what sounded of it")
  func onePerKey() throws {
    let rig = try loaded()
    rig.render(512, [UnitRig.on(60), UnitRig.on(60, at: 100)])
    #expect(rig.unit.activeVoiceCount == 2)
    #expect(rig.unit.set(1, ofParameterAt: 1002))
    rig.render(1024, [UnitRig.on(60)])
    #expect(rig.unit.activeVoiceCount == 1)
    rig.render(1024, [UnitRig.on(64)])
    #expect(rig.unit.activeVoiceCount == 2)
  }

  @Test("monophonic: one key at a time, with an attack each or, without retriggering, taken over")
  func retrigger() throws {
    for retriggers in [true, false] {
      var region = Region(sample: 0)
      region.generators[.sampleModes] = 1
      region.generators[.volumeEnvelopeAttack] = -2400  // 0.25 s
      let rig = try UnitRig(playing: TestBank.tone { $0 = region })
      rig.unit.set(0, ofParameterAt: 1003)
      rig.unit.set(retriggers ? 1 : 0, ofParameterAt: 1005)
      rig.render(22_050, [UnitRig.on(69)])
      rig.render(4410, [UnitRig.on(74)])
      #expect(rig.unit.activeVoiceCount == 1)
      // 0.1 s after the second key: two fifths of the attack, or full.
      let level = Level.peak(rig.left[26_000...]) / Level.peak(rig.left[21_000..<22_050])
      #expect(retriggers ? level < 0.5 && level > 0.3 : abs(level - 1) < 0.02)
    }
  }

  @Test("a glide takes the milliseconds for each semitone that the rate says")
  func glide() throws {
    let rig = try UnitRig(playing: TestBank.tone())
    rig.unit.set(1, ofParameterAt: 1000)
    rig.unit.set(20, ofParameterAt: 1001)
    rig.render(4410, [UnitRig.on(57), UnitRig.off(57, at: 4000)])
    // Twelve semitones in 240 ms: half way after 120 ms.
    rig.render(22_050, [UnitRig.on(69)])
    let base = 441 * 0.5
    for (seconds, cents) in [(0.06, 300.0), (0.12, 600), (0.18, 900), (0.3, 1200)] {
      let frame = 4410 + Int(seconds * UnitRig.sampleRate)
      let pitch = PitchTrace.cents(rig.left, at: frame, above: base, sampleRate: UnitRig.sampleRate)
      #expect(abs(pitch - cents) < 15, "\(seconds): \(pitch)")
    }
  }

  @Test("nothing on the audio thread is lost, and what is too much is counted")
  func tooMuch() throws {
    let rig = try loaded()
    let message = UnitMessages.usePreset(3)
    for _ in 0..<20_000 { rig.play(message, frames: 1) }
    let reports = rig.unit.service()
    #expect(reports.count + rig.unit.lostMessageCount == 20_000)
    #expect(rig.unit.lostMessageCount > 0)
    rig.render(64)
    #expect(rig.unit.activePresetName == "8:28")
  }
}
