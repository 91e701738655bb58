import Foundation
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import Testing

@Suite("Decaying tones")
struct DecayingToneTests {
  /// Returns a bank with `seconds` of 442 Hz, then a loop of 441 Hz: 3.921 cents lower.
  private func bank(secondsBeforeLoop seconds: Double, region: Region) -> SoundBank {
    let first = Int(seconds * 44_100)
    var turns = 0.0
    var bytes: [UInt8] = []
    for frame in 0..<first + 1000 {
      let value = Int16((16_000 * sin(2 * .pi * turns)).rounded())
      bytes.append(UInt8(truncatingIfNeeded: value))
      bytes.append(UInt8(truncatingIfNeeded: value >> 8))
      turns += (frame < first ? 442 : 441) / 44_100
    }
    let sample = Sample(
      name: "String", encoding: .integer16(0..<bytes.count), sampleRate: 44_100, rootKey: 69,
      loop: first..<first + 1000, side: .mono)
    return SoundBank(
      information: .init(name: "Strings"),
      presets: [Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: "String")],
      samples: [sample], storage: ByteStorage(copying: bytes), regionSource: { _, _ in [region] })
  }

  private func error(
    secondsBeforeLoop seconds: Double, sustain: Float, decay: Float,
    keys: ClosedRange<UInt8> = 69...69
  ) throws -> (cents: Double, isJudgedBeforeLoop: Bool) {
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    region.generators[.volumeEnvelopeSustain] = sustain
    region.generators[.volumeEnvelopeDecay] = decay
    region.keys = keys
    let bank = bank(secondsBeforeLoop: seconds, region: region)
    var map = IntonationMap()
    try map.measure(bank.regions(ofPresetAt: 0), of: bank, using: PitchEstimator())
    let correction = map.corrections(of: [region], in: bank)[0]
    #expect(correction.status == .applied)
    if correction.isJudgedBeforeLoop {
      #expect(abs(correction.cents + correction.errorCents) < 1e-9)
    }
    return (correction.errorCents, correction.isJudgedBeforeLoop)
  }

  @Test("The pitch is the mean over 0.05 to 0.85 s, before and within the loop")
  func mean() throws {
    let loop = 1200 * log2(441.0 / 440)
    let before = 1200 * log2(442.0 / 441)
    for (seconds, share) in [(0.45, 0.5), (0.65, 0.75), (1.2, 1)] {
      // A decay of 96 dB within 4 s.
      let found = try error(secondsBeforeLoop: seconds, sustain: 960, decay: 2400)
      #expect(abs(found.cents - loop - share * before) < 0.1, "\(seconds) s")
      #expect(found.isJudgedBeforeLoop)
    }
  }

  @Test("An octave lower, the sample takes twice as long to its loop")
  func octaveLower() throws {
    let loop = 1200 * log2(441.0 / 440)
    let before = 1200 * log2(442.0 / 441)
    // 0.325 s become 0.65 s, of which 0.6 are within the measured 0.8 s.
    for keys in [57...57, 45...57] as [ClosedRange<UInt8>] {
      let found = try error(secondsBeforeLoop: 0.325, sustain: 960, decay: 2400, keys: keys)
      #expect(abs(found.cents - loop - 0.75 * before) < 0.1, "\(keys)")
    }
  }

  @Test("Sustained and very slowly decaying tones are measured by their loop")
  func held() throws {
    let loop = 1200 * log2(441.0 / 440)
    for (sustain, decay) in [(0, 2400), (200, 2400), (960, 7000)] as [(Float, Float)] {
      let found = try error(secondsBeforeLoop: 0.65, sustain: sustain, decay: decay)
      #expect(abs(found.cents - loop) < 0.001 && !found.isJudgedBeforeLoop)
    }
  }
}
