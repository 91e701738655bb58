public import PeachInstrumentFiles
import PeachInstrumentModel
import PeachSampleCodec

/// The error of compressing samples without libsndfile.
public struct NoSampleCodecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// The message.
  public var description: String {
    "Peach was built without libsndfile, so that it cannot compress samples. Use an output name "
      + "that does not end in .sf3."
  }
}

// SF3 has no specification. It is SoundFont 2 with version 3, and with bit 0x10 of the sample type
// set for samples that are Ogg Vorbis files.
extension SoundFontContents {
  /// The default quality of the codec, 0…1. At lower qualities, loop points begin to click.
  public static var defaultQuality: Double { 0.9 }
  /// The limit for decoding untrusted streams, in frames: 25 minutes at 44.1 kHz.
  private static var frameLimit: Int { 1 << 26 }

  /// Compresses all samples for a file name that ends in `.sf3`, or decompresses them for `.sf2`.
  /// Other names leave them unchanged.
  ///
  /// Call on any thread but the audio thread.
  ///
  /// - Throws: The errors of ``compress(quality:progress:)`` and ``decompress(progress:)``.
  ///
  /// ```swift
  /// var contents = try SoundFont(contentsOf: "my.sf2").contents()
  /// try contents.encodeSamples(forFileNamed: "my.sf3")
  /// try SoundFontWriter(contents).write(to: "my.sf3")  // a tenth to a quarter of the size
  /// ```
  public mutating func encodeSamples(
    forFileNamed fileName: String, quality: Double = defaultQuality,
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    let name = fileName.lowercased()
    if name.hasSuffix(".sf3") { try compress(quality: quality, progress: progress) }
    if name.hasSuffix(".sf2") { try decompress(progress: progress) }
  }

  /// Compresses uncompressed samples to Ogg Vorbis, in parallel.
  ///
  /// Sample data that several samples share is compressed once. The number of frames is preserved,
  /// so that loop points remain valid. A sample that would decode beyond full scale is attenuated.
  /// Samples that would become larger stay unchanged: a stream starts with about 4 KB of tables.
  /// Samples that the codec does not support also stay unchanged, with a message in ``warnings``.
  /// Call on any thread but the audio thread.
  ///
  /// - Parameters:
  ///   - quality: The quality of the codec, 0…1.
  ///   - progress: Called with the completed fraction, 0…1. Its errors are rethrown.
  /// - Throws: ``NoSampleCodecError`` if there are samples to compress and no libsndfile.
  public mutating func compress(
    quality: Double = defaultQuality, progress: (Double) throws -> Void = { _ in }
  ) throws {
    let isCompressible = { (recording: Sample.Recording) in
      recording.isPlain && recording.frameCount ?? 0 > 0
    }
    guard samples.contains(where: { isCompressible($0.recording) }) else { return }
    guard SoundFileEncoder.isAvailable else { throw NoSampleCodecError() }
    try replaceRecordings(
      where: isCompressible,
      by: { recording, rate in Self.compressed(recording, rate: rate, quality: quality) },
      progress: progress
    ) { name in "Sample ‘\(name)’ cannot be compressed, and is unchanged." }
  }

  /// Decodes compressed samples to 16 bits in memory, in parallel, as SF2 requires. Samples that
  /// cannot be decoded become empty, with a message in ``warnings``. Call on any thread but the
  /// audio thread.
  ///
  /// - Parameter progress: Called with the completed fraction, 0…1. Its errors are rethrown.
  public mutating func decompress(progress: (Double) throws -> Void = { _ in }) throws {
    guard samples.contains(where: { $0.recording.isCompressed }) else { return }
    let decoder = DefaultSampleDecoder.decoder
    try replaceRecordings(
      where: { $0.isCompressed },
      by: { recording, _ in
        guard case .compressed(let file) = recording,
          let audio = try? decoder(
            file.bytes,
            FrameBudget.frames(ofBytes: file.bytes.count, atMost: Self.frameLimit))
        else { return nil }
        return .integer16(StoredBytes(copying: Self.integers(of: audio.firstChannel)))
      }, progress: progress
    ) { name in "Sample ‘\(name)’ cannot be decoded, and is empty." }
    for index in samples.indices {
      if samples[index].recording.isCompressed {
        samples[index].recording = .integer16(StoredBytes(copying: []))
      }
      guard samples[index].recording.isPlain, let count = samples[index].recording.frameCount
      else { continue }
      let points = samples[index].loopPoints
      samples[index].loopPoints = LoopPoints(
        start: min(points.start, count), end: min(points.end, count))
    }
    // §5.1. The writer sets a later version for 24-bit samples.
    version = .init(major: 2, minor: 1)
  }

