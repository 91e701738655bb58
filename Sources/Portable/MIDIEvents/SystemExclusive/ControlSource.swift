/// What moves, of the controllers that GS gives effects to (40 2x), in its order.
public enum ControlSource: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Controller 1.
  case modulation
  /// The pitch wheel.
  case bend
  /// Channel pressure.
  case channelPressure
  /// Polyphonic pressure.
  case keyPressure
  /// The first controller of the user's choice.
  case assignable1
  /// The second controller of the user's choice.
  case assignable2
}
