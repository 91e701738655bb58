import Foundation
import PeachInstrumentModel
import PeachPlugIn
import SoundMeasurement
import TestEnvironment
import Testing

/// The parameters for musicians, which messages and resets do not change.
@Suite("Host settings of a unit")
struct UnitHostSettingTests {
  private static let rate = SamplerUnitFixture.sampleRate
  private static let reset: [UInt8] = [0xF0, 0x7E, 0x7F, 9, 1, 0xF7]

  private func set(_ mode: UnitMode, _ value: Float) -> UnitEvent {
    UnitEvent(frame: 0, .parameter(address: mode.rawValue, value: value, rampFrames: 0))
  }

  /// A looped tone of 441 Hz at key 69 with settings, after a reset.
  private func rig(_ settings: [(UnitMode, Float)], effects: Bool = false) throws
    -> SamplerUnitFixture
  {
    let rig = try SamplerUnitFixture(playing: TestBank.tone(), effects: effects)
    rig.render(64, settings.map { set($0.0, $0.1) })
    rig.play(Self.reset)
    rig.render(4096)
    return rig
  }

  private func note(_ rig: SamplerUnitFixture, _ key: UInt8 = 69) -> ArraySlice<Float> {
    rig.play([0xB0, 120, 0], frames: 8192)
    return rig.render(44_100, [SamplerUnitFixture.on(key)])
  }

  @Test("Gain is in decibels, 0 by default, and its lowest value mutes")
  func gain() throws {
    let plain = Level.rootMeanSquare(note(try rig([])).suffix(20_000))
    for decibels: Float in [-20, -6.5, 0, 12] {
      let level = Level.rootMeanSquare(note(try rig([(.gain, decibels)])).suffix(20_000))
      #expect(abs(level - plain - Double(decibels)) < 0.001, "\(decibels)")
    }
    #expect(note(try rig([(.gain, -60)])).suffix(20_000).allSatisfy { $0 == 0 })
    #expect(note(try rig([(.gain, 0), (.concertPitch, 440), (.scale, 0)])) == note(try rig([])))
  }

  @Test("A change of gain during a note has no step", arguments: [-30 as Float, 20])
  func smoothness(decibels: Float) throws {
    let rig = try rig([])
    let start = rig.left.count
    rig.render(20_000, [SamplerUnitFixture.on(69)])
    rig.render(20_000, [set(.gain, decibels)])
    let after = Array(rig.left[(start + 20_000)...])
    let limit =
      1.05
      * max(
        Level.largestStep(after[10_000...]),
        Level.largestStep(rig.left[(start + 10_000)...].prefix(9000)))
    #expect(Level.largestStep(after[0...]) <= limit)
  }

  @Test(
    "The frequency of A4 transposes all keys", arguments: [380, 415, 432, 443.5, 494] as [Float])
  func concertPitch(hertz: Float) throws {
    let ratio = Double(hertz) / 440
    for key: UInt8 in [57, 69, 76] {
      let expected = 441 * ratio * exp2((Double(key) - 69) / 12)
      let tone = note(try rig([(.concertPitch, hertz)]), key).suffix(30_000)
      #expect(abs(PitchMeter.cents(of: tone, above: expected, sampleRate: Self.rate)) < 0.01)
    }
  }

  /// The intervals of scales above C, from their definitions: pure fifths and thirds, the
  /// Pythagorean comma (3/2)¹² / 2⁷, and the syntonic comma 81/80.
  private static let scales: [(scale: Float, ratios: [Int: Double])] = {
    func pow(_ base: Double, _ exponent: Double) -> Double { Foundation.pow(base, exponent) }
    let fifth = 1.5
    let (pythagorean, syntonic) = (pow(fifth, 12) / 128, 81.0 / 80)
    let tempered = fifth / pow(pythagorean, 0.25)
    let mean = fifth / pow(syntonic, 0.25)
    let vallotti = fifth / pow(pythagorean, 1 / 6.0)
    return [
      (1, [7: fifth, 2: pow(fifth, 2), 4: pow(fifth, 4), 8: pow(fifth, 8), 3: pow(fifth, -3)]),
      (
        2,
        [1: 16 / 15.0, 3: 6 / 5.0, 4: 1.25, 6: 45 / 32.0, 8: 1.6, 9: 5 / 3.0, 10: 1.8, 11: 1.875]
      ),
      (3, [7: mean, 4: 1.25, 8: pow(mean, 8), 10: pow(mean, -2), 1: pow(mean, 7)]),
      (
        4,
        [
          7: tempered, 2: pow(tempered, 2), 9: pow(tempered, 3), 4: pow(tempered, 3) * fifth,
          6: pow(tempered, 4) * pow(fifth, 2), 5: 4 / 3.0, 3: pow(fifth, -3),
        ]
      ),
      (5, [7: mean, 4: 1.25, 11: 1.875, 6: 45 / 32.0, 5: 4 / 3.0, 1: 256 / 243.0]),
      (
        6,
        [
          7: vallotti, 5: 1 / vallotti, 4: pow(vallotti, 4), 6: pow(vallotti, 5) * fifth,
          10: 1 / vallotti / fifth,
        ]
      ),
    ]
  }()

