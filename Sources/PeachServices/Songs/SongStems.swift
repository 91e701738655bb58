import PeachAudioEncoding
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis

/// Renders the channels of a song separately, in blocks, without a limiter. A channel that is over
/// is silent until all are.
final class SongStems {
  static let blockFrames = 4096

  let channels: [UInt8]
  /// The options, with those of the song's loops, and without a limiter.
  let options: RenderOptions
  let warnings: [String]
  private let stems: [StemRenderer]
  private let tones: [RenderSummary.PresetTone]
  private let song: MIDIFile
  private var frame: Int64 = 0

  /// Prepares the channels that have notes and that the excerpt does not mute.
  ///
  /// - Throws: ``SongLengthError``, `FileAccessError` or `SampleCodecError`.
  init(
    _ file: MIDIFile, with banks: BankStack, options: RenderOptions, intonation: IntonationCache,
    straightTones: StraightToneCache
  ) throws {
    let looped = try file.playingLoops(options)
    try looped.song.checkLength(looped.options)
    var options = looped.options
    options.limiter = false
    let banks = SongBanks(banks, interpolation: options.interpolation).adding(file)
    var presets = SongInstruments(
      banks, options: options, intonation: intonation, straightTones: straightTones)
    let tunings = options.noteTunings(of: looped.song)
    channels = (SongOutline(file).channels & ~options.excerpt.mutedChannels).channels
    stems = try channels.map { channel in
      var own = options
      own.excerpt = options.excerpt.soloing(channel)
      let renderer = try looped.song.renderer(
        with: banks, options: own, tunings: tunings, presets: &presets)
      return StemRenderer(renderer, fade: looped.fade)
    }
    tones = stems.isEmpty ? [] : presets.tones
    song = file
    warnings = file.warnings.map { "\($0)" } + banks.warnings + looped.warnings
    self.options = options
  }

  /// The completed fraction, 0…1.
  var progress: Double {
    min(Double(frame) / Double(max(stems.first?.durationFrames ?? 1, 1)), 1)
  }

  /// Renders a block of all channels. Returns its frames, 0 at the end.
  func render() -> Int {
    var isOver = true
    for stem in stems where stem.render() { isOver = false }
    let rest = stems.first?.frameLimit.map { Int(min($0 - frame, Int64(Self.blockFrames))) }
    let count = isOver ? 0 : max(rest ?? Self.blockFrames, 0)
    if count > 0 { for stem in stems { stem.applyFade(count) } }
    frame += Int64(count)
    return count
  }

  /// The block of a channel, by its index: ``blockFrames`` frames of the left, then of the right
  /// channel.
  func block(_ index: Int) -> UnsafePointer<Float> { UnsafePointer(stems[index].block) }

  /// Returns a writer of a file with the song's tags.
  func writer(_ path: String, type: AudioFileType) throws -> AudioFileWriter {
    try AudioFileWriter(
      path: path, type: type, sampleRate: options.sampleRate, format: options.format,
      quality: options.quality, tags: song.tags(options), isMono: options.isMono)
  }

  /// Returns the summary of a file with the sum of channels.
  func summary(of file: WAVSummary) -> RenderSummary {
    RenderSummary(
      frameCount: file.frameCount, songFrameCount: Int(stems.first?.durationFrames ?? 0),
      sampleRate: options.sampleRate, peak: file.peak, clippedFrameCount: file.clippedFrameCount,
      missingPresets: stems.first?.missingPresets ?? [], tones: tones,
      missingSamples: stems.first?.missingSamples ?? [], warnings: warnings)
  }
}

extension SongExcerpt {
  /// Returns the excerpt with the notes of one channel, and without clicks.
  fileprivate func soloing(_ channel: UInt8) -> SongExcerpt {
    var excerpt = self
    excerpt.mutedChannels = .all
    excerpt.mutedChannels.remove(channel)
    excerpt.clickDecibels = nil
    return excerpt
  }
}

/// Renders a channel.
private final class StemRenderer {
  private var song: SongRenderer
  private let fade: FadeOut?
  private var frame = 0
  let block: UnsafeMutablePointer<Float>

  init(_ song: consuming SongRenderer, fade: FadeOut?) {
    self.fade = fade
    self.song = song
    block = .allocate(capacity: 2 * SongStems.blockFrames)
    block.initialize(repeating: 0, count: 2 * SongStems.blockFrames)
  }

  deinit { block.deallocate() }

  var durationFrames: Int64 { song.durationFrames }
  var frameLimit: Int64? { song.frameLimit }
  var missingPresets: [PresetIdentifier] { song.missingPresets }
  var missingSamples: [String] { song.missingSamples }

  /// Renders a block. Returns whether the channel is not over yet.
  func render() -> Bool {
    let frames = SongStems.blockFrames
    if song.render(left: block, right: block + frames, count: frames) { return true }
    block.update(repeating: 0, count: 2 * frames)
    return false
  }

  func applyFade(_ count: Int) {
    fade?.apply(block, block + SongStems.blockFrames, count: count, at: frame)
    frame += count
  }
}
