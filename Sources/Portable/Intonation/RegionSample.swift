package import PeachInstrumentModel

/// The part of a sample that a region plays, with its loop.
///
/// Regions that play the same part share one measurement, regardless of keys, velocities and
/// tuning. The offsets are those of the generators, not limited to the sample: the sample need not
/// be decoded.
package struct RegionSample: Hashable, Comparable, Sendable {
  /// The index of the sample in ``SoundBank/samples``.
  package var sample: UInt32
  /// The offset from the sample's start, in frames (generators 0 and 4).
  package var startOffset: Int32
  /// The offset from the sample's end, in frames (generators 1 and 12).
  package var endOffset: Int32
  /// The offset from the start of the sample's loop, in frames (generators 2 and 45).
  package var loopStartOffset: Int32
  /// The offset from the end of the sample's loop, in frames (generators 3 and 50).
  package var loopEndOffset: Int32
  /// Whether the sample loops while the key is held.
  package var loops: Bool

  /// Creates the part that `region` plays.
  package init(_ region: Region) {
    let offsets = AddressOffsets(region)
    sample = UInt32(clamping: region.sample)
    startOffset = offsets.start
    endOffset = offsets.end
    loops = region.looping == .continuous || region.looping == .untilRelease
    loopStartOffset = loops ? offsets.loopStart : 0
    loopEndOffset = loops ? offsets.loopEnd : 0
  }

  /// Creates a part with the given offsets.
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

  /// Orders by sample, then by the other properties in order of declaration.
  package static func < (left: RegionSample, right: RegionSample) -> Bool {
    left.order < right.order
  }

  private var order: (UInt32, Int32, Int32, Int32, Int32, Int) {
    (sample, startOffset, endOffset, loopStartOffset, loopEndOffset, loops ? 1 : 0)
  }

  /// Returns the frames that play, and the loop relative to the first of them; `nil` if no frames
  /// play.
  func frames(of own: Sample, frameCount: Int) -> (playing: Range<Int>, loop: Range<Int>?)? {
    let offsets = AddressOffsets(
      start: startOffset, end: endOffset, loopStart: loopStartOffset, loopEnd: loopEndOffset)
    guard let ranges = offsets.frameRange(in: own, frameCount: frameCount) else { return nil }
    guard loops, let loop = ranges.loop else { return (ranges.played, nil) }
    // A note that starts within its loop later repeats earlier frames: measure from the loop start.
    let first = min(ranges.played.lowerBound, loop.lowerBound)
    return (first..<loop.upperBound, (loop.lowerBound - first)..<(loop.upperBound - first))
  }
}
