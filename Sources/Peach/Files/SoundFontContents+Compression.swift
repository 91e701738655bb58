public import PeachInstrumentFiles
import PeachInstrumentModel
import PeachSampleCodec

/// Why samples can neither be compressed nor expanded: this build has no libsndfile.
public struct NoSampleCodecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error.
  public init() {}

  /// What is missing, and what can be done without it.
  public var description: String {
    "This build has no libsndfile, which samples are compressed and expanded with. A name that ends in "
      + "neither .sf2 nor .sf3 leaves them as they are."
  }
}

// SF3 has no specification of its own: it is SoundFont 2 with the type's bit 0x10 set for samples that
// are Ogg Vorbis files, and a version of 3.
extension SoundFontContents {
  /// The codec's quality where none is asked for, 0…1. With less, joins of loops begin to click softly.
  public static var usualQuality: Double { 0.9 }
  /// A hostile stream of a few kilobytes may decode to hours; this is 25 minutes at 44.1 kHz.
  private static var frameLimit: Int { 1 << 26 }

  /// Stores the samples as a file of this name has them: compressed where it ends in `.sf3`, as they are
  /// played where it ends in `.sf2`, and as they are where it has another ending.
  ///
  /// Throws what ``compress(quality:progress:)`` and ``expand(progress:)`` throw. Not for the audio
  /// thread.
  ///
  /// ```swift
  /// var contents = try SoundFont(contentsOf: "my.sf2").contents()
  /// try contents.suit(fileName: "my.sf3")
  /// try SoundFontWriter(contents).write(to: "my.sf3")  // a tenth to a quarter of the size
  /// ```
  public mutating func suit(
    fileName: String, quality: Double = usualQuality,
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    let name = fileName.lowercased()
    if name.hasSuffix(".sf3") { try compress(quality: quality, progress: progress) }
    if name.hasSuffix(".sf2") { try expand(progress: progress) }
  }

  /// Compresses what is not compressed yet: Ogg Vorbis of the codec's `quality`, 0…1.
  ///
  /// A recording that several samples play is compressed once. Frames keep their number and places, so
  /// loops stay; one that would decode beyond full scale becomes as much softer. What would become larger
  /// stays as it is: a stream begins with some 4 KB of tables. So does what the codec cannot take, because
  /// of its sample rate for example; that is one of ``warnings``. Throws ``NoSampleCodecError`` where there
  /// is something to do without libsndfile, and what `progress` throws, which is told how much is done,
  /// 0…1. Works on all processors; not for the audio thread.
  public mutating func compress(
    quality: Double = usualQuality, progress: (Double) throws -> Void = { _ in }
  ) throws {
    let isWanted = { (recording: Sample.Recording) in
      recording.isPlain && recording.frameCount ?? 0 > 0
    }
    guard samples.contains(where: { isWanted($0.recording) }) else { return }
    guard SoundFileEncoder.isAvailable else { throw NoSampleCodecError() }
    try replaceRecordings(
      where: isWanted,
      by: { recording, rate in Self.compressed(recording, rate: rate, quality: quality) },
      progress: progress
    ) { name in "Sample ‘\(name)’ cannot be compressed, and stays as it is." }
  }

  /// Decodes what is compressed into frames of 16 bits, for players that know SF2 only.
  ///
  /// What cannot be decoded has no frames then, and is one of ``warnings``. Throws
  /// ``NoSampleCodecError`` where there is something to do without libsndfile, and what `progress`
  /// throws. What the bank plays is in memory then. Works on all processors; not for the audio thread.
  public mutating func expand(progress: (Double) throws -> Void = { _ in }) throws {
    guard samples.contains(where: { $0.recording.isCompressed }) else { return }
    guard let decoder = DefaultSampleDecoder.decoder else { throw NoSampleCodecError() }
    try replaceRecordings(
      where: { $0.isCompressed },
      by: { recording, _ in
        guard case .compressed(let file) = recording,
          let audio = try? decoder(file.bytes, Self.frameLimit)
        else { return nil }
        return .integer16(StoredBytes(copying: Self.integers(of: audio.firstChannel)))
      }, progress: progress
    ) { name in "Sample ‘\(name)’ cannot be decoded, and has no frames." }
    for place in samples.indices {
      if samples[place].recording.isCompressed {
        samples[place].recording = .integer16(StoredBytes(copying: []))
      }
      guard samples[place].recording.isPlain, let count = samples[place].recording.frameCount
      else { continue }
      let loop = samples[place].loop?.clamped(to: 0..<count)
      samples[place].loop = loop?.isEmpty == true ? nil : loop
    }
    // §5.1: the writer raises it where there are 24 bits.
    version = .init(major: 2, minor: 1)
  }

  /// Replaces each recording that is wanted once, whatever samples play it; where there is no
  /// replacement it stays, and the first sample that plays it is told of.
  private mutating func replaceRecordings(
    where isWanted: (Sample.Recording) -> Bool,
    by replacement: @Sendable (Sample.Recording, _ rate: UInt32) -> Sample.Recording?,
    progress: (Double) throws -> Void, warning: (String) -> String
  ) throws {
    var places: [Sample.Recording: Int] = [:]
    var found: [(recording: Sample.Recording, sample: Int)] = []
    for (index, sample) in samples.enumerated()
    where isWanted(sample.recording) && places[sample.recording] == nil {
      places[sample.recording] = found.count
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
      if let place = places[samples[index].recording], let new = replaced[place] {
        samples[index].recording = new
      }
    }
  }

  /// The recording itself where that is smaller; nil where what comes back would not have as many frames
  /// or cannot be kept within full scale.
  ///
  /// What the codec leaves out makes peaks higher, and players that decode to 16 bits turn over beyond
  /// full scale. Such a recording is made softer by as much, some tenths of a decibel.
  private static func compressed(
    _ recording: Sample.Recording, rate: UInt32, quality: Double
  ) -> Sample.Recording? {
    var values = frames(of: recording)
    // Each attempt has other peaks than the one before: it need not do at the second.
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

  private static func frames(of recording: Sample.Recording) -> [Float] {
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

  /// 16-bit frames, little-endian.
  private static func integers(of frames: [Float]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * frames.count)
    for frame in frames {
      let value = Int16(min(max((frame * 32_768).rounded(), -32_768), 32_767))
      bytes.append(UInt8(truncatingIfNeeded: value))
      bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }
    return bytes
  }
}

extension SoundFontContents.Sample.Recording {
  /// True where its frames stand in the file as numbers.
  fileprivate var isPlain: Bool {
    switch self {
    case .integer16, .integer24: true
    case .compressed, .readOnlyMemory: false
    }
  }

  fileprivate var isCompressed: Bool {
    if case .compressed = self { true } else { false }
  }
}
