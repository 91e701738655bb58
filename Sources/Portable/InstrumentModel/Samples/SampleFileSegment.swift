/// The location of an external sample: one channel of a segment of an audio file. A stereo file
/// yields two samples that are partners.
package struct SampleFileSegment: Hashable, Sendable {
  // Compact storage, see ``Sample``.
  private let fileIndex: UInt32
  private let channelIndex: UInt16
  private let start: UInt32
  private let end: UInt32
  private let knownCount: UInt32

  /// Creates a segment of up to 2³² frames, by default of the entire file. `fileFrameCount` is
  /// `nil` if it is unknown.
  package init(
    file: Int, channel: Int = 0, frames: Range<Int> = 0..<Int.max, fileFrameCount: Int? = nil
  ) {
    fileIndex = UInt32(clamping: file)
    channelIndex = UInt16(clamping: channel)
    start = UInt32(clamping: frames.lowerBound)
    end = UInt32(clamping: frames.upperBound)
    knownCount =
      fileFrameCount.map { UInt32(clamping: frames.clamped(to: 0..<max($0, 0)).count) } ?? .max
  }

  /// The index of the file in ``SoundBank/sampleFiles``.
  package var file: Int { Int(fileIndex) }
  package var channel: Int { Int(channelIndex) }
  /// The frames of the segment, which may extend beyond the end of the file.
  package var frames: Range<Int> { Int(start)..<(end == .max ? Int.max : Int(end)) }
  /// The number of existing frames; `nil` if it is unknown without decoding.
  package var frameCount: Int? { knownCount == .max ? nil : Int(knownCount) }
}
