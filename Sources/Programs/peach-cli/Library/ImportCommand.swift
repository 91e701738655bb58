import Peach

/// `peach import my.sf2`: checks banks and copies them into the user's library.
enum ImportCommand: Command {
  static let syntax = Syntax(
    name: "import", summary: "Check sound banks and add them to your library",
    purpose: "Checks sound banks and copies them into your library.", operands: ["FILE…"],
    groups: [
      .init(
        "Options",
        [
          .init(name: "replace", value: nil, help: "replace a bank of the same name"),
          CommonOptions.json,
        ])
    ],
    examples: [
      ("peach import my.sf2", "Add the presets of a bank to `peach sounds`."),
      ("peach import *.sf2 --replace", "Update several banks."),
    ])

  private struct Line: Encodable {
    struct Preset: Encodable {
      var bank: Int
      var program: Int
      var name: String
    }

    var file: String
    /// `imported`, `present` or `refused`.
    var result: String
    /// The path in the library.
    var path: String?
    /// The reason for a refusal.
    var reason: String?
    var presets: [Preset] = []
    var findings: [FindingLine] = []
  }

  static func run(_ arguments: Arguments) throws {
    let library = try UserLibrary(environment: Console.environment)
    var lines: [Line] = []
    Interruption.watch()
    for file in arguments.operands {
      var progress = Progress(file)
      defer { progress.finish() }
      var line = Line(file: file, result: "refused")
      do {
        let result = try library.importBank(at: file, replacing: arguments.has("replace")) {
          try Interruption.check()
          progress.show($0)
        }
        line.result = result.isNew ? "imported" : "present"
        line.path = result.path
        line.presets = result.presets.map {
          Line.Preset(bank: Int($0.bank), program: Int($0.program), name: $0.name)
        }
        line.findings = result.findings.map { FindingLine($0) }
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        line.reason = "\(error)"
        if case UserLibraryError.refused(_, let findings) = error {
          line.findings = findings.map { FindingLine($0) }
        }
      }
      progress.finish()
      lines.append(line)
      if !arguments.has("json") { printLine(line) }
    }
    if arguments.has("json") { try Console.print(json: lines) }
    if lines.contains(where: { $0.result == "refused" }) {
      throw CommandExit(status: ExitStatus.failure)
    }
  }

  private static func printLine(_ line: Line) {
    if let reason = line.reason { return Console.error(reason) }
    let path = line.path ?? line.file
    if line.result == "present" {
      Console.info("\(line.file) is already in the library: \(path)")
    } else {
      Console.info("Imported \(line.file) as \(path)")
    }
    for preset in line.presets {
      Console.print("  \("\(preset.bank):\(preset.program)".padded(to: 9))\(preset.name)")
    }
    let warnings = line.findings.filter { $0.severity == "warning" }
    for finding in warnings.prefix(8) { Console.info(finding.text) }
    if warnings.count > 8 {
      Console.info("\(warnings.count - 8) more warnings: run `peach check \(line.file)`")
    }
  }
}
