public import PeachInstrumentModel

extension SoundFontContents {
  /// A sample: a recording and at what pitch it was made (SoundFont 2.04 §7.10).
  public struct Sample: Hashable, Sendable {
    /// Where the recording is. The same bytes named by several samples are written once.
    public enum Recording: Hashable, Sendable {
      /// Signed 16-bit little-endian frames.
      case integer16(StoredBytes)
      /// 16 high bits as above, and 8 low bits, one byte for each frame (§6.2).
      case integer24(high: StoredBytes, low: StoredBytes)
      /// A compressed file (SF3: Ogg Vorbis), which is written as it is.
      case compressed(StoredBytes)
      /// Frames in a synthesizer's ROM, by their addresses there.
      case readOnlyMemory(Range<UInt32>)

      /// How many bytes it takes in a file, without the silence behind it.
      public var byteCount: Int {
        switch self {
        case .integer16(let frames): frames.count
        case .integer24(let high, let low): high.count + low.count
        case .compressed(let file): file.count
        case .readOnlyMemory: 0
        }
      }

      /// How many frames it has; nil where only decoding tells.
      public var frameCount: Int? {
        switch self {
        case .integer16(let frames), .integer24(let frames, _): frames.count / 2
        case .compressed: nil
        case .readOnlyMemory(let addresses): addresses.count
        }
      }
    }

    /// Which ear a sample is for (§7.10, sfSampleType).
    public enum Channel: UInt16, Sendable {
      case mono = 1
      case right = 2
      case left = 4
      /// One of a ring of several that sound together; never defined further.
      case linked = 8
    }

    /// Its name: ASCII by the book, up to 20 bytes.
    public var name: FixedName
    /// Where the recording is.
    public var recording: Recording
    /// The frames that repeat, counted from the recording's first, end exclusive; nil for none.
    public var loop: Range<Int>?
    /// Frames in a second, above zero.
    public var sampleRate: UInt32
    /// The key at which it sounds as recorded; 255 for unpitched.
    public var originalPitch: UInt8
    /// Cents to add for it to be in tune.
    public var pitchCorrection: Int8
    /// Which ear it is for.
    public var channel: Channel
    /// The place of the pair's other half, or of the next in a ring; nil where none is known.
    public var partner: Int?

    /// A sample of these parts. What of `name` is beyond 20 bytes of UTF-8 is left out.
    public init(
      _ name: String, _ recording: Recording, sampleRate: UInt32, originalPitch: UInt8,
      pitchCorrection: Int8 = 0, loop: Range<Int>? = nil, channel: Channel = .mono,
      partner: Int? = nil
    ) {
      self.name = FixedName(bytes: name.utf8)
      self.recording = recording
      self.loop = loop
      self.sampleRate = sampleRate
      self.originalPitch = originalPitch
      self.pitchCorrection = pitchCorrection
      self.channel = channel
      self.partner = partner
    }
  }
}
