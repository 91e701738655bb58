import PeachMusicUnits

/// The natural exponential and logarithm, bit-identical on all platforms.
package enum Natural {
  private static var logarithmOfTwo: Double { 0.693147180559945309417 }

  /// Returns e to the power of `x`.
  package static func exp(_ x: Double) -> Double { Exponential.exp2(x * 1.44269504088896340736) }

  /// Returns the natural logarithm of `x`, or −∞ for 0 and below.
  package static func log(_ x: Double) -> Double { Exponential.log2(x) * logarithmOfTwo }
}
