/// An assignable controller (GS 40 2x, in its order).
package enum ControlSource: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Controller 1 (modulation).
  case modulation
  /// Pitch bend.
  case bend
  /// Channel pressure.
  case channelPressure
  /// Polyphonic key pressure.
  case keyPressure
  /// Assignable controller 1.
  case assignable1
  /// Assignable controller 2.
  case assignable2
}
