import PeachAudioEncoding
import PeachFileIO
public import PeachInstrumentModel
public import PeachMIDIEvents
import PeachMusicUnits
import PeachSampleCodec
public import PeachSequencing
package import PeachSongFormats
import PeachSynthesis

extension MIDIFile {
  /// The maximum size of a file, which may contain a sound bank.
  static let maxFileBytes = 1 << 30

  /// The minimum duration, in seconds, for a second thread to be faster.
  private static let minSecondsForTwoThreads = 1

  /// Reads the song at `path`: a MIDI file, or a song of another format, which is recognized by its
  /// content.
  ///
  /// - Throws: `FileAccessError`, ``MIDIFileProblem`` or ``SongFileProblem``.
  public init(contentsOf path: String) throws {
    self = try Self.song(at: path).song
  }

  /// Reads the song at `path`, with its format.
  ///
  /// - Parameter number: The song of a file with several, counted from 1.
  package static func song(at path: String, number: Int = 1) throws -> SongFile {
    let bytes = try FileAccess.readFileOrPipe(path: path, limit: maxFileBytes)
    return try song(bytes, number: number, path: path)
  }

  /// Whether a file that begins with these bytes is a song.
  package static func isSong(_ head: [UInt8]) -> Bool { SongFile.recognizes(head) }

  /// Reads a song from standard input.
  package static func songFromStandardInput(number: Int = 1) throws -> SongFile {
    let bytes = try FileAccess.readStandardInput(limit: maxFileBytes)
    return try song(bytes, number: number, path: "standard input")
  }

  /// Reads a song of any format from memory.
  package init(ofAnyFormat bytes: [UInt8]) throws {
    do { self = try SongFile(bytes: bytes).song } catch {
      if case .midi(let reason) = error.reason { throw reason }
      throw SongFileProblem(path: "The song in memory", problem: error.description)
    }
  }

  private static func song(_ bytes: [UInt8], number: Int, path: String) throws -> SongFile {
    do {
      return try SongFile(bytes: bytes, song: number)
    } catch {
      if case .midi(let reason) = error.reason {
        throw MIDIFileProblem(path: path, reason: reason)
      }
      throw SongFileProblem(path: path, problem: error.description)
    }
  }

