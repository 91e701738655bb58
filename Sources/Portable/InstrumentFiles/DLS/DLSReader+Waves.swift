import PeachInstrumentModel

/// Reads the wave pool (‘wvpl’).
extension DLSReader {
  private static var waveLimit: Int { 1 << 20 }

  mutating func readWaves(_ parent: RIFFChunk, in file: RIFFReader) throws(InstrumentFileError) {
    var list = try file.contents(of: parent)
    while let chunk = try list.next() {
      guard chunk.form == "wave", waves.count < Self.waveLimit else { continue }
      let wave = try readWave(chunk, in: list)
      waveIndices[chunk.headerOffset - parent.content.lowerBound] = waves.count
      waves.append(wave)
    }
    noteMissingPads(list)
  }

  private func readWave(
    _ parent: RIFFChunk, in pool: RIFFReader
  ) throws(InstrumentFileError) -> DLSWave {
    var list = try pool.contents(of: parent)
    var wave = DLSWave(
      index: waves.count, data: parent.content.lowerBound..<parent.content.lowerBound)
    var (hasFormat, hasData) = (false, false)
    while let chunk = try list.next() {
      let bytes = storage.bytes.slice(chunk.content)
      switch (chunk.code, chunk.form) {
      case ("fmt ", _):
        guard let tag = bytes.uint16(at: 0), let channels = bytes.uint16(at: 2),
          let rate = bytes.uint32(at: 4), bytes.count >= 14
        else { throw chunk.error(.wrongSize(size: bytes.count, expected: 16)) }
        hasFormat = true
        wave.formatTag = tag
        wave.channelCount = channels
        wave.sampleRate = rate
        wave.bitsPerSample = bytes.uint16(at: 14) ?? 0
      case ("data", _) where !hasData:
        hasData = true
        wave.data = chunk.content
      case ("wsmp", _): wave.settings = try readSettings(chunk)
      case (_, "INFO"): wave.name = try readInformation(chunk, in: list).name
      default: break
      }
    }
    if !hasFormat { throw .missing("fmt ", at: parent.headerOffset) }
    if !hasData { throw .missing("data", at: parent.headerOffset) }
    return wave
  }

  /// Reads pitch, gain and loop of a wave or a region (‘wsmp’). Uses the first loop only.
  func readSettings(_ chunk: RIFFChunk) throws(InstrumentFileError) -> DLSWaveSettings {
    let bytes = storage.bytes.slice(chunk.content)
    guard let size = bytes.uint32(at: 0), let unity = bytes.uint16(at: 4),
      let tune = bytes.uint16(at: 6), let gain = bytes.uint32(at: 8),
      let loops = bytes.uint32(at: 16)
    else { throw chunk.error(.wrongSize(size: bytes.count, expected: 20)) }
    var settings = DLSWaveSettings(
      unityNote: unity, fineTuneCents: Int16(bitPattern: tune), gain: Int32(bitPattern: gain))
    if loops > 0 {
      // Tolerates writers that declare a header of less than 20 bytes.
      let offset = UInt64(max(size, 20))
      guard offset + 16 <= UInt64(bytes.count) else {
        throw chunk.error(.truncated(needed: Int(clamping: offset + 16), available: bytes.count))
      }
      let start = Int(offset)
      // In Level 2, a loop that ends on release is 1 in the text and 2 in the header file.
      let type = bytes.uint32(at: start + 4) ?? 0
      settings.loop = DLSWaveSettings.Loop(
        endsOnRelease: type == 1 || type == 2, start: bytes.uint32(at: start + 8) ?? 0,
        length: bytes.uint32(at: start + 12) ?? 0)
    }
    return settings
  }

  /// Adds a warning for each wave that cannot be played. Throws if none can be played, and one
  /// uses an encoding that is not supported.
  mutating func checkEncodings() throws(InstrumentFileError) {
    var unsupported: DLSWave?
    for wave in waves where wave.encoding == .missing {
      if wave.data.isEmpty || (wave.formatTag == 1 && wave.data.count < 2) {
        warnings.add(.broken, "\(wave.title) has no frames and stays silent.")
        continue
      }
      warnings.add(
        .broken,
        "\(wave.title) uses \(wave.encodingName), which is not supported, and stays silent."
      )
      unsupported = unsupported ?? wave
    }
    guard let unsupported, waves.allSatisfy({ $0.encoding == .missing }) else { return }
    throw InstrumentFileError(
      chunk: "wave", offset: unsupported.data.lowerBound,
      reason: .unsupportedEncoding(
        tag: unsupported.formatTag, bits: unsupported.bitsPerSample,
        channels: unsupported.channelCount))
  }
}
