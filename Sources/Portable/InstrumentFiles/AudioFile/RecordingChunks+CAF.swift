import PeachInstrumentModel

/// Apple's Core Audio Format.
extension RecordingChunks {
  // Apple Core Audio Format Specification 1.0, “Instrument Chunk” and “Region Chunk”.
  mutating func readCAF(_ file: UnsafeRawBufferPointer) {
    var instrument: (chunk: AudioFileChunk, baseNote: Double)?
    var loops: [Int: Range<Int>] = [:]
    for chunk in AudioFileChunk.chunks(caf: file) where chunk.isComplete {
      if chunk.code == "inst", chunk.count >= 28 { instrument = Self.instrument(chunk) }
      if chunk.code == "regn" { loops = Self.loops(chunk) }
    }
    guard let (chunk, baseNote) = instrument else { return }
    let nearest = Int(baseNote + 0.5)
    key = UInt8(min(nearest, 127))
    cents = 100 * (baseNote - Double(min(nearest, 127)))
    gainDecibels = Self.plausibleGain(Self.float(chunk, 8))
    setRanges(chunk, at: 4)
    loop = loops[chunk.integer(16, 4)]
  }

  /// Returns an `inst` chunk in its byte order and its base note, or `nil` if the note is invalid.
  ///
  /// Some of Apple's programs write this chunk little-endian, unlike all others.
  private static func instrument(
    _ chunk: AudioFileChunk
  ) -> (chunk: AudioFileChunk, baseNote: Double)? {
    for isBigEndian in [true, false] {
      var chunk = chunk
      chunk.isBigEndian = isBigEndian
      let note = float(chunk, 0)
      // In the wrong byte order, the note becomes a tiny value.
      if note == 0 || (note >= 1e-3 && note < 127.5) { return (chunk, note) }
    }
    return nil
  }

  private static func float(_ chunk: AudioFileChunk, _ offset: Int) -> Double {
    Double(Float(bitPattern: UInt32(truncatingIfNeeded: chunk.unsigned(offset, 4))))
  }

  /// Returns the forward loops of a `regn` chunk by region ID. Markers delimit each region.
  private static func loops(_ chunk: AudioFileChunk) -> [Int: Range<Int>] {
    var loops: [Int: Range<Int>] = [:]
    var offset = 8
    while offset + 12 <= chunk.count, loops.count < 4096 {
      let flags = chunk.integer(offset + 4, 4)
      let markerCount = min(
        Int(clamping: chunk.unsigned(offset + 8, 4)), (chunk.count - offset - 12) / 28)
      var bounds: (start: Int?, end: Int?)
      for index in 0..<markerCount {
        let marker = offset + 12 + 28 * index
        let frame = Double(bitPattern: chunk.unsigned(marker + 4, 8))
        guard frame >= 0, frame < 2e9 else { continue }
        if chunk.code(at: marker) == "slbg" { bounds.start = Int(frame) }
        if chunk.code(at: marker) == "slen" { bounds.end = Int(frame) }
      }
      // Flag 1: the region loops; flag 2: it loops forward.
      if flags & 3 == 3, let start = bounds.start, let end = bounds.end, start < end {
        loops[chunk.integer(offset, 4)] = start..<end
      }
      offset += 12 + 28 * markerCount
    }
    return loops
  }
}
