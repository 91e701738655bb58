import Peach

/// `peach render song.mid -o song.wav`: a MIDI file becomes audio.
enum RenderCommand: Command {
  static let syntax = Syntax(
    name: "render", summary: "Renders a MIDI file into a WAV file.", operands: ["SONG.mid"],
    options: [
      .init(
        name: "out", value: "FILE.wav", help: "where to (the song's name with .wav)", short: "o"),
      Shared.bankOption, Shared.samplesOption, Shared.rateOption, Shared.formatOption,
      .init(name: "gain", value: "DB", help: "level of the whole, −60 to 20 (−14)"),
      .init(name: "voices", value: "COUNT", help: "voices at once, 1 to 4096 (256)"),
      Shared.interpolationOption,
      .init(name: "in-tune", value: nil, help: "recordings that are out of tune are corrected"),
      .init(name: "dry", value: nil, help: "without reverb and chorus"),
      .init(name: "no-limiter", value: nil, help: "peaks are clipped, not limited to −0.1 dBFS"),
      .init(name: "tuning", value: "FILE.scl", help: "a Scala scale instead of equal temperament"),
      .init(name: "keyboard", value: "FILE.kbm", help: "which keys play its degrees, and how high"),
      .init(name: "json", value: nil, help: "the result as JSON"),
    ],
    examples: [
      ("peach render suite.mid -o suite.wav", "with the first bank found"),
      ("peach render suite.mid --bank FluidR3_GM.sf2", "with a bank of your own"),
    ])

  private struct Result: Encodable {
    var file: String
    var frames: Int
    var songFrames: Int
    var sampleRate: Int
    var peakDecibels: Double
    var clippedFrames: Int
    var missingPresets: [String]
    var warnings: [String]
  }

  static func run(_ arguments: Arguments) throws {
    let song = arguments.operands[0]
    let path = arguments.value("out") ?? audioPath(ofSong: song)
    var options = RenderOptions()
    options.sampleRate = try Shared.rate(arguments)
    options.format = try Shared.format(arguments)
    if let gain = try arguments.number("gain", in: -60...20) { options.gain = Decibels(gain) }
    if let voices = try arguments.integer("voices", in: 1...4096) { options.maximumVoices = voices }
    options.interpolation = try Shared.interpolation(arguments)
    options.inTune = arguments.has("in-tune")
    options.effects = !arguments.has("dry")
    options.limiter = !arguments.has("no-limiter")
    options.tuning = try tuning(arguments)
    let file = try MIDIFile(contentsOf: song)
    guard let bank = try Shared.library(arguments).banks.first?.bank else {
      throw SoundSourceError.notFound("bank", bankCount: 0)
    }
    Interruption.watch()
    var progress = Progress(song)
    defer { progress.finish() }
    let summary = try file.render(with: bank, to: path, options: options) { part in
      try Interruption.check()
      progress.show(part)
    }
    progress.finish()
    try tell(summary, path: path, asJSON: arguments.has("json"))
  }

  private static func tuning(_ arguments: Arguments) throws -> KeyboardTuning? {
    let mapping = arguments.value("keyboard")
    guard let scale = arguments.value("tuning") else {
      if mapping != nil { throw UsageError(reason: "--keyboard needs a --tuning.") }
      return nil
    }
    return try KeyboardTuning(scaleAt: scale, mappingAt: mapping)
  }

  /// The song's path with `.wav` in the place of `.mid`, `.midi`, `.kar` or `.rmi`, whatever their
  /// case; behind any other name.
  private static func audioPath(ofSong path: String) -> String {
    let lowercased = path.lowercased()
    let known = [".mid", ".midi", ".kar", ".rmi"].first { lowercased.hasSuffix($0) }
    return path.dropLast(known?.count ?? 0) + ".wav"
  }

  private static func tell(_ summary: RenderSummary, path: String, asJSON: Bool) throws {
    let missing = summary.missingPresets.map { "\($0.bank):\($0.program)" }
    if asJSON {
      return try Console.print(
        json: Result(
          file: path, frames: summary.frameCount, songFrames: summary.songFrameCount,
          sampleRate: summary.sampleRate,
          peakDecibels: Decibels(amplitude: Double(max(summary.peak, 1e-9))).value,
          clippedFrames: summary.clippedFrameCount, missingPresets: missing,
          warnings: summary.warnings))
    }
    for warning in summary.warnings { Console.error(warning) }
    if !missing.isEmpty {
      Console.error(
        "not in the bank: \(missing.joined(separator: ", ")). What stands in is the same program of "
          + "bank 0, or silence.")
    }
    let seconds = Double(summary.frameCount) / Double(summary.sampleRate)
    Console.note(
      "\(path): \(seconds.decimals(2)) s, peak \(PlayCommand.decibels(summary.peak)) dBFS")
    if summary.clippedFrameCount > 0 {
      Console.error("\(summary.clippedFrameCount) frames are clipped; try a lower --gain.")
    }
  }
}
