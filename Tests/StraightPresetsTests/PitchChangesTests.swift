import Foundation
import PeachInstrumentModel
import PeachStraightPresets
import PeachSynthesis
import SoundMeasurement
import Testing

/// Which velocities of a key are verified as one note.
@Suite("Notes that are verified")
struct PitchChangesTests {
  /// Returns the numbers of notes that are measured for key 60, with a correction of each region.
  private func measuredNotes(_ regions: [Region]) throws -> [Int] {
    let frames = TestBank.frames(period: 100, count: 1000, partials: [0.5])
    let bank = TestBank.bank(
      samples: [(frames, 0..<1000, 44_100, 60), (frames, 0..<1000, 44_100, 60)], presets: [regions])
    let loader = InstrumentLoader(bank: bank)
    let original = try loader.prepare(presetAt: 0)
    var counts: [Int] = []
    let changes = PitchChanges(regions, corrections: regions.map { _ in 5 })
    _ = try changes.verified(
      knowing: NoteShares(), prepare: { _ throws(SampleCodecError) in original },
      forEachNote: { notes, _ in
        counts.append(notes.count)
        return notes.map { _ in PitchChanges.Verified() }
      })
    return counts
  }

  private func region(
    velocities: ClosedRange<UInt8>, attenuation: Float, sample: Int = 0
  ) -> Region {
    var region = Region(keys: 60...60, velocities: velocities, sample: sample)
    region.generators[.sampleModes] = 1
    region.generators[.initialAttenuation] = attenuation
    return region
  }

  @Test("Steps of a velocity curve are one note: they differ in their level only")
  func steps() throws {
    let steps = (0..<8).map { (step: UInt8) -> Region in
      let velocities = 16 * step...16 * step + 15
      return region(velocities: velocities, attenuation: 300 - 40 * Float(step))
    }
    #expect(try measuredNotes(steps) == [1])
  }

  @Test("Two recordings at other relative levels are another note")
  func mixtures() throws {
    func layer(_ velocities: ClosedRange<UInt8>, _ first: Float, _ second: Float) -> [Region] {
      [
        region(velocities: velocities, attenuation: first),
        region(velocities: velocities, attenuation: second, sample: 1),
      ]
    }
    #expect(try measuredNotes(layer(0...63, 100, 160) + layer(64...127, 20, 80)) == [1])
    #expect(try measuredNotes(layer(0...63, 100, 160) + layer(64...127, 20, 100)) == [2])
  }

  @Test("A note gets as much of a correction as twice its error, if that is a quarter or more")
  func quarter() throws {
    // At 44,100 Hz, the periods of 100 frames would be 441 Hz. Harmonic tones are measured within
    // 0.1 cents, and a shift of twice the error changes its sign only.
    let frames = TestBank.frames(period: 100, count: 1000, partials: [0.5, 0.2, 0.1])
    var region = Region(keys: 69...69, sample: 0)
    region.generators[.sampleModes] = 1
    let bank = TestBank.bank(samples: [(frames, 0..<1000, 44_050, 69)], presets: [[region]])
    let loader = InstrumentLoader(bank: bank)
    let error = 1200 * log2(440.5 / 440)
    for (factor, share) in [(1.0, 16), (4, 7), (6, 5), (7.7, 4), (9, 0), (-1, 0)] {
      let changes = PitchChanges([region], corrections: [-factor * error])
      let found = try changes.verified(
        knowing: NoteShares(),
        prepare: { _ throws(SampleCodecError) in try loader.prepare(presetAt: 0) })
      #expect(found.share(key: 69, velocity: 100) == share, "\(factor) times the error")
    }
  }
}
