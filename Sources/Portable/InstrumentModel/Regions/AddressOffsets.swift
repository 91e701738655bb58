/// A region's offsets to its sample's start, end and loop, in frames (generators 0–4, 12, 45, 50).
package struct AddressOffsets: Hashable, Sendable {
  package var start: Int32
  /// 0 or less.
  package var end: Int32
  package var loopStart: Int32
  package var loopEnd: Int32

  package init(start: Int32 = 0, end: Int32 = 0, loopStart: Int32 = 0, loopEnd: Int32 = 0) {
    self.start = start
    self.end = end
    self.loopStart = loopStart
    self.loopEnd = loopEnd
  }

  /// Returns the offsets of a region. Coarse generators count 32,768 frames.
  package init(_ region: Region) {
    func frames(_ generator: Generator) -> Int32 {
      Int32(min(max(region.generators[generator], -32768), 32767))
    }
    func offset(_ fine: Generator, _ coarse: Generator) -> Int32 {
      frames(fine) + 32768 * frames(coarse)
    }
    self.init(
      start: offset(.startAddressOffset, .startAddressCoarseOffset),
      end: offset(.endAddressOffset, .endAddressCoarseOffset),
      loopStart: offset(.startLoopAddressOffset, .startLoopAddressCoarseOffset),
      loopEnd: offset(.endLoopAddressOffset, .endLoopAddressCoarseOffset))
  }

  /// Returns the points of a sample's loop with these offsets, which may be outside the sample.
  package func loopPoints(in sample: Sample) -> (start: Int, end: Int) {
    (sample.loopPoints.start + Int(loopStart), sample.loopPoints.end + Int(loopEnd))
  }

  /// Returns the frames of `sample` that a note plays, and its loop; `nil` if nothing plays. The
  /// ranges are clamped to the sample's `frameCount` frames (SoundFont 2.04 §8.1.3). Offsets apply
  /// to the sample's loop points even if these are no loop themselves. The loop may start before
  /// the first frame played, but must end after it.
  ///
  /// ```swift
  /// // 1,000 frames, the loop 100..<900
  /// AddressOffsets(start: 50, loopEnd: 200).frameRange(in: sample, frameCount: 1000)
  /// // (played: 50..<1000, loop: 100..<1000)
  /// ```
  package func frameRange(
    in sample: Sample, frameCount: Int
  ) -> (played: Range<Int>, loop: Range<Int>?)? {
    let first = min(max(Int(start), 0), frameCount)
    let last = frameCount + min(max(Int(end), -frameCount), 0)
    guard last > first else { return nil }
    let points = loopPoints(in: sample)
    let (lower, upper) = (min(max(points.start, 0), last), min(max(points.end, 0), last))
    guard upper > lower && upper > first else { return (first..<last, nil) }
    return (first..<last, lower..<upper)
  }
}
