import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

/// Levels of notes with an amplitude, in presets that have their velocity curve in other ways than
/// by the default modulator.
@Suite("Amplitudes of notes")
struct NoteAmplitudeTests {
  /// Returns the level of the fundamental in decibels, for the velocity that a player selects.
  private func level(_ bank: SoundBank, amplitude: Double, at hertz: Double = 441) throws -> Double
  {
    let velocity = UInt8(max((amplitude * 127).rounded(), 1))
    let note = Note(id: 1, noteNumber: 69, velocity: velocity, amplitude: amplitude)
    let audio = try Render(
      bank, [TimedEvent(frame: 0, event: .startNote(note))], frames: 24_000, effects: false)
    return 20
      * log10(Level.amplitude(of: audio.left[4800...], at: hertz, sampleRate: Render.rate))
  }

  /// Returns regions of one sample at 441 Hz, and of one at 882 Hz with `isOctave`.
  private func bank(_ regions: [Region]) -> SoundBank {
    let tone = TestBank.frames(period: 100, count: 1000, partials: [0.8])
    let octave = TestBank.frames(period: 50, count: 1000, partials: [0.8])
    return TestBank.bank(
      samples: [(tone, 0..<1000, 44_100, 69), (octave, 0..<1000, 44_100, 69)], presets: [regions])
  }

  private func region(_ velocities: ClosedRange<UInt8>, sample: Int = 0) -> Region {
    var region = Region(velocities: velocities, sample: sample)
    region.generators[.sampleModes] = 1
    return region
  }

  @Test(
    "0.5 is −6.02 dB if the velocity curve is in steps of one sample",
    arguments: [0.05, 0.1, 0.25, 0.5, 0.9])
  func steps(amplitude: Double) throws {
    // 40·log₁₀(v/127) dB at the middle of each step.
    let regions = stride(from: UInt8(0), through: 120, by: 8).map { first in
      var region = region(first...(first + 7))
      region.generators[.initialAttenuation] = Float(-400 * log10((Double(first) + 4) / 127))
      return region
    }
    let bank = bank(regions)
    let change = try level(bank, amplitude: amplitude) - level(bank, amplitude: 1)
    #expect(abs(change - 20 * log10(amplitude)) < 0.02, "\(change) dB")
  }

  @Test("0.5 is −6.02 dB for a region whose velocities end below 127")
  func layer() throws {
    // Another sample at full velocity: the level is that of the region's own modulators.
    var soft = region(0...100)
    soft.modulators = [
      Modulator(
        source: 0x0502, destination: UInt16(Generator.initialAttenuation.rawValue), amount: 960,
        amountSource: 0, transform: 0)
    ]
    let bank = bank([soft, region(101...127, sample: 1)])
    let change = try level(bank, amplitude: 0.25) - level(bank, amplitude: 0.5)
    #expect(abs(change + 6.02) < 0.02, "\(change) dB")
  }

  @Test("Crossfaded layers keep the mix of their velocity")
  func crossfades() throws {
    var soft = region(0...127)
    var loud = region(0...127, sample: 1)
    for isLoud in [false, true] {
      var parameters = ExtendedParameters()
      parameters.velocityTracking = 1
      parameters.crossfades = [
        RegionCrossfade(source: .velocity, fadesIn: isLoud, low: 0, high: 127, isEqualPower: false)
      ]
      if isLoud {
        loud.extendedParameters = parameters
      } else {
        soft.extendedParameters = parameters
      }
    }
    let full = try level(bank([loud]), amplitude: 1, at: 882)
    let both = bank([soft, loud])
    for amplitude in [0.25, 0.5] {
      let fraction = (amplitude * 127).rounded() / 127
      let loudLevel = try level(both, amplitude: amplitude, at: 882) - full
      #expect(abs(loudLevel - 20 * log10(amplitude * fraction)) < 0.05, "\(loudLevel) dB")
      let softLevel = try level(both, amplitude: amplitude, at: 441) - full
      #expect(abs(softLevel - 20 * log10(amplitude * (1 - fraction))) < 0.05, "\(softLevel) dB")
    }
  }
}
