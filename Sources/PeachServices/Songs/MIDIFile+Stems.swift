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
    let song = try SongStems(
      self, with: banks, options: options, intonation: intonation, straightTones: straightTones)
    let type = options.fileType ?? AudioFileType(ofPath: mix) ?? .wav
    var stems = song.channels.map { channel in
      Stem(
        channel: channel % 16, port: Int(channel / 16),
        path: "\(folder)/\(stemName(ofChannel: channel)).\(type.rawValue)")
    }
    let writers = try stems.map { try song.writer($0.path, type: type) }
    let mixWriter = try song.writer(mix, type: type)
    let blockFrames = SongStems.blockFrames
    let sum = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
    sum.initialize(repeating: 0, count: 2 * blockFrames)
    defer { sum.deallocate() }
    while true {
      let count = song.render()
      guard count > 0 else { break }
      sum.update(repeating: 0, count: 2 * blockFrames)
      for (index, writer) in writers.enumerated() {
        let block = song.block(index)
        try writer.write(left: block, right: block + blockFrames, frameCount: count)
        for sample in 0..<2 * blockFrames { sum[sample] += block[sample] }
      }
      try mixWriter.write(left: sum, right: sum + blockFrames, frameCount: count)
      try progress(song.progress)
    }
    for (index, writer) in writers.enumerated() {
      let summary = try writer.finish()
      (stems[index].clippedFrameCount, stems[index].peak) = (
        summary.clippedFrameCount, summary.peak
      )
    }
    return (stems, song.summary(of: try mixWriter.finish()))
  }
}

extension MIDIFile {
  /// Returns `01` for the first channel, `2-01` for that of the second of several ports.
  func stemName(ofChannel channel: UInt8) -> String {
    let number = channel % 16 < 9 ? "0\(channel % 16 + 1)" : "\(channel % 16 + 1)"
    return portMap.count > 1 ? "\(channel / 16 + 1)-\(number)" : number
  }
}
