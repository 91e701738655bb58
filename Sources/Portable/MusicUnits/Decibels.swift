/// A ratio of amplitudes on a logarithmic scale: 6.02 dB double it, 20 dB multiply it by ten.
public struct Decibels: Hashable, Comparable, Sendable {
  /// 20 times the common logarithm of the ratio.
  public var value: Double

  /// Creates a ratio in decibels.
  @inlinable public init(_ value: Double) { self.value = value }

  /// Converts an amplitude. Amplitudes of 0 and below yield −infinity.
  @inlinable public init(amplitude: Double) {
    value = 20 * Decibels.log10Of2 * Exponential.log2(amplitude)
  }

  /// The amplitude ratio: `Decibels(-6).amplitude` is `0.5011872336272722`.
  @inlinable public var amplitude: Double { Exponential.exp2(value / (20 * Decibels.log10Of2)) }

  /// Returns whether the left level is lower.
  @inlinable public static func < (left: Decibels, right: Decibels) -> Bool {
    left.value < right.value
  }

  @usableFromInline static var log10Of2: Double { 0.301029995663981195214 }
}
