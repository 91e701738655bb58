import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Shares of corrections by note")
struct NoteSharesTests {
  @Test("Shares have the notes that were set, also after a merge and from their bytes")
  func contents() throws {
    var shares = NoteShares()
    #expect(shares.share(key: 60, velocity: 64) == nil)
    shares.set(3, key: 60, velocities: 1...64)
    shares.set(0, key: 127, velocities: 127...127)
    var others = NoteShares()
    others.set(4, key: 0, velocities: 0...0)
    others.set(2, key: 60, velocities: 64...64)
    shares.merge(others)
    let decoded = try #require(NoteShares(bytes: shares.bytes))
    #expect(decoded == shares)
    #expect(NoteShares(bytes: [0]) == nil)
    #expect(NoteShares(bytes: [UInt8](repeating: 18, count: 128 * 128)) == nil)
    for key in 0...127 as ClosedRange<UInt8> {
      for velocity in 0...127 as ClosedRange<UInt8> {
        let expected: Int? =
          switch (key, velocity) {
          case (60, 1...63): 3
          case (60, 64): 2
          case (127, 127): 0
          case (0, 0): 4
          default: nil
          }
        #expect(shares.share(key: key, velocity: velocity) == expected)
      }
    }
  }

  @Test("A note has its share of the correction; other notes have all of it")
  func regions() throws {
    // A square wave of 100 frames at 44.1 kHz: 441 Hz at its root key.
    let frames = (0..<100).map { Int16($0 < 50 ? 8_000 : -8_000) }
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    let bank = TestBank.bank(samples: [(frames, 0..<100, 44_100, 69)], presets: [[region]])
    var shares = NoteShares()
    shares.set(0, key: 70, velocities: 64...127)
    shares.set(8, key: 71, velocities: 1...127)
    let preset = try InstrumentLoader(bank: bank).prepare(
      presetAt: 0, usedKeys: .all, corrections: [1200], shares: shares)
    let notes = [
      (69, 100, 1200.0), (70, 100, 0), (70, 63, 1200), (71, 127, 600), (72, 127, 1200),
    ]
    for (key, velocity, cents) in notes {
      var synthesizer = Synthesizer(
        SynthesizerConfiguration(sampleRate: 44_100, effects: false))
      synthesizer.use(preset, onChannel: 0)
      synthesizer.handle(.noteOn(channel: 0, key: UInt8(key), velocity: UInt8(velocity)))
      var left = [Float](repeating: 0, count: 44_100)
      var right = left
      synthesizer.render(left: &left, right: &right, count: left.count)
      let expected = 441 * exp2(cents / 1200 + Double(key - 69) / 12)
      let heard = PitchMeter.frequency(of: left[4_410...], near: expected, sampleRate: 44_100)
      #expect(abs(heard / expected - 1) < 1e-4, "key \(key), velocity \(velocity)")
    }
  }

  @Test("Errors of keys as played are kept in the bytes, the largest of several velocities")
  func errors() throws {
    var shares = NoteShares()
    shares.set(12, key: 60, velocities: 1...127)
    #expect(shares.error(key: 60) == nil)
    shares.setError(mean: -1.25, variation: 3.5, key: 60)
    shares.setError(mean: 2, variation: 0.5, key: 60)
    shares.setError(mean: 0.03, variation: 500, key: 61)
    let read = try #require(NoteShares(bytes: shares.bytes))
    #expect(read == shares && read.share(key: 60, velocity: 64) == 12)
    let error = try #require(read.error(key: 60))
    #expect(error.mean == -1.25 && error.variation == 3.5)
    #expect(try #require(read.error(key: 61)).variation == 300)
    #expect(read.error(key: 62) == nil)
    var other = NoteShares()
    other.setError(mean: 0, variation: 9, key: 60)
    other.merge(read)
    #expect(try #require(other.error(key: 60)).variation == 9)
    #expect(other.error(key: 61) != nil && other.share(key: 60, velocity: 1) == 12)
    #expect(NoteShares(bytes: shares.bytes.dropLast()) == nil)
  }
}
