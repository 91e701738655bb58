import PeachServices

enum BundleCommand: Command {
  static let syntax = Syntax(
    name: "bundle", summary: "Write a song and the sounds it plays to one file",
    purpose: "Writes a song and the sounds that it plays to an RMID file (.rmi).",
    operands: ["SONG.mid"],
    options: [
      .value("output", "FILE.rmi", "file to write", short: "o"), .song, .banks, .samplePath, .force,
      .json,
    ],
    notes: [
      "The file has the presets of the song, the samples of its keys and velocities, and\n"
        + "nothing else. It renders bit-identically with `peach render`, and plays in other\n"
        + "players of such files. Read the license of the bank before you pass it on."
    ],
    examples: [
      "peach bundle suite.mid -o suite.rmi --bank FluidR3_GM.sf2":
        "Send a song that sounds the same everywhere."
    ])

  static func run(_ arguments: Arguments) throws {
    let song = arguments.operands[0]
    let output = try arguments.requiredOutput()
    guard output.lowercased().hasSuffix(".rmi") else {
      throw UsageError(reason: "The name of the output file must end in .rmi: \(output).")
    }
    let file = try arguments.song(at: song)
    try CommonOptions.checkOutput(output, input: song)
    try CommonOptions.checkReplacing(output, arguments)
    let bundle = try file.bundle(with: arguments.bankStack(for: file), to: output)
    let missing = bundle.missingPresets.map { "\($0.bank):\($0.program)" }
    if arguments.has("json") {
      try Console.print(
        json: [
          "file": output, "bytes": bundle.byteCount, "songBytes": bundle.songByteCount,
          "bankBytes": bundle.bankByteCount, "samples": bundle.sampleCount,
          "presets": bundle.presetNames, "missingPresets": missing,
          "missingSamples": bundle.missingSamples,
          "warnings": file.warnings.map { "\($0)" } + bundle.warnings + bundle.missingSamples,
        ] as JSON)
      return try exit(for: bundle)
    }
    for warning in file.warnings { Console.warning("\(warning)") }
    for warning in bundle.warnings + bundle.missingSamples { Console.warning(warning) }
    if !missing.isEmpty {
      Console.warning(
        "The banks lack \(missing.joined(separator: ", ")). Their substitutes, or silence, are "
          + "in the file.")
    }
    Console.info(
      "\(output): \(bundle.byteCount) bytes, \(Console.count(bundle.presetNames.count, "preset")), "
        + "\(Console.count(bundle.sampleCount, "sample"))")
    try exit(for: bundle)
  }

  /// Throws the exit status if the file lacks samples that the song needs.
  private static func exit(for bundle: SongBundle) throws {
    if !bundle.missingSamples.isEmpty { throw CommandExit(status: ExitStatus.incomplete) }
  }
}
