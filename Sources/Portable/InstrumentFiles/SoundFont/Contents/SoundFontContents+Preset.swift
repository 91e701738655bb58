extension SoundFontContents {
  /// A preset (SoundFont 2.04 §7.2).
  public struct Preset: Hashable, Sendable {
    package var name: FixedName
    /// The bank; 128 for percussion.
    public var bank: UInt16
    /// The MIDI program; 128 and above cannot be selected.
    public var program: UInt16
    // Unused, but preserved.
    var library: UInt32 = 0
    var genre: UInt32 = 0
    var morphology: UInt32 = 0
    /// The zones, which refer to instruments. The first may be a global one.
    package var zones: [Zone]
  }

  /// An instrument (SoundFont 2.04 §7.6).
  public struct Instrument: Hashable, Sendable {
    package var name: FixedName
    /// The zones, which refer to samples. The first may be a global one.
    package var zones: [Zone]
  }
}

extension SoundFontContents.Preset {
  /// Creates a preset. Truncates `name` to 20 bytes of UTF-8.
  package init(_ name: String, bank: UInt16, program: UInt16, zones: [SoundFontContents.Zone]) {
    self.init(name: FixedName(bytes: name.utf8), bank: bank, program: program, zones: zones)
  }
}

extension SoundFontContents.Instrument {
  /// Creates an instrument. Truncates `name` to 20 bytes of UTF-8.
  package init(_ name: String, zones: [SoundFontContents.Zone]) {
    self.init(name: FixedName(bytes: name.utf8), zones: zones)
  }
}