  /// Renders the song with `bank` to an audio file, which appears at `path` when it is complete.
  /// The output is bit-identical in every run and for any number of processors; on all machines
  /// with portable ``RenderOptions/kernels``.
  ///
  /// ```swift
  /// try MIDIFile(contentsOf: "suite.mid").render(with: bank, to: "suite.wav")
  /// ```
  ///
  /// - Parameters:
  ///   - intonation: The pitch corrections for ``RenderOptions/inTune``.
  ///   - straightTones: The cache of straight tones for ``RenderOptions/tone``.
  ///   - processors: The number of threads; at most two are used.
  ///   - progress: Called with the completed fraction, 0…1, about ten times per second of audio.
  ///     Cancels the rendering by throwing, which leaves no file.
  /// - Throws: ``SongLengthError`` before anything is written, `FileAccessError`,
  ///   `SampleCodecError`, or ``AudioFileWriter/Failure`` if the type of the file needs another
  ///   format or a trait.
  @discardableResult
  public func render(
    with bank: SoundBank, to path: String, options: RenderOptions = RenderOptions(),
    intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(), processors: Int = 1,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> RenderSummary {
    try render(
      with: BankStack(bank), to: path, options: options, intonation: intonation,
      straightTones: straightTones, processors: processors, progress: progress)
  }

  /// Renders the song with the presets of several banks, as with one.
  @discardableResult
  public func render(
    with banks: BankStack, to path: String, options: RenderOptions = RenderOptions(),
    intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(), processors: Int = 1,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> RenderSummary {
    try render(
      with: Self.banks(banks, options), to: path, options: options, intonation: intonation,
      straightTones: straightTones, processors: processors, progress: progress)
  }

  /// Returns the banks of one song. Samples of a changed song are not known in advance.
  static func banks(_ stack: BankStack, _ options: RenderOptions) -> SongBanks {
    SongBanks(
      stack, interpolation: options.interpolation, readsOnDemand: options.excerpt.isWhole)
  }

  /// Renders the song with banks that other songs use at the same time. The bank that the song
  /// brings is searched before them.
  package func render(
    with banks: SongBanks, to path: String, options: RenderOptions, intonation: IntonationCache,
    straightTones: StraightToneCache, processors: Int, progress: (Double) throws -> Void
  ) throws -> RenderSummary {
    var writer: AudioFileWriter?
    let song = try renderBlocks(
      with: banks, options: options, intonation: intonation, straightTones: straightTones,
      processors: processors, progress: progress
    ) {
      writer = try AudioFileWriter(
        path: path, type: options.fileType ?? AudioFileType(ofPath: path) ?? .wav,
        sampleRate: options.sampleRate, format: options.format, quality: options.quality,
        tags: tags(options), isMono: options.isMono)
    } write: { left, right, count in
      try writer?.write(left: left, right: right, frameCount: count)
    }
    guard let written = try writer?.finish() else { preconditionFailure("A song is prepared.") }
    return RenderSummary(
      frameCount: written.frameCount, songFrameCount: Int(song.durationFrames),
      sampleRate: options.sampleRate, peak: written.peak,
      clippedFrameCount: written.clippedFrameCount, missingPresets: song.missingPresets,
      tones: song.tones, missingSamples: song.missingSamples,
      warnings: warnings.map { "\($0)" } + song.warnings)
  }

  /// The facts of a song that was rendered.
  struct RenderedSong {
    var durationFrames: Int64
    var missingPresets: [PresetIdentifier]
    var missingSamples: [String]
    var tones: [RenderSummary.PresetTone]
    /// The warnings about the bank that the song brings.
    var warnings: [String]
  }

  /// Prepares the instruments of the song.
  ///
  /// - Parameter tunings: The deviations of its notes; `nil` for those by the options.
  func renderer(
    with banks: SongBanks, options: RenderOptions, tunings: NoteTunings? = nil,
    presets: inout SongInstruments
  ) throws(SampleCodecError) -> SongRenderer {
    try LoadSentinel().watch(banks.path) { () throws(SampleCodecError) in
      try SongRenderer(
        self, banks: banks.stack, configuration: options.configuration, excerpt: options.excerpt,
        tunings: tunings ?? options.noteTunings(of: self)
      ) { entry, usedKeys throws(SampleCodecError) in
        try presets.prepare(entry, usedKeys)
      }
    }
  }

  /// Renders the song in blocks: calls `begin` when the instruments are prepared, then `write`.
  func renderBlocks(
    with given: SongBanks, options: RenderOptions, intonation: IntonationCache,
    straightTones: StraightToneCache, processors: Int, progress: (Double) throws -> Void,
    begin: () throws -> Void = {},
    write: (UnsafePointer<Float>, UnsafePointer<Float>, Int) throws -> Void
  ) throws -> RenderedSong {
    let looped = try playingLoops(options)
    let options = looped.options
    try looped.song.checkLength(options)
    let banks = given.adding(self)
    var presets = SongInstruments(
      banks, options: options, intonation: intonation, straightTones: straightTones)
    var song = try looped.song.renderer(with: banks, options: options, presets: &presets)
    try begin()
    let blockFrames = 4096
    let blocks = UnsafeMutablePointer<Float>.allocate(capacity: 4 * blockFrames)
    defer {
      // If `progress` throws, the second thread may still be writing to the buffers.
      song.finish()
      blocks.deallocate()
    }
    let isShort = song.durationFrames < Int64(options.sampleRate * Self.minSecondsForTwoThreads)
    let worker = processors > 1 && !isShort ? WorkerThread() : nil
    // A block is complete when the next one has been rendered.
    var (previous, current) = (blocks, blocks + 2 * blockFrames)
    var hasPrevious = false
    var rest = song.frameLimit ?? .max
    var written = 0
    func writePrevious() throws {
      let count = Int(min(rest, Int64(blockFrames)))
      looped.fade?.apply(previous, previous + blockFrames, count: count, at: written)
      written += count
      if count > 0 { try write(previous, previous + blockFrames, count) }
      rest -= Int64(count)
    }
    while song.render(left: current, right: current + blockFrames, count: blockFrames, with: worker)
    {
      if hasPrevious { try writePrevious() }
      swap(&previous, &current)
      hasPrevious = true
      try progress(min(Double(song.frame) / Double(max(song.durationFrames, 1)), 1))
    }
    song.finish()
    if hasPrevious { try writePrevious() }
    try progress(1)
    return RenderedSong(
      durationFrames: song.durationFrames, missingPresets: song.missingPresets,
      missingSamples: song.missingSamples, tones: presets.tones,
      warnings: banks.warnings + looped.warnings)
  }
}

extension MIDIFile {
  func tags(_ options: RenderOptions) -> KeyValuePairs<SoundFileStream.Tag, String> {
    [
      .title: options.title ?? title ?? "", .artist: options.artist ?? artist ?? "",
      .software: "Peach \(PeachVersion.current)",
    ]
  }
}

/// A song of another format than MIDI that cannot be read.
public struct SongFileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public var path: String
  /// The format and the problem, with its offset.
  public var problem: String

  /// `song.mid.gz: This gzip file cannot be read: it ends too early (byte 310).`
  public var description: String { "\(path): \(problem)" }
}

/// An invalid MIDI file.
public struct MIDIFileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public var path: String
  /// The error, with offset and track.
  public var reason: MIDIFileError

  /// `song.mid: …`
  public var description: String { "\(path): \(reason)" }
}
