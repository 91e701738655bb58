import Peach

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `peach render song.mid -o song.wav`: a MIDI file becomes audio.
enum RenderCommand: Command {
  static let syntax = Syntax(
    name: "render", summary: "Renders MIDI files into WAV files.", operands: ["[SONG.mid…]"],
    options: [
      .init(
        name: "out", value: "FILE.wav|DIR", help: "where to (the songs' names with .wav)",
        short: "o"),
      .init(name: "manifest", value: "FILE", help: "songs, and where to, one a line"),
      .init(name: "shard", value: "I/N", help: "the I-th of N equal parts, for one of N machines"),
      .init(
        name: "jobs", value: "COUNT", help: "processors at a time (all; of one song, two)",
        short: "j"),
      .init(name: "again", value: nil, help: "of many, those too that were rendered before"),
      Shared.bankOption, Shared.samplesOption, Shared.rateOption, Shared.formatOption,
      .init(name: "gain", value: "DB", help: "level of the whole, −60 to 20 (−14)"),
      .init(name: "voices", value: "COUNT", help: "voices at once, 1 to 4096 (256)"),
      Shared.interpolationOption, kernelsOption,
      .init(name: "in-tune", value: nil, help: "recordings that are out of tune are corrected"),
      .init(name: "dry", value: nil, help: "without reverb and chorus"),
      .init(name: "no-limiter", value: nil, help: "peaks are clipped, not limited to −0.1 dBFS"),
      .init(name: "tuning", value: "FILE.scl", help: "a Scala scale instead of equal temperament"),
      .init(name: "keyboard", value: "FILE.kbm", help: "which keys play its degrees, and how high"),
      .init(name: "json", value: nil, help: "the result as JSON; of many songs, one a line"),
    ],
    examples: [
      ("peach render suite.mid -o suite.wav", "with the first bank found"),
      ("peach render suite.mid --bank FluidR3_GM.sf2", "with a bank of your own"),
      ("peach render *.mid -o audio", "all that are not in the folder yet"),
    ])

  static func run(_ arguments: Arguments) throws {
    let options = try options(arguments)
    if let batch = try BatchRendering(arguments, options: options) {
      return try batch.run(with: bank(arguments))
    }
    let song = arguments.operands[0]
    let path = arguments.value("out") ?? RenderJob.audioPath(ofSong: song)
    let file = try MIDIFile(contentsOf: song)
    let bank = try bank(arguments)
    Interruption.watch()
    var progress = Progress(song)
    defer { progress.finish() }
    let processors = try arguments.integer("jobs", in: 1...1024) ?? Self.processorCount
    let summary = try file.render(
      with: bank, to: path, options: options, processors: processors
    ) { part in
      try Interruption.check()
      progress.show(part)
    }
    progress.finish()
    try tell(summary, path: path, asJSON: arguments.has("json"))
  }

  private static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  private static func options(_ arguments: Arguments) throws -> RenderOptions {
    var options = RenderOptions()
    options.sampleRate = try Shared.rate(arguments)
    options.format = try Shared.format(arguments)
    if let gain = try arguments.number("gain", in: -60...20) { options.gain = Decibels(gain) }
    if let voices = try arguments.integer("voices", in: 1...4096) { options.maximumVoices = voices }
    options.interpolation = try Shared.interpolation(arguments)
    options.kernels = try kernels(arguments)
    options.inTune = arguments.has("in-tune")
    options.effects = !arguments.has("dry")
    options.limiter = !arguments.has("no-limiter")
    options.tuning = try tuning(arguments)
    return options
  }

  private static let kernelsOption = Syntax.Option(
    name: "kernels", value: "fastest|avx2|portable",
    help: "portable: the same bits on every machine (fastest)")

  private static func kernels(_ arguments: Arguments) throws(UsageError) -> KernelChoice {
    switch arguments.value("kernels") {
    case nil, "fastest": return .fastest
    case "avx2": return .avx2
    case "portable": return .portable
    default: throw UsageError(reason: "--kernels is fastest, avx2 or portable.")
    }
  }

  private static func bank(_ arguments: Arguments) throws -> SoundBank {
    guard let bank = try Shared.library(arguments).banks.first?.bank else {
      throw SoundSourceError.notFound("bank", bankCount: 0)
    }
    return bank
  }

  private static func tuning(_ arguments: Arguments) throws -> KeyboardTuning? {
    let mapping = arguments.value("keyboard")
    guard let scale = arguments.value("tuning") else {
      if mapping != nil { throw UsageError(reason: "--keyboard needs a --tuning.") }
      return nil
    }
    return try KeyboardTuning(scaleAt: scale, mappingAt: mapping)
  }

  private static func tell(_ summary: RenderSummary, path: String, asJSON: Bool) throws {
    if asJSON { return try Console.print(json: RenderReport(file: path, summary)) }
    for warning in summary.warnings { Console.error(warning) }
    if let missing = RenderReport.sentence(missing: summary) { Console.error(missing) }
    let seconds = Double(summary.frameCount) / Double(summary.sampleRate)
    Console.note(
      "\(path): \(seconds.decimals(2)) s, peak \(PlayCommand.decibels(summary.peak)) dBFS")
    if let clipped = RenderReport.sentence(clipped: summary) { Console.error(clipped) }
  }
}
