/// A preset as the file lists it (SoundFont 2.04 §7.2).
public struct PresetHeader: Hashable, Sendable {
  /// Its name.
  public var name: FixedName
  /// Its MIDI program; 128 and above cannot be chosen.
  public var program: UInt16
  /// Its bank; 128 for percussion.
  public var bank: UInt16
  /// The index of its first zone in ``SoundFont/presetZones``.
  public var firstZone: UInt16
  /// One more than the index of its last zone.
  public var endZone: UInt16
  /// Kept for the writer; no meaning has been given to it.
  public var library: UInt32
  /// Kept for the writer; no meaning has been given to it.
  public var genre: UInt32
  /// Kept for the writer; no meaning has been given to it.
  public var morphology: UInt32

  /// Its zones.
  public var zones: Range<Int> { Int(firstZone)..<Int(max(firstZone, endZone)) }
}
