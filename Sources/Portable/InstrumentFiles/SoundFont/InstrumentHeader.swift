/// An instrument header (SoundFont 2.04 §7.6).
package struct InstrumentHeader: Hashable, Sendable {
  /// The name.
  package var name: FixedName
  /// The index of the first zone in ``SoundFont/instrumentZones``.
  var firstZone: UInt16
  /// The end of the zones, exclusive.
  var endZone: UInt16

  /// The range of the zones.
  package var zones: Range<Int> { Int(firstZone)..<Int(max(firstZone, endZone)) }
}
