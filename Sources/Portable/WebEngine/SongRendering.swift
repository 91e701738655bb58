import PeachAudioEncoding
import PeachInstrumentModel
import PeachMusicUnits
import PeachSequencing
import PeachSynthesis
import PeachWebPage

/// A rendering of a song to a file of 16 bits and 48 kHz, as `peach render` makes it: in steps, between
/// which the engine handles messages.
final class SongRendering {
  let fileName: String
  private var song: SongRenderer
  private var encoder = WAVEncoder(format: .integer16, channelCount: 2, isDithered: true)
  /// The encoder of the format; `nil` for WAV.
  private let lossless: LosslessEncoder?
  private let samples: UnsafeMutablePointer<Float>
  private var isOver = false

  private static let sampleRate = 48_000
  /// The programs render as many frames at a time: the file's length is a multiple of it.
  private static let blockFrames = 4096
  private static let blocksPerStep = 4

  /// Prepares the presets that the song uses.
  ///
  /// - Parameter lossless: The encoder of the format; `nil` for WAV.
  init(
    _ song: EngineSong, kernels: KernelChoice, format: SongFileFormat, lossless: LosslessEncoder?
  ) throws(SampleCodecError) {
    var configuration = SynthesizerConfiguration(
      sampleRate: Double(Self.sampleRate), gain: SynthesizerConfiguration.songGain, limiter: true,
      kernels: kernels)
    // An eighth of a quantization step.
    configuration.silence = Decibels(-108)
    let loader = song.bank.loader
    self.song = try SongRenderer(
      song.file, bank: song.bank.bank, configuration: configuration, excerpt: SongExcerpt(song.settings)
    ) { (index, usedKeys) throws(SampleCodecError) in
      try loader.prepare(presetAt: index, usedKeys: usedKeys)
    }
    self.lossless = lossless
    fileName = Self.fileName(ofSong: song.name, format)
    samples = .allocate(capacity: 2 * Self.blockFrames)
    samples.initialize(repeating: 0, count: 2 * Self.blockFrames)
  }

  deinit { samples.deallocate() }

  /// The encoder of a format; `nil` for WAV, whose samples are not encoded further.
  static func encoder(
    of format: SongFileFormat, _ make: (_ sampleRate: Int) -> LosslessEncoder?
  ) -> LosslessEncoder? {
    format == .flac ? make(sampleRate) : nil
  }

  /// The completed fraction, 0…1.
  var fraction: Double {
    min(Double(song.frame) / Double(max(song.durationFrames, 1)), 1)
  }

  /// Renders and returns the next part of the file, which may be empty. The last part is the beginning of
  /// the file, its header.
  func next() -> (part: [UInt8], isLast: Bool) {
    if isOver {
      if let lossless { return (lossless.header(), true) }
      let header = WAVHeader(
        sampleRate: UInt32(Self.sampleRate), channelCount: 2, format: .integer16)
      return (header.bytes(frameCount: encoder.summary.frameCount), true)
    }
    var part: [UInt8] = []
    for _ in 0..<Self.blocksPerStep {
      let (left, right) = (samples, samples + Self.blockFrames)
      guard song.render(left: left, right: right, count: Self.blockFrames) else {
        isOver = true
        break
      }
      part += [UInt8](unsafeUninitializedCapacity: encoder.bytesPerFrame * Self.blockFrames) {
        bytes, count in
        guard let start = bytes.baseAddress else { return }
        encoder.encode(left: left, right: right, count: Self.blockFrames, to: start)
        count = encoder.bytesPerFrame * Self.blockFrames
      }
    }
    guard let lossless else { return (part, false) }
    let encoded = lossless.encode(part)
    return (isOver ? encoded + lossless.finish() : encoded, false)
  }

  /// Returns the song's name with another extension.
  private static func fileName(ofSong name: String, _ format: SongFileFormat) -> String {
    let lowercased = name.lowercased()
    let known = [".mid", ".midi", ".kar", ".rmi"].first { lowercased.hasSuffix($0) }
    return name.dropLast(known?.count ?? 0) + "." + format.rawValue
  }
}

/// An encoder of 16-bit stereo to a lossless format, which the program provides.
package struct LosslessEncoder {
  /// Encodes interleaved little-endian frames, and returns the bytes that are complete.
  package var encode: ([UInt8]) -> [UInt8]
  /// Returns the last bytes.
  package var finish: () -> [UInt8]
  /// Returns the beginning of the file, which depends on all frames.
  package var header: () -> [UInt8]

  package init(
    encode: @escaping ([UInt8]) -> [UInt8], finish: @escaping () -> [UInt8],
    header: @escaping () -> [UInt8]
  ) {
    (self.encode, self.finish, self.header) = (encode, finish, header)
  }
}
