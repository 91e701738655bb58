import PeachMusicUnits

/// Pitch, loop, ranges and gain that an audio file declares for use in an instrument. They come
/// from the chunks `smpl` and `inst` of WAV files, `INST` and `MARK` of AIFF files, and `inst` and
/// `regn` of CAF files. WavPack files keep those of WAV files. Invalid chunks and values are
/// ignored.
package struct RecordingChunks: Hashable, Sendable {
  package var key: UInt8?
  /// The deviation of the recorded pitch from ``key``, in cents.
  package var cents = 0.0
  /// The loop, in frames.
  package var loop: Range<Int>?
  /// The direction of the loop.
  package var loopDirection = LoopDirection.forward
  /// The number of loops that the file declares; the first forward one is used, or else the first.
  package var loopCount = 0
  /// The key range; `nil` if undeclared or the full range.
  package var keys: ClosedRange<UInt8>?
  /// The velocity range; `nil` if undeclared or the full range.
  package var velocities: ClosedRange<UInt8>?
  package var gainDecibels = 0.0

  package init() {}

  /// Reads the chunks of a file; ignores formats other than WAV, AIFF, CAF and WavPack.
  package init(_ file: UnsafeRawBufferPointer) {
    switch AudioFileInformation.format(of: file) {
    case .wav: readWAV(file)
    case .aiff: readAIFF(file)
    case .caf: readCAF(file)
    #if !hasFeature(Embedded)
      case .wavPack: self = WavPackBlocks(file).chunks
    #endif
    default: break
    }
  }

  /// Sets the ranges from four bytes: lowest and highest key, lowest and highest velocity.
  private mutating func setRanges(_ chunk: AudioFileChunk, at offset: Int) {
    func range(_ offset: Int) -> ClosedRange<UInt8>? {
      let (low, high) = (chunk.integer(offset, 1), chunk.integer(offset + 1, 1))
      guard low <= high, high <= 127, low > 0 || high < 127 else { return nil }
      return UInt8(low)...UInt8(high)
    }
    keys = range(offset)
    velocities = range(offset + 2)
    // 1…127 is the full range as well.
    if velocities == 1...127 { velocities = nil }
  }

  // RIFF New Multimedia Data Types and Data Techniques (1994), “Sampler Chunk” and “Instrument
  // Chunk”.
  private mutating func readWAV(_ file: UnsafeRawBufferPointer) {
    for chunk in AudioFileChunk.chunks(file, .wav) {
      if chunk.code == "smpl", chunk.count >= 36 {
        let unityNote = chunk.integer(12, 4)
        if unityNote <= 127 {
          key = UInt8(unityNote)
          // Units of 2⁻³² semitones.
          cents = 100 * Double(chunk.integer(16, 4)) / 4_294_967_296
        }
        for index in 0..<min(chunk.integer(28, 4), (chunk.count - 36) / 24) {
          let offset = 36 + 24 * index
          let (start, last) = (chunk.integer(offset + 8, 4), chunk.integer(offset + 12, 4))
          guard start < last, last < Int.max else { continue }
          // The last frame is part of the loop.
          addLoop(start..<last + 1, LoopDirection(wave: chunk.integer(offset + 4, 4)))
        }
      } else if chunk.code == "inst", chunk.count >= 7, chunk.integer(0, 1) <= 127 {
        if key == nil {
          key = UInt8(chunk.integer(0, 1))
          // The correction that players apply, not the deviation of the recording.
          cents = -chunk.signedByte(1)
        }
        gainDecibels = chunk.signedByte(2)
        setRanges(chunk, at: 3)
      }
    }
  }

  /// Adds a loop: the first forward one applies, or else the first.
  private mutating func addLoop(_ range: Range<Int>, _ direction: LoopDirection) {
    loopCount += 1
    guard loop == nil || (loopDirection != .forward && direction == .forward) else { return }
    (loop, loopDirection) = (range, direction)
  }

  // Audio Interchange File Format 1.3, “Marker Chunk” and “Instrument Chunk”.
  private mutating func readAIFF(_ file: UnsafeRawBufferPointer) {
    var markers: [Int: Int] = [:]
    var loopMarkers: (start: Int, end: Int, mode: Int)?
    for chunk in AudioFileChunk.chunks(file, .aiff) {
      if chunk.code == "MARK", chunk.count >= 2 {
        var offset = 2
        for _ in 0..<chunk.integer(0, 2) where offset + 7 <= chunk.count {
          markers[chunk.integer(offset, 2)] = chunk.integer(offset + 2, 4)
          // A Pascal string of even total size follows.
          offset += 6 + (chunk.integer(offset + 6, 1) + 2) / 2 * 2
        }
      } else if chunk.code == "INST", chunk.count >= 20 {
        let baseNote = chunk.integer(0, 1)
        if baseNote <= 127 {
          key = UInt8(baseNote)
          cents = -chunk.signedByte(1)
          gainDecibels = Self.plausibleGain(Double(Int16(truncatingIfNeeded: chunk.integer(6, 2))))
          setRanges(chunk, at: 2)
        }
        // The sustain loop; play mode 1 is a forward loop, 2 an alternating one.
        let mode = chunk.integer(8, 2)
        if mode == 1 || mode == 2 {
          loopMarkers = (chunk.integer(10, 2), chunk.integer(12, 2), mode)
        }
      }
    }
    // Markers lie between frames, so the end marker is the frame after the loop.
    if let loopMarkers, let start = markers[loopMarkers.start], let end = markers[loopMarkers.end],
      start < end
    {
      addLoop(start..<end, loopMarkers.mode == 1 ? .forward : .alternating)
    }
  }

  // Apple Core Audio Format Specification 1.0, “Instrument Chunk” and “Region Chunk”.
  private mutating func readCAF(_ file: UnsafeRawBufferPointer) {
    var instrument: (chunk: AudioFileChunk, baseNote: Double)?
    var loops = KeyedArray<Int, Range<Int>>()
    for chunk in AudioFileChunk.chunks(file, .caf) where chunk.isComplete {
      if chunk.code == "inst", chunk.count >= 28 { instrument = Self.instrument(chunk) }
      if chunk.code == "regn" { loops = Self.loops(chunk) }
    }
    guard let (chunk, baseNote) = instrument else { return }
    let nearest = min(Int(baseNote + 0.5), 127)
    key = UInt8(nearest)
    cents = 100 * (baseNote - Double(nearest))
    gainDecibels = Self.plausibleGain(Self.float(chunk, 8))
    setRanges(chunk, at: 4)
    loop = loops[chunk.integer(16, 4)]
  }

  /// Returns an `inst` chunk in its byte order and its base note, or `nil` if the note is invalid.
  /// Some of Apple's programs write this chunk little-endian, unlike all others.
  private static func instrument(
    _ chunk: AudioFileChunk
  ) -> (chunk: AudioFileChunk, baseNote: Double)? {
    for isBigEndian in [true, false] {
      var chunk = chunk
      chunk.isBigEndian = isBigEndian
      let note = float(chunk, 0)
      // In the wrong byte order, the note becomes a tiny value, which equals 0 on a thread that
      // flushes denormals.
      let isZero = UInt32(truncatingIfNeeded: chunk.unsigned(0, 4)) << 1 == 0
      if isZero || (note >= 1e-3 && note < 127.5) { return (chunk, note) }
    }
    return nil
  }

  private static func float(_ chunk: AudioFileChunk, _ offset: Int) -> Double {
    Double(Float(bitPattern: UInt32(truncatingIfNeeded: chunk.unsigned(offset, 4))))
  }

  /// Returns the forward loops of a `regn` chunk by region ID. Markers delimit each region.
  private static func loops(_ chunk: AudioFileChunk) -> KeyedArray<Int, Range<Int>> {
    var loops = KeyedArray<Int, Range<Int>>()
    var offset = 8
    while offset + 12 <= chunk.count, loops.count < 4096 {
      let flags = chunk.integer(offset + 4, 4)
      let markerCount = min(chunk.integer(offset + 8, 4), (chunk.count - offset - 12) / 28)
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
        loops.setValue(start..<end, for: chunk.integer(offset, 4))
      }
      offset += 12 + 28 * markerCount
    }
    return loops
  }

  /// Returns 0 for gains beyond the 144 dB range of a SoundFont (2.04, 8.1.3, generator 48).
  private static func plausibleGain(_ decibels: Double) -> Double {
    abs(decibels) <= 144 ? decibels : 0
  }
}
