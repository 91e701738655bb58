package import PeachMusicUnits

/// The cadence I–IV–V–I of four voices, with which listening tests compare temperaments. The bass
/// has the roots; the other voices are in close position. In C:
///
/// | Voice | I | IV | V | I |
/// |---|---|---|---|---|
/// | soprano | C | C | B | C |
/// | alto | G | A | G | G |
/// | tenor | E | F | D | E |
/// | bass | C | F | G | C |
package struct Cadence: Hashable, Sendable {
  /// The duration of the last chord, in seconds. Each of the others has two thirds of it.
  package var lastSeconds: Double

  package init(lastSeconds: Double = 1.5) { self.lastSeconds = lastSeconds }

  /// The chords, in order.
  package static var chords: [CadenceChord] {
    let tonic = CadenceChord(keys: [0, 4, 7, 12], numerators: [4, 5, 6, 8], denominator: 4)
    return [
      tonic,
      CadenceChord(keys: [-7, 5, 9, 12], numerators: [2, 4, 5, 6], denominator: 3),
      CadenceChord(keys: [-5, 2, 7, 11], numerators: [6, 9, 12, 15], denominator: 8),
      tonic,
    ]
  }

  /// The lowest and the highest key, relative to the tonic of the first bass note.
  package static var keys: ClosedRange<Int> { -7...12 }

  /// Returns the start and the duration of a chord, in seconds.
  package func time(ofChord index: Int) -> (start: Double, duration: Double) {
    let chordSeconds = lastSeconds * 2 / 3
    let isLast = index == Self.chords.count - 1
    return (Double(index) * chordSeconds, isLast ? lastSeconds : chordSeconds)
  }
}

/// A chord of a ``Cadence``. Arrays have an element for each voice, from the bass up.
package struct CadenceChord: Hashable, Sendable {
  /// The keys relative to the tonic.
  package let keys: [Int]
  /// The numerators of the ratios to the tonic if the chord is pure: 4:5:6 above the root, which is
  /// 1, 4/3 or 3/2.
  package let numerators: [Int]
  /// The denominator of these ratios.
  package let denominator: Int

  /// Returns the frequencies of the pure chord.
  package func pureFrequencies(tonic: Frequency) -> [Frequency] {
    numerators.map { .hertz(tonic.hertz * Double($0) / Double(denominator)) }
  }
}
