/// How far a region moves the start, the end and the loop of its sample, in frames (generators 0 to
/// 4, 12, 45 and 50).
public struct AddressOffsets: Hashable, Sendable {
  /// How many frames after the sample's own start a note begins.
  public var start: Int32
  /// How many frames after the sample's own end it ends: 0 or less.
  public var end: Int32
  /// How many frames the loop's start lies after the sample's own.
  public var loopStart: Int32
  /// How many frames the loop's end lies after the sample's own.
  public var loopEnd: Int32

  /// Offsets of these lengths.
  public init(start: Int32 = 0, end: Int32 = 0, loopStart: Int32 = 0, loopEnd: Int32 = 0) {
    self.start = start
    self.end = end
    self.loopStart = loopStart
    self.loopEnd = loopEnd
  }

  /// What the generators of `region` say: fine offsets in frames, coarse ones in 32,768 of them.
  public init(_ region: Region) {
    func offset(_ fine: Generator, _ coarse: Generator) -> Int32 {
      let words = (region.generators[fine], region.generators[coarse])
      return Int32(min(max(words.0, -32768), 32767))
        + 32768 * Int32(min(max(words.1, -32768), 32767))
    }
    self.init(
      start: offset(.startAddressOffset, .startAddressCoarseOffset),
      end: offset(.endAddressOffset, .endAddressCoarseOffset),
      loopStart: offset(.startLoopAddressOffset, .startLoopAddressCoarseOffset),
      loopEnd: offset(.endLoopAddressOffset, .endLoopAddressCoarseOffset))
  }

  /// The frames of `sample` that a note plays, and its loop; nil where nothing plays.
  ///
  /// Whatever the offsets ask for is kept within the recording's `frameCount` frames (SoundFont
  /// 2.04 §8.1.3). The loop may begin before the note does, never end before it.
  ///
  /// ```swift
  /// // 1,000 frames, the loop 100..<900
  /// AddressOffsets(start: 50, loopEnd: 200).frameRange(in: sample, frameCount: 1000)
  /// // (played: 50..<1000, loop: 100..<1000)
  /// ```
  public func frameRange(
    in sample: Sample, frameCount: Int
  ) -> (played: Range<Int>, loop: Range<Int>?)? {
    let first = min(max(Int(start), 0), frameCount)
    let last = frameCount + min(max(Int(end), -frameCount), 0)
    guard last > first else { return nil }
    guard let own = sample.loop else { return (first..<last, nil) }
    let lower = min(max(own.lowerBound + Int(loopStart), 0), last)
    let upper = min(max(own.upperBound + Int(loopEnd), 0), last)
    guard upper > lower && upper > first else { return (first..<last, nil) }
    return (first..<last, lower..<upper)
  }
}
