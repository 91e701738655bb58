import PeachServices

enum TuneCommand: Command {
  static let syntax = Syntax(
    name: "tune", summary: "Measure a bank's intonation and write a corrected bank",
    purpose: "Measures the intonation of a bank and writes a corrected bank.",
    usage: [
      "[options] BANK", "--analyze RECORDING [--json]",
      "--listen RECORDING [PITCH] [--plot FILE.svg] [--json]",
    ], operands: ["[BANK]"],
    groups: [
      "Output": [
        .bankOutput, .force, .quality,
        .flag(
          "resample", "resample samples whose header cannot express the correction to 0.01 cent"),
        .value("plot", "FILE.svg", "plot the error of each key before and after"),
        .value(
          "report", "FILE.html|FILE.txt",
          "write a card for each preset: grade, worst keys and, as HTML, a plot"), .json,
      ],
      "Straight tone": [
        .flag("straight", "remove vibrato, drift and scoop of recordings of one player"),
        .value(
          "vibrato", "PERCENT", "recorded vibrato to keep with --straight, 0 to 200 (default: 0)"),
        .flag("smooth", "smooth the levels of the partials with --straight: less tremolo"),
      ],
      "Input": [
        .values(
          "preset", "B:P|NAME",
          "measure this preset, or those with NAME in their name; may be repeated"),
        .flag("all-keys", "list keys beyond the compass of the instrument, too"),
        .value("analyze", "RECORDING", "measure an audio file instead of a bank"),
        .value(
          "listen", "RECORDING",
          "print the pitch contour of a note in an audio file;\nPITCH is the pitch it should have: "
            + "442.3 or A3"),
        .referencePitch, .samplePath,
      ],
    ],
    notes: [
      """
      A bank of another format than SF2 and SF3 (SFZ, DLS, EXS24, .aupreset and others) is converted
      first, as `peach convert` does; its losses are warnings, and --output is an SF2 or SF3 file.
      """,
      """
      For each preset the report lists, in cents before → after the correction, the median and the
      largest error of its notes, and the largest difference between adjacent keys. The notes are
      those of the General MIDI instrument's compass, as in the trainer. No correction makes one of
      them less in tune. Presets that share an instrument, but need different corrections, get
      copies of it.
      """,
      """
      With --straight the report lists, in cents, the standard deviation of the pitch contour of its
      recordings, the largest deviation in 100 ms, before → after: the median and the largest of its
      recordings, and the extent and the rate of their vibrato. Recordings of \
      several players stay as
      recorded, decaying tones lose their common glide; their mean pitch is corrected.
      """,
    ],
    examples: [
      "peach tune FluidR3_GM.sf2": "Measure all melodic presets.",
      "peach tune FluidR3_GM.sf2 -o tuned.sf2": "Write a bank for any synthesizer.",
      "peach tune FluidR3_GM.sf2 --preset cello --plot cello.svg": "Plot the cello.",
      "peach tune Cello.sfz -o tuned.sf2 --report cello.html":
        "Correct an SFZ instrument, and describe its intonation.",
      "peach tune FluidR3_GM.sf2 --straight -o straight.sf2":
        "Write a bank with straight tones for any synthesizer.",
      "peach tune --analyze a.wav": "Print frequency, note and cents of a recording.",
      "peach tune --listen a.wav A3 --a4 442": "Print the pitch contour of a note around 221 Hz.",
    ])

