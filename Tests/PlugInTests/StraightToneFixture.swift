import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachPlugIn
import PeachStraightPresets
import SoundFontFixtures
import SoundMeasurement
import Testing

/// A unit that plays a violin 0:40 with a vibrato of ±20 cents, 7 cents sharp, strings 0:48 of
/// three players, or a kit 128:0.
enum StraightToneFixture {
  static let straightTone = UnitMode.straightTone.rawValue
  static let vibratoAmount = UnitMode.vibratoAmount.rawValue
  /// The order of the presets in the unit.
  static let (violin, strings, kit) = (0, 1, 2)
  static let rate = SamplerUnitFixture.sampleRate
  static let second = Int(rate)

  static let bank = Result {
    try InstrumentFile.read(ByteStorage(copying: VibratoRecording.bank.chunks.file))
  }

  /// A unit with a preset selected, whose effects are off.
  static func rig(preset: Int? = 0, rendering: Bool = true) throws -> SamplerUnitFixture {
    let rig = SamplerUnitFixture(["a.sf2": try bank.get()], effects: false)
    try rig.unit.load("/banks/a.sf2", usingPreset: preset)
    if rendering { rig.unit.allocateRenderResources(sampleRate: rate) }
    return rig
  }

  /// A unit that plays the violin with straight tones.
  static func straight(percent: Float? = nil) throws -> SamplerUnitFixture {
    let rig = try rig()
    try rig.unit.set(1, ofParameterAt: straightTone)
    if let percent { try rig.unit.set(percent, ofParameterAt: vibratoAmount) }
    #expect(rig.unit.service() == [.straightened(preset: violin, .straight)])
    return rig
  }

  /// Returns a note of A4, 440 Hz.
  static func note(_ rig: SamplerUnitFixture, seconds: Double = 1) -> [Float] {
    Array(rig.render(Int(seconds * rate), [SamplerUnitFixture.on(69, velocity: 100)]))
  }

  /// Returns the cents above 440 Hz in windows of 100 ms.
  static func contour(
    _ audio: [Float], from first: Double = 0.1, through last: Double = 0.94, step: Double = 0.06
  ) -> [Double] {
    let cents = CombMeter.cents(
      audio, from: first, through: last, step: step, above: 440, sampleRate: rate)
    #expect(cents.count >= Int((last - first) / step))
    return cents
  }

  static func mean(_ cents: [Double]) -> Double { cents.reduce(0, +) / Double(cents.count) }

  /// Returns the standard deviation of the pitch.
  static func deviation(_ cents: [Double]) -> Double {
    let mean = mean(cents)
    return (cents.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(cents.count)).squareRoot()
  }

  /// Returns the largest fourth difference in a range: the residual of a click of height h is at
  /// least h, that of the tone's low partials is small.
  static func roughness(_ audio: [Float], _ range: Range<Int>) -> Float {
    range.reduce(0) { most, index in
      let outer = audio[index - 2] + audio[index + 2]
      return max(most, abs(outer - 4 * (audio[index - 1] + audio[index + 1]) + 6 * audio[index]))
    }
  }
}
