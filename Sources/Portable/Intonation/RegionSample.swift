package import PeachInstrumentModel

/// What a region plays of its sample: which part, and round which loop.
///
/// Regions that play the same share one measurement, whatever their keys, velocities and tuning.
/// All is as the generators say, before it is kept within the recording, so that it is known without
/// decoding the sample.
package struct RegionSample: Hashable, Comparable, Sendable {
  /// The index of the sample in ``SoundBank/samples``.
  package var sample: UInt32
  /// How many frames start and end lie after the sample's own (generators 0, 1, 4 and 12).
  package var startOffset: Int32
  /// See ``startOffset``.
  package var endOffset: Int32
  /// How many frames the loop's start and end lie after the sample's own (2, 3, 45 and 50).
  package var loopStartOffset: Int32
  /// See ``loopStartOffset``.
  package var loopEndOffset: Int32
  /// Whether it goes round its loop while the key is held.
  package var loops: Bool

  /// What `region` plays.
  package init(_ region: Region) {
    let offsets = AddressOffsets(region)
    sample = UInt32(clamping: region.sample)
    startOffset = offsets.start
    endOffset = offsets.end
    loops = region.looping == .continuous || region.looping == .untilRelease
    loopStartOffset = loops ? offsets.loopStart : 0
    loopEndOffset = loops ? offsets.loopEnd : 0
  }

  /// A recording of these parts.
  package init(
    sample: UInt32, startOffset: Int32 = 0, endOffset: Int32 = 0, loopStartOffset: Int32 = 0,
    loopEndOffset: Int32 = 0, loops: Bool
  ) {
    self.sample = sample
    self.startOffset = startOffset
    self.endOffset = endOffset
    self.loopStartOffset = loopStartOffset
    self.loopEndOffset = loopEndOffset
    self.loops = loops
  }

  /// By sample, then by the rest in the order above.
  package static func < (left: RegionSample, right: RegionSample) -> Bool {
    left.order < right.order
  }

  private var order: (UInt32, Int32, Int32, Int32, Int32, Int) {
    (sample, startOffset, endOffset, loopStartOffset, loopEndOffset, loops ? 1 : 0)
  }

  /// The frames that play and the loop among them, counted from the first that plays; nil where
  /// nothing does.
  func frames(of own: Sample, frameCount: Int) -> (playing: Range<Int>, loop: Range<Int>?)? {
    let offsets = AddressOffsets(
      start: startOffset, end: endOffset, loopStart: loopStartOffset, loopEnd: loopEndOffset)
    guard let place = offsets.frameRange(in: own, frameCount: frameCount) else { return nil }
    guard loops, let loop = place.loop else { return (place.played, nil) }
    // A note that begins within its loop turns back to before its beginning: measured from there.
    let first = min(place.played.lowerBound, loop.lowerBound)
    return (first..<loop.upperBound, (loop.lowerBound - first)..<(loop.upperBound - first))
  }
}
