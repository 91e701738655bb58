extension SoundFontContents {
  /// A preset (SoundFont 2.04 §7.2).
  public struct Preset: Hashable, Sendable {
    /// The name, up to 20 bytes; officially ASCII.
    package var name: FixedName
    /// The bank; 128 for percussion.
    public var bank: UInt16
    /// The MIDI program; 128 and above cannot be selected.
    public var program: UInt16
    /// Unused, but preserved.
    var library: UInt32 = 0
    /// Unused, but preserved.
    var genre: UInt32 = 0
    /// Unused, but preserved.
    var morphology: UInt32 = 0
    /// The zones, which refer to instruments. The first may be a global one.
    package var zones: [Zone]

    /// Creates a preset. Truncates `name` to 20 bytes of UTF-8.
    package init(_ name: String, bank: UInt16, program: UInt16, zones: [Zone]) {
      self.name = FixedName(bytes: name.utf8)
      self.bank = bank
      self.program = program
      self.zones = zones
    }
  }

  /// An instrument (SoundFont 2.04 §7.6).
  public struct Instrument: Hashable, Sendable {
    /// The name, up to 20 bytes; officially ASCII.
    package var name: FixedName
    /// The zones, which refer to samples. The first may be a global one.
    package var zones: [Zone]

    /// Creates an instrument. Truncates `name` to 20 bytes of UTF-8.
    package init(_ name: String, zones: [Zone]) {
      self.name = FixedName(bytes: name.utf8)
      self.zones = zones
    }
  }
}
