import PeachInstrumentModel

/// Where each sample's frames will be in the `smpl` and `sm24` chunks (SoundFont 2.04 §6).
///
/// Samples that name the same bytes share them. The silence that must follow each is there whether
/// or not the source had it.
struct SampleLayout {
  /// Frames of silence behind each sample (§6.1).
  static var framesBetween: Int { 46 }

  /// The chunks' contents, piece after piece, of even size.
  private(set) var high: [StoredBytes] = []
  private(set) var low: [StoredBytes] = []
  private(set) var highCount = 0
  private(set) var lowCount = 0
  /// Where each sample begins and ends, in the units of its header (§7.10).
  private(set) var places: [Range<Int>] = []

  private static let silence = StoredBytes(copying: [UInt8](repeating: 0, count: 1 << 12))

  private struct Body: Hashable {
    var high: StoredBytes
    var low: StoredBytes?
  }

  init(_ samples: [SoundFontContents.Sample]) {
    let hasLowBytes = samples.contains {
      if case .integer24 = $0.recording { return true }
      return false
    }
    var known: [Body: Range<Int>] = [:]
    places.reserveCapacity(samples.count)
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
        places.append(Int(addresses.lowerBound)..<Int(addresses.upperBound))
        continue
      }
      if let place = known[body] {
        places.append(place)
        continue
      }
      let place = isCompressed ? appendFile(body.high) : append(body.high, low: body.low)
      known[body] = place
      places.append(place)
    }
    // Frames have two bytes, so the chunk is even even where its last compressed file is not: some
    // readers look for the next chunk right behind it.
    if highCount % 2 == 1 { appendSilence(1) }
    if hasLowBytes {
      // §6.2: half as many bytes, rounded up to be even.
      fillLow(to: (highCount / 2 + 1) / 2 * 2)
    }
  }

  private mutating func appendFile(_ file: StoredBytes) -> Range<Int> {
    let start = highCount
    high.append(file)
    highCount += file.count
    return start..<highCount
  }

  private mutating func append(_ frames: StoredBytes, low bytes: StoredBytes?) -> Range<Int> {
    // Frames begin at even places; a compressed file before may have ended at an odd one.
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
