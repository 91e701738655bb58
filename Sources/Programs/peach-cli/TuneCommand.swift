import Peach

/// `peach tune BANK`: how well in tune a bank is, and the bank with its pitches put right.
enum TuneCommand: Command {
  static let syntax = Syntax(
    name: "tune", summary: "Measures how well in tune a bank is, and writes one that is.",
    operands: ["[BANK]"],
    options: [
      .init(
        name: "out", value: "FILE",
        help: "writes the bank in tune, for any synthesizer: .sf2, or .sf3 for compressed samples",
        short: "o"), Shared.qualityOption,
      .init(
        name: "resample", value: nil,
        help: "with --out: stretches samples whose headers leave more than 0.01 cent"),
      .init(
        name: "preset", value: "B:P|NAME",
        help: "only this preset, or those with NAME in theirs; may be repeated", isRepeated: true),
      .init(name: "plot", value: "FILE.svg", help: "draws cents against key, before and after"),
      .init(name: "listen", value: "NOTE.wav", help: "measures a recording instead of a bank"),
      .init(name: "json", value: nil, help: "the result as JSON"),
    ],
    examples: [
      (
        "peach tune FluidR3_GM.sf2",
        "for each preset, before → after: the middle and the largest of its notes' errors, and the\n"
          + "      largest jump, the difference of two keys a semitone apart struck alike; in cents"
      ),
      ("peach tune FluidR3_GM.sf2 -o tuned.sf2", "every recording raised or lowered to its pitch"),
      ("peach tune FluidR3_GM.sf2 --preset cello --plot cello.svg", "a picture of the cello"),
      ("peach tune --listen a.wav", "frequency, note and cents of one recording"),
    ])

  static func run(_ arguments: Arguments) throws {
    if let recording = arguments.value("listen") {
      for name in ["out", "resample", "preset", "plot"] where arguments.has(name) {
        throw UsageError(reason: "--\(name) is for banks, and --listen for a recording.")
      }
      guard arguments.operands.isEmpty else {
        throw UsageError(reason: "either a bank or --listen, not both.")
      }
      return try ListeningReport(path: recording).tell(asJSON: arguments.has("json"))
    }
    guard let path = arguments.operands.first else { throw UsageError(reason: "BANK is missing.") }
    let wanted = try arguments.all("preset").map { try PresetChoice($0) }
    let out = arguments.value("out")
    guard out != nil || !arguments.has("resample") else {
      throw UsageError(reason: "--resample is for a bank that is written; name it by --out.")
    }
    let quality = try Shared.quality(arguments, out: out)
    for name in ["out", "plot"] {
      if let file = arguments.value(name) { try refuse(file, of: name, input: path) }
    }
    let font = try SoundFont(contentsOf: path)
    Interruption.watch()
    var progress = Progress(path)
    defer { progress.finish() }
    let tuned = try RetunedBank(
      font, resamples: arguments.has("resample"),
      isWanted: { preset in wanted.isEmpty || wanted.contains { $0.includes(preset) } }
    ) { part in
      try Interruption.check()
      progress.show(part)
    }
    progress.finish()
    try Interruption.check()
    guard !tuned.presets.isEmpty else {
      throw CommandFailure(
        reason: wanted.isEmpty
          ? "\(path): it has no preset but percussion."
          : "\(path): none of its melodic presets is "
            + "\(arguments.all("preset").joined(separator: ", ")).")
    }
    if let plot = arguments.value("plot") {
      try FileAccess.write(Array(IntonationPlot(tuned, title: path).svg.utf8), to: plot)
    }
    if let out {
      let warnings = try write(tuned.bytes(), of: font, to: out, quality: quality)
      for warning in warnings { Console.error(warning) }
    }
    try TuneReport(tuned, path: path, out: out).tell(asJSON: arguments.has("json"))
  }

  /// Writes the bank as it was but for its pitches; only where samples are to be stored in another way
  /// than they were it is put together anew. Gives what should be known of that.
  private static func write(
    _ bytes: [UInt8], of font: SoundFont, to out: String, quality: Double
  ) throws -> [String] {
    let hasCompressed = font.samples.contains { $0.isCompressed }
    let hasPlain = font.samples.contains { !$0.isCompressed && $0.end > $0.start }
    let name = out.lowercased()
    guard (name.hasSuffix(".sf3") && hasPlain) || (name.hasSuffix(".sf2") && hasCompressed) else {
      try FileAccess.write(bytes, to: out)
      return []
    }
    let contents = try SoundFont.read(ByteStorage(copying: bytes)).contents()
    let written = try BankOutput.write(contents, to: out, quality: quality)
    return written.contents.warnings + written.warnings
  }

  /// The input is mapped while it is read, and the only copy of what its maker recorded.
  private static func refuse(_ file: String, of name: String, input: String) throws {
    let resolved = FileAccess.resolved(file)
    if file == input || (resolved != nil && resolved == FileAccess.resolved(input)) {
      throw UsageError(reason: "--\(name) is the bank itself; name another file.")
    }
  }
}

/// A preset as it is asked for: by its numbers, or by a part of its name.
struct PresetChoice {
  private var identifier: PresetIdentifier?
  private var name: String

  /// `0:42`, or any other text.
  init(_ text: String) throws(UsageError) {
    name = text.lowercased()
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let digits = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
    guard parts.count == 2, digits else { return }
    identifier = PresetIdentifier(text)
    if identifier == nil {
      throw UsageError(
        reason: "--preset is \"\(text)\"; a bank goes to 65535, a program from 0 to 127.")
    }
  }

  func includes(_ preset: Preset) -> Bool {
    if let identifier { return preset.identifier == identifier }
    return preset.name.lowercased().contains(name)
  }
}
