package enum NormalDistribution {
  /// Returns the cumulative distribution function at `z`, with an absolute error below 1e-14. A
  /// ratio of polynomials up to 7.07, a continued fraction beyond: Hart et al., "Computer
  /// Approximations" (1968), algorithm 5666, as given by West, "Better approximations to cumulative
  /// normal functions" (2005). `cumulative(0.6744897501960817)` is 0.75; NaN stays NaN.
  package static func cumulative(_ z: Double) -> Double {
    let x = z.magnitude
    if !(x < 38) { return x != x ? x : (z < 0 ? 0 : 1) }
    let bell = Natural.exp(-0.5 * x * x)
    var tail: Double
    if x < 7.07106781186547 {
      var above = 0.0352624965998911 * x + 0.700383064443688
      above = above * x + 6.37396220353165
      above = above * x + 33.912866078383
      above = above * x + 112.079291497871
      above = above * x + 221.213596169931
      above = above * x + 220.206867912376
      var below = 0.0883883476483184 * x + 1.75566716318264
      below = below * x + 16.064177579207
      below = below * x + 86.7807322029461
      below = below * x + 296.564248779674
      below = below * x + 637.333633378831
      below = below * x + 793.826512519948
      below = below * x + 440.413735824752
      tail = bell * above / below
    } else {
      tail = x + 0.65
      tail = x + 4 / tail
      tail = x + 3 / tail
      tail = x + 2 / tail
      tail = x + 1 / tail
      tail = bell / (tail * 2.506628274631)
    }
    return z > 0 ? 1 - tail : tail
  }
}
