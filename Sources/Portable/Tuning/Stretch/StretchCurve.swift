import PeachMusicUnits

/// The deviations of keys from the tuning with which the octaves of a stringed instrument do not
/// beat.
///
/// The n-th partial of a string has n · f₁ · √((1 + B · n²) / (1 + B)) (Fletcher 1964). The
/// partials 2q and q of two notes an octave apart coincide if the upper note is higher than 2:1 by
/// 600 · log₂ of the quotient of both radicands. Recordings play several keys each, and their B is
/// uncertain: a smooth curve through log B replaces it. Of all curves with these octaves, the
/// smoothest is used.
package enum StretchCurve {
  private static let count = 128
  /// The key that keeps its pitch, A4.
  private static let referenceKey = 69
  /// The weight of the second differences of log B, relative to the distance from measured values.
  private static let stiffness = 100.0
  /// A measured value with a larger distance from the curve, in natural logarithms, loses weight.
  private static let outlierDistance = 0.2
  private static let passCount = 20
  /// The weight of the third differences of the curve in cents, relative to that of octaves.
  private static let smoothness = 1e-4
  /// A weight below all others: makes matrices positive definite.
  private static let least = 1e-9
  private static let largestCents = 200.0

  /// Returns the cents of 128 keys; A4 has 0.
  ///
  /// - Parameter inharmonicities: B of each of 128 keys; `nil` if unknown. Keys beyond known ones
  ///   have the nearest one's cents.
  package static func cents(
    _ stretch: OctaveStretch, inharmonicities: [Double?]
  ) -> [Double] {
    precondition(inharmonicities.count == count, "An inharmonicity for each key.")
    guard let first = inharmonicities.firstIndex(where: { $0 != nil }),
      let last = inharmonicities.lastIndex(where: { $0 != nil }), stretch.amount > 0
    else { return [Double](repeating: 0, count: count) }
    let logarithms = smoothLogarithms(inharmonicities)
    let values = logarithms.map { Exponential.exp2($0 * logarithmOfE) }
    var problem = BandedProblem(count: count, width: 12)
    for key in first..<max(last - 11, first) {
      var cents = 0.0
      for (number, weight) in stretch.octave.upperPartials(key: key) where weight > 0 {
        cents += weight * octaveCents(values[key], values[key + 12], upperPartial: number)
      }
      problem.add([(key, -1), (key + 12, 1)], equals: cents, weight: 1)
    }
    for key in 0..<count - 3 {
      problem.add(
        [(key, -1), (key + 1, 3), (key + 2, -3), (key + 3, 1)], equals: 0, weight: smoothness)
    }
    // Octaves determine the curve up to a constant. Fewer than thirteen known keys have none.
    for key in 0..<count { problem.add([(key, 1)], equals: 0, weight: least) }
    let curve = problem.solution()
    let known = (0..<count).map { curve[min(max($0, first), last)] }
    let center = known[referenceKey]
    return known.map { min(max(stretch.amount * ($0 - center), -largestCents), largestCents) }
  }

  private static let logarithmOfE = 1.4426950408889634

  /// Returns the cents by which an octave is wider than 2:1 if partial 2q of the lower note and
  /// partial q of the upper one coincide.
  private static func octaveCents(
    _ lower: Double, _ upper: Double, upperPartial q: Double
  ) -> Double {
    let below = (1 + lower * 4 * q * q) / (1 + lower)
    let above = (1 + upper * q * q) / (1 + upper)
    return 600 * Exponential.log2(below / above)
  }

  /// Returns a smooth curve through the natural logarithms of known values.
  private static func smoothLogarithms(_ values: [Double?]) -> [Double] {
    let known = values.map { value in
      value.flatMap { $0 > 0 ? Exponential.log2($0) / logarithmOfE : nil }
    }
    var weights = known.map { $0 == nil ? 0.0 : 1.0 }
    var curve: [Double] = []
    for _ in 0..<passCount {
      var problem = BandedProblem(count: count, width: 2)
      for (key, value) in known.enumerated() {
        problem.add([(key, 1)], equals: value ?? 0, weight: weights[key] + least)
      }
      for key in 0..<count - 2 {
        problem.add([(key, 1), (key + 1, -2), (key + 2, 1)], equals: 0, weight: stiffness)
      }
      curve = problem.solution()
      for (key, value) in known.enumerated() {
        guard let value else { continue }
        weights[key] = min(1, outlierDistance / max(abs(value - curve[key]), outlierDistance))
      }
    }
    return curve
  }
}

/// Weighted least squares whose equations have neighboring unknowns.
private struct BandedProblem {
  private var matrix: SkylineMatrix
  private var right: [Double]

  /// - Parameter width: The largest distance of two unknowns of an equation.
  init(count: Int, width: Int) {
    matrix = SkylineMatrix(firstColumns: (0..<count).map { max($0 - width, 0) })
    right = [Double](repeating: 0, count: count)
  }

  mutating func add(
    _ factors: [(index: Int, factor: Double)], equals value: Double, weight: Double
  ) {
    for (number, first) in factors.enumerated() {
      right[first.index] += weight * first.factor * value
      for second in factors[number...] {
        matrix.add(weight * first.factor * second.factor, first.index, second.index)
      }
    }
  }

  func solution() -> [Double] {
    var factored = matrix
    factored.factor()
    return factored.solution(right)
  }
}
