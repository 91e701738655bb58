import PeachInstrumentModel

/// The waves of a file, found by where they begin.
struct DLSWavePool {
  private(set) var waves: [DLSWave] = []
  // In the order of the file, and so from small to large.
  private var offsets: [Int] = []

  /// A wave that begins so many bytes after the pool's contents; later ones have larger offsets.
  mutating func append(_ wave: DLSWave, offset: Int) {
    waves.append(wave)
    offsets.append(offset)
  }

  /// The wave that begins at an offset; nil where none does.
  func index(ofWaveAt offset: UInt32) -> Int? {
    let wanted = Int(clamping: offset)
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low < offsets.count && offsets[low] == wanted ? low : nil
  }

  /// Names the waves that cannot be played; throws where that is all of them.
  func checkEncodings(_ warnings: inout WarningList) throws(InstrumentFileError) {
    var refused: DLSWave?
    for wave in waves where wave.encoding == .missing {
      if wave.data.isEmpty || (wave.formatTag == 1 && wave.data.count < 2) {
        warnings.add(.broken, "Wave ‘\(wave.name)’ has no frames and stays silent.")
        continue
      }
      warnings.add(
        .broken,
        "Wave ‘\(wave.name)’ is \(wave.encodingName), which is not read, and stays silent.")
      refused = refused ?? wave
    }
    guard let refused, waves.allSatisfy({ $0.encoding == .missing }) else { return }
    throw InstrumentFileError(
      chunk: "wave", offset: refused.data.lowerBound,
      reason: .unsupportedEncoding(
        tag: refused.formatTag, bits: refused.bitsPerSample, channels: refused.channelCount))
  }
}
