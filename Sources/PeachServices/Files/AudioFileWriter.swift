public import PeachAudioEncoding
public import PeachFileIO
import PeachPOSIX
package import PeachSampleCodec

/// Writes a stereo or mono audio file incrementally. Until `finish()`, the data is in
/// `<path>.partial`, which is removed if the writer is destroyed first. Use on one thread at a
/// time.
public final class AudioFileWriter {
  /// The reason why a file cannot have the requested type or format. `\(failure)` is a message.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Peach was built without the trait `SoundFile`, which all types but WAV need.
    case notBuilt(AudioFileType)
    /// The type does not support the sample rate or format.
    case unsupported(AudioFileType, sampleRate: Int, WAVSampleFormat)

    /// The message.
    public var description: String {
      switch self {
      case .notBuilt(let type):
        "Peach was built without libsndfile (the trait SoundFile), which writes "
          + ".\(type.rawValue) files. Enable the trait in your Package.swift and install "
          + "libsndfile1-dev, or write a .wav file."
      case .unsupported(.opus, let rate, _):
        "Opus files have 8000, 12000, 16000, 24000 or 48000 Hz, not \(rate) Hz. "
          + "Choose another sample rate."
      case .unsupported(let type, let rate, .float32) where !type.isLossy:
        "A .\(type.rawValue) file of \(rate) Hz cannot have floating-point samples. "
          + "Choose another sample format."
      case .unsupported(let type, let rate, _):
        "A .\(type.rawValue) file cannot have a sample rate of \(rate) Hz. "
          + "Choose another one."
      }
    }
  }

  /// A file that libsndfile writes.
  fileprivate struct Encoded: ~Copyable {
    // The stream is closed before the file.
    var stream: SoundFileStream
    let file: PartialFile
    var encoder: WAVEncoder
    var buffer: [UInt8] = []
  }

  private let path: String
  private let type: AudioFileType
  private var wav: WAVWriter?
  private var encoded: Encoded?
  /// Whether the file has one channel, the mean of left and right.
  private let isMono: Bool
  private var mixed: [Float] = []

  /// Creates a file without tags. Integer samples are dithered.
  ///
  /// - Parameter quality: The quality of a lossy type, 0…1.
  /// - Throws: ``Failure`` if the type does not support the format or its trait is off;
  ///   `FileAccessError`.
  public convenience init(
    path: String, type: AudioFileType, sampleRate: Int, format: WAVSampleFormat,
    quality: Double = 0.6
  ) throws {
    try self.init(
      path: path, type: type, sampleRate: sampleRate, format: format, quality: quality, tags: [:])
  }

  /// Creates a file without tags, with or without dither. Without dither, samples are rounded to
  /// the nearest integer, as measurements need it.
  ///
  /// - Parameters:
  ///   - quality: The quality of a lossy type, 0…1.
  ///   - isDithered: Whether triangular dither is added to integer samples.
  /// - Throws: ``Failure`` if the type does not support the format or its trait is off;
  ///   `FileAccessError`.
  public convenience init(
    path: String, type: AudioFileType, sampleRate: Int, format: WAVSampleFormat,
    quality: Double = 0.6, isDithered: Bool
  ) throws {
    try self.init(
      path: path, type: type, sampleRate: sampleRate, format: format, quality: quality, tags: [:],
      isDithered: isDithered)
  }

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - quality: The quality of a lossy type, 0…1.
  ///   - isDithered: Whether triangular dither is added to integer samples.
  ///   - isMono: Whether the file has one channel, the mean of left and right.
  /// - Throws: ``Failure`` or `FileAccessError`.
  package init(
    path: String, type: AudioFileType, sampleRate: Int, format: WAVSampleFormat,
    quality: Double = 0.6, tags: KeyValuePairs<SoundFileStream.Tag, String>,
    isDithered: Bool = true, isMono: Bool = false
  ) throws {
    (self.path, self.type, self.isMono) = (path, type, isMono)
    let channelCount = isMono ? 1 : 2
    guard let container = type.container else {
      wav = try WAVWriter(
        path: path, sampleRate: sampleRate, channelCount: channelCount, format: format,
        isDithered: isDithered)
      return
    }
    let format = type.isLossy ? .float32 : format
    errno = 0
    let file = try PartialFile(for: path, onConflict: .fail)
    do {
      encoded = Encoded(
        stream: try SoundFileStream(
          descriptor: file.number, container: container, sampleRate: sampleRate,
          channelCount: channelCount, format: format, quality: quality, tags: tags),
        file: file,
        encoder: WAVEncoder(format: format, channelCount: channelCount, isDithered: isDithered))
    } catch SampleEncodingError.noEncoder {
      throw Failure.notBuilt(type)
    } catch SampleEncodingError.notEncodable {
      throw Failure.unsupported(type, sampleRate: sampleRate, format)
    } catch {
      throw writeError
    }
  }

  /// Writes frames.
  ///
  /// - Throws: `FileAccessError`, such as for a full disk.
  public func write(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, frameCount: Int
  ) throws(FileAccessError) {
    if isMono { return try write(meanOf: left, right, frameCount) }
    if wav != nil {
      try wav?.write(left: left, right: right, frameCount: frameCount)
      return
    }
    let isWritten = encoded?.write(frameCount) {
      $0.encode(left: left, right: right, count: frameCount, to: $1)
    }
    if isWritten == false { throw writeError }
  }

  /// Writes the mean of two channels. A tone in the center keeps its level.
  private func write(
    meanOf left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frameCount: Int
  ) throws(FileAccessError) {
    mixed.removeAll(keepingCapacity: true)
    for frame in 0..<frameCount { mixed.append((left[frame] + right[frame]) * 0.5) }
    var failure: FileAccessError?
    mixed.withUnsafeBufferPointer { mixed in
      guard let start = mixed.baseAddress else { return }
      do throws(FileAccessError) {
        try wav?.write(interleaved: mixed)
        let isWritten = encoded?.write(frameCount) {
          $0.encode(interleaved: start, count: frameCount, to: $1)
        }
        if isWritten == false { throw writeError }
      } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// The error of the last system call; libsndfile may fail without one.
  private var writeError: FileAccessError {
    FileAccessError(path: path, operation: .write, code: errno == 0 ? EIO : errno)
  }

  /// Completes the file, and moves it to its path. Replaces an existing file. Call once.
  public func complete() throws(FileAccessError) { _ = try finish() }

  /// Completes the file as ``complete()`` does, and returns its summary.
  package func finish() throws(FileAccessError) -> WAVSummary {
    if let wav = wav.take() { return try wav.finish() }
    guard var encoded = encoded.take() else { preconditionFailure("The file is complete.") }
    errno = 0
    if !encoded.stream.finish() { throw writeError }
    if type == .ogg || type == .opus { try encoded.file.rewrite { OggPages.renumbered($0) } }
    let summary = encoded.encoder.summary
    try encoded.commit()
    return summary
  }
}

extension AudioFileWriter.Encoded {
  /// Writes frames that `encode` encodes. Returns whether they were written.
  fileprivate mutating func write(
    _ count: Int, _ encode: (inout WAVEncoder, UnsafeMutableRawPointer) -> Void
  ) -> Bool {
    let byteCount = count * encoder.bytesPerFrame
    if buffer.count < byteCount { buffer = [UInt8](repeating: 0, count: byteCount) }
    var encoder = encoder
    let isWritten = buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      encode(&encoder, start)
      errno = 0
      return stream.write(start, frameCount: count)
    }
    self.encoder = encoder
    return isWritten
  }

  fileprivate consuming func commit() throws(FileAccessError) { try file.commit(.durable) }
}
