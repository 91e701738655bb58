/// Pitch, gain and loop of a wave (‘wsmp’).
package struct DLSWaveSettings: Hashable, Sendable {
  /// A loop.
  package struct Loop: Hashable, Sendable {
    /// Whether the loop ends on note-off; otherwise it continues through the release.
    package var endsOnRelease: Bool
    /// The first frame.
    package var start: UInt32
    /// The number of frames.
    package var length: UInt32

    /// Returns the loop clamped to a wave of `frameCount` frames, or `nil` if nothing remains.
    package func range(within frameCount: Int) -> Range<Int>? {
      let first = Int(clamping: start)
      let end = Int(clamping: UInt64(start) + UInt64(length))
      return (first..<max(first, end)).intersection(0..<max(frameCount, 0))
    }
  }

  /// The key that plays the wave at its original pitch.
  package var unityNote: UInt16
  /// The pitch correction, in cents.
  package var fineTuneCents: Int16
  /// The gain in units of 1/65536 centibel.
  package var gain: Int32
  /// The loop; `nil` for a one-shot wave.
  package var loop: Loop?

  /// The gain in centibels.
  package var gainCentibels: Float { Float(gain) * (1.0 / 65536) }
  /// The unity note clamped to 0…127.
  package var rootKey: UInt8 { UInt8(min(unityNote, 127)) }
}
