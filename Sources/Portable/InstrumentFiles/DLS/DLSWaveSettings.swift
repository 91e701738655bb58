/// Pitch, level and loop of a wave (‘wsmp’).
public struct DLSWaveSettings: Hashable, Sendable {
  /// A part that repeats.
  public struct Loop: Hashable, Sendable {
    /// Whether it is left when the key is let go; else it goes on through the release.
    public var endsOnRelease: Bool
    /// Its first frame.
    public var start: UInt32
    /// How many frames it has.
    public var length: UInt32

    /// The frames within a wave of `frameCount` of them; nil where nothing is left.
    public func range(within frameCount: Int) -> Range<Int>? {
      let first = Int(clamping: start)
      let end = Int(clamping: UInt64(start) + UInt64(length))
      let range = (first..<max(first, end)).clamped(to: 0..<max(frameCount, 0))
      return range.isEmpty ? nil : range
    }
  }

  /// The key at which the wave sounds as recorded.
  public var unityNote: UInt16
  /// Cents to add so that it is in tune there.
  public var fineTuneCents: Int16
  /// How much louder it is to be, in 1/65536 of a centibel.
  public var gain: Int32
  /// The loop; nil for a wave that plays once.
  public var loop: Loop?

  /// How much louder it is to be, in centibels.
  public var gainCentibels: Float { Float(gain) * (1.0 / 65536) }
  /// The unity note as a key of the keyboard.
  public var rootKey: UInt8 { UInt8(min(unityNote, 127)) }
}
