import Foundation

/// The window of Hann, sampled in the middle of its steps.
package enum HannWindow {
  /// Returns a value of a window of `count` values.
  package static func value(at index: Int, of count: Int) -> Double {
    let angle: Double = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
    return 0.5 - 0.5 * cos(angle)
  }
}
