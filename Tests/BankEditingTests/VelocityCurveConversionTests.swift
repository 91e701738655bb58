import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

/// Velocity curves of SFZ as SoundFont modulators.
@Suite("Conversion of velocity curves")
struct VelocityCurveConversionTests {
  private typealias Fixture = ConversionFixture

  /// Returns a region's level at a velocity in decibels. SF2.04 §9.5.3: a concave curve is
  /// −(20·log₁₀(x)) / 48 over 7 bits, which ends at 127/128; a convex one mirrors it.
  private func decibels(_ region: Region, _ velocity: Int) -> Double {
    let x = Double(velocity) / 127
    func concave(_ x: Double) -> Double {
      x <= 0 ? 127.0 / 128 : min(max(-40 * log10(x) / 96, 0), 127.0 / 128)
    }
    let attenuation = region.modulators.reduce(0.0) { sum, modulator in
      guard modulator.destination == UInt16(Generator.initialAttenuation.rawValue),
        modulator.source & 0x80 == 0
      else { return sum }
      func value(_ source: UInt16) -> Double {
        switch source {
        case 0: 1
        case 0x0002: x * 127 / 128
        case 0x0502: concave(x)
        default: .nan
        }
      }
      return sum
        + Double(modulator.amount) * value(modulator.source) * value(modulator.amountSource)
    }
    return -(attenuation + Double(region.generators[.initialAttenuation])) / 10
  }

  private func velocityModulators(_ region: Region) -> [Modulator] {
    region.modulators.filter {
      $0.source & 0xFF == 2 && $0.destination == UInt16(Generator.initialAttenuation.rawValue)
        && $0.amount != 0
    }
  }

  @Test(
    "SoundFont's velocity modulator survives SFZ and back as one modulator",
    arguments: [240, 480, 800, 960, 1200] as [Int16])
  func roundTrip(amount: Int16) throws {
    let source = try Fixture.soundFont(
      [], modulators: [Fixture.modulator(0x0502, .initialAttenuation, amount)])
    let text = try Fixture.regionsInSFZ(source).text
    let converted = try Fixture.regionsInSoundFont(text)
    #expect(converted.regions.count == 1)
    let modulators = velocityModulators(converted.regions[0])
    #expect(modulators.count == 1 && modulators.first?.source == 0x0502)
    #expect(abs(Int(modulators.first?.amount ?? 0) - Int(amount)) <= 8)
    let full = decibels(converted.regions[0], 127)
    for velocity in 4...127 {
      // 96 dB · concave(v) at 960 cB is 40·log₁₀(v/127).
      let expected = 40 * log10(Double(velocity) / 127) * Double(amount) / 960
      let level = decibels(converted.regions[0], velocity) - full
      #expect(abs(level - expected) < 0.3, "velocity \(velocity): \(level)")
    }
  }

  @Test(
    "Curves become modulators within 0.5 dB, without steps",
    arguments: [
      "amp_velcurve_1=0.3 amp_velcurve_127=1", "amp_velcurve_64=0.5", "amp_velcurve_1=0.0078",
      "amp_veltrack=50", "amp_veltrack=0", "amp_veltrack=-60",
    ])
  func curves(opcodes: String) throws {
    let converted = try Fixture.regionsInSoundFont("<region> sample=1.wav \(opcodes)")
    #expect(converted.regions.count == 1, "\(converted.losses)")
    let source = try #require(
      Fixture.bank("<region> sample=1.wav \(opcodes)")
        .regions(ofPresetAt: 0).first?.extendedParameters)
    let levels = (1...127).map { velocity -> Double in
      let x = Double(velocity) / 127
      let curve = source.velocityCurve.isEmpty ? x * x : Double(source.velocityCurve[velocity])
      let depth = Double(source.velocityTracking)
      return 20 * log10(depth > 0 ? 1 - depth * (1 - curve) : 1 + depth * curve)
    }
    let peak = levels.max() ?? 0
    let shift = decibels(converted.regions[0], 127) - levels[126]
    for velocity in 1...127 where levels[velocity - 1] > peak - 48 {
      let level = decibels(converted.regions[0], velocity) - shift
      // Half a decibel at both.
      #expect(abs(level - levels[velocity - 1]) < 1, "velocity \(velocity): \(level)")
    }
  }

  @Test("A curve that SoundFont's do not add up to is in steps of 1 dB")
  func jaggedCurve() throws {
    let converted = try Fixture.regionsInSoundFont(
      """
      <region> sample=1.wav amp_velcurve_1=1 amp_velcurve_20=0.1 amp_velcurve_40=1 \
      amp_velcurve_60=0.1 amp_velcurve_80=1 amp_velcurve_100=0.1
      """)
    #expect(converted.regions.count > 20)
    #expect(converted.losses.contains { $0.what == "velocity curves" })
  }

  @Test("A zone for soft velocities does not attenuate the bank")
  func softZone() throws {
    let converted = try Fixture.regionsInSoundFont(
      "<region> sample=1.wav hivel=79 amp_velcurve_1=0.0126 amp_velcurve_79=1")
    // v/79: the modulator has −4.1 dB at 79, and a constant source raises it.
    #expect(!converted.losses.contains { $0.what == "levels above full scale" })
    #expect(converted.regions.count == 1)
    #expect(abs(decibels(converted.regions[0], 79)) < 0.6)
    #expect(abs(decibels(converted.regions[0], 8) - 20 * log10(8.0 / 79)) < 0.6)
  }
}
