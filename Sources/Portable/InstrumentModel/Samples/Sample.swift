/// A recording: where its frames are and at what pitch they were made.
public struct Sample: Hashable, Sendable {
  /// Which ear a sample is for.
  public enum Side: UInt8, Sendable {
    case mono
    case left
    case right
  }

  /// How the frames are stored; byte ranges are into the bank's storage.
  public enum Encoding: Hashable, Sendable {
    /// Unsigned 8-bit frames, 128 for silence.
    case unsigned8(Range<Int>)
    /// Signed 16-bit little-endian frames.
    case integer16(Range<Int>)
    /// 16 high bits as above, and 8 low bits, one byte a frame, from the second range on.
    case integer24(high: Range<Int>, low: Range<Int>)
    /// A file of its own, for a decoder that is handed in (SF3: Ogg Vorbis).
    case compressed(Range<Int>)
    /// In another file than the bank's, one of ``SoundBank/sampleFiles``.
    case file(SampleFileSegment)
    /// Nothing to play: in a synthesizer's ROM, or broken; silent, and said in the bank's warnings.
    case missing
  }

  /// The name in the file.
  public var name: String
  /// Where and how its frames are stored.
  public var encoding: Encoding
  /// Frames in a second, above zero.
  public var sampleRate: Double
  /// The key at which it sounds as recorded; 60 for unpitched samples.
  public var rootKey: UInt8
  /// Cents to add so that it sounds in tune at its root key.
  public var correctionCents: Double
  /// Mono, or one half of a stereo pair.
  public var side: Side
  // A bank may have 65,535 samples in three megabytes: these take as little room as they can.
  private var loopStart: UInt32 = 0
  private var loopEnd: UInt32 = 0
  private var partnerIndex: UInt32 = .max

  /// The frames that repeat, end exclusive; nil where there is no usable loop. A loop that is
  /// empty, or that lies beyond 2³² frames, is none.
  public var loop: Range<Int>? {
    get { loopStart < loopEnd ? Int(loopStart)..<Int(loopEnd) : nil }
    set {
      loopStart = 0
      loopEnd = 0
      guard let newValue, let start = UInt32(exactly: newValue.lowerBound),
        let end = UInt32(exactly: newValue.upperBound)
      else { return }
      loopStart = start
      loopEnd = end
    }
  }

  /// The index of the pair's other half, where the file names one that exists.
  public var partner: Int? {
    get { partnerIndex == .max ? nil : Int(partnerIndex) }
    set { partnerIndex = newValue.flatMap { UInt32(exactly: $0) } ?? .max }
  }

  /// A sample of these parts.
  public init(
    name: String, encoding: Encoding, sampleRate: Double, rootKey: UInt8,
    correctionCents: Double = 0, loop: Range<Int>? = nil, side: Side = .mono, partner: Int? = nil
  ) {
    self.name = name
    self.encoding = encoding
    self.sampleRate = sampleRate
    self.rootKey = rootKey
    self.correctionCents = correctionCents
    self.side = side
    self.loop = loop
    self.partner = partner
  }

  /// How many frames it has, where that is known without decoding.
  public var frameCount: Int? {
    switch encoding {
    case .unsigned8(let bytes): bytes.count
    case .integer16(let bytes): bytes.count / 2
    case .integer24(let high, _): high.count / 2
    case .compressed: nil
    case .file(let part): part.frameCount
    case .missing: 0
    }
  }
}