  @Test(
    "Scales have the intervals of their definitions, A keeps its pitch, and the root moves them")
  func scales() throws {
    func cents(_ settings: [(UnitMode, Float)], _ key: UInt8) throws -> Double {
      let expected = 441 * exp2((Double(key) - 69) / 12)
      return PitchMeter.cents(
        of: note(try rig(settings), key).suffix(30_000), above: expected, sampleRate: Self.rate)
    }
    for (scale, ratios) in Self.scales {
      let root = try cents([(.scale, scale)], 60)
      #expect(abs(try cents([(.scale, scale)], 69)) < 0.01, "\(scale)")
      for (pitchClass, ratio) in ratios {
        let octaves = log2(ratio) - log2(ratio).rounded(.down)
        let expected = 1200 * octaves - 100 * Double(pitchClass)
        let found = try cents([(.scale, scale)], UInt8(60 + pitchClass)) - root
        #expect(abs(found - expected) < 0.02, "scale \(scale), \(pitchClass)")
      }
    }
    // A pure third D to F♯.
    let root = try cents([(.scale, 2), (.scaleRoot, 2)], 62)
    let third = try cents([(.scale, 2), (.scaleRoot, 2)], 66)
    #expect(abs(third - root - (1200 * log2(1.25) - 400)) < 0.02)
  }

  @Test("Levels of reverb and chorus scale what they add; 0 % is no effect")
  func effects() throws {
    /// Returns what a send of 50 % adds.
    func wet(_ mode: UnitMode?, _ percent: Float, _ generator: Generator) throws -> [Float] {
      func frames(_ send: Float) throws -> [Float] {
        let bank = TestBank.tone { $0.generators[generator] = send }
        let rig = try SamplerUnitFixture(playing: bank, effects: true)
        if let mode { rig.render(64, [set(mode, percent)]) }
        rig.render(4096)
        return Array(rig.render(44_100, [SamplerUnitFixture.on(69)]))
      }
      return zip(try frames(500), try frames(0)).map { $0 - $1 }
    }
    for (mode, generator) in [
      (UnitMode.reverbLevel, Generator.reverbSend), (.chorusLevel, .chorusSend),
    ] {
      let plain = Level.rootMeanSquare(try wet(nil, 0, generator)[0...])
      #expect(plain > -80)
      for (percent, decibels) in [(Float(50), -6.0206), (200, 6.0206)] {
        let level = Level.rootMeanSquare(try wet(mode, percent, generator)[0...])
        #expect(abs(level - plain - decibels) < 0.01, "\(mode) \(percent)")
      }
      #expect(try wet(mode, 0, generator).allSatisfy { $0 == 0 })
    }
  }

  @Test("Bank and program select a preset on all channels but drums, when they change")
  func presets() throws {
    let bank = SamplerUnitFixture.bank([(0, 0), (0, 5), (8, 28), (128, 0)])
    let rig = SamplerUnitFixture(["a.sf2": bank], bankMode: nil)
    try rig.unit.load("/banks/a.sf2")
    rig.unit.allocateRenderResources(sampleRate: Self.rate)
    rig.render(64)
    rig.render(64, [set(.presetProgram, 5)])
    #expect(rig.unit.currentPreset?.name == "0:5")
    rig.render(64, [set(.presetBank, 8), set(.presetProgram, 28)])
    #expect(rig.unit.currentPreset?.name == "8:28")
    // A program of a message stays when a host repeats the values.
    rig.play([0xB0, 0, 0, 0xC0, 0])
    rig.render(64, [set(.presetBank, 8), set(.presetProgram, 28)])
    #expect(rig.unit.currentPreset?.name == "0:0")
    let state = rig.unit.state
    for isRendering in [true, false] {
      let other = SamplerUnitFixture(["a.sf2": bank], bankMode: nil)
      if isRendering { other.unit.allocateRenderResources(sampleRate: Self.rate) }
      try other.unit.restore(UnitState(bytes: state.bytes))
      if !isRendering { other.unit.allocateRenderResources(sampleRate: Self.rate) }
      other.render(64)
      other.render(64, [set(.presetBank, 8), set(.presetProgram, 28)])
      #expect(other.unit.currentPreset?.name == "0:0" && other.unit.state == state)
    }
    // Without render resources.
    let silent = SamplerUnitFixture(["a.sf2": bank], bankMode: nil)
    try silent.unit.load("/banks/a.sf2")
    try silent.unit.set(5, ofParameterAt: UnitMode.presetProgram.rawValue)
    #expect(silent.unit.currentPreset?.name == "0:5")
  }

  @Test("A state restores all settings, and notes are bit-identical", arguments: [true, false])
  func state(isRendering: Bool) throws {
    let settings: [(UnitMode, Float)] = [
      (.gain, -3), (.reverbLevel, 30), (.chorusLevel, 150), (.concertPitch, 432), (.scale, 4),
      (.scaleRoot, 7), (.inTune, 0),
    ]
    let first = try rig(settings, effects: true)
    let state = first.unit.state
    for (mode, value) in settings {
      #expect(first.unit.value(ofParameterAt: mode.rawValue) == value)
      #expect(state.parameters.contains(.init(address: mode.rawValue, value: value)), "\(mode)")
    }
    let second = SamplerUnitFixture(["a.sf2": TestBank.tone()])
    if isRendering { second.unit.allocateRenderResources(sampleRate: Self.rate) }
    try second.unit.restore(UnitState(bytes: state.bytes))
    if !isRendering { second.unit.allocateRenderResources(sampleRate: Self.rate) }
    second.render(first.left.count)
    #expect(second.unit.state == state)
    let expected = note(first)
    #expect(note(second) == expected && expected.contains { $0 != 0 })
  }
}
