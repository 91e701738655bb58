/// The definitions of the temperaments, by their fifths from C–G on, or by ratios. Sources:
/// J. M. Barbour, *Tuning and Temperament* (1951), for those before 1800; the authors for the
/// others. Werckmeister's comma is the Pythagorean one; Kirnberger's schisma is on F♯–C♯.
extension Temperament {
  enum Definition {
    case fifths([TemperedFifth])
    case ratios([(numerator: Int, denominator: Int)])
  }

  /// The author, the name and the year.
  public var title: String {
    switch self {
    case .equal: "Equal temperament"
    case .pythagorean: "Pythagorean, pure fifths from E♭ to G♯"
    case .quarterCommaMeantone: "1/4-comma meantone, Aaron 1523"
    case .thirdCommaMeantone: "1/3-comma meantone, Salinas 1577"
    case .twoSeventhsCommaMeantone: "2/7-comma meantone, Zarlino 1558"
    case .twoNinthsCommaMeantone: "2/9-comma meantone, Rossi 1666"
    case .fifthCommaMeantone: "1/5-comma meantone"
    case .sixthCommaMeantone: "1/6-comma meantone, often called Silbermann's"
    case .eighthCommaMeantone: "1/8-comma meantone"
    case .grammateus: "Grammateus 1518"
    case .ramis: "Ramis 1482"
    case .deCaus: "De Caus 1615"
    case .just5: "Just intonation, ratios of 2, 3 and 5"
    case .just7: "Just intonation with 7/5 and 7/4"
    case .rameau1725: "Rameau 1725"
    case .werckmeister3: "Werckmeister III, 1691"
    case .werckmeister4: "Werckmeister IV, 1691"
    case .werckmeister5: "Werckmeister V, 1691"
    case .werckmeister6: "Werckmeister VI, Septenarius, 1691"
    case .bendeler1: "Bendeler I, about 1690"
    case .bendeler2: "Bendeler II, about 1690"
    case .bendeler3: "Bendeler III, about 1690"
    case .neidhardtVillage1732: "Neidhardt, village, 1732"
    case .neidhardtVillage1724: "Neidhardt, village, 1724"
    case .neidhardtSmallCity1724: "Neidhardt, small city, 1724"
    case .neidhardtLargeCity1724: "Neidhardt, large city, 1724"
    case .sorge1744: "Sorge 1744"
    case .vallotti: "Vallotti, before 1781"
    case .young1: "Young, first, 1800"
    case .young2: "Young, second, 1800"
    case .kirnberger1: "Kirnberger I, 1766"
    case .kirnberger2: "Kirnberger II, 1771"
    case .kirnberger3: "Kirnberger III, 1779"
    case .lambert1774: "Lambert 1774"
    case .kellner: "Kellner 1975"
    case .barnes: "Barnes 1979"
    case .lehman: "Lehman 2005"
    }
  }

  var definition: Definition {
    switch self {
    case .equal: pythagorean(12, [-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1])
    case .pythagorean: pythagorean(1, [0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0])
    case .quarterCommaMeantone: meantone(1, 4)
    case .thirdCommaMeantone: meantone(1, 3)
    case .twoSeventhsCommaMeantone: meantone(2, 7)
    case .twoNinthsCommaMeantone: meantone(2, 9)
    case .fifthCommaMeantone: meantone(1, 5)
    case .sixthCommaMeantone: meantone(1, 6)
    case .eighthCommaMeantone: meantone(1, 8)
    case .grammateus: pythagorean(2, [0, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1])
    case .werckmeister3: pythagorean(4, [-1, -1, -1, 0, 0, -1, 0, 0, 0, 0, 0])
    case .werckmeister4: pythagorean(3, [-1, 0, -1, 0, -1, 0, -1, 0, 1, 1, -1])
    case .werckmeister5: pythagorean(4, [0, 0, -1, -1, 0, 0, -1, -1, 1, 0, 0])
    case .bendeler1: pythagorean(3, [-1, -1, 0, 0, 0, -1, 0, 0, 0, 0, 0])
    case .bendeler2: pythagorean(3, [-1, 0, -1, 0, 0, 0, -1, 0, 0, 0, 0])
    case .bendeler3: pythagorean(4, [-1, -1, 0, 0, -1, 0, 0, 0, -1, 0, 0])
    case .neidhardtVillage1732:
      pythagorean(12, [-1, -2, -3, -3, 0, -1, 0, -1, 0, 0, -1])
    case .neidhardtVillage1724:
      pythagorean(12, [-2, -2, -2, -2, -1, -1, 0, 0, -1, -1, 0])
    case .neidhardtSmallCity1724:
      pythagorean(12, [-2, -2, -2, -1, 0, -1, -1, -1, 0, 0, -1])
    case .neidhardtLargeCity1724:
      pythagorean(12, [-2, -2, -2, -1, 0, -1, -1, -1, 0, -1, -1])
    case .sorge1744: pythagorean(12, [-2, -2, -1, -1, 0, -1, -1, 0, 0, -1, -1])
    case .vallotti: pythagorean(6, [-1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0])
    case .young2: pythagorean(6, [-1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0])
    case .lambert1774: pythagorean(7, [-1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0])
    case .kellner: pythagorean(5, [-1, -1, -1, -1, 0, -1, 0, 0, 0, 0, 0])
    case .barnes: pythagorean(6, [-1, -1, -1, -1, 0, -1, 0, 0, 0, 0, 0])
    case .lehman: pythagorean(12, [-2, -2, -2, -2, 0, 0, 0, -1, -1, -1, 1])
    default: otherDefinition
    }
  }

