import PeachFileBytes
public import PeachInstrumentModel
public import PeachMIDIEvents
import PeachMusicUnits
import PeachSequencing
import PeachSynthesis

extension MIDIFile {
  /// The most bytes a MIDI file may have here.
  static let largestFile = 64 << 20

  /// A shorter song is over before a second thread has made good for its start.
  private static let leastSecondsForTwo = 1

  /// The MIDI file at `path`. Throws `FileError`, or ``MIDIFileProblem`` with file, place and reason.
  public init(contentsOf path: String) throws {
    let bytes = try FileAccess.read(path: path, limit: Self.largestFile)
    do {
      try self.init(bytes: bytes)
    } catch {
      throw MIDIFileProblem(path: path, reason: error)
    }
  }

  /// Renders the song with `bank` into a WAV file, which appears under its name when it is whole.
  ///
  /// `progress` is told how much of the song is done, 0…1, some ten times for each second of it; it
  /// may throw to stop, `CancellationError` for example, and then no file is left. Throws `FileError`
  /// and `SampleDecodingError`. Where the options say `inTune`, `intonation` knows or measures the
  /// corrections. The result is the same, bit for bit, at every run, and with one processor as with
  /// two, which are as many as a song has use for; on other machines, with portable
  /// ``RenderOptions/kernels``.
  ///
  /// ```swift
  /// try MIDIFile(contentsOf: "suite.mid").render(with: bank, to: "suite.wav")
  /// ```
  @discardableResult
  public func render(
    with bank: SoundBank, to path: String, options: RenderOptions = RenderOptions(),
    intonation: IntonationCache = IntonationCache(), processors: Int = 1,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> RenderSummary {
    try render(
      with: SharedInstruments(readingOnDemand: bank), to: path, options: options,
      intonation: intonation,
      processors: processors, progress: progress)
  }

  /// The same, with a bank that others render with at the same time.
  package func render(
    with instruments: SharedInstruments, to path: String, options: RenderOptions,
    intonation: IntonationCache, processors: Int, progress: (Double) throws -> Void
  ) throws -> RenderSummary {
    let bank = instruments.bank
    var song = try LoadSentinel().watch(bank.storage.path) { () throws(SampleDecodingError) in
      try SongRenderer(
        self, bank: bank, configuration: options.configuration
      ) { index, struck throws(SampleDecodingError) in
        var corrections: [Double] = []
        if options.inTune {
          corrections = try intonation.corrections(of: BankPreset(bank: bank, index: index))
            .map(\.cents)
        }
        return try instruments.prepare(
          presetAt: index, struck: struck, corrections: corrections)
      }
    }
    var writer = try WAVWriter(
      path: path, sampleRate: options.sampleRate, format: options.format)
    let blockFrames = 4096
    let blocks = UnsafeMutablePointer<Float>.allocate(capacity: 4 * blockFrames)
    defer {
      // Where `progress` throws, the second thread may still be writing there.
      song.finish()
      blocks.deallocate()
    }
    let isShort = song.durationFrames < options.sampleRate * Self.leastSecondsForTwo
    let second = processors > 1 && !isShort ? SecondThread() : nil
    // A block is whole when the next is rendered.
    var (former, latter) = (blocks, blocks + 2 * blockFrames)
    var hasFormer = false
    while song.render(
      left: latter, right: latter + blockFrames, count: blockFrames, with: second)
    {
      if hasFormer {
        try writer.write(left: former, right: former + blockFrames, frameCount: blockFrames)
      }
      swap(&former, &latter)
      hasFormer = true
      try progress(min(Double(song.frame) / Double(max(song.durationFrames, 1)), 1))
    }
    song.finish()
    if hasFormer {
      try writer.write(left: former, right: former + blockFrames, frameCount: blockFrames)
    }
    try progress(1)
    let written = try writer.finish()
    return RenderSummary(
      frameCount: written.frameCount, songFrameCount: song.durationFrames,
      sampleRate: options.sampleRate, peak: written.peak,
      clippedFrameCount: written.clippedFrameCount, missingPresets: song.missingPresets,
      warnings: warnings.map { "\($0)" })
  }
}

/// A MIDI file that cannot be played: which, where in it, and why.
public struct MIDIFileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The byte, the track and the reason.
  public var reason: MIDIFileError

  /// `song.mid: …`
  public var description: String { "\(path): \(reason)" }
}
