import PeachInstrumentModel
import PeachMusicUnits

/// The layout of the samples in the `smpl` and `sm24` chunks (SoundFont 2.04 §6). Samples with the
/// same bytes share them. Each is followed by the required silence, whether or not the source has
/// it.
struct SampleLayout {
  /// The number of silent frames after each sample (§6.1).
  static var framesBetween: Int { 46 }

  /// The contents of the chunks in pieces, of even total size.
  private(set) var high: [StoredBytes] = []
  private(set) var low: [StoredBytes] = []
  private(set) var highCount = 0
  private(set) var lowCount = 0
  /// The range of each sample, in the units of its header (§7.10).
  private(set) var ranges: [Range<Int>] = []

  private static let silence = StoredBytes(copying: [UInt8](repeating: 0, count: 1 << 12))

  private struct Body: Hashable {
    var high: StoredBytes
    var low: StoredBytes?
  }

  init(_ samples: [SoundFontContents.Sample]) {
    let hasLowBytes = samples.contains { if case .integer24 = $0.recording { true } else { false } }
    var known = KeyedArray<Body, Range<Int>>()
    ranges.reserveCapacity(samples.count)
    for sample in samples {
      let body: Body
      var isCompressed = false
      switch sample.recording {
      case .integer16(let frames): body = Body(high: frames)
      case .integer24(let high, let low): body = Body(high: high, low: low)
      case .compressed(let file):
        body = Body(high: file)
        isCompressed = true
      case .readOnlyMemory(let addresses):
        ranges.append(Int(addresses.lowerBound)..<Int(addresses.upperBound))
        continue
      }
      let range =
        known[body] ?? (isCompressed ? appendFile(body.high) : append(body.high, low: body.low))
      known.setValue(range, for: body)
      ranges.append(range)
    }
    // A compressed file may have an odd size, and some readers expect no pad byte after a chunk.
    if highCount % 2 == 1 { appendSilence(1) }
    // §6.2: half as many bytes, rounded up to even.
    if hasLowBytes { fillLow(to: (highCount / 2 + 1) / 2 * 2) }
  }

  private mutating func appendFile(_ file: StoredBytes) -> Range<Int> {
    let start = highCount
    high.append(file)
    highCount += file.count
    return start..<highCount
  }

  private mutating func append(_ frames: StoredBytes, low bytes: StoredBytes?) -> Range<Int> {
    // Frames start at even offsets, but a compressed file before them may have an odd size.
    if highCount % 2 == 1 { appendSilence(1) }
    let start = highCount / 2
    high.append(frames)
    highCount += frames.count
    if let bytes {
      fillLow(to: start)
      low.append(bytes)
      lowCount += bytes.count
    }
    appendSilence(2 * Self.framesBetween)
    return start..<(start + frames.count / 2)
  }

  private mutating func appendSilence(_ count: Int) {
    high.append(Self.silence.prefix(count))
    highCount += count
  }

  private mutating func fillLow(to frame: Int) {
    while lowCount < frame {
      let piece = Self.silence.prefix(frame - lowCount)
      low.append(piece)
      lowCount += piece.count
    }
  }
}
