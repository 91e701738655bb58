import Foundation
import PeachInstrumentModel
import PeachPlayback
import SoundMeasurement
import Testing

@testable import PeachServices

/// Presets whose keys are prepared one by one play as if they were prepared as a whole.
@Suite("Parts of presets")
struct NotePartsTests {
  /// A tone of 441 Hz at key 60, its octave, and the regions of two keys: each plays the two in
  /// turn.
  private static let bank: SoundBank = {
    func region(_ key: UInt8, _ position: UInt16) -> Region {
      var region = Region(keys: key...key, velocities: 0...127, sample: Int(position) - 1)
      region.generators[.sampleModes] = 1
      var conditions = RegionConditions()
      (conditions.sequenceLength, conditions.sequencePosition) = (2, position)
      region.conditions = conditions
      return region
    }
    let samples = [100.0, 50].map { period in
      (
        TestBank.frames(period: period, count: 1000, partials: [0.5]), 0..<1000 as Range<Int>?,
        44_100.0, 60 as UInt8
      )
    }
    return TestBank.bank(
      samples: samples,
      presets: [[region(60, 1), region(60, 2), region(64, 1), region(64, 2)]])
  }()

  private func hertz(_ key: Double) -> Double { 440 * exp2((key - 69) / 12) }

  @Test(
    "Each key has its own round robin (SFZ 2, seq_position)",
    arguments: [ToneStyle.recorded, .straight])
  func roundRobin(tone: ToneStyle) throws {
    let instrument = try NoteInstrument(
      playing: BankPreset(bank: Self.bank, index: 0), sampleRate: 48_000,
      options: NoteOptions(
        intonation: IntonationCache(folder: nil), tone: tone,
        straightTones: StraightToneCache(folder: nil)))
    let keys = [60.0, 64, 60, 64]
    let notes = keys.enumerated().map { index, key in
      ScheduledNote(
        at: .milliseconds(500 * index), frequency: .hertz(hertz(key)),
        duration: .milliseconds(300))
    }
    var audio: [Float] = []
    try instrument.render(notes, count: 96_000) { left, _, count in
      audio += UnsafeBufferPointer(start: left, count: count)
    }
    let octaves = keys.indices.map { index -> Double in
      let part = audio[24_000 * index + 4_800..<24_000 * index + 12_000]
      let crossings = zip(part, part.dropFirst()).count { $0 < 0 && $1 >= 0 }
      return (log2(Double(crossings) / 0.15 / hertz(keys[index]))).rounded()
    }
    #expect(octaves[0] == octaves[1])
    #expect(octaves[2] == octaves[0] + 1 && octaves[3] == octaves[1] + 1)
  }
}
