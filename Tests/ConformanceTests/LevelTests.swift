import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

/// SoundFont 2.04 §8.1.2 (17, 47, 48): level and pan.
@Suite("Level and pan")
struct LevelTests {
  // Proves generator 48: SF2.04 §8.1.2; 0.1 dB, × 0.4 in practice mode, × 1 in specification mode
  @Test("Attenuation matches generator 48", arguments: [0, 60, 100, 250, 700, 1440])
  func attenuation(centibels: Int16) throws {
    var probe = Probe(.level, [.initialAttenuation: centibels])
    let practice = try probe.note(seconds: 0.02).level(at: 0.01)
    #expect(abs(practice - -0.04 * Double(centibels)) < 0.1)
    guard centibels <= 960 else { return }
    probe.reading = .specification
    let text = try probe.note(seconds: 0.02).level(at: 0.01)
    #expect(abs(text - -0.1 * Double(centibels)) < 0.1)
  }

  // Proves generator 17: SF2.04 §8.1.2; 0.1 dB, constant power
  @Test(
    "Pan is constant-power from left to right", arguments: [-500, -250, -100, 0, 300, 500])
  func pan(pan: Int16) throws {
    let angle = (Double(pan) + 500) / 1000 * .pi / 2
    for audio in [
      try Probe(.level, [.pan: pan]).note(seconds: 0.02),
      try Probe(.level, preset: [.pan: pan]).note(seconds: 0.02),
    ] {
      let (left, right) = (Double(audio.left[480]) * 2, Double(audio.right[480]) * 2)
      #expect(abs(decibels(audio.gain(480))) < 0.1)
      if pan == 500 {
        #expect(decibels(left) < -90)
      } else {
        #expect(abs(decibels(left) - decibels(cos(angle))) < 0.1)
      }
      if pan == -500 {
        #expect(decibels(right) < -90)
      } else {
        #expect(abs(decibels(right) - decibels(sin(angle))) < 0.1)
      }
    }
  }

  // Proves generator 47: SF2.04 §8.1.2; 0.1 dB
  @Test("Generator 47 overrides the velocity", arguments: [1, 40, 127])
  func velocity(fixed: Int16) throws {
    for velocity in [1, 64, 127] as [UInt8] {
      let audio = try Probe(.level, [.overridingVelocity: fixed])
        .note(velocity: velocity, seconds: 0.02)
      // §8.4.1: 40·log10(velocity / 127) decibels.
      #expect(abs(audio.level(at: 0.01) - 40 * log10(Double(fixed) / 127)) < 0.1)
      let ignored = try Probe(.level, preset: [.overridingVelocity: fixed])
        .note(velocity: velocity, seconds: 0.02)
      #expect(abs(ignored.level(at: 0.01) - 40 * log10(Double(velocity) / 127)) < 0.1)
    }
  }
}
