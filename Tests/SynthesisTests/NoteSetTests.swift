import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Notes that play as the bank has them")
struct NoteSetTests {
  @Test("A set contains the inserted notes, also after a union and from its words")
  func contents() throws {
    var set = NoteSet()
    #expect(set.isEmpty && !set.contains(key: 60, velocity: 64))
    set.insert(60, velocities: 1...64)
    set.insert(127, velocities: 127...127)
    var other = NoteSet()
    other.insert(0, velocities: 0...0)
    set.formUnion(other)
    let decoded = try #require(NoteSet(words: set.words))
    #expect(decoded == set && !set.isEmpty)
    #expect(NoteSet(words: [0]) == nil)
    for key in 0...127 as ClosedRange<UInt8> {
      for velocity in 0...127 as ClosedRange<UInt8> {
        let isExpected =
          (key == 60 && (1...64).contains(velocity)) || (key == 127 && velocity == 127)
          || (key == 0 && velocity == 0)
        #expect(set.contains(key: key, velocity: velocity) == isExpected)
      }
    }
  }

  @Test("Unchanged notes have no correction and no steady pitch; all others have both")
  func regions() throws {
    // A square wave of 100 frames at 44.1 kHz: 441 Hz at its root key.
    let frames = (0..<100).map { Int16($0 < 50 ? 8_000 : -8_000) }
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    let bank = TestBank.bank(samples: [(frames, 0..<100, 44_100, 69)], presets: [[region]])
    var unchanged = NoteSet()
    unchanged.insert(70, velocities: 64...127)
    let preset = try InstrumentLoader(bank: bank).prepare(
      presetAt: 0, usedKeys: .all, corrections: [1200], unchanged: unchanged)
    for (key, velocity, octaves) in [(69, 100, 1), (70, 100, 0), (70, 63, 1), (71, 127, 1)] {
      var synthesizer = Synthesizer(
        SynthesizerConfiguration(sampleRate: 44_100, effects: false))
      synthesizer.handle(.usePreset(channel: 0, preset: preset.handle))
      synthesizer.handle(.noteOn(channel: 0, key: UInt8(key), velocity: UInt8(velocity)))
      var left = [Float](repeating: 0, count: 44_100)
      var right = left
      synthesizer.render(left: &left, right: &right, count: left.count)
      let expected = 441 * Double(1 << octaves) * exp2(Double(key - 69) / 12)
      let heard = PitchMeter.frequency(of: left[4_410...], near: expected, sampleRate: 44_100)
      #expect(abs(heard / expected - 1) < 1e-4, "key \(key), velocity \(velocity)")
    }
  }
}
