/// A region of a DLS instrument (‘rgn ’, ‘rgn2’): a wave with its ranges and settings.
public struct DLSRegion: Hashable, Sendable {
  /// The output channel of a wave (‘wlnk’).
  public enum Side: UInt8, Sendable {
    case middle
    case left
    case right
  }

  /// The key range within 0…127.
  public var keys: ClosedRange<UInt8>
  /// The velocity range within 0…127.
  public var velocities: ClosedRange<UInt8>
  /// The exclusive class; 0 for none (‘rgnh’).
  var keyGroup: UInt16
  /// The index in ``DLSCollection/waves``.
  public var wave: Int
  /// The output channel in a multichannel instrument.
  public var side: Side
  /// Overrides the wave's pitch, gain and loop; `nil` to use the wave's.
  public var settings: DLSWaveSettings?
  /// Replaces the instrument's connections; `nil` to use the instrument's.
  public var connections: [DLSConnection]?
}
