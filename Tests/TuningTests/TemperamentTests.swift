import Foundation
import PeachMusicUnits
import PeachTuning
import Testing

@Suite("Temperaments")
struct TemperamentTests {
  /// The twelve fifths from C–G on, in fractions of the Pythagorean (P) and the syntonic comma (S)
  /// by which they differ from 3/2, after Barbour (1951) and the authors.
  private static let fifths: [String: String] = [
    "equal": "-1/12P -1/12P -1/12P -1/12P -1/12P -1/12P -1/12P -1/12P -1/12P -1/12P -1/12P -1/12P",
    "pythagorean": "0 0 0 0 0 0 0 0 -1P 0 0 0",
    "quarter-comma-meantone":
      "-1/4S -1/4S -1/4S -1/4S -1/4S -1/4S -1/4S -1/4S 11/4S-1P -1/4S -1/4S -1/4S",
    "third-comma-meantone":
      "-1/3S -1/3S -1/3S -1/3S -1/3S -1/3S -1/3S -1/3S 11/3S-1P -1/3S -1/3S -1/3S",
    "two-sevenths-comma-meantone":
      "-2/7S -2/7S -2/7S -2/7S -2/7S -2/7S -2/7S -2/7S 22/7S-1P -2/7S -2/7S -2/7S",
    "two-ninths-comma-meantone":
      "-2/9S -2/9S -2/9S -2/9S -2/9S -2/9S -2/9S -2/9S 22/9S-1P -2/9S -2/9S -2/9S",
    "fifth-comma-meantone":
      "-1/5S -1/5S -1/5S -1/5S -1/5S -1/5S -1/5S -1/5S 11/5S-1P -1/5S -1/5S -1/5S",
    "sixth-comma-meantone":
      "-1/6S -1/6S -1/6S -1/6S -1/6S -1/6S -1/6S -1/6S 11/6S-1P -1/6S -1/6S -1/6S",
    "eighth-comma-meantone":
      "-1/8S -1/8S -1/8S -1/8S -1/8S -1/8S -1/8S -1/8S 11/8S-1P -1/8S -1/8S -1/8S",
    "grammateus": "0 0 0 0 0 -1/2P 0 0 0 0 -1/2P 0",
    "rameau-1725":
      "-1/4S -1/4S -1/4S -1/4S -1/4S 0 0 0 7/8S-1/2P 7/8S-1/2P -1/4S -1/4S",
    "werckmeister3": "-1/4P -1/4P -1/4P 0 0 -1/4P 0 0 0 0 0 0",
    "werckmeister4": "-1/3P 0 -1/3P 0 -1/3P 0 -1/3P 0 1/3P 1/3P -1/3P 0",
    "werckmeister5": "0 0 -1/4P -1/4P 0 0 -1/4P -1/4P 1/4P 0 0 -1/4P",
    "bendeler1": "-1/3P -1/3P 0 0 0 -1/3P 0 0 0 0 0 0",
    "bendeler2": "-1/3P 0 -1/3P 0 0 0 -1/3P 0 0 0 0 0",
    "bendeler3": "-1/4P -1/4P 0 0 -1/4P 0 0 0 -1/4P 0 0 0",
    "neidhardt-village-1732": "-1/12P -1/6P -1/4P -1/4P 0 -1/12P 0 -1/12P 0 0 -1/12P 0",
    "neidhardt-village-1724": "-1/6P -1/6P -1/6P -1/6P -1/12P -1/12P 0 0 -1/12P -1/12P 0 0",
    "neidhardt-small-city-1724":
      "-1/6P -1/6P -1/6P -1/12P 0 -1/12P -1/12P -1/12P 0 0 -1/12P -1/12P",
    "neidhardt-large-city-1724":
      "-1/6P -1/6P -1/6P -1/12P 0 -1/12P -1/12P -1/12P 0 -1/12P -1/12P 0",
    "sorge-1744": "-1/6P -1/6P -1/12P -1/12P 0 -1/12P -1/12P 0 0 -1/12P -1/12P -1/6P",
    "vallotti": "-1/6P -1/6P -1/6P -1/6P -1/6P 0 0 0 0 0 0 -1/6P",
    "young1":
      "-3/16S -3/16S -3/16S -3/16S 3/16S-1/4P 3/16S-1/4P 0 0 0 0 3/16S-1/4P 3/16S-1/4P",
    "young2": "-1/6P -1/6P -1/6P -1/6P -1/6P -1/6P 0 0 0 0 0 0",
    "kirnberger1": "0 0 -1S 0 0 0 1S-1P 0 0 0 0 0",
    "kirnberger2": "0 0 -1/2S -1/2S 0 0 1S-1P 0 0 0 0 0",
    "kirnberger3": "-1/4S -1/4S -1/4S -1/4S 0 0 1S-1P 0 0 0 0 0",
    "lambert-1774": "-1/7P -1/7P -1/7P -1/7P -1/7P -1/7P 0 0 0 0 0 -1/7P",
    "kellner": "-1/5P -1/5P -1/5P -1/5P 0 -1/5P 0 0 0 0 0 0",
    "barnes": "-1/6P -1/6P -1/6P -1/6P 0 -1/6P 0 0 0 0 0 -1/6P",
    "lehman": "-1/6P -1/6P -1/6P -1/6P 0 0 0 -1/12P -1/12P -1/12P 1/12P -1/6P",
  ]
  private static let ratios: [String: String] = [
    "ramis": "1/1 135/128 10/9 32/27 5/4 4/3 45/32 3/2 128/81 5/3 16/9 15/8",
    "de-caus": "1/1 25/24 10/9 75/64 5/4 4/3 25/18 3/2 25/16 5/3 16/9 15/8",
    "just-5": "1/1 16/15 9/8 6/5 5/4 4/3 45/32 3/2 8/5 5/3 9/5 15/8",
    "just-7": "1/1 16/15 9/8 6/5 5/4 4/3 7/5 3/2 8/5 5/3 7/4 15/8",
    "werckmeister6":
      "196/196 196/186 196/176 196/165 196/156 196/147 196/139 196/131 196/124 196/117 196/110 "
      + "196/104",
  ]

