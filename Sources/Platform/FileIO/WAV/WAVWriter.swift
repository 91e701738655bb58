/// Writes a WAV file incrementally. Until `finish()`, the data is in `<path>.partial`, which is
/// removed if the writer is destroyed first. A second writer of the same path throws. From 4 GiB, a
/// file is RF64 (EBU Tech 3306). Use on one thread at a time.
package struct WAVWriter: ~Copyable, Sendable {
  package enum SampleFormat: Hashable, Sendable, CaseIterable {
    /// Full scale is 32768 and 8388608.
    case integer16, integer24
    case float32

    var byteCount: Int {
      switch self {
      case .integer16: 2
      case .integer24: 3
      case .float32: 4
      }
    }
  }

  /// Statistics of the frames written so far.
  package private(set) var summary = WAVSummary()

  private let header: WAVHeader
  private var dither: TriangularDither?
  private let file: PartialFile
  private var staged: [UInt8]
  private var stagedCount = 0

  /// Creates a file of 1…16,383 channels. `isDithered` adds triangular dither to integers,
  /// but not to digital silence.
  package init(
    path: String, sampleRate: Int, channelCount: Int = 2, format: SampleFormat = .integer16,
    isDithered: Bool = false
  ) throws(FileError) {
    precondition(1...16_383 ~= channelCount, "The channel count must be 1 to 16,383.")
    guard let rate = UInt32(exactly: sampleRate), rate > 0 else {
      preconditionFailure("The sample rate must be 1 to 4,294,967,295.")
    }
    let header = WAVHeader(sampleRate: rate, channelCount: UInt16(channelCount), format: format)
    try self.init(path: path, header: header, isDithered: isDithered)
  }

  init(path: String, header: WAVHeader, isDithered: Bool) throws(FileError) {
    self.header = header
    dither = isDithered && header.format != .float32 ? TriangularDither() : nil
    let file = try PartialFile(for: path, onConflict: .fail)
    try Self.write(header.bytes(frameCount: 0), into: file)
    self.file = file
    // A multiple of the frame size, so that no frame spans two writes.
    let framesStaged = max(1, 65_536 / header.bytesPerFrame)
    staged = [UInt8](repeating: 0, count: framesStaged * header.bytesPerFrame)
  }

  /// Appends stereo frames. The writer must have two channels.
  package mutating func write(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, frameCount: Int
  ) throws(FileError) {
    precondition(header.channelCount == 2, "A stereo write requires a writer of two channels.")
    try append(frameCount: frameCount) { encoder, frames, destination in
      let done = encoder.encodeBatches(
        left: left + frames.lowerBound, right: right + frames.lowerBound, count: frames.count,
        to: destination)
      return frames.lowerBound + done
    } value: { frame, channel in
      channel == 0 ? left[frame] : right[frame]
    }
  }

  /// Appends interleaved frames. The number of samples must be a multiple of the channel count.
  package mutating func write(interleaved values: UnsafeBufferPointer<Float>) throws(FileError) {
    let channels = Int(header.channelCount)
    precondition(
      values.count.isMultiple(of: channels),
      "The sample count must be a multiple of the channel count.")
    try append(frameCount: values.count / channels) { _, frames, _ in
      frames.lowerBound
    } value: { frame, channel in
      values[frame * channels + channel]
    }
  }

  /// Completes the file, and moves it to its path. Replaces an existing file.
  package consuming func finish() throws(FileError) -> WAVSummary {
    if summary.frameCount * header.bytesPerFrame % 2 == 1 {
      if stagedCount == staged.count { try flush() }
      // Chunks are padded to even lengths.
      staged[stagedCount] = 0
      stagedCount += 1
    }
    try flush()
    try Self.write(header.bytes(frameCount: summary.frameCount), into: file)
    let summary = summary
    // A render is reproducible, so that it does not wait for the disk.
    try file.commit(.ordinary)
    return summary
  }

  /// Encodes the first frames of a range with SIMD, and returns the index of the next frame.
  private typealias BatchEncoder = (inout WAVEncoder, Range<Int>, UnsafeMutableRawPointer) -> Int

  @inline(__always)
  private mutating func append(
    frameCount: Int, batch: BatchEncoder, value: (_ frame: Int, _ channel: Int) -> Float
  ) throws(FileError) {
    var frame = 0
    while frame < frameCount {
      if stagedCount == staged.count { try flush() }
      let room = (staged.count - stagedCount) / header.bytesPerFrame
      let end = min(frame + room, frameCount)
      encode(frame..<end, batch: batch, value: value)
      frame = end
    }
  }

  @inline(__always)
  private mutating func encode(
    _ frames: Range<Int>, batch: BatchEncoder, value: (Int, Int) -> Float
  ) {
    var encoder = WAVEncoder(format: header.format, dither: dither, summary: summary)
    let channels = Int(header.channelCount)
    let (start, bytesPerFrame) = (stagedCount, header.bytesPerFrame)
    let bytesPerValue = header.format.byteCount
    stagedCount += frames.count * bytesPerFrame
    staged.withUnsafeMutableBytes { bytes in
      guard var destination = bytes.baseAddress?.advanced(by: start) else { return }
      let next = batch(&encoder, frames, destination)
      destination += (next - frames.lowerBound) * bytesPerFrame
      for frame in next..<frames.upperBound {
        encoder.beginFrame()
        for channel in 0..<channels {
          encoder.encode(value(frame, channel), to: destination)
          destination += bytesPerValue
        }
        encoder.endFrame()
      }
    }
    dither = encoder.dither
    summary = encoder.summary
  }

  private mutating func flush() throws(FileError) {
    try file.descriptor.write(staged, count: stagedCount)
    stagedCount = 0
  }

  /// Writes the header at the start of the file, and sets the position after it.
  private static func write(_ header: [UInt8], into file: borrowing PartialFile) throws(FileError) {
    try file.descriptor.write(header, count: header.count, at: 0)
    try file.descriptor.seek(to: header.count)
  }
}

/// Statistics of the frames in a WAV file.
package struct WAVSummary: Hashable, Sendable {
  package var frameCount = 0
  /// The number of frames with a value outside −1…1, which the integer formats clip.
  package var clippedFrameCount = 0
  /// The number of frames with a NaN, which is written as 0.
  package var invalidFrameCount = 0
  /// The peak absolute value before clipping; 1 is full scale.
  package var peak: Float = 0
}
