extension SoundBank {
  /// A sample's frames, −1…1, one channel; of several channels the first.
  ///
  /// A missing sample, or one whose bytes lie outside the file, has no frames. `limit` bounds what
  /// a compressed sample, or one in a file of its own, may have. Allocates; not for the audio thread.
  public func readFrames(
    ofSampleAt index: Int, decoder: SampleDecoder?, limit: Int
  ) throws(SampleDecodingError) -> [Float] {
    let bytes = storage.bytes
    switch samples[index].encoding {
    case .missing:
      return []
    case .unsigned8(let range):
      guard bytes.holds(range) else { return [] }
      return bytes[range].map { Float(Int($0) - 128) * (1.0 / 128) }
    case .integer16(let range):
      guard bytes.holds(range) else { return [] }
      return [Float](unsafeUninitializedCapacity: range.count / 2) { values, count in
        for frame in 0..<(range.count / 2) {
          values[frame] = Float(bytes.integer16(at: range.lowerBound + 2 * frame)) * (1.0 / 32768)
        }
        count = range.count / 2
      }
    case .integer24(let high, let low):
      guard bytes.holds(high), bytes.holds(low), low.count >= high.count / 2 else { return [] }
      return [Float](unsafeUninitializedCapacity: high.count / 2) { values, count in
        for frame in 0..<(high.count / 2) {
          let top = Int32(bytes.integer16(at: high.lowerBound + 2 * frame)) << 8
          let value = top | Int32(bytes[low.lowerBound + frame])
          values[frame] = Float(value) * (1.0 / 8_388_608)
        }
        count = high.count / 2
      }
    case .compressed(let range):
      guard let decoder else { throw .noDecoder }
      guard bytes.holds(range) else { return [] }
      return try decoder(UnsafeRawBufferPointer(rebasing: bytes[range]), limit).firstChannel
    case .file(let part):
      guard sampleFiles.indices.contains(part.file) else { return [] }
      return try sampleFiles[part.file].readFrames(
        part.frames, channel: part.channel, decoder: decoder, limit: limit)
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func holds(_ range: Range<Int>) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= count
  }

  fileprivate func integer16(at offset: Int) -> Int16 {
    Int16(littleEndian: loadUnaligned(fromByteOffset: offset, as: Int16.self))
  }
}