  /// Returns the ratio of a tempered fifth.
  private func fifth(_ text: Substring) throws -> Double {
    var ratio = 1.5
    for match in text.matches(of: /([+-]?\d+)(?:\/(\d+))?([PS])/) {
      let comma = match.3 == "P" ? 531_441.0 / 524_288 : 81.0 / 80
      let fraction = try #require(Double(match.1)) / (match.2.flatMap { Double($0) } ?? 1)
      ratio *= pow(comma, fraction)
    }
    return ratio
  }

  /// Returns the ratios of the twelve pitch classes above C.
  private func frequencies(_ name: String) throws -> [Double] {
    if let text = Self.ratios[name] {
      return try text.split(separator: " ").map { word in
        let parts = word.split(separator: "/").map { Double($0) ?? 0 }
        return try #require(parts.count == 2 ? parts[0] / parts[1] : nil)
      }
    }
    let words = try #require(Self.fifths[name]).split(separator: " ")
    try #require(words.count == 12)
    var frequencies = [Double](repeating: 1, count: 12)
    var ratio = 1.0
    for (index, word) in words.enumerated() {
      ratio *= try fifth(word)
      if index < 11 {
        let octave = pow(2, floor(log2(ratio)))
        frequencies[(index + 1) * 7 % 12] = ratio / octave
      }
    }
    // The circle closes after seven octaves.
    #expect(abs(ratio / 128 - 1) < 1e-12, "\(name)")
    return frequencies
  }

  @Test("37 temperaments match frequencies calculated from their fifths within 0.001 cents")
  func mathematics() throws {
    #expect(Temperament.allCases.count == 37)
    #expect(
      Set(Temperament.allCases.map(\.rawValue)) == Set(Self.fifths.keys).union(Self.ratios.keys))
    for temperament in Temperament.allCases {
      let expected = try frequencies(temperament.rawValue)
      for root in 0..<12 {
        let tuning = KeyboardTuning(temperament, root: root)
        #expect(try abs(#require(tuning.noteNumbers[69]) - 69) < 1e-11)
        for key in 0..<128 {
          let number = try #require(tuning.noteNumbers[key])
          // The interval above the root below the key.
          let class12 = (key - root + 144) % 12
          let rootKey = key - class12
          guard rootKey >= 0 else { continue }
          let interval = 100 * (number - (try #require(tuning.noteNumbers[rootKey])))
          #expect(
            abs(interval - 1200 * log2(expected[class12])) < 0.001,
            "\(temperament.rawValue), root \(root), key \(key)")
        }
      }
    }
  }