  static func run(_ arguments: Arguments) throws {
    if arguments.has("analyze") || arguments.has("listen") { return try measure(arguments) }
    if arguments.has("a4") { throw UsageError(reason: "--a4 requires --analyze or --listen.") }
    guard let path = arguments.operands.first else { throw UsageError.missing("BANK") }
    try StandardStream.checkInput(path)
    let choices = try arguments.all("preset").map { try PresetChoice($0) }
    let output = arguments.value("output")
    guard output != nil || !arguments.has("resample") else {
      throw UsageError(reason: "--resample requires --output.")
    }
    let quality = try arguments.quality(output: output)
    let percent = try arguments.number("vibrato", in: 0...200)
    let isStraight = arguments.has("straight")
    for name in ["vibrato", "smooth"] where arguments.has(name) && !isStraight {
      throw UsageError(reason: "--\(name) requires --straight.")
    }
    if isStraight && arguments.has("all-keys") {
      throw UsageError(reason: "--all-keys and --straight exclude each other.")
    }
    if isStraight && arguments.has("resample") {
      throw UsageError(reason: "--resample and --straight exclude each other.")
    }
    let files = try outputs(arguments, path)
    let (font, losses) = try soundFont(path, arguments)
    for file in files { try CommonOptions.checkReplacing(file, arguments) }
    for loss in losses { Console.warning(loss) }
    let isIncluded = { (preset: Preset) in
      choices.isEmpty || choices.contains { $0.includes(preset) }
    }
    if isStraight {
      return try StraightTuning(path: path, output: output, quality: quality)
        .run(font, vibrato: (percent ?? 0) / 100, arguments, isIncluded)
    }
    let tuned = try Progress.track(path) { report in
      try RetunedBank(
        font, resamples: arguments.has("resample"), evaluatesAllKeys: arguments.has("all-keys"),
        isIncluded: isIncluded, progress: report)
    }
    try Interruption.check()
    try checkPresets(tuned.presets, arguments, path)
    if let plot = arguments.value("plot") {
      let svg = IntonationPlot(tuned, title: FileAccess.fileName(of: path)) { $0.phrase }.svg
      try FileAccess.write(Array(svg.utf8), to: plot)
    }
    if let report = arguments.value("report") {
      try TuneCards(tuned, title: FileAccess.fileName(of: path), remarks: losses).write(to: report)
    }
    if let output {
      let warnings = try write(tuned.bytes(), of: font, to: output, quality: quality)
      for warning in warnings { Console.warning(warning) }
    }
    let report = TuneReport(tuned: tuned, path: path, out: output)
    try Console.print(report, asJSON: arguments.has("json"))
    if !arguments.has("json") { report.printSummary() }
  }

  /// Returns the files that are written. Throws if one is the input file, or has a wrong name.
  private static func outputs(_ arguments: Arguments, _ path: String) throws -> [String] {
    let names = ["output", "plot", "report"]
    for name in names {
      if let file = arguments.value(name), file == path || CommonOptions.isSameFile(file, path) {
        throw UsageError(reason: "--\(name) is the input file. Choose another file.")
      }
    }
    if let report = arguments.value("report") {
      if arguments.has("straight") {
        throw UsageError(reason: "--report and --straight exclude each other.")
      }
      guard TuneCards.isReport(report) else {
        throw UsageError.invalid(report, "--report", use: "a file that ends in .html or .txt")
      }
    }
    return names.compactMap { arguments.value($0) }
  }

  /// Opens the bank. One of another format than SoundFont is converted; its losses are returned.
  private static func soundFont(
    _ path: String, _ arguments: Arguments
  ) throws -> (font: SoundFont, losses: [String]) {
    do {
      return (try SoundFont(contentsOf: path), [])
    } catch let error as BankFileError {
      // A recording or another file that is no bank has an error of its own.
      guard error.reason.reason == .unknownFormat, error.reason.offset == 0,
        let bank = try? SoundBank(contentsOf: path, sampleFolders: arguments.all("sample-path")),
        InstrumentFormat(recognizing: bank.storage) != .audioFile
      else { return (try CommonOptions.soundFont(path, for: "tune"), []) }
      if let output = arguments.value("output")?.lowercased(),
        !output.hasSuffix(".sf2"), !output.hasSuffix(".sf3")
      {
        throw UsageError(
          reason: "\(path) is converted: the name of --output must end in .sf2 or .sf3.")
      }
      let converted = try ConvertedBank(bank)
      try ConvertCommand.checkPlayable(converted, path)
      let bytes = try SoundFontWriter(converted.contents).bytes
      let losses = converted.losses.map { "Conversion of \(path): \($0)." }
      return (
        try SoundFont.read(ByteStorage(copying: bytes)), converted.contents.warnings + losses
      )
    }
  }

