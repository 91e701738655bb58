import PeachAudioEncoding
import PeachInstrumentModel
import PeachMusicUnits
import PeachSequencing
import PeachSynthesis
import PeachWebPage

/// A rendering of a song to a file of 16 bits and 48 kHz, as `peach render` makes it: in steps,
/// between which the engine handles messages.
final class SongRendering {
  let fileName: String
  private var song: SongRenderer
  private var encoder = WAVEncoder(format: .integer16, channelCount: 2, isDithered: true)
  /// `nil` for WAV.
  private var flac: FLACEncoder?
  private let samples: UnsafeMutablePointer<Float>
  private var isOver = false

  /// The maximum duration of a song in seconds, as of `peach render`: four hours.
  static let longestSeconds = 14_400.0
  private static let sampleRate = 48_000
  /// The programs render as many frames at a time: the file's length is a multiple of it.
  private static let blockFrames = 4096
  private static let blocksPerStep = 4

  /// Prepares the presets that the song uses.
  init(
    _ song: EngineSong, like engine: SynthesizerConfiguration, format: SongFileFormat,
    prepare: (_ preset: BankStack.Entry, _ usedKeys: UsedKeys) throws(SampleCodecError) ->
      PreparedPreset
  ) throws(SampleCodecError) {
    var configuration = SynthesizerConfiguration(
      sampleRate: Double(Self.sampleRate), gain: SynthesizerConfiguration.songGain, limiter: true,
      kernels: engine.kernels)
    configuration.referencePitch = engine.referencePitch
    // An eighth of a quantization step.
    configuration.silence = Decibels(-108)
    self.song = try SongRenderer(
      song.file, banks: song.banks.stack, configuration: configuration,
      excerpt: SongExcerpt(song.settings), tunings: song.tunings, prepare: prepare)
    for channel in song.levels.indices where song.levels[channel] != 0 {
      self.song.setLevel(decibels: song.levels[channel], ofChannel: UInt8(channel))
    }
    flac = format == .flac ? FLACEncoder(sampleRate: UInt32(Self.sampleRate)) : nil
    fileName = Self.fileName(ofSong: song.name, format)
    samples = .allocate(capacity: 2 * Self.blockFrames)
    samples.initialize(repeating: 0, count: 2 * Self.blockFrames)
  }

  deinit { samples.deallocate() }

  /// The completed fraction, 0…1.
  var fraction: Double {
    min(Double(song.frame) / Double(max(song.durationFrames, 1)), 1)
  }

  /// Renders and returns the next part of the file, which may be empty. The last part is the
  /// beginning of the file, its header.
  func next() -> (part: [UInt8], isLast: Bool) {
    if isOver {
      if let flac { return (flac.header, true) }
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
    guard let encoded = flac?.encode(part) else { return (part, false) }
    return (isOver ? encoded + (flac?.finish() ?? []) : encoded, false)
  }

  /// Returns the song's name with another extension.
  private static func fileName(ofSong name: String, _ format: SongFileFormat) -> String {
    let end = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.utf8.endIndex
    return String(name[..<end]) + "." + format.rawValue
  }
}
