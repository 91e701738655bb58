/// Frames that a region plays instead of those of its sample, such as those without their pitch
/// contour. Address offsets of the region are ignored: note-ons start at the first frame.
/// Its loop crossfade is ignored, too. Empty frames replace nothing.
package struct SampleReplacement: Sendable {
  /// The frames, −1…1, from the first frame that a note plays.
  package var frames: [Float]
  /// The loop within ``frames``, for regions that loop; ignored if it is not within them.
  package var loop: Range<Int>?
  /// The cents to add to the pitch of the region so that ``frames`` sound at the pitch of the key;
  /// instead of its correction.
  package var correctionCents: Double
  /// The vibrato that was removed, in cents, every ``framesPerVibratoEntry`` frames; magnitudes
  /// above 1200 are ignored. Its amount is ``SynthesizerConfiguration/vibratoAmount``.
  package var vibratoCents: [Float] = []
  package var framesPerVibratoEntry = 0

  package init(frames: [Float], loop: Range<Int>?, correctionCents: Double) {
    self.frames = frames
    self.loop = loop
    self.correctionCents = correctionCents
  }
}