  // The files werck3, vallotti, young2, kirnberger3 (kirnberger.scl), barnes, kellner, meanquar,
  // mean1third (Salinas), mean2sev (Zarlino), meanfifth and meansixth of the Scala archive.
  @Test(
    "Temperaments match the Scala archive within 0.001 cents, its rounding",
    arguments: [
      (
        Temperament.werckmeister3,
        [
          90.225, 192.18, 294.135, 390.225, 498.045, 588.27, 696.09, 792.18, 888.27, 996.09,
          1092.18,
        ]
      ),
      (
        .vallotti,
        [
          94.135, 196.09, 298.045, 392.18, 501.955, 592.18, 698.045, 796.09, 894.135, 1000,
          1090.225,
        ]
      ),
      (
        .young2,
        [
          90.225, 196.09, 294.135, 392.18, 498.045, 588.27, 698.045, 792.18, 894.135, 996.09,
          1090.225,
        ]
      ),
      (
        .kirnberger3,
        [
          90.225, 193.157, 294.135, 386.314, 498.045, 590.224, 696.578, 792.18, 889.735, 996.09,
          1088.269,
        ]
      ),
      (
        .barnes,
        [
          94.135, 196.09, 298.045, 392.18, 501.955, 592.18, 698.045, 796.09, 894.135, 1000,
          1094.135,
        ]
      ),
      (
        .kellner,
        [
          90.225, 194.526, 294.135, 389.052, 498.045, 588.27, 697.263, 792.18, 891.789, 996.09,
          1091.007,
        ]
      ),
      (
        .quarterCommaMeantone,
        [
          76.049, 193.157, 310.265, 386.314, 503.422, 579.471, 696.578, 772.627, 889.735, 1006.843,
          1082.892,
        ]
      ),
      (
        .thirdCommaMeantone,
        [
          63.504, 189.572, 315.641, 379.145, 505.214, 568.717, 694.786, 758.289, 884.359, 1010.428,
          1073.931,
        ]
      ),
      (
        .twoSeventhsCommaMeantone,
        [
          70.672, 191.621, 312.569, 383.241, 504.19, 574.862, 695.81, 766.482, 887.431, 1008.379,
          1079.052,
        ]
      ),
      (
        .fifthCommaMeantone,
        [
          83.576, 195.307, 307.039, 390.615, 502.346, 585.922, 697.654, 781.23, 892.961, 1004.693,
          1088.269,
        ]
      ),
      (
        .sixthCommaMeantone,
        [
          88.594, 196.741, 304.888, 393.482, 501.629, 590.224, 698.371, 786.965, 895.112, 1003.259,
          1091.853,
        ]
      ),
    ])
  func archive(temperament: Temperament, cents: [Double]) {
    let deviations = temperament.deviations
    for (index, expected) in cents.enumerated() {
      let found = deviations[index + 1] + 100 * Double(index + 1)
      #expect(abs(found - expected) < 0.001, "\(index + 1)")
    }
  }

  @Test("Fractions of commas are in lowest terms, and add up to the cents of a fifth")
  func fractions() {
    #expect(CommaFraction(-2, 12) == CommaFraction(-1, 6) && CommaFraction(0, 4).denominator == 1)
    let fifth = TemperedFifth(pythagorean: CommaFraction(-1, 2), syntonic: CommaFraction(7, 8))
    // −11.730005 + 18.818004, by 12 fifths less 7 octaves, and by 81/80.
    #expect(abs(fifth.cents - 7.087999) < 0.001)
  }

  @Test("The twelve fifths of each temperament add up to the Pythagorean comma")
  func closing() {
    for temperament in Temperament.allCases {
      guard let fifths = temperament.fifths else {
        #expect(temperament.ratios?.count == 12)
        continue
      }
      let sum = fifths.reduce(0) { $0 + $1.cents }
      #expect(fifths.count == 12 && abs(sum + 23.46001038464901) < 1e-9, "\(temperament)")
    }
  }

  @Test("A name, a Scala file and an AnaMark file of one temperament have the same pitches")
  func sources() throws {
    for temperament in Temperament.allCases {
      let tuning = KeyboardTuning(temperament)
      let cents = temperament.deviations.enumerated().map { $0.element + 100 * Double($0.offset) }
      let degrees = (cents.dropFirst() + [1200]).map { String(format: " %.9f\n", $0) }.joined()
      let scale = try ScalaScale(scl: Array("title\n 12\n\(degrees)".utf8))
      let mapping = try ScalaKeyboardMapping(
        kbm: Array("12\n0\n127\n60\n69\n440.0\n12\n\((0..<12).map { "\($0)\n" }.joined())".utf8))
      let scala = KeyboardTuning(scale: scale, mapping: mapping)
      let notes = tuning.noteNumbers.enumerated().map {
        String(format: "note %d=%.9f\n", $0.offset, 100 * ($0.element ?? 0))
      }
      let anaMark = try KeyboardTuning(tun: Array("[Exact Tuning]\n\(notes.joined())".utf8))
      for key in 0..<128 {
        let expected = try #require(tuning.noteNumbers[key])
        #expect(try abs(#require(scala.noteNumbers[key]) - expected) < 1e-9)
        #expect(try abs(#require(anaMark.noteNumbers[key]) - expected) < 1e-9)
      }
    }
  }
}
