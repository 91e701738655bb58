import PeachInstrumentModel

/// Apple's Core Audio Format.
extension RecordingChunks {
  /// What the `inst` chunk says.
  private struct Instrument {
    var baseNote: Double
    /// Where its ranges are.
    var ranges: Int
    var gainDecibels: Double
    /// The number of the region that repeats.
    var sustainedRegion: Int
  }

  // Apple Core Audio Format Specification 1.0, “Instrument Chunk” and “Region Chunk”.
  mutating func readCAF(_ file: UnsafeRawBufferPointer) {
    var instrument: Instrument?
    var loops: [Int: Range<Int>] = [:]
    var place = 8
    for _ in 0..<4096 where place + 12 <= file.count {
      let stated = Self.unsigned(file, place + 4, 8, isBigEndian: true)
      let start = place + 12
      guard stated <= UInt64(file.count - start) else { break }
      let size = Int(stated)
      let code = Self.code(file, place)
      if code == "inst", size >= 28 { instrument = Self.instrument(file, start) }
      if code == "regn" { loops = Self.loops(file, start..<start + size) }
      place = start + size
    }
    guard let instrument else { return }
    let nearest = Int(instrument.baseNote + 0.5)
    key = UInt8(min(nearest, 127))
    cents = 100 * (instrument.baseNote - Double(min(nearest, 127)))
    gainDecibels = instrument.gainDecibels
    setRanges(file, at: instrument.ranges)
    loop = loops[instrument.sustainedRegion]
  }

  /// Nil where its base note is none. Programs of Apple's own wrote this one chunk with the low byte
  /// first, while all others have the high byte there.
  private static func instrument(
    _ file: UnsafeRawBufferPointer, _ start: Int
  ) -> Instrument? {
    for isBigEndian in [true, false] {
      func float(_ offset: Int) -> Double {
        let bits = number(file, start + offset, 4, isBigEndian: isBigEndian)
        return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      }
      let note = float(0)
      // Read the wrong way round, small numbers come out next to nothing.
      guard note == 0 || (note >= 1e-3 && note < 127.5) else { continue }
      return Instrument(
        baseNote: note, ranges: start + 4, gainDecibels: plausibleGain(float(8)),
        sustainedRegion: number(file, start + 16, 4, isBigEndian: isBigEndian))
    }
    return nil
  }

  /// The regions that repeat forward, by number: each with the markers of its beginning and its end.
  private static func loops(
    _ file: UnsafeRawBufferPointer, _ content: Range<Int>
  ) -> [Int: Range<Int>] {
    var loops: [Int: Range<Int>] = [:]
    var place = content.lowerBound + 8
    while place + 12 <= content.upperBound, loops.count < 4096 {
      let identifier = number(file, place, 4, isBigEndian: true)
      let flags = number(file, place + 4, 4, isBigEndian: true)
      let markers = min(
        Int(clamping: unsigned(file, place + 8, 4, isBigEndian: true)),
        (content.upperBound - place - 12) / 28)
      var ends: (start: Int?, end: Int?)
      for index in 0..<markers {
        let marker = place + 12 + 28 * index
        let frame = Double(bitPattern: unsigned(file, marker + 4, 8, isBigEndian: true))
        guard frame >= 0, frame < 2e9 else { continue }
        if code(file, marker) == "slbg" { ends.start = Int(frame) }
        if code(file, marker) == "slen" { ends.end = Int(frame) }
      }
      // 1: it repeats; 2: forward.
      if flags & 3 == 3, let start = ends.start, let end = ends.end, start < end {
        loops[identifier] = start..<end
      }
      place += 12 + 28 * markers
    }
    return loops
  }
}
