/// A ratio of amplitudes on a logarithmic scale: 6.02 dB double it, 20 dB multiply it by ten.
public struct Decibels: Hashable, Comparable, Sendable {
  /// 20 times the common logarithm of the ratio.
  public var value: Double

  /// A ratio of so many decibels.
  @inlinable public init(_ value: Double) { self.value = value }

  /// The ratio as a level; −infinity decibels for an amplitude of 0 or below.
  @inlinable public init(amplitude: Double) {
    value = 20 * Decibels.log10Of2 * Exponential.log2(amplitude)
  }

  /// The ratio of amplitudes: `Decibels(-6).amplitude` is `0.5011872336272722`.
  @inlinable public var amplitude: Double {
    Exponential.exp2(value / (20 * Decibels.log10Of2))
  }

  /// Quieter first.
  @inlinable public static func < (left: Decibels, right: Decibels) -> Bool {
    left.value < right.value
  }

  @usableFromInline static var log10Of2: Double { 0.301029995663981195214 }
}
