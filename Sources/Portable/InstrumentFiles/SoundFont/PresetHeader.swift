/// A preset header (SoundFont 2.04 §7.2).
package struct PresetHeader: Hashable, Sendable {
  /// The name.
  package var name: FixedName
  /// The MIDI program; 128 and above cannot be selected.
  package var program: UInt16
  /// The bank; 128 for percussion.
  package var bank: UInt16
  /// The index of the first zone in ``SoundFont/presetZones``.
  var firstZone: UInt16
  /// The end of the zones, exclusive.
  var endZone: UInt16
  /// Unused, but preserved.
  var library: UInt32
  /// Unused, but preserved.
  var genre: UInt32
  /// Unused, but preserved.
  var morphology: UInt32

  /// The range of the zones.
  package var zones: Range<Int> { Int(firstZone)..<Int(max(firstZone, endZone)) }
}
