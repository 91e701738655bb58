/// A region of a DLS instrument (‘rgn ’, ‘rgn2’): a wave with its ranges and settings.
package struct DLSRegion: Hashable, Sendable {
  /// The output channel of a wave (‘wlnk’).
  package enum Side: UInt8, Sendable {
    case middle
    case left
    case right
  }

  /// The key range within 0…127.
  package var keys: ClosedRange<UInt8>
  /// The velocity range within 0…127.
  package var velocities: ClosedRange<UInt8>
  /// The exclusive class; 0 for none (‘rgnh’).
  var keyGroup: UInt16
  /// The index in ``DLSCollection/waves``.
  package var wave: Int
  /// The output channel in a multichannel instrument.
  package var side: Side
  /// Overrides the wave's pitch, gain and loop; `nil` to use the wave's.
  package var settings: DLSWaveSettings?
  /// Replaces the instrument's connections; `nil` to use the instrument's.
  package var connections: [DLSConnection]?
}
