import PeachInstrumentModel

/// The pool of waves (‘wvpl’).
extension DLSReader {
  /// More waves than this are left out: a pool of so many is longer than a file can be.
  static var waveLimit: Int { 1 << 20 }

  /// `start` is what the pool table counts from: the first byte of the list's contents.
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
    _ list: inout RIFFReader, _ whole: RIFFChunk
  ) throws(InstrumentFileError) -> DLSWave {
    var wave = DLSWave(
      name: "", formatTag: 0, channelCount: 0, bitsPerSample: 0, sampleRate: 0,
      data: whole.content.lowerBound..<whole.content.lowerBound, settings: nil)
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
    for (isThere, code) in [(hasFormat, "fmt " as FourCharacterCode), (hasData, "data")]
    where !isThere {
      throw InstrumentFileError(chunk: code, offset: whole.headerOffset, reason: .missing)
    }
    return wave
  }

  /// Pitch, level and loop of a wave or of a region (‘wsmp’). Of several loops the first counts:
  /// the format allows no more.
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
      // A head smaller than its five numbers is a writer's mistake that can be seen through.
      let place = UInt64(max(size, 20))
      guard place + 16 <= UInt64(bytes.count) else {
        throw chunk.error(
          .truncated(needed: Int(clamping: place + 16), available: bytes.count))
      }
      let start = Int(place)
      let type = bytes.uint32(at: start + 4) ?? 0
      // Level 2 calls a loop that ends on release 1 in its text and 2 in its header file.
      settings.loop = DLSWaveSettings.Loop(
        endsOnRelease: type == 1 || type == 2, start: bytes.uint32(at: start + 8) ?? 0,
        length: bytes.uint32(at: start + 12) ?? 0)
    }
    return settings
  }
}
