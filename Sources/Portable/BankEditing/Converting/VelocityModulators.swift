import PeachInstrumentModel
import PeachMusicUnits

/// A velocity curve as modulators of the attenuation (SoundFont 2.04 §8.2).
///
/// Regions that state a curve in steps take a zone for each step, and their levels are no longer
/// those of one curve: a player that relates its amplitude to velocity 127 counts them again.
struct VelocityModulators {
  /// The modulators' attenuation at velocity 127 is not 0 if their sum is not: the level is this
  /// constant, in centibels, less the modulators' attenuation.
  private(set) var constant = 0.0
  private(set) var modulators: [Modulator] = []
  /// The largest deviation from the curve within 48 dB of its peak, in centibels.
  private(set) var error = 0.0
  /// The velocities at which the curve is not silent.
  private(set) var velocities: ClosedRange<UInt8>

  /// Half a step of 1 dB, which is the alternative.
  private static var tolerance: Double { 5 }
  /// Below 48 dB from the peak.
  private static var quietTolerance: Double { 20 }
  private static var quietCentibels: Double { 480 }

  /// Creates the modulators of the levels in centibels of a range of velocities; those below
  /// `silence` are silent. Returns `nil` if SoundFont's curves do not add up to them.
  init?(
    _ range: ClosedRange<UInt8>, silence: Double, level: (UInt8) -> Double
  ) {
    // Velocity 0 is a note-off.
    let audible = range.filter { $0 > 0 && level($0) > silence }
    guard let first = audible.first, let last = audible.last, Int(last) - Int(first) < audible.count
    else { return nil }
    velocities = (first == 1 ? range.lowerBound : first)...last
    let points = audible.map { (velocity: $0, level: level($0)) }
    for count in 1...Self.shapes.count where fit(points, Array(Self.shapes.prefix(count))) {
      return
    }
    return nil
  }

  /// Returns the largest gain of the modulators at the audible velocities, in centibels.
  var largestGain: Float {
    Float(velocities.reduce(-Double.infinity) { max($0, -attenuation(at: $1)) })
  }

  private func attenuation(at velocity: UInt8) -> Double {
    modulators.reduce(0) { sum, modulator in
      let own = SourceCurve(modulator.source)?.value(at: velocity) ?? 0
      let second = SourceCurve(modulator.amountSource)?.value(at: velocity) ?? 0
      return sum + Double(modulator.amount) * own * second
    }
  }

  private struct Shape {
    var source: UInt16
    /// The second source, 0 for none.
    var second: UInt16 = 0

    var values: [Double] {
      guard let own = SourceCurve(source), let second = SourceCurve(second) else { return [] }
      return zip(own.values, second.values).map { $0 * $1 }
    }
  }

  /// The concave curve of the default modulator (§8.4.1), whose attenuation is proportional to the
  /// logarithm of the velocity; the velocity, and its square.
  private static let shapes = [
    Shape(source: 0x0502), Shape(source: 0x0002), Shape(source: 0x0002, second: 0x0002),
  ]

  /// Sets the modulators of some shapes by least squares; returns whether they fit.
  private mutating func fit(
    _ points: [(velocity: UInt8, level: Double)], _ shapes: [Shape]
  ) -> Bool {
    let count = shapes.count + 1
    if points.count < count { return false }
    let peak = points.reduce(-Double.infinity) { max($0, $1.level) }
    func isQuiet(_ level: Double) -> Bool { level < peak - Self.quietCentibels }
    var equations = [Double](repeating: 0, count: count * (count + 1))
    let values = shapes.map { $0.values }
    for point in points {
      let row = [1] + values.map { $0[Int(point.velocity)] } + [point.level]
      let weight = isQuiet(point.level) ? 0.01 : 1
      for i in 0..<count {
        for j in 0...count { equations[i * (count + 1) + j] += weight * row[i] * row[j] }
      }
    }
    guard let solution = Self.solution(&equations, count), solution.allSatisfy({ $0.isFinite })
    else { return false }
    modulators = zip(shapes, solution.dropFirst()).map { shape, amount in
      var modulator = EquivalentModulator.modulator(
        shape.source, .initialAttenuation, Float(-amount))
      modulator.amountSource = shape.second
      return modulator
    }
    // The amounts are integers.
    constant =
      points.reduce(0) { $0 + $1.level + attenuation(at: $1.velocity) } / Double(points.count)
    if abs(constant) < 1 { constant = 0 }
    error = 0
    for point in points {
      let difference = abs(constant - attenuation(at: point.velocity) - point.level)
      let isQuiet = isQuiet(point.level)
      if difference > (isQuiet ? Self.quietTolerance : Self.tolerance) { return false }
      if !isQuiet { error = max(error, difference) }
    }
    return true
  }

  /// Solves normal equations, stored by rows with the right side at their ends; `nil` if they are
  /// singular.
  private static func solution(_ equations: inout [Double], _ count: Int) -> [Double]? {
    let width = count + 1
    for pivot in 0..<count {
      let value = equations[pivot * width + pivot]
      // Positive definite: the pivots are what the shapes before leave of a shape's power.
      guard value > 1e-9 else { return nil }
      for row in 0..<count where row != pivot {
        let factor = equations[row * width + pivot] / value
        for column in pivot..<width {
          equations[row * width + column] -= factor * equations[pivot * width + column]
        }
      }
    }
    return (0..<count).map { equations[$0 * width + count] / equations[$0 * width + $0] }
  }
}
