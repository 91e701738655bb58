/// A region of a DLS instrument (‘rgn ’, ‘rgn2’): which keys play which wave, and how.
public struct DLSRegion: Hashable, Sendable {
  /// Which of several speakers a wave is for (‘wlnk’).
  public enum Side: UInt8, Sendable {
    case middle
    case left
    case right
  }

  /// The keys it answers, within 0…127.
  public var keys: ClosedRange<UInt8>
  /// The velocities it answers, within 0…127.
  public var velocities: ClosedRange<UInt8>
  /// Notes of the same group cut each other off; 0 for none (‘rgnh’).
  public var keyGroup: UInt16
  /// The wave's place in ``DLSCollection/waves``.
  public var wave: Int
  /// The speaker that it is for, in an instrument of several channels.
  public var side: Side
  /// Pitch, level and loop, in place of all that the wave says; nil where the wave's count.
  public var settings: DLSWaveSettings?
  /// How it sounds, in place of all that the instrument says; nil where the instrument's count.
  public var connections: [DLSConnection]?
}
