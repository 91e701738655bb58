/// Writes a WAV file, block by block, that appears under its name only when it is complete.
///
/// ```swift
/// var writer = try WAVWriter(path: "suite.wav", sampleRate: 48_000)
/// try writer.write(left: left, right: right, frameCount: 512)
/// print(try writer.finish().frameCount)  // 512
/// ```
/// Until `finish()` the bytes are in `<path>.partial`; if the writer goes without it, so do they. A
/// second writer for the same path is refused while the first is at work. A file of 4 GiB or more
/// becomes RF64 (EBU Tech 3306). The same values give the same bytes whatever the blocks.
/// One thread at a time, not the audio thread.
public struct WAVWriter: ~Copyable, Sendable {
  /// How values are stored.
  public enum SampleFormat: Hashable, Sendable, CaseIterable {
    /// 16-bit integers; full scale is 32768.
    case integer16
    /// 24-bit integers; full scale is 8388608.
    case integer24
    /// 32-bit floats, as they come.
    case float32

    var byteCount: Int {
      switch self {
      case .integer16: 2
      case .integer24: 3
      case .float32: 4
      }
    }
  }

  /// What was written so far.
  public private(set) var summary = WAVSummary()

  private let header: WAVHeader
  private var dither: TriangularDither?
  private let file: PartialFile
  private var staged: [UInt8]
  private var stagedCount = 0

  /// Begins a file. Integers are rounded to the nearest step and clamped; with `isDithered`, they
  /// get triangular noise of two steps before that.
  ///
  /// `sampleRate` in frames a second, 1 through 4,294,967,295; `channelCount` 1 through 16,383.
  public init(
    path: String, sampleRate: Int, channelCount: Int = 2, format: SampleFormat = .integer16,
    isDithered: Bool = false
  ) throws(FileError) {
    precondition(1...16_383 ~= channelCount, "A WAV file has 1 through 16,383 channels here.")
    guard let rate = UInt32(exactly: sampleRate), rate > 0 else {
      preconditionFailure("A WAV file's sample rate is a whole number above zero, of 32 bits.")
    }
    let header = WAVHeader(
      sampleRate: rate, channelCount: UInt16(channelCount), format: format)
    try self.init(path: path, header: header, isDithered: isDithered)
  }

  init(path: String, header: WAVHeader, isDithered: Bool) throws(FileError) {
    self.header = header
    dither = isDithered && header.format != .float32 ? TriangularDither() : nil
    let file = try PartialFile(for: path, whereInUse: .fail)
    try Self.put(header.bytes(frameCount: 0), into: file)
    self.file = file
    // Whole frames only, so that a frame never straddles two writes.
    let framesStaged = max(1, 65_536 / header.bytesPerFrame)
    staged = [UInt8](repeating: 0, count: framesStaged * header.bytesPerFrame)
  }

  /// Adds stereo frames, one value of each pointer a frame. The writer must have two channels.
  public mutating func write(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, frameCount: Int
  ) throws(FileError) {
    precondition(header.channelCount == 2, "Left and right go into a file of two channels.")
    try append(frameCount: frameCount) { encoder, frames, place in
      let done = encoder.encodeEights(
        left: left + frames.lowerBound, right: right + frames.lowerBound, count: frames.count,
        to: place)
      return frames.lowerBound + done
    } value: { frame, channel in
      channel == 0 ? left[frame] : right[frame]
    }
  }

  /// Adds frames of any number of channels: the first frame's values, then the second's, …
  ///
  /// Their number must be a multiple of the channels'.
  public mutating func write(interleaved values: UnsafeBufferPointer<Float>) throws(FileError) {
    let channels = Int(header.channelCount)
    precondition(values.count.isMultiple(of: channels), "Frames are written whole.")
    try append(frameCount: values.count / channels) { _, frames, _ in
      frames.lowerBound
    } value: { frame, channel in
      values[frame * channels + channel]
    }
  }

  /// Completes the file and gives it its name, in the place of any that has it.
  public consuming func finish() throws(FileError) -> WAVSummary {
    if summary.frameCount * header.bytesPerFrame % 2 == 1 {
      if stagedCount == staged.count { try flush() }
      // Chunks have even lengths; the pad byte does not count.
      staged[stagedCount] = 0
      stagedCount += 1
    }
    try flush()
    try Self.put(header.bytes(frameCount: summary.frameCount), into: file)
    let summary = summary
    // A render can be made again, so it does not wait for the disk.
    try file.commit(.ordinary)
    return summary
  }

  /// Encodes the first of some frames by one operation for many, and tells which is the next.
  private typealias EncodeMany = (inout WAVEncoder, Range<Int>, UnsafeMutableRawPointer) -> Int

  @inline(__always)
  private mutating func append(
    frameCount: Int, many: EncodeMany, value: (_ frame: Int, _ channel: Int) -> Float
  ) throws(FileError) {
    var frame = 0
    while frame < frameCount {
      if stagedCount == staged.count { try flush() }
      let room = (staged.count - stagedCount) / header.bytesPerFrame
      let end = min(frame + room, frameCount)
      encode(frame..<end, many: many, value: value)
      frame = end
    }
  }

  @inline(__always)
  private mutating func encode(_ frames: Range<Int>, many: EncodeMany, value: (Int, Int) -> Float) {
    var encoder = WAVEncoder(format: header.format, dither: dither, summary: summary)
    let channels = Int(header.channelCount)
    let (start, bytesPerFrame) = (stagedCount, header.bytesPerFrame)
    let bytesPerValue = header.format.byteCount
    stagedCount += frames.count * bytesPerFrame
    staged.withUnsafeMutableBytes { bytes in
      guard var place = bytes.baseAddress?.advanced(by: start) else { return }
      let next = many(&encoder, frames, place)
      place += (next - frames.lowerBound) * bytesPerFrame
      for frame in next..<frames.upperBound {
        encoder.beginFrame()
        for channel in 0..<channels {
          encoder.encode(value(frame, channel), to: place)
          place += bytesPerValue
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

  /// Writes the header over the one before; the place where frames go on is behind it.
  private static func put(_ header: [UInt8], into file: borrowing PartialFile) throws(FileError) {
    try file.descriptor.write(header, count: header.count, at: 0)
    try file.descriptor.seek(to: header.count)
  }
}
