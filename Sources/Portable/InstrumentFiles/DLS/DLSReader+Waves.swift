import PeachInstrumentModel

/// Reads the wave pool (‘wvpl’).
extension DLSReader {
  /// The maximum number of waves.
  static var waveLimit: Int { 1 << 20 }

  /// Reads the waves.
  ///
  /// - Parameter start: The offset of the list's contents, to which the pool table refers.
  mutating func readWaves(
    _ list: inout RIFFReader, from start: Int
  ) throws(InstrumentFileError) -> DLSWavePool {
    var pool = DLSWavePool()
    while let chunk = try list.next() {
      guard chunk.form == "wave", pool.waves.count < DLSReader.waveLimit else { continue }
      var contents = try list.contents(of: chunk)
      let wave = try readWave(&contents, chunk)
      pool.append(wave, offset: chunk.headerOffset - start)
    }
    return pool
  }

  private mutating func readWave(
    _ list: inout RIFFReader, _ parent: RIFFChunk
  ) throws(InstrumentFileError) -> DLSWave {
    var wave = DLSWave(
      name: "", formatTag: 0, channelCount: 0, bitsPerSample: 0, sampleRate: 0,
      data: parent.content.lowerBound..<parent.content.lowerBound, settings: nil)
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
      case ("data", _):
        if hasData { continue }
        hasData = true
        wave.data = chunk.content
      case ("wsmp", _): wave.settings = try readSettings(chunk)
      case (_, "INFO"):
        var contents = try list.contents(of: chunk)
        wave.name = try readInformation(&contents).name
      default: break
      }
    }
    for (exists, code) in [(hasFormat, "fmt " as FourCharacterCode), (hasData, "data")]
    where !exists {
      throw .missing(code, at: parent.headerOffset)
    }
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
      unityNote: unity, fineTuneCents: Int16(bitPattern: tune), gain: Int32(bitPattern: gain),
      loop: nil)
    if loops > 0 {
      // Tolerates writers that declare a header of less than 20 bytes.
      let offset = UInt64(max(size, 20))
      guard offset + 16 <= UInt64(bytes.count) else {
        throw chunk.error(
          .truncated(needed: Int(clamping: offset + 16), available: bytes.count))
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
}
