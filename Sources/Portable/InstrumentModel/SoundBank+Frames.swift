extension SoundBank {
  /// Returns the frames of a sample, −1…1; the first channel of several. Returns no frames of a
  /// missing sample or if its bytes lie outside the file. Allocates; not for the audio thread.
  ///
  /// - Parameter limit: The maximum number of frames of a compressed or external sample.
  public func readFrames(
    ofSampleAt index: Int, decoder: SampleDecoder?, limit: Int
  ) throws(SampleCodecError) -> [Float] {
    switch samples[index].encoding {
    case .compressed(let range):
      guard let decoder else { throw .noDecoder }
      let bytes = storage.bytes
      guard bytes.holds(range) else { return [] }
      storage.prefetch(range)
      return try decoder(
        UnsafeRawBufferPointer(rebasing: bytes[range]),
        FrameBudget.frames(ofBytes: range.count, atMost: limit)
      ).firstChannel
    case .file(let segment):
      guard sampleFiles.indices.contains(segment.file) else { return [] }
      let file = sampleFiles[segment.file]
      let frames = try file.readFrames(
        segment.frames, channel: segment.channel, decoder: decoder, limit: limit)
      return file.unrolled(frames, of: segment)
    default:
      var values: [Float] = []
      // `values` grows by the frames read.
      _ = readStoredFrames(ofSampleAt: index, count: .max, into: &values)
      return values
    }
  }

  /// Reads up to `count` frames of a PCM sample, −1…1, into `values`, which grows if necessary.
  /// Returns the number read: 0 for other samples and if the bytes lie outside the file.
  package func readStoredFrames(
    ofSampleAt index: Int, count: Int, into values: inout [Float]
  ) -> Int {
    guard let stored = storedBytes(ofSampleAt: index) else { return 0 }
    let count = min(max(count, 0), samples[index].frameCount ?? 0)
    if values.count < count {
      values.append(contentsOf: repeatElement(0, count: count - values.count))
    }
    prefetchBytes(ofSampleAt: index, frameCount: count)
    let bytes = storage.bytes
    values.withUnsafeMutableBufferPointer { values in
      guard let output = values.baseAddress, let input = bytes.baseAddress else { return }
      let high = input + stored.high
      switch samples[index].encoding {
      case .unsigned8:
        let frames = high.assumingMemoryBound(to: UInt8.self)
        for frame in 0..<count { output[frame] = Float(Int32(frames[frame]) - 128) * (1.0 / 128) }
      case .integer16:
        for frame in 0..<count {
          output[frame] = Float(high.integer16(at: 2 &* frame)) * (1.0 / 32768)
        }
      case .integer24:
        let low = (input + stored.low).assumingMemoryBound(to: UInt8.self)
        for frame in 0..<count {
          let top = Int32(high.integer16(at: 2 &* frame)) << 8
          output[frame] = Float(top | Int32(low[frame])) * (1.0 / 8_388_608)
        }
      case .compressed, .file, .missing: break
      }
    }
    return count
  }

  /// Returns the number of frames available to ``readStoredFrames(ofSampleAt:count:into:)``.
  package func storedFrameCount(ofSampleAt index: Int) -> Int {
    storedBytes(ofSampleAt: index) == nil ? 0 : samples[index].frameCount ?? 0
  }

  /// Prefetches the first frames of a sample. Page faults of an uncached file would dominate.
  private func prefetchBytes(ofSampleAt index: Int, frameCount: Int) {
    for (range, width) in samples[index].encoding.storedRanges {
      storage.prefetch(range.prefix(width * frameCount))
    }
  }

  /// Discards the pages of a sample; see ``ByteStorage/forget(_:)``.
  package func forgetBytes(ofSampleAt index: Int) {
    switch samples[index].encoding {
    case .compressed(let range): storage.forget(range)
    case .file(let segment):
      guard sampleFiles.indices.contains(segment.file) else { return }
      let storage = sampleFiles[segment.file].storage
      storage.forget(0..<storage.bytes.count)
    case let encoding: for (range, _) in encoding.storedRanges { storage.forget(range) }
    }
  }

  /// Returns the offsets of a sample's high and low bytes; `nil` if they are not all in the file.
  private func storedBytes(ofSampleAt index: Int) -> (high: Int, low: Int)? {
    let ranges = samples[index].encoding.storedRanges
    let count = samples[index].frameCount ?? 0
    guard let high = ranges.first?.bytes, let low = ranges.last?.bytes,
      ranges.allSatisfy({ storage.bytes.holds($0.bytes) && $0.bytes.count >= $0.width * count })
    else { return nil }
    return (high.lowerBound, low.lowerBound)
  }
}

extension Sample.Encoding {
  /// The byte ranges of PCM frames, high bytes first, and their widths: the bytes per frame.
  fileprivate var storedRanges: [(bytes: Range<Int>, width: Int)] {
    switch self {
    case .unsigned8(let range): [(range, 1)]
    case .integer16(let range): [(range, 2)]
    case .integer24(let high, let low): [(high, 2), (low, 1)]
    case .compressed, .file, .missing: []
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func holds(_ range: Range<Int>) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= count
  }
}

extension UnsafeRawPointer {
  @inline(__always) fileprivate func integer16(at offset: Int) -> Int16 {
    Int16(littleEndian: loadUnaligned(fromByteOffset: offset, as: Int16.self))
  }
}