  /// The temperaments with both commas, and those of ratios.
  private var otherDefinition: Definition {
    switch self {
    case .rameau1725:
      mixed(2, [0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0], 8, [-2, -2, -2, -2, -2, 0, 0, 0, 7, 7, -2])
    case .young1:
      mixed(
        4, [0, 0, 0, 0, -1, -1, 0, 0, 0, 0, -1], 16, [-3, -3, -3, -3, 3, 3, 0, 0, 0, 0, 3])
    case .kirnberger1:
      mixed(1, [0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0], 1, [0, 0, -1, 0, 0, 0, 1, 0, 0, 0, 0])
    case .kirnberger2:
      mixed(1, [0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0], 2, [0, 0, -1, -1, 0, 0, 2, 0, 0, 0, 0])
    case .kirnberger3:
      mixed(1, [0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0], 4, [-1, -1, -1, -1, 0, 0, 4, 0, 0, 0, 0])
    case .ramis:
      .ratios([
        (1, 1), (135, 128), (10, 9), (32, 27), (5, 4), (4, 3), (45, 32), (3, 2), (128, 81), (5, 3),
        (16, 9), (15, 8),
      ])
    case .deCaus:
      .ratios([
        (1, 1), (25, 24), (10, 9), (75, 64), (5, 4), (4, 3), (25, 18), (3, 2), (25, 16), (5, 3),
        (16, 9), (15, 8),
      ])
    case .just7:
      .ratios([
        (1, 1), (16, 15), (9, 8), (6, 5), (5, 4), (4, 3), (7, 5), (3, 2), (8, 5), (5, 3), (7, 4),
        (15, 8),
      ])
    case .werckmeister6:
      .ratios(
        [196, 186, 176, 165, 156, 147, 139, 131, 124, 117, 110, 104].map { length in
          (196, length)
        })
    default:
      .ratios([
        (1, 1), (16, 15), (9, 8), (6, 5), (5, 4), (4, 3), (45, 32), (3, 2), (8, 5), (5, 3), (9, 5),
        (15, 8),
      ])
    }
  }

  private func pythagorean(_ denominator: Int, _ numerators: [Int]) -> Definition {
    mixed(denominator, numerators, 1, [Int](repeating: 0, count: 11))
  }

  /// Fifths from E♭ to G♯ narrowed by a fraction of the syntonic comma; the wolf is G♯–E♭.
  private func meantone(_ numerator: Int, _ denominator: Int) -> Definition {
    var syntonic = [Int](repeating: -numerator, count: 11)
    syntonic[8] = 11 * numerator
    return mixed(1, [0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0], denominator, syntonic)
  }

  /// Returns fifths tempered by fractions of both commas. F–C closes the circle: all twelve
  /// together are narrowed by the Pythagorean comma.
  private func mixed(
    _ pythagoreanDenominator: Int, _ pythagorean: [Int], _ syntonicDenominator: Int,
    _ syntonic: [Int]
  ) -> Definition {
    let closing = (
      -pythagoreanDenominator - pythagorean.reduce(0) { $0 + $1 }, -syntonic.reduce(0) { $0 + $1 }
    )
    return .fifths(
      (0..<12).map { index in
        let numerators = index < 11 ? (pythagorean[index], syntonic[index]) : closing
        return TemperedFifth(
          pythagorean: CommaFraction(numerators.0, pythagoreanDenominator),
          syntonic: CommaFraction(numerators.1, syntonicDenominator))
      })
  }
}
