import PeachMusicUnits

package enum Natural {
  private static var logarithmOfTwo: Double { 0.693147180559945309417 }

  package static func exp(_ x: Double) -> Double { Exponential.exp2(x * 1.44269504088896340736) }

  /// Returns the natural logarithm of `x`, or −∞ for 0 and below.
  package static func log(_ x: Double) -> Double { Exponential.log2(x) * logarithmOfTwo }
}
