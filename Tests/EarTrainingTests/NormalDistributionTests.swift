import PeachEarTraining
import Testing

@Suite("The normal distribution")
struct NormalDistributionTests {
  /// By SciPy 1.17.1, `scipy.stats.norm.cdf`.
  static let published: [(z: Double, probability: Double)] = [
    (-37, 5.7255712225239266e-300), (-20, 2.7536241186061556e-89), (-8.5, 9.47953482220325e-18),
    (-7.08, 7.207723086467469e-13), (-7.07, 7.746684865636453e-13), (-5, 2.866515718791933e-07),
    (-3.3, 0.00048342414238377744), (-1, 0.15865525393145707), (-0.1, 0.460172162722971), (0, 0.5),
    (0.3, 0.6179114221889526), (0.6744897501960817, 0.75), (1.5, 0.9331927987311419),
    (2.5, 0.9937903346742238), (6, 0.9999999990134123), (7.2, 0.9999999999996989),
  ]

  @Test("it is right to 1e-14, and in its lower tail to 1e-7 of the value")
  func values() {
    for (z, probability) in Self.published {
      let value = NormalDistribution.cumulative(z)
      #expect(abs(value - probability) < 1e-14, "\(z)")
      #expect(abs(value / probability - 1) < 1e-7, "\(z)")
    }
  }

  @Test("it rises everywhere, is symmetric, and takes anything")
  func shape() {
    var last = 0.0
    for step in -9000...9000 {
      let z = Double(step) / 1000
      let value = NormalDistribution.cumulative(z)
      #expect(value >= last - 1e-15)
      #expect(abs(value + NormalDistribution.cumulative(-z) - 1) < 1e-14)
      last = value
    }
    #expect(NormalDistribution.cumulative(.infinity) == 1)
    #expect(NormalDistribution.cumulative(-.infinity) == 0)
    #expect(NormalDistribution.cumulative(-50) == 0 && NormalDistribution.cumulative(50) == 1)
    #expect(NormalDistribution.cumulative(.nan).isNaN)
  }
}
