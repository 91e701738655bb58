import PeachEarTraining
import PeachMusicUnits
import Testing

@Suite("The cadence of listening tests")
struct CadenceTests {
  /// The keys of the roots above the tonic, and their ratios.
  private static let roots: [(key: Int, numerator: Int, denominator: Int)] = [
    (0, 1, 1), (5, 4, 3), (7, 3, 2), (0, 1, 1),
  ]

  /// Returns the interval above the root without its octaves, and the number of octaves.
  private static func interval(_ key: Int, above root: Int) -> (semitones: Int, octaves: Int) {
    let octaves = Int((Double(key - root) / 12).rounded(.down))
    return (key - root - 12 * octaves, octaves)
  }

  @Test("The chords are I, IV, V and I, complete, with the root in the bass")
  func chords() {
    #expect(Cadence.chords.count == 4)
    for (chord, root) in zip(Cadence.chords, Self.roots) {
      let intervals = chord.keys.map { Self.interval($0, above: root.key).semitones }
      #expect(chord.keys.count == 4 && Set(intervals) == [0, 4, 7] && intervals[0] == 0)
      // Voices do not cross, and the upper three are within an octave.
      #expect(chord.keys == chord.keys.sorted() && Set(chord.keys).count == 4)
      #expect(chord.keys[3] - chord.keys[1] <= 12)
    }
    let keys = Cadence.chords.flatMap(\.keys)
    #expect(keys.min() == Cadence.keys.lowerBound && keys.max() == Cadence.keys.upperBound)
  }

  @Test("No two voices move in parallel fifths or octaves")
  func voiceLeading() {
    for (before, after) in zip(Cadence.chords, Cadence.chords.dropFirst()) {
      for lower in 0..<4 {
        for upper in (lower + 1)..<4 where before.keys[lower] != after.keys[lower] {
          let interval = after.keys[upper] - after.keys[lower]
          let isPerfect = interval % 12 == 0 || interval % 12 == 7
          let change = interval - (before.keys[upper] - before.keys[lower])
          #expect(!isPerfect || change % 12 != 0)
        }
      }
    }
  }

  @Test("Pure chords are 4:5:6 above roots of 1, 4/3 and 3/2, in integers")
  func ratios() {
    let parts = [0: 4, 4: 5, 7: 6]
    for (chord, root) in zip(Cadence.chords, Self.roots) {
      #expect(chord.numerators.count == chord.keys.count)
      for (key, numerator) in zip(chord.keys, chord.numerators) {
        let (semitones, octaves) = Self.interval(key, above: root.key)
        // numerator / denominator = root · part / 4 · 2^octaves
        let found = 4 * numerator * root.denominator * (1 << max(-octaves, 0))
        let expected = chord.denominator * root.numerator * (parts[semitones] ?? 0)
        #expect(found == expected * (1 << max(octaves, 0)), "key \(key)")
      }
    }
  }

  @Test("Frequencies of pure chords are exact")
  func frequencies() {
    // Roots of 288, 384 and 432 Hz.
    let expected: [[Double]] = [
      [288, 360, 432, 576], [192, 384, 480, 576], [216, 324, 432, 540], [288, 360, 432, 576],
    ]
    let found = Cadence.chords.map { $0.pureFrequencies(tonic: .hertz(288)).map(\.hertz) }
    #expect(found == expected)
  }

  @Test("Chords follow each other without gaps: three of a second, the last of 1.5 seconds")
  func times() {
    let times = (0..<4).map { Cadence().time(ofChord: $0) }
    #expect(times.map { $0.start } == [0, 1, 2, 3])
    #expect(times.map { $0.duration } == [1, 1, 1, 1.5])
    let short = Cadence(lastSeconds: 0.3)
    #expect(abs(short.time(ofChord: 3).start - 0.6) < 1e-12)
    #expect(short.time(ofChord: 3).duration == 0.3)
  }
}
