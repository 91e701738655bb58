/// An instrument as the file lists it (SoundFont 2.04 §7.6).
public struct InstrumentHeader: Hashable, Sendable {
  /// Its name.
  public var name: FixedName
  /// The index of its first zone in ``SoundFont/instrumentZones``.
  public var firstZone: UInt16
  /// One more than the index of its last zone.
  public var endZone: UInt16

  /// Its zones.
  public var zones: Range<Int> { Int(firstZone)..<Int(max(firstZone, endZone)) }
}
