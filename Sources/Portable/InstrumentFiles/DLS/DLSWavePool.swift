import PeachInstrumentModel

/// The waves of a file, found by offset.
struct DLSWavePool {
  private(set) var waves: [DLSWave] = []
  private var indices: [Int: Int] = [:]

  /// Appends a wave, which starts at `offset` in the pool's contents.
  mutating func append(_ wave: DLSWave, offset: Int) {
    indices[offset] = waves.count
    waves.append(wave)
  }

  /// Returns the index of the wave at an offset, or `nil` if no wave starts there.
  func index(ofWaveAt offset: UInt32) -> Int? { indices[Int(clamping: offset)] }

  /// Adds a warning for each wave that cannot be played.
  ///
  /// - Throws: `InstrumentFileError` if no wave can be played.
  func checkEncodings(_ warnings: inout WarningList) throws(InstrumentFileError) {
    var unsupported: DLSWave?
    for wave in waves where wave.encoding == .missing {
      if wave.data.isEmpty || (wave.formatTag == 1 && wave.data.count < 2) {
        warnings.add(.broken, "Wave ‘\(wave.name)’ has no frames and stays silent.")
        continue
      }
      warnings.add(
        .broken,
        "Wave ‘\(wave.name)’ uses \(wave.encodingName), which is not supported, and stays silent.")
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
