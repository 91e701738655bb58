import PeachServices

enum InspectCommand: Command {
  static let syntax = Syntax(
    name: "inspect", summary: "Show the contents of a sound bank",
    purpose: "Shows the contents of a sound bank.", operands: ["FILE"],
    options: [
      .samplePath, .flag("zones", "list zones with their generators and modulators"),
      .flag("list-samples", "list samples"), .intonation,
      .flag("json", "print all contents as JSON"),
    ],
    notes: [IntonationLine.note],
    examples: [
      "peach inspect my.sf2": "Show name, copyright and presets.",
      "peach inspect my.sf2 --zones": "Show generators and modulators, too.",
    ])

  static func run(_ arguments: Arguments) throws {
    let path = try arguments.bankOperand()
    let folders = arguments.all("sample-path")
    var report = try BankReport(contentsOf: path, sampleFolders: folders)
    if arguments.has("intonation") {
      try addIntonation(to: &report, path: path, sampleFolders: folders)
    }
    if arguments.has("json") { return try Console.print(json: report) }
    report.presets.sort { ($0.bank, $0.program) < ($1.bank, $1.program) }
    var lines = heading(report) + ["", "Presets:"]
    if arguments.has("zones") {
      for preset in report.presets {
        lines.append("  \(preset.bank):\(preset.program) \(preset.name)\(badge(preset))")
        lines += details(preset)
        lines += zones(preset.zones)
      }
      if !report.instruments.isEmpty { lines += ["", "Instruments:"] }
      for instrument in report.instruments {
        lines.append("  \(instrument.name)")
        lines += zones(instrument.zones)
      }
    } else {
      for preset in report.presets {
        let identifier = "\(preset.bank):\(preset.program)".padded(to: 9)
        lines.append(
          "  \(identifier)\(preset.name.padded(to: 24))\(preset.zones.count) zones\(badge(preset))")
        lines += details(preset)
      }
    }
    if arguments.has("list-samples") { lines += ["", "Samples:"] + report.samples.map(sample) }
    if !report.warnings.isEmpty {
      lines += ["", "Warnings:"] + report.warnings.map { "  \($0)" }
    }
    Console.print(lines.joined(separator: "\n"))
  }

  private static func addIntonation(
    to report: inout BankReport, path: String, sampleFolders: [String]
  ) throws {
    let library = try SoundFontLibrary(file: path, sampleFolders: sampleFolders)
    let lines = try IntonationLine.all(library.entries, of: library)
    for (entry, line) in lines {
      // If two presets share an identifier, the library contains the first one, as players do.
      let index = report.presets.firstIndex {
        $0.bank == entry.preset.bank && $0.program == entry.preset.program
      }
      if let index { report.presets[index].intonation = line }
    }
  }

  private static func badge(_ preset: BankReport.Preset) -> String {
    preset.intonation.map { "  [\($0.badge)]" } ?? ""
  }

  private static func details(_ preset: BankReport.Preset) -> [String] {
    guard let details = preset.intonation?.details, !details.isEmpty else { return [] }
    return ["    " + details]
  }

  private static func heading(_ report: BankReport) -> [String] {
    let version = report.version.isEmpty ? "" : " version \(report.version)"
    let contents =
      Console.count(report.presets.count, "preset") + ", "
      + Console.count(report.instruments.count, "instrument") + ", "
      + Console.count(report.samples.count, "sample") + ", "
      + "\(report.sampleBytes) bytes of \(report.is24Bit ? "24-bit " : "")sample data"
    let titled: KeyValuePairs = [
      "Name": report.name, "Author": report.author, "Copyright": report.copyright,
      "Comment": report.comment, "Contents": contents,
    ]
    return ["\(report.path): \(report.format)\(version)"] + Console.lines(titled, width: 11)
  }

  private static func zones(_ zones: [BankReport.Zone]) -> [String] {
    zones.flatMap { zone -> [String] in
      var lines = ["    zone: \(zone.plays ?? "global")"]
      for generator in zone.generators {
        let value =
          generator.range.map { "\($0[0])–\($0[1])" } ?? generator.amount.map { "\($0)" } ?? ""
        lines.append("      \(generator.name.padded(to: 34))\(value)")
      }
      for modulator in zone.modulators {
        lines.append(
          "      modulator: source \(modulator.source), destination \(modulator.destination), "
            + "amount \(modulator.amount), amount source \(modulator.amountSource), "
            + "transform \(modulator.transform)")
      }
      return lines
    }
  }

  private static func sample(_ sample: BankReport.Sample) -> String {
    let kind = sample.isInROM ? " in ROM" : sample.isCompressed ? " compressed" : ""
    return "  \(sample.name.padded(to: 22))\(sample.start)–\(sample.end), loop "
      + "\(sample.loopStart)–\(sample.loopEnd), \(sample.sampleRate) Hz, key "
      + "\(sample.originalPitch) \(sample.pitchCorrection) cents, type \(sample.type)\(kind)"
  }
}
