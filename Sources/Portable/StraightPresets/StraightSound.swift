package import PeachIntonation
package import PeachSynthesis

/// A straight tone in memory, shared by all presets and players that use the recording.
package final class StraightSound: Sendable {
  package let tone: StraightTone

  package init(_ tone: StraightTone) { self.tone = tone }

  package var byteCount: Int {
    (tone.channels.reduce(tone.vibrato.cents.count) { $0 + $1.count }) * MemoryLayout<Float>.stride
  }

  /// The minimum length of the tail after a loop that ends on release: more than most releases.
  package static let tailFrames = 100_000
  /// The length of the fade-out at the end of the tail.
  static let tailFadeFrames = 2_000

  /// Returns the frames that a region plays instead of those of its sample.
  ///
  /// - Parameter loopEndsOnRelease: Whether the frames after the loop follow when the note is
  ///   released. A straight tone has none, so that the loop is repeated there.
  package func replacement(
    channel: Int, correctionCents: Double, loopEndsOnRelease: Bool = false
  ) -> SampleReplacement {
    var replacement = SampleReplacement(
      frames: tone.channels[channel], loop: tone.loop, correctionCents: correctionCents)
    replacement.vibratoCents = tone.vibrato.cents
    replacement.framesPerVibratoEntry = tone.vibrato.framesPerEntry
    if loopEndsOnRelease, let loop = tone.loop, !loop.isEmpty {
      Self.addTail(to: &replacement, after: loop)
    }
    return replacement
  }

  /// Repeats the loop after its end, with a fade-out.
  private static func addTail(to replacement: inout SampleReplacement, after loop: Range<Int>) {
    var frames = Array(replacement.frames[..<loop.upperBound])
    let end = loop.upperBound + tailFrames
    frames.reserveCapacity(end)
    for index in loop.upperBound..<end { frames.append(frames[index - loop.count]) }
    for step in 0..<tailFadeFrames {
      frames[end - 1 - step] *= (Float(step) + 0.5) / Float(tailFadeFrames)
    }
    replacement.frames = frames
    let step = replacement.framesPerVibratoEntry
    let cents = replacement.vibratoCents
    guard step > 0, !cents.isEmpty else { return }
    for entry in ((loop.upperBound - 1) / step + 1)..<(end / step + 1) {
      let position = loop.lowerBound + (entry * step - loop.lowerBound) % loop.count
      let index = min(position / step, cents.count - 1)
      let next = cents[min(index + 1, cents.count - 1)]
      let fraction = Float(position - index * step) / Float(step)
      let value = cents[index] + (next - cents[index]) * min(fraction, 1)
      if entry < replacement.vibratoCents.count {
        replacement.vibratoCents[entry] = value
      } else {
        replacement.vibratoCents.append(value)
      }
    }
  }
}
