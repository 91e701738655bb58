import Peach

/// `peach convert Cello.exs Cello.sf2`: an instrument of any format as a SoundFont or as SFZ.
enum ConvertCommand: Command {
  static let syntax = Syntax(
    name: "convert", summary: "Converts an instrument to SF2, SF3 or SFZ, and says what is lost.",
    operands: ["IN", "OUT"],
    options: [
      Shared.samplesOption,
      .init(
        name: "preset", value: "BANK:PROGRAM", help: "which preset becomes an SFZ file (the first)"),
      Shared.qualityOption, .init(name: "json", value: nil, help: "the result as JSON"),
    ],
    examples: [
      ("peach convert Cello.exs Cello.sf2", "one file, recordings included"),
      ("peach convert GeneralUser.sf2 Cello.sfz --preset 0:42", "a text and WAV files beside it"),
    ])

  struct Report: Encodable {
    struct Loss: Encodable {
      var what: String
      var became: String
      /// 0 where it is the bank as a whole.
      var regions: Int

      init(_ loss: ConversionLoss) {
        what = loss.what
        became = loss.became
        regions = loss.regionCount
      }

      var text: String {
        "\(ConversionLoss(what: what, became: became, regionCount: regions))"
      }
    }

    var source: String
    var file: String
    var bytes: Int
    var presets: Int
    var samples: Int
    /// What could not be carried.
    var lost: [Loss]
    var warnings: [String]

    var text: String {
      let head =
        "\(file): \(bytes) bytes, \(Console.count(presets, "preset")), "
        + Console.count(samples, "sample")
      if lost.isEmpty { return head + "\n  nothing was lost" }
      return ([head] + lost.map { "  not carried: \($0.text)" }).joined(separator: "\n")
    }
  }

  static func run(_ arguments: Arguments) throws {
    let (path, out) = (arguments.operands[0], arguments.operands[1])
    let quality = try Shared.quality(arguments, out: out)
    let ending = out.lowercased().split(separator: ".").last ?? ""
    guard ["sf2", "sf3", "sfz"].contains(ending) else {
      throw UsageError(reason: "\(out) must end in .sf2, .sf3 or .sfz.")
    }
    if let written = FileAccess.resolved(out), written == FileAccess.resolved(path) {
      throw CommandFailure(reason: "\(out) is the instrument itself; write another file.")
    }
    if ending != "sfz", arguments.has("preset") {
      throw UsageError(
        reason: "--preset is for SFZ files; `peach prune` does it for others.")
    }
    Interruption.watch()
    let report =
      ending == "sfz"
      ? try writeSFZ(arguments, path, out) : try writeSoundFont(arguments, path, out, quality)
    if arguments.has("json") { return try Console.print(json: report) }
    for warning in report.warnings { Console.error(warning) }
    Console.print(report.text)
  }

  private static func writeSoundFont(
    _ arguments: Arguments, _ path: String, _ out: String, _ quality: Double
  ) throws -> Report {
    let folders = arguments.all("samples")
    let converted = try ConvertedBank(contentsOf: path, sampleFolders: folders)
    if converted.contents.presets.isEmpty {
      throw CommandFailure(reason: "Nothing of \(path) sounds; `peach inspect` says why.")
    }
    let written = try BankOutput.write(converted.contents, to: out, quality: quality)
    return Report(
      source: path, file: out, bytes: written.byteCount,
      presets: written.contents.presets.count, samples: written.contents.samples.count,
      lost: converted.losses.map { .init($0) },
      warnings: written.contents.warnings + written.warnings)
  }

  private static func writeSFZ(
    _ arguments: Arguments, _ path: String, _ out: String
  ) throws -> Report {
    let bank = try SoundBank(contentsOf: path, sampleFolders: arguments.all("samples"))
    let index = try preset(arguments, of: bank, path)
    let conversion = try SFZConversion(bank, presetAt: index, path: out)
    if conversion.recordings.isEmpty {
      throw CommandFailure(reason: "Nothing of \(path) sounds: \(bank.warnings.first ?? "")")
    }
    var progress = Progress(out)
    defer { progress.finish() }
    let bytes = try conversion.write(bank, to: out) { part in
      try Interruption.check()
      progress.show(part)
    }
    return Report(
      source: path, file: out, bytes: bytes, presets: 1, samples: conversion.recordings.count,
      lost: conversion.losses.map { .init($0) }, warnings: bank.warnings)
  }

  private static func preset(
    _ arguments: Arguments, of bank: SoundBank, _ path: String
  ) throws -> Int {
    guard let text = arguments.value("preset") else {
      if bank.presets.isEmpty { throw CommandFailure(reason: "\(path) has no preset.") }
      return 0
    }
    guard let identifier = PresetIdentifier(text) else {
      throw UsageError(reason: "--preset is \"\(text)\"; it must be BANK:PROGRAM, as 0:42.")
    }
    guard let index = bank.presets.firstIndex(where: { $0.identifier == identifier }) else {
      throw CommandFailure(reason: "\(path) has no preset \(text).")
    }
    return index
  }
}