  /// Measures an audio file instead of a bank.
  private static func measure(_ arguments: Arguments) throws {
    let isListening = arguments.has("listen")
    let mode = isListening ? "listen" : "analyze"
    if isListening && arguments.has("analyze") {
      throw UsageError(reason: "--analyze and --listen exclude each other.")
    }
    let recording = arguments.value(mode) ?? ""
    let refused = [
      "output", "force", "resample", "preset", "straight", "vibrato", "smooth", "all-keys",
      "report",
    ]
    for name in isListening ? refused : refused + ["plot"] where arguments.has(name) {
      throw UsageError(reason: "--\(name) requires a bank; --\(mode) measures an audio file.")
    }
    guard isListening || arguments.operands.isEmpty else {
      throw UsageError(reason: "Pass either a bank or --analyze, not both.")
    }
    try StandardStream.checkInput(recording, "A recording")
    let referencePitch = try arguments.referencePitch(CommonOptions.settings())
    guard isListening else {
      return try RecordingPitchReport.print(
        path: recording, referencePitch, asJSON: arguments.has("json"))
    }
    let expected = try arguments.operands.first.map {
      try Arguments.pitch($0, called: "PITCH", in: 10...20_000, referencePitch)
    }
    let report = try ContourReport(
      path: recording, expectedHertz: expected?.hertz, referencePitch: referencePitch)
    if let plot = arguments.value("plot") {
      if plot == recording || CommonOptions.isSameFile(plot, recording) {
        throw UsageError(reason: "--plot is the input file. Choose another file.")
      }
      try FileAccess.write(Array(ContourPlot(report).svg.utf8), to: plot)
    }
    try Console.print(report, asJSON: arguments.has("json"))
  }

  /// Throws unless a bank has one of the chosen presets.
  static func checkPresets(_ presets: [some Any], _ arguments: Arguments, _ path: String) throws {
    guard presets.isEmpty else { return }
    let names = arguments.all("preset")
    throw CommandFailure(
      reason: names.isEmpty
        ? "\(path) contains percussion presets only."
        : "\(path) has no melodic preset \(names.joined(separator: ", ")).")
  }

  /// Writes the bank with corrected pitches. Reassembles it only if the output format requires
  /// compressing or decompressing samples. Returns the warnings.
  private static func write(
    _ bytes: [UInt8], of font: SoundFont, to output: String, quality: Double
  ) throws -> [String] {
    let hasCompressed = font.samples.contains { $0.isCompressed }
    let hasPlain = font.samples.contains { !$0.isCompressed && $0.end > $0.start }
    let name = output.lowercased()
    guard (name.hasSuffix(".sf3") && hasPlain) || (name.hasSuffix(".sf2") && hasCompressed) else {
      try FileAccess.write(bytes, to: output)
      return []
    }
    let contents = try SoundFont.read(ByteStorage(copying: bytes)).contents()
    let written = try BankOutput.write(contents, to: output, quality: quality)
    return written.contents.warnings + written.warnings
  }
}

/// A preset selection: an identifier, or part of a name.
struct PresetChoice {
  private var identifier: PresetIdentifier?
  private var name: String

  /// Parses `0:42`. Other text selects by name.
  init(_ text: String) throws(UsageError) {
    name = text.caseFolded
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let digits = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
    guard parts.count == 2, digits else { return }
    identifier = PresetIdentifier(text)
    if identifier == nil {
      throw .invalid(text, "--preset", use: "a bank up to 65535 and a program from 0 to 127")
    }
  }

  func includes(_ preset: Preset) -> Bool {
    if let identifier { return preset.identifier == identifier }
    return preset.name.caseFolded.contains(name)
  }
}
