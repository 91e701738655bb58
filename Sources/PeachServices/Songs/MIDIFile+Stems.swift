public import PeachInstrumentModel
public import PeachMIDIEvents
public import PeachSequencing
import PeachSynthesis

extension MIDIFile {
  /// A stem: the notes of one channel, in a separate file.
  public struct Stem: Hashable, Sendable {
    /// The channel of its port, 0…15.
    public var channel: UInt8
    /// The port, from 0; 0 in a song with one port.
    public var port = 0
    /// The path of the file.
    public var path: String
    /// The number of clipped frames.
    public var clippedFrameCount = 0
    /// The peak absolute value before clipping; 0 for a silent stem.
    public var peak: Float = 0
  }

  /// Renders each channel that has notes to a file in an existing folder, `01.wav` for channel 1,
  /// or `2-01.wav` for that of the second port in a song with several, and their sum to a file: the
  /// stems of a song. No limiter applies. The sum of the stems' samples, added in the order of
  /// channels in single precision, is the sample of the mix if the format is floating-point.
  ///
  /// ```swift
  /// try file.renderStems(with: bank, to: "stems", mix: "stems/mix.wav")
  /// ```
  ///
  /// - Parameters:
  ///   - options: The options. Channels that the excerpt mutes have no stem. Clicks are omitted.
  ///   - progress: See ``render(with:to:options:intonation:straightTones:processors:progress:)``.
  /// - Returns: The stems, and the summary of the mix.
  /// - Throws: `FileAccessError` or `SampleCodecError`. Files that are complete stay.
  @discardableResult
  public func renderStems(
    with bank: SoundBank, to folder: String, mix: String, options: RenderOptions = RenderOptions(),
    intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(),
    progress: (Double) throws -> Void = { _ in }
  ) throws -> (stems: [Stem], mix: RenderSummary) {
    try renderStems(
      with: BankStack(bank), to: folder, mix: mix, options: options, intonation: intonation,
      straightTones: straightTones, progress: progress)
  }

  /// Renders stems with the presets of several banks, as with one.
  @discardableResult
  public func renderStems(
    with banks: BankStack, to folder: String, mix: String, options: RenderOptions = RenderOptions(),
    intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(),
    progress: (Double) throws -> Void = { _ in }
  ) throws -> (stems: [Stem], mix: RenderSummary) {
    let looped = try playingLoops(options)
    try looped.song.checkLength(looped.options)
    var options = looped.options
    options.limiter = false
    let type = options.fileType ?? AudioFileType(ofPath: mix) ?? .wav
    let channels = SongOutline(self).channels & ~options.excerpt.mutedChannels
    let banks = SongBanks(banks).adding(self)
    var presets = SongInstruments(
      banks, options: options, intonation: intonation, straightTones: straightTones)
    func writer(_ path: String) throws -> AudioFileWriter {
      try AudioFileWriter(
        path: path, type: type, sampleRate: options.sampleRate, format: options.format,
        quality: options.quality, tags: tags(options), isMono: options.isMono)
    }
    let tunings = options.noteTunings(of: looped.song)
    var stems: [StemRenderer] = []
    for channel in channels.channels {
      var own = options
      own.excerpt = options.excerpt.soloing(channel)
      let song = try looped.song.renderer(
        with: banks, options: own, tunings: tunings, presets: &presets)
      let stem = Stem(
        channel: channel % 16, port: Int(channel / 16),
        path: "\(folder)/\(stemName(ofChannel: channel)).\(type.rawValue)")
      stems.append(
        StemRenderer(
          stem: stem, song: song, writer: try writer(stem.path), fade: looped.fade))
    }
    let mixWriter = try writer(mix)
    let blockFrames = StemRenderer.blockFrames
    let sum = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
    defer { sum.deallocate() }
    var frame: Int64 = 0
    while true {
      sum.initialize(repeating: 0, count: 2 * blockFrames)
      var isOver = true
      for stem in stems where stem.render() { isOver = false }
      let rest = stems.first?.frameLimit.map { Int(min($0 - frame, Int64(blockFrames))) }
      let count = rest ?? blockFrames
      guard !isOver, count > 0 else { break }
      for stem in stems { try stem.write(count, addingTo: sum) }
      try mixWriter.write(left: sum, right: sum + blockFrames, frameCount: count)
      frame += Int64(count)
      try progress(min(Double(frame) / Double(max(stems.first?.durationFrames ?? 1, 1)), 1))
    }
    let written = try stems.map { renderer in
      var stem = renderer.stem
      let summary = try renderer.writer.finish()
      (stem.clippedFrameCount, stem.peak) = (summary.clippedFrameCount, summary.peak)
      return stem
    }
    let summary = try mixWriter.finish()
    return (
      written,
      RenderSummary(
        frameCount: summary.frameCount,
        songFrameCount: Int(stems.first?.durationFrames ?? 0), sampleRate: options.sampleRate,
        peak: summary.peak, clippedFrameCount: summary.clippedFrameCount,
        missingPresets: stems.first?.missingPresets ?? [],
        tones: stems.isEmpty ? [] : presets.tones,
        missingSamples: stems.first?.missingSamples ?? [],
        warnings: warnings.map { "\($0)" } + banks.warnings + looped.warnings)
    )
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

extension MIDIFile {
  /// Returns `01` for the first channel, `2-01` for that of the second of several ports.
  private func stemName(ofChannel channel: UInt8) -> String {
    let number = channel % 16 < 9 ? "0\(channel % 16 + 1)" : "\(channel % 16 + 1)"
    return portMap.count > 1 ? "\(channel / 16 + 1)-\(number)" : number
  }
}

/// Renders a channel. A stem that is over is silent until all are.
private final class StemRenderer {
  static let blockFrames = 4096
  let stem: MIDIFile.Stem
  let writer: AudioFileWriter
  private var song: SongRenderer
  private let fade: FadeOut?
  private var frame = 0
  private let block: UnsafeMutablePointer<Float>

  init(
    stem: MIDIFile.Stem, song: consuming SongRenderer, writer: AudioFileWriter, fade: FadeOut?
  ) {
    self.stem = stem
    self.fade = fade
    self.song = song
    self.writer = writer
    block = .allocate(capacity: 2 * Self.blockFrames)
    block.initialize(repeating: 0, count: 2 * Self.blockFrames)
  }

  deinit { block.deallocate() }

  var durationFrames: Int64 { song.durationFrames }
  var frameLimit: Int64? { song.frameLimit }
  var missingPresets: [PresetIdentifier] { song.missingPresets }
  var missingSamples: [String] { song.missingSamples }

  /// Renders a block. Returns whether the stem is not over yet.
  func render() -> Bool {
    let frames = Self.blockFrames
    if song.render(left: block, right: block + frames, count: frames) { return true }
    block.update(repeating: 0, count: 2 * frames)
    return false
  }

  /// Writes the block, and adds it to the mix.
  func write(_ count: Int, addingTo sum: UnsafeMutablePointer<Float>) throws {
    fade?.apply(block, block + Self.blockFrames, count: count, at: frame)
    frame += count
    try writer.write(left: block, right: block + Self.blockFrames, frameCount: count)
    for index in 0..<2 * Self.blockFrames { sum[index] += block[index] }
  }
}
