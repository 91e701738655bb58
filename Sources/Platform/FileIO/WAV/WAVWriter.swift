package import PeachAudioEncoding

/// Writes a WAV file incrementally. Until `finish()`, the data is in `<path>.partial`, which is
/// removed if the writer is destroyed first. A second writer of the same path throws. From 4 GiB, a
/// file is RF64 (EBU Tech 3306). Use on one thread at a time.
package struct WAVWriter: ~Copyable, Sendable {
  package typealias SampleFormat = WAVSampleFormat

  /// Statistics of the frames written so far.
  package var summary: WAVSummary { encoder.summary }

  private let header: WAVHeader
  private var encoder: WAVEncoder
  private let file: PartialFile
  private var staged: [UInt8]
  private var stagedCount = 0

  /// Creates a file of 1…16,383 channels. `isDithered` adds triangular dither to integers,
  /// but not to digital silence.
  package init(
    path: String, sampleRate: Int, channelCount: Int = 2, format: SampleFormat = .integer16,
    isDithered: Bool = false
  ) throws(FileAccessError) {
    precondition(1...16_383 ~= channelCount, "The channel count must be 1 to 16,383.")
    guard let rate = UInt32(exactly: sampleRate), rate > 0 else {
      preconditionFailure("The sample rate must be 1 to 4,294,967,295.")
    }
    let header = WAVHeader(sampleRate: rate, channelCount: UInt16(channelCount), format: format)
    try self.init(path: path, header: header, isDithered: isDithered)
  }

  init(path: String, header: WAVHeader, isDithered: Bool) throws(FileAccessError) {
    self.header = header
    encoder = WAVEncoder(
      format: header.format, channelCount: Int(header.channelCount), isDithered: isDithered)
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
  ) throws(FileAccessError) {
    precondition(header.channelCount == 2, "A stereo write requires a writer of two channels.")
    try append(frameCount: frameCount) { encoder, frames, destination in
      encoder.encode(
        left: left + frames.lowerBound, right: right + frames.lowerBound, count: frames.count,
        to: destination)
    }
  }

  /// Appends interleaved frames. The number of samples must be a multiple of the channel count.
  package mutating func write(interleaved values: UnsafeBufferPointer<Float>)
    throws(FileAccessError)
  {
    let channels = Int(header.channelCount)
    precondition(
      values.count.isMultiple(of: channels),
      "The sample count must be a multiple of the channel count.")
    guard let start = values.baseAddress else { return }
    try append(frameCount: values.count / channels) { encoder, frames, destination in
      encoder.encode(
        interleaved: start + frames.lowerBound * channels, count: frames.count, to: destination)
    }
  }

  /// Completes the file, and moves it to its path. Replaces an existing file.
  package consuming func finish() throws(FileAccessError) -> WAVSummary {
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

  /// Stages frames: `encode` encodes a range of them.
  private mutating func append(
    frameCount: Int,
    encode: (inout WAVEncoder, _ frames: Range<Int>, UnsafeMutableRawPointer) -> Void
  ) throws(FileAccessError) {
    var frame = 0
    while frame < frameCount {
      if stagedCount == staged.count { try flush() }
      let room = (staged.count - stagedCount) / header.bytesPerFrame
      let end = min(frame + room, frameCount)
      let (frames, start) = (frame..<end, stagedCount)
      var encoder = encoder
      staged.withUnsafeMutableBytes { bytes in
        guard let destination = bytes.baseAddress?.advanced(by: start) else { return }
        encode(&encoder, frames, destination)
      }
      self.encoder = encoder
      stagedCount += (end - frame) * header.bytesPerFrame
      frame = end
    }
  }

  private mutating func flush() throws(FileAccessError) {
    try file.descriptor.write(staged, count: stagedCount)
    stagedCount = 0
  }

  /// Writes the header at the start of the file, and sets the position after it.
  private static func write(_ header: [UInt8], into file: borrowing PartialFile)
    throws(FileAccessError)
  {
    try file.descriptor.write(header, count: header.count, at: 0)
    try file.descriptor.seek(to: header.count)
  }
}
