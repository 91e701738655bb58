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
  /// The points to which a region's offsets are added, before the loop is judged.
  package var loopPoints: LoopPoints
  // Compact storage: a bank of three megabytes may have 65,535 samples.
  private var partnerIndex: UInt32 = .max

  /// The loop, end exclusive; `nil` without one, or if it is empty or exceeds 2³² frames.
  package var loop: Range<Int>? {
    get { loopPoints.range }
    set { loopPoints = LoopPoints(newValue) }
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
    loopPoints = LoopPoints(loop)
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

/// The start and the end of a loop, in frames of the sample. They are no loop if the end is not
/// after the start; the offsets of a region may make them one (SoundFont 2.04 §8.1.2, generators 2,
/// 3, 45 and 50).
package struct LoopPoints: Hashable, Sendable {
  private let startFrame: UInt32
  private let endFrame: UInt32

  package var start: Int { Int(startFrame) }
  package var end: Int { Int(endFrame) }

  /// Creates points; clamped to 0 through 2³² − 1.
  package init(start: Int, end: Int) {
    startFrame = UInt32(clamping: start)
    endFrame = UInt32(clamping: end)
  }

  /// Creates the points of a loop; both 0 for `nil`, or if it exceeds 2³² frames.
  package init(_ loop: Range<Int>?) {
    let isValid = loop.map { $0.lowerBound >= 0 && $0.upperBound <= UInt32.max } ?? false
    self.init(start: isValid ? loop?.lowerBound ?? 0 : 0, end: isValid ? loop?.upperBound ?? 0 : 0)
  }

  /// The loop, end exclusive; `nil` if it is empty.
  package var range: Range<Int>? { start < end ? start..<end : nil }
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
