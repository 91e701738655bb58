import PeachInstrumentModel

/// Makes samples of a file's sample headers. A broken one becomes a silent one in its place, so
/// that the numbers of those after it keep their meaning.
struct SampleReading {
  /// Sample rates beyond these bounds are no sample's.
  static var rates: ClosedRange<UInt32> { 100...1_000_000 }

  let font: SoundFont

  /// All samples, in the file's order.
  func samples(_ warnings: inout WarningList) -> [Sample] {
    var samples: [Sample] = []
    samples.reserveCapacity(font.samples.count)
    for (index, header) in font.samples.enumerated() {
      samples.append(sample(header, index, &warnings))
    }
    return samples
  }

  private func sample(
    _ header: SampleHeader, _ index: Int, _ warnings: inout WarningList
  ) -> Sample {
    let name = header.name.text
    let encoding = encoding(header, name, &warnings)
    return Sample(
      name: name, encoding: encoding, sampleRate: rate(header, name, &warnings),
      rootKey: rootKey(header, name, &warnings),
      correctionCents: Double(header.pitchCorrection),
      loop: loop(header, encoding, name, &warnings), side: side(header),
      partner: partner(of: index))
  }

  /// Where the frames are (SoundFont 2.04 §6, §7.10).
  private func encoding(
    _ header: SampleHeader, _ name: String, _ warnings: inout WarningList
  ) -> Sample.Encoding {
    if header.isInROM {
      warnings.add(.rom, "Sample ‘\(name)’ is in a synthesizer's ROM and stays silent.")
      return .missing
    }
    let bytes = font.sampleBytes
    let size = header.isCompressed ? 1 : 2
    let start = Int(clamping: header.start)
    var end = Int(clamping: header.end)
    let available = bytes.count / size
    guard start < end, start < available else {
      warnings.add(
        .broken,
        "Sample ‘\(name)’ is said to be at \(start) to \(end) of \(available) and stays silent.")
      return .missing
    }
    if header.isCompressed {
      guard end <= available else {
        warnings.add(.broken, "Sample ‘\(name)’ is cut off and stays silent.")
        return .missing
      }
      return .compressed((bytes.lowerBound + start)..<(bytes.lowerBound + end))
    }
    if end > available {
      warnings.add(.broken, "Sample ‘\(name)’ is cut off after \(available - start) frames.")
      end = available
    }
    let high = (bytes.lowerBound + 2 * start)..<(bytes.lowerBound + 2 * end)
    guard let low = font.lowSampleBytes else { return .integer16(high) }
    return .integer24(high: high, low: (low.lowerBound + start)..<(low.lowerBound + end))
  }

  /// The loop from the sample's own first frame; nil where there is none that can be used.
  private func loop(
    _ header: SampleHeader, _ encoding: Sample.Encoding, _ name: String,
    _ warnings: inout WarningList
  ) -> Range<Int>? {
    let start = Int(clamping: header.loopStart)
    let end = Int(clamping: header.loopEnd)
    guard start < end else { return nil }
    let frames: Int
    switch encoding {
    case .compressed: return start..<end
    case .missing, .unsigned8, .file: return nil
    case .integer16(let high), .integer24(let high, _): frames = high.count / 2
    }
    let first = Int(clamping: header.start)
    let loop = max(start - first, 0)..<max(end - first, 0)
    let clamped = loop.clamped(to: 0..<frames)
    if start < first || clamped != loop {
      warnings.add(.loop, "The loop of sample ‘\(name)’ reaches beyond it.")
    }
    return clamped.isEmpty ? nil : clamped
  }

  private func rate(
    _ header: SampleHeader, _ name: String, _ warnings: inout WarningList
  ) -> Double {
    if SampleReading.rates.contains(header.sampleRate) { return Double(header.sampleRate) }
    warnings.add(
      .rate,
      "Sample ‘\(name)’ has a rate of \(header.sampleRate) Hz; it is taken for 44100 Hz.")
    return 44100
  }

  /// §7.10: 255 is said of unpitched sounds; both it and what is no key count as 60.
  private func rootKey(
    _ header: SampleHeader, _ name: String, _ warnings: inout WarningList
  ) -> UInt8 {
    if header.originalPitch <= 127 { return header.originalPitch }
    if header.originalPitch < 255 {
      warnings.add(
        .key, "Sample ‘\(name)’ has the root key \(header.originalPitch); it is taken for 60.")
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

  /// The other half of a pair. Most banks fill the link with anything, so it counts only where
  /// both halves name each other and are for different ears.
  private func partner(of index: Int) -> Int? {
    let header = font.samples[index]
    let link = Int(header.link)
    guard link < font.samples.count, link != index, side(header) != .mono else { return nil }
    let other = font.samples[link]
    let isPair = Int(other.link) == index && side(other) != .mono && side(other) != side(header)
    return isPair ? link : nil
  }
}
