package import PeachInstrumentModel

extension SoundFontContents {
  /// A sample (SoundFont 2.04 §7.10).
  package struct Sample: Hashable, Sendable {
    /// The frames. Samples that refer to the same bytes share them when written.
    package enum Recording: Hashable, Sendable {
      /// Signed 16-bit little-endian frames.
      case integer16(StoredBytes)
      /// 16 high bits as above and 8 low bits, one byte per frame (§6.2).
      case integer24(high: StoredBytes, low: StoredBytes)
      /// A compressed file (SF3: Ogg Vorbis), which is written unchanged.
      case compressed(StoredBytes)
      /// Frames in a synthesizer's ROM, by address.
      case readOnlyMemory(Range<UInt32>)

      /// The size in a file, in bytes, without padding.
      package var byteCount: Int {
        switch self {
        case .integer16(let frames): frames.count
        case .integer24(let high, let low): high.count + low.count
        case .compressed(let file): file.count
        case .readOnlyMemory: 0
        }
      }

      /// The number of frames; `nil` for compressed samples.
      package var frameCount: Int? {
        switch self {
        case .integer16(let frames), .integer24(let frames, _): frames.count / 2
        case .compressed: nil
        case .readOnlyMemory(let addresses): addresses.count
        }
      }
    }

    /// The channel of a sample (§7.10, sfSampleType).
    package enum Channel: UInt16, Sendable {
      case mono = 1
      case right = 2
      case left = 4
      /// A member of a ring of samples that play together. Not defined further.
      case linked = 8
    }

    package var name: FixedName
    package var recording: Recording
    /// The points to which the offsets of zones are added.
    package var loopPoints: LoopPoints
    /// The sample rate in hertz, greater than 0.
    package var sampleRate: UInt32
    /// The root key; 255 for unpitched samples.
    package var originalPitch: UInt8
    /// The pitch correction, in cents.
    package var pitchCorrection: Int8
    package var channel: Channel
    /// The index of the pair's other channel or of the ring's next member; `nil` if unknown.
    package var partner: Int?

    /// The loop in frames; `nil` for none.
    package var loop: Range<Int>? {
      get { loopPoints.range }
      set { loopPoints = LoopPoints(newValue) }
    }
  }
}

extension SoundFontContents.Sample {
  /// Creates a sample. Truncates `name` to 20 bytes of UTF-8.
  package init(
    _ name: String, _ recording: Recording, sampleRate: UInt32, originalPitch: UInt8,
    pitchCorrection: Int8 = 0, loop: Range<Int>? = nil, channel: Channel = .mono,
    partner: Int? = nil
  ) {
    self.init(
      name: FixedName(bytes: name.utf8), recording: recording, loopPoints: LoopPoints(loop),
      sampleRate: sampleRate, originalPitch: originalPitch, pitchCorrection: pitchCorrection,
      channel: channel,
      partner: partner)
  }
}
