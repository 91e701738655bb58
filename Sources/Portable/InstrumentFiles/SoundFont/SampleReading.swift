import PeachInstrumentModel

/// Converts sample headers to samples. Invalid ones become silent, so that indices stay valid.
struct SampleReading {
  /// The valid sample rates, in hertz.
  static var rates: ClosedRange<UInt32> { 100...1_000_000 }
  /// The maximum size of all samples together, as a multiple of the sample data. Samples may share
  /// data, but each costs time and memory in proportion to its own length.
  static var overlapLimit: Int { 16 }
  /// The size of all samples that is always permitted, in bytes.
  private static var freeBytes: Int64 { 1 << 20 }

  let font: SoundFont

  func samples(_ faults: inout SoundFontFaultList) -> [Sample] {
    // `Int` has 32 bits in WebAssembly.
    var remaining = Self.freeBytes + Int64(Self.overlapLimit) * Int64(font.sampleBytes.count)
    return font.samples.indices.map { index in
      let header = font.samples[index]
      var encoding = encoding(header, &faults)
      remaining -= Int64(encoding.storedByteCount)
      if remaining < 0, encoding != .missing {
        faults.add(.sample(header.name), .sampleOverlaps(limit: Self.overlapLimit))
        encoding = .missing
      }
      var sample = Sample(
        name: header.name.text, encoding: encoding, sampleRate: rate(header, &faults),
        rootKey: rootKey(header, &faults), correctionCents: Double(header.pitchCorrection),
        side: side(header), partner: partner(of: index))
      sample.loopPoints = loopPoints(header, encoding, &faults)
      return sample
    }
  }

  /// Returns the encoding and range of the frames (SoundFont 2.04 §6, §7.10).
  private func encoding(
    _ header: SampleHeader, _ faults: inout SoundFontFaultList
  ) -> Sample.Encoding {
    if header.isInROM {
      faults.add(.sample(header.name), .sampleInROM)
      return .missing
    }
    let bytes = font.sampleBytes
    let size = header.isCompressed ? 1 : 2
    let start = Int(clamping: header.start)
    var end = Int(clamping: header.end)
    let available = bytes.count / size
    if start >= end || end > available {
      faults.add(
        .sample(header.name),
        .sampleOutside(
          start: start, end: end, available: available, isCompressed: header.isCompressed),
        at: bytes.lowerBound)
    }
    guard start < end, start < available else { return .missing }
    if header.isCompressed {
      guard end <= available else { return .missing }
      return .compressed((bytes.lowerBound + start)..<(bytes.lowerBound + end))
    }
    end = min(end, available)
    let high = (bytes.lowerBound + 2 * start)..<(bytes.lowerBound + 2 * end)
    guard let low = font.lowSampleBytes else { return .integer16(high) }
    return .integer24(high: high, low: (low.lowerBound + start)..<(low.lowerBound + end))
  }

  /// Returns the loop points relative to the sample's start. Points outside the sample are moved to
  /// its start or end.
  private func loopPoints(
    _ header: SampleHeader, _ encoding: Sample.Encoding, _ faults: inout SoundFontFaultList
  ) -> LoopPoints {
    let start = Int(clamping: header.loopStart)
    let end = Int(clamping: header.loopEnd)
    let frames: Int
    switch encoding {
    case .compressed: return LoopPoints(start: start, end: end)
    case .missing, .unsigned8, .file: return LoopPoints(nil)
    case .integer16(let high), .integer24(let high, _): frames = high.count / 2
    }
    let first = Int(clamping: header.start)
    let points = LoopPoints(
      start: min(max(start - first, 0), frames), end: min(max(end - first, 0), frames))
    if start < end && (points.start != start - first || points.end != end - first) {
      faults.add(
        .sample(header.name),
        .loopOutside(start: start - first, end: end - first, frameCount: frames))
    }
    return points
  }

  private func rate(_ header: SampleHeader, _ faults: inout SoundFontFaultList) -> Double {
    if SampleReading.rates.contains(header.sampleRate) { return Double(header.sampleRate) }
    faults.add(.sample(header.name), .sampleRate(Int(clamping: header.sampleRate)))
    return 44100
  }

  /// §7.10: 255 means unpitched. It and invalid keys are replaced by 60.
  private func rootKey(_ header: SampleHeader, _ faults: inout SoundFontFaultList) -> UInt8 {
    if header.originalPitch <= 127 { return header.originalPitch }
    if header.originalPitch < 255 {
      faults.add(.sample(header.name), .rootKey(Int(header.originalPitch)))
    }
    return 60
  }

  private func side(_ header: SampleHeader) -> Sample.Side {
    switch header.type & 0xF {
    case 2: .right
    case 4: .left
    default: .mono
    }
  }

  /// Returns the other channel of a stereo pair. Many banks have arbitrary links, so a pair
  /// requires mutual links and opposite channels.
  private func partner(of index: Int) -> Int? {
    let header = font.samples[index]
    let link = Int(header.link)
    guard link < font.samples.count, link != index, side(header) != .mono else { return nil }
    let other = font.samples[link]
    let isPair = Int(other.link) == index && side(other) != .mono && side(other) != side(header)
    return isPair ? link : nil
  }
}
