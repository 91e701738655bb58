/// The location of an external sample: one channel of a segment of an audio file. A stereo file
/// yields two samples that are partners.
package struct SampleFileSegment: Hashable, Sendable {
  // Compact storage, see ``Sample``.
  private let fileIndex: UInt32
  private let channelIndex: UInt16
  private let start: UInt32
  private let end: UInt32
  private let knownCount: UInt32

  // The bit of `channelIndex` for `unrollsLoop`; files have up to 256 channels.
  private static var unrollingBit: UInt16 { 0x8000 }

  /// Creates a segment of up to 2³² frames, by default of the entire file. `fileFrameCount` is
  /// `nil` if it is unknown.
  ///
  /// - Parameter alternatingLoop: The file's loop, if it alternates and is unrolled.
  package init(
    file: Int, channel: Int = 0, frames: Range<Int> = 0..<Int.max, fileFrameCount: Int? = nil,
    alternatingLoop: Range<Int>? = nil
  ) {
    fileIndex = UInt32(clamping: file)
    let extraFrames = alternatingLoop.map { AlternatingLoop.extraFrames(of: $0) } ?? 0
    channelIndex =
      min(UInt16(clamping: channel), Self.unrollingBit - 1)
      | (extraFrames > 0 ? Self.unrollingBit : 0)
    start = UInt32(clamping: frames.lowerBound)
    end = UInt32(clamping: frames.upperBound)
    knownCount =
      fileFrameCount.map {
        UInt32(clamping: frames.clamped(to: 0..<max($0, 0)).count + extraFrames)
      } ?? .max
  }

  /// The index of the file in ``SoundBank/sampleFiles``.
  package var file: Int { Int(fileIndex) }
  package var channel: Int { Int(channelIndex & ~Self.unrollingBit) }
  /// Whether the backward half of the file's alternating loop follows its end, so that a forward
  /// loop plays both; see ``SampleFile/alternatingLoop``.
  package var unrollsLoop: Bool { channelIndex & Self.unrollingBit != 0 }
  /// The frames of the segment, which may extend beyond the end of the file.
  package var frames: Range<Int> { Int(start)..<(end == .max ? Int.max : Int(end)) }
  /// The number of existing frames, unrolled ones included; `nil` if only decoding reveals it.
  package var frameCount: Int? { knownCount == .max ? nil : Int(knownCount) }
}
