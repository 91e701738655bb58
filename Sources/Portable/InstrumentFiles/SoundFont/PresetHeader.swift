/// A preset header (SoundFont 2.04 §7.2).
public struct PresetHeader: Hashable, Sendable {
  /// The name.
  public var name: FixedName
  /// The MIDI program; 128 and above cannot be selected.
  public var program: UInt16
  /// The bank; 128 for percussion.
  public var bank: UInt16
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
  public var zones: Range<Int> { Int(firstZone)..<Int(max(firstZone, endZone)) }
}