  /// Replaces each selected recording once, for all samples that share it. Recordings without a
  /// replacement stay, with a warning about the first sample.
  private mutating func replaceRecordings(
    where isSelected: (Sample.Recording) -> Bool,
    by replacement: @Sendable (Sample.Recording, _ rate: UInt32) -> Sample.Recording?,
    progress: (Double) throws -> Void, warning: (String) -> String
  ) throws {
    var indices: [Sample.Recording: Int] = [:]
    var found: [(recording: Sample.Recording, sample: Int)] = []
    for (index, sample) in samples.enumerated()
    where isSelected(sample.recording) && indices[sample.recording] == nil {
      indices[sample.recording] = found.count
      found.append((sample.recording, index))
    }
    let rates = found.map { samples[$0.sample].sampleRate }
    let replaced = try ConcurrentMap.map(Array(zip(found, rates)), progress: progress) {
      replacement($0.0.recording, $0.1)
    }
    for (index, new) in replaced.enumerated() where new == nil {
      warnings.append(warning(samples[found[index].sample].name.text))
    }
    for index in samples.indices {
      if let known = indices[samples[index].recording], let new = replaced[known] {
        samples[index].recording = new
      }
    }
  }

  /// Returns the sample data as Ogg Vorbis, or unchanged if that is not larger. The codec can raise
  /// peaks beyond full scale, and 16-bit decoders then wrap around. Such data is attenuated before
  /// another attempt. Returns `nil` if the number of frames changes or the last attempt still
  /// clips.
  private static func compressed(
    _ recording: Sample.Recording, rate: UInt32, quality: Double
  ) -> Sample.Recording? {
    var values = frames(of: recording)
    // The peaks differ after each attempt, so that the second one may not be sufficient.
    for _ in 0..<8 {
      let audio = DecodedAudio(sampleRate: Double(rate), channelCount: 1, values: values)
      guard let file = try? SoundFileEncoder.vorbis(audio, quality: quality),
        let back = try? file.withUnsafeBytes({ bytes throws(SampleCodecError) in
          try SoundFileDecoder.decode(bytes, values.count)
        }), back.values.count == values.count
      else { return nil }
      if file.count >= recording.byteCount { return recording }
      let peak = back.values.reduce(0) { max($0, abs($1)) }
      if peak <= 1 { return .compressed(StoredBytes(copying: file)) }
      let gain = 0.999 / peak
      for frame in values.indices { values[frame] *= gain }
    }
    return nil
  }

  /// Returns the frames of a plain recording; none of another.
  static func frames(of recording: Sample.Recording) -> [Float] {
    func high(_ bytes: UnsafeRawBufferPointer, _ frame: Int) -> Int32 {
      Int32(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * frame, as: Int16.self)))
    }
    switch recording {
    case .integer16(let stored):
      let bytes = stored.bytes
      return (0..<bytes.count / 2).map { Float(high(bytes, $0)) / 32_768 }
    case .integer24(let stored, let lowStored):
      let (bytes, low) = (stored.bytes, lowStored.bytes)
      return (0..<bytes.count / 2).map { frame in
        Float(high(bytes, frame) << 8 | Int32(low[frame])) / 8_388_608
      }
    case .compressed, .readOnlyMemory: return []
    }
  }

  /// Returns 16-bit frames, little-endian.
  private static func integers(of frames: [Float]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * frames.count)
    for frame in frames {
      // Clamped in this order, NaN becomes the minimum.
      let value = Int16(min(max(-32_768, (frame * 32_768).rounded()), 32_767))
      bytes.append(UInt8(truncatingIfNeeded: value))
      bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }
    return bytes
  }
}

extension SoundFontContents.Sample.Recording {
  /// Whether the frames are stored as uncompressed integers.
  fileprivate var isPlain: Bool {
    switch self {
    case .integer16, .integer24: true
    case .compressed, .readOnlyMemory: false
    }
  }

  /// The number of frames of a plain recording; `nil` of another.
  var plainFrameCount: Int? { isPlain ? frameCount : nil }

  fileprivate var isCompressed: Bool { if case .compressed = self { true } else { false } }
}
