package import PeachInstrumentModel

/// The part of a sample that a region plays, with its loop. Regions that play the same part share
/// one measurement, regardless of keys, velocities and tuning. The offsets are those of the
/// generators, not limited to the sample: the sample need not be decoded.
package struct RegionSample: Hashable, Comparable, Sendable {
  /// The index of the sample in ``SoundBank/samples``.
  package var sample: UInt32
  /// The offsets of the loop are 0 if ``loops`` is `false`.
  package var offsets: AddressOffsets
  package var loops: Bool

  package init(_ region: Region) {
    sample = UInt32(clamping: region.sample)
    offsets = AddressOffsets(region)
    loops = region.looping == .continuous || region.looping == .untilRelease
    if !loops { (offsets.loopStart, offsets.loopEnd) = (0, 0) }
  }

  package init(sample: UInt32, offsets: AddressOffsets = AddressOffsets(), loops: Bool) {
    self.sample = sample
    self.offsets = offsets
    self.loops = loops
  }

  /// Whether the region repeats a loop of its sample.
  package func repeats(_ sample: Sample) -> Bool {
    let points = offsets.loopPoints(in: sample)
    return loops && points.start < points.end
  }

  /// Orders by sample, then by the other properties in order of declaration.
  package static func < (left: RegionSample, right: RegionSample) -> Bool {
    left.order < right.order
  }

  private var order: (UInt32, Int32, Int32, Int32, Int32, Int) {
    (sample, offsets.start, offsets.end, offsets.loopStart, offsets.loopEnd, loops ? 1 : 0)
  }

  /// Returns the frames that play, and the loop relative to the first of them; `nil` if none play.
  package func frames(
    of own: Sample, frameCount: Int
  ) -> (playing: Range<Int>, loop: Range<Int>?)? {
    guard let ranges = offsets.frameRange(in: own, frameCount: frameCount) else { return nil }
    guard loops, let loop = ranges.loop else { return (ranges.played, nil) }
    // A note that starts within its loop later repeats earlier frames: measure from the loop start.
    let first = min(ranges.played.lowerBound, loop.lowerBound)
    return (first..<loop.upperBound, (loop.lowerBound - first)..<(loop.upperBound - first))
  }
}
