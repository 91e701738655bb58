import Foundation
import PeachTuning
import Testing

/// Curves for strings whose inharmonicity is a law; partials are computed here.
@Suite("Stretched octaves: curves")
struct StretchCurveTests {
  private static let compass = 21...108

  /// The inharmonicity of a grand piano by key (Rigaud, David and Daudet 2013, J. Acoust. Soc. Am.
  /// 133, 3107): the bass strings and the others have a law each.
  private static func inharmonicity(_ key: Int) -> Double {
    exp(0.0926 * Double(key) - 13.64) + exp(-0.0847 * Double(key) - 5.82)
  }

  private static func values(_ value: (Int) -> Double = inharmonicity) -> [Double?] {
    (0..<128).map { compass.contains($0) ? value($0) : nil }
  }

  /// Returns the frequency of a partial of a key whose first partial has `cents` (Fletcher 1964).
  private static func hertz(_ key: Int, cents: Double, partial n: Double) -> Double {
    let b = inharmonicity(key)
    let first = 440 * exp2((Double(key) - 69) / 12 + cents / 1200)
    return n * first * ((1 + b * n * n) / (1 + b)).squareRoot()
  }

  /// Returns the largest beat of the octaves in hertz, of partial 2n of the lower note and n of the
  /// upper one.
  private static func largestBeat(_ cents: [Double], partial n: Double, from first: Int) -> Double {
    (first...compass.upperBound - 12).map { key in
      abs(
        hertz(key, cents: cents[key], partial: 2 * n)
          - hertz(key + 12, cents: cents[key + 12], partial: n))
    }.max() ?? .infinity
  }

  /// Returns the largest distance of a key from the parabola through the three keys on each side.
  private static func roughness(_ cents: [Double]) -> Double {
    (compass.lowerBound + 3...compass.upperBound - 3).map { key in
      // Least squares at distances of 1, 2 and 3 without the middle: Σx² = 28, Σx⁴ = 196, 6 values.
      let near = [-3, -2, -1, 1, 2, 3]
      let (sum, squares) = near.reduce(into: (0.0, 0.0)) {
        $0.0 += cents[key + $1]
        $0.1 += Double($1 * $1) * cents[key + $1]
      }
      return abs(cents[key] - (196 * sum - 28 * squares) / (6 * 196 - 28 * 28))
    }.max() ?? .infinity
  }

  @Test("Partials of octaves coincide within 0.3 Hz from A0 to C8, and keys are smooth")
  func octaves() {
    let kinds: [(OctaveStretch.Octave, Double)] = [
      (.twoToOne, 1), (.fourToTwo, 2), (.sixToThree, 3),
    ]
    let plain = [Double](repeating: 0, count: 128)
    for (octave, partial) in kinds {
      let cents = StretchCurve.cents(
        OctaveStretch(octave), inharmonicities: Self.values())
      #expect(Self.largestBeat(cents, partial: partial, from: 21) <= 0.3)
      #expect(Self.largestBeat(plain, partial: partial, from: 21) > 30)
      #expect(Self.roughness(cents) <= 0.3)
      #expect(cents[69] == 0)
      #expect(cents[108] > 20 && cents[21] < 0)
    }
  }

  @Test("Mixed octaves are 6:3 below A1, 4:2 at A3 and 2:1 from A5 on")
  func mixed() {
    let cents = StretchCurve.cents(OctaveStretch(), inharmonicities: Self.values())
    func beat(_ key: Int, _ n: Double) -> Double {
      abs(
        Self.hertz(key, cents: cents[key], partial: 2 * n)
          - Self.hertz(key + 12, cents: cents[key + 12], partial: n))
    }
    for key in 21...33 { #expect(beat(key, 3) <= 0.3) }
    #expect(beat(57, 2) <= 0.3)
    for key in 81...96 { #expect(beat(key, 1) <= 0.3) }
    #expect(Self.roughness(cents) <= 0.3)
  }

  @Test("The amount scales the curve: 0 and 200 %")
  func amounts() {
    func cents(_ amount: Double) -> [Double] {
      StretchCurve.cents(OctaveStretch(.fourToTwo, amount: amount), inharmonicities: Self.values())
    }
    #expect(cents(0) == [Double](repeating: 0, count: 128))
    for (one, two) in zip(cents(1), cents(2)) where abs(one) < 90 {
      #expect(abs(2 * one - two) < 1e-9)
    }
    #expect(OctaveStretch(amount: 3).amount == 2)
    #expect(OctaveStretch(amount: .nan).amount == 0)
  }

  @Test("Errors of 20 %, recordings of eight keys and an outlier leave the curve smooth")
  func measured() {
    let values = Self.values { key in
      let recording = key / 8
      let error = 1 + 0.2 * Double([1, -1, 0, 1, 0, -1][recording % 6])
      if recording == 7 { return 40 * Self.inharmonicity(key) }
      return error * Self.inharmonicity(8 * recording)
    }
    let cents = StretchCurve.cents(OctaveStretch(.twoToOne), inharmonicities: values)
    #expect(Self.roughness(cents) <= 0.3, "\(Self.roughness(cents))")
    // Nearer to the curve of the law than a tenth of a semitone.
    let exact = StretchCurve.cents(OctaveStretch(.twoToOne), inharmonicities: Self.values())
    for key in Self.compass { #expect(abs(cents[key] - exact[key]) < 10) }
  }

  @Test("Without known inharmonicities, or a known octave, there is no stretch")
  func unknown() {
    let narrow = StretchCurve.cents(
      OctaveStretch(), inharmonicities: (0..<128).map { (70...81).contains($0) ? 1e-3 : nil })
    #expect(narrow.allSatisfy { abs($0) < 1e-6 })
    let none = StretchCurve.cents(
      OctaveStretch(), inharmonicities: [Double?](repeating: nil, count: 128))
    #expect(none == [Double](repeating: 0, count: 128))
  }
}
