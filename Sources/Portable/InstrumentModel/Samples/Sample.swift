/// A sample: the location and format of its frames, its pitch and its loop.
package struct Sample: Hashable, Sendable {
  package enum Side: UInt8, Sendable { case mono, left, right }

  /// The encoding of the frames. Byte ranges refer to the bank's storage.
  package enum Encoding: Hashable, Sendable {
    /// Unsigned 8-bit frames, 128 for silence.
    case unsigned8(Range<Int>)
    /// Signed 16-bit little-endian frames.
    case integer16(Range<Int>)
    /// 16 high bits as above, and 8 low bits, one byte per frame.
    case integer24(high: Range<Int>, low: Range<Int>)
    /// A compressed file such as Ogg Vorbis (SF3), which requires a decoder.
    case compressed(Range<Int>)
    /// A segment of one of ``SoundBank/sampleFiles``.
    case file(SampleFileSegment)
    /// No frames: a sample in ROM, or an invalid one, which causes a warning of the bank.
    case missing
  }

  package var name: String
  package var encoding: Encoding
  /// The sample rate in hertz, above 0.
  package var sampleRate: Double
  /// The key of the original pitch; 60 for unpitched samples.
  package var rootKey: UInt8
  /// The cents that correct the original pitch to that of the root key.
  package var correctionCents: Double
  package var side: Side
  // Compact storage: a bank of three megabytes may have 65,535 samples.
  private var loopStart: UInt32 = 0
  private var loopEnd: UInt32 = 0
  private var partnerIndex: UInt32 = .max

  /// The loop, end exclusive; `nil` without one, or if it is empty or exceeds 2³² frames.
  package var loop: Range<Int>? {
    get { loopStart < loopEnd ? Int(loopStart)..<Int(loopEnd) : nil }
    set {
      let start = newValue.flatMap { UInt32(exactly: $0.lowerBound) }
      let end = newValue.flatMap { UInt32(exactly: $0.upperBound) }
      (loopStart, loopEnd) = if let start, let end { (start, end) } else { (0, 0) }
    }
  }

  /// The index of the sample for the other stereo channel; `nil` without one.
  package var partner: Int? {
    get { partnerIndex == .max ? nil : Int(partnerIndex) }
    set { partnerIndex = newValue.flatMap { UInt32(exactly: $0) } ?? .max }
  }

  package init(
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

  /// The number of frames; `nil` if it is unknown without decoding.
  package var frameCount: Int? {
    switch encoding {
    case .unsigned8(let bytes): bytes.count
    case .integer16(let bytes): bytes.count / 2
    case .integer24(let high, _): high.count / 2
    case .compressed: nil
    case .file(let segment): segment.frameCount
    case .missing: 0
    }
  }
}

extension Sample.Encoding {
  /// The size of the frames in the bank's storage, in bytes.
  package var storedByteCount: Int {
    switch self {
    case .unsigned8(let range), .integer16(let range), .compressed(let range): range.count
    case .integer24(let high, let low): high.count + low.count
    case .file, .missing: 0
    }
  }
}
