import PeachIntonation
import PeachSynthesis

/// A straight tone in memory, shared by all presets and players that use the recording.
final class StraightSound: Sendable {
  let tone: StraightTone

  init(_ tone: StraightTone) { self.tone = tone }

  var byteCount: Int {
    (tone.channels.reduce(tone.vibrato.cents.count) { $0 + $1.count }) * MemoryLayout<Float>.stride
  }

  /// Returns the frames that a region plays instead of those of its sample.
  func replacement(channel: Int, correctionCents: Double) -> SampleReplacement {
    var replacement = SampleReplacement(
      frames: tone.channels[channel], loop: tone.loop, correctionCents: correctionCents)
    replacement.vibratoCents = tone.vibrato.cents
    replacement.framesPerVibratoEntry = tone.vibrato.framesPerEntry
    return replacement
  }
}
