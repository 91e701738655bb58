import Foundation

/// A sum of harmonic partials whose amplitudes fall as 0.2 / n.
package enum ToneSum {
  /// Returns the value after `turns` cycles of the fundamental.
  package static func value(turns: Double, partials: Int) -> Float {
    var sum = 0.0
    for number in 1...partials {
      let order = Double(number)
      let angle: Double = 2 * Double.pi * turns * order
      sum += 0.2 / order * sin(angle)
    }
    return Float(sum)
  }
}
