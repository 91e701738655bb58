/// One channel of a stretch of an audio file: where a sample's frames are when the bank itself does
/// not hold them.
///
/// A stereo file is two samples, one for each ear, that name each other as partners.
public struct SampleFileSegment: Hashable, Sendable {
  // As small as a bank's own ranges, see ``Sample``.
  private let fileIndex: UInt32
  private let channelIndex: UInt16
  private let start: UInt32
  private let end: UInt32
  private let knownCount: UInt32

  /// A part of a file: all of it, unless `frames` says which. `fileFrameCount` is how many frames
  /// the whole file has, where that is known. Frames beyond 2³² are not reached.
  public init(
    file: Int, channel: Int = 0, frames: Range<Int> = 0..<Int.max, fileFrameCount: Int? = nil
  ) {
    fileIndex = UInt32(clamping: file)
    channelIndex = UInt16(clamping: channel)
    start = UInt32(clamping: frames.lowerBound)
    end = UInt32(clamping: frames.upperBound)
    knownCount =
      fileFrameCount.map { UInt32(clamping: frames.clamped(to: 0..<max($0, 0)).count) } ?? .max
  }

  /// The index of its file in ``SoundBank/sampleFiles``.
  public var file: Int { Int(fileIndex) }
  /// The channel, from 0.
  public var channel: Int { Int(channelIndex) }
  /// The frames of the file that belong to it; those beyond the file's end do not exist.
  public var frames: Range<Int> { Int(start)..<(end == .max ? Int.max : Int(end)) }
  /// How many frames there are, where that is known without decoding.
  public var frameCount: Int? { knownCount == .max ? nil : Int(knownCount) }
}
