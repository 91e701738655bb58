import PeachServices

enum ConvertCommand: Command {
  static let syntax = Syntax(
    name: "convert", summary: "Convert an instrument to SF2, SF3 or SFZ",
    purpose: "Converts an instrument to SF2, SF3 or SFZ, and reports what the format cannot hold.",
    operands: ["INPUT", "OUTPUT"],
    options: [
      .samplePath,
      .value("preset", "BANK:PROGRAM", "preset to write to an SFZ file (default: the first one)"),
      .force, .quality, .json,
    ],
    examples: [
      "peach convert Cello.exs Cello.sf2": "Write a single file that contains the samples.",
      "peach convert GeneralUser.sf2 Cello.sfz --preset 0:42":
        "Write a text file and WAV files next to it.",
    ])

  private struct ConversionReport: Report {
    let source: String
    let file: String
    let bytes: Int
    let presets: Int
    let samples: Int
    /// Properties that the output format cannot represent.
    let losses: [ConversionLoss]
    let warnings: [String]

    var json: JSON {
      [
        "source": source, "file": file, "bytes": bytes, "presets": presets, "samples": samples,
        "lost": losses.map { loss -> JSON in
          [
            "what": loss.what, "became": loss.became, "regions": loss.regionCount,
            "decibels": loss.decibels, "cents": loss.amount(in: .cents),
            "seconds": loss.amount(in: .seconds), "percent": loss.amount(in: .percent),
            "hertz": loss.amount(in: .hertz),
          ]
        },
        "warnings": warnings,
      ]
    }

    var text: String {
      let head =
        "\(file): \(bytes) bytes, \(Console.count(presets, "preset")), "
        + Console.count(samples, "sample")
      if losses.isEmpty { return head + "\n  no losses" }
      return ([head] + losses.map { "  lost: \($0)" }).joined(separator: "\n")
    }
  }

  static func run(_ arguments: Arguments) throws {
    let (path, output) = (try arguments.bankOperand(), arguments.operands[1])
    let quality = try arguments.quality(output: output)
    let pathExtension = output.lowercased().split(separator: ".").last ?? ""
    guard ["sf2", "sf3", "sfz"].contains(pathExtension) else {
      throw UsageError(
        reason: "The name of the output file must end in .sf2, .sf3 or .sfz: \(output).")
    }
    try CommonOptions.checkOutput(output, input: path)
    try CommonOptions.checkReplacing(output, arguments)
    if pathExtension != "sfz", arguments.has("preset") {
      throw UsageError(
        reason: "--preset applies to SFZ files only. Use `peach prune` for SoundFonts.")
    }
    Interruption.watch()
    let report =
      pathExtension == "sfz"
      ? try writeSFZ(arguments, path, output) : try writeSoundFont(arguments, path, output, quality)
    try Console.print(report, asJSON: arguments.has("json"))
  }

  private static func writeSoundFont(
    _ arguments: Arguments, _ path: String, _ output: String, _ quality: Double
  ) throws -> ConversionReport {
    let folders = arguments.all("sample-path")
    let converted = try ConvertedBank(contentsOf: path, sampleFolders: folders)
    try checkPlayable(converted, path)
    let written = try BankOutput.write(converted.contents, to: output, quality: quality)
    let compression = try CompressionLoss(of: converted.contents, written.contents)
    return ConversionReport(
      source: path, file: output, bytes: written.byteCount,
      presets: written.contents.presets.count, samples: written.contents.samples.count,
      losses: converted.losses + (compression.map { [$0.conversionLoss] } ?? []),
      warnings: written.contents.warnings + written.warnings)
  }

  /// Throws if a converted bank has no presets, after its warnings, which are the reasons.
  static func checkPlayable(_ converted: ConvertedBank, _ path: String) throws {
    guard converted.contents.presets.isEmpty else { return }
    Console.warn(
      converted.contents.warnings, of: path, named: FileAccess.fileName(of: path))
    throw CommandFailure(reason: "\(path) has no playable regions.")
  }

  private static func writeSFZ(
    _ arguments: Arguments, _ path: String, _ output: String
  ) throws -> ConversionReport {
    let bank = try SoundBank(contentsOf: path, sampleFolders: arguments.all("sample-path"))
    let index = try preset(arguments, of: bank, path)
    let conversion = try SFZConversion(bank, presetAt: index, path: output)
    if conversion.recordings.isEmpty {
      throw CommandFailure(reason: "\(path) has no playable regions. \(bank.warnings.first ?? "")")
    }
    let bytes = try Progress.track(output) { report in
      try conversion.write(bank, to: output, progress: report)
    }
    return ConversionReport(
      source: path, file: output, bytes: bytes, presets: 1, samples: conversion.recordings.count,
      losses: conversion.losses, warnings: bank.warnings)
  }

  private static func preset(
    _ arguments: Arguments, of bank: SoundBank, _ path: String
  ) throws -> Int {
    guard let text = arguments.value("preset") else {
      if bank.presets.isEmpty { throw CommandFailure(reason: "\(path) has no preset.") }
      return 0
    }
    guard let identifier = PresetIdentifier(text) else {
      throw UsageError.invalid(text, "--preset", use: "BANK:PROGRAM, such as 0:42")
    }
    guard let index = bank.presets.firstIndex(where: { $0.identifier == identifier }) else {
      throw CommandFailure(reason: "\(path) has no preset \(text).")
    }
    return index
  }
}
