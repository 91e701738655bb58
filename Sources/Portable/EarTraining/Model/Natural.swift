import PeachMusicUnits

/// The exponential and the logarithm to base e, the same bits on every platform.
package enum Natural {
  private static var logarithmOfTwo: Double { 0.693147180559945309417 }

  /// e to the power of `x`.
  package static func exp(_ x: Double) -> Double { Exponential.exp2(x * 1.44269504088896340736) }

  /// The natural logarithm of `x`; −infinity for 0 and below.
  package static func log(_ x: Double) -> Double { Exponential.log2(x) * logarithmOfTwo }
}
