extension SoundFontContents {
  /// A preset: what a musician picks (SoundFont 2.04 §7.2).
  public struct Preset: Hashable, Sendable {
    /// Its name: ASCII by the book, up to 20 bytes.
    public var name: FixedName
    /// Its bank; 128 for percussion.
    public var bank: UInt16
    /// Its MIDI program; 128 and above cannot be chosen.
    public var program: UInt16
    /// Kept as it was; no meaning has been given to it.
    public var library: UInt32 = 0
    /// Kept as it was; no meaning has been given to it.
    public var genre: UInt32 = 0
    /// Kept as it was; no meaning has been given to it.
    public var morphology: UInt32 = 0
    /// Its zones, which play instruments. The first may be a global one, which plays nothing.
    public var zones: [Zone]

    /// A preset of these zones. What of `name` is beyond 20 bytes of UTF-8 is left out.
    public init(_ name: String, bank: UInt16, program: UInt16, zones: [Zone]) {
      self.name = FixedName(bytes: name.utf8)
      self.bank = bank
      self.program = program
      self.zones = zones
    }
  }

  /// An instrument: zones that play samples (SoundFont 2.04 §7.6).
  public struct Instrument: Hashable, Sendable {
    /// Its name: ASCII by the book, up to 20 bytes.
    public var name: FixedName
    /// Its zones, which play samples. The first may be a global one, which plays nothing.
    public var zones: [Zone]

    /// An instrument of these zones. What of `name` is beyond 20 bytes of UTF-8 is left out.
    public init(_ name: String, zones: [Zone]) {
      self.name = FixedName(bytes: name.utf8)
      self.zones = zones
    }
  }
}
