import Peach

/// `peach import my.sf2`: banks into the user's library, after a full check.
enum ImportCommand: Command {
  static let syntax = Syntax(
    name: "import", summary: "Copies banks into your library, after a full check.",
    operands: ["FILE…"],
    options: [
      .init(name: "replace", value: nil, help: "in the place of a bank of the same name"),
      .init(name: "json", value: nil, help: "what became of each, as JSON"),
    ],
    examples: [
      ("peach import my.sf2", "from then on its presets are among `peach sounds`"),
      ("peach import *.sf2 --replace", "several, newer ones in the place of older ones"),
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
    /// Where it is in the library.
    var path: String?
    /// Why it was refused.
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
      if !arguments.has("json") { tell(line) }
    }
    if arguments.has("json") { try Console.print(json: lines) }
    if lines.contains(where: { $0.result == "refused" }) {
      throw CommandEnd(status: ExitStatus.failure)
    }
  }

  private static func tell(_ line: Line) {
    if let reason = line.reason { return Console.error(reason) }
    let path = line.path ?? line.file
    if line.result == "present" {
      Console.note("\(line.file) is in the library already: \(path)")
    } else {
      Console.note("\(line.file) is imported as \(path)")
    }
    for preset in line.presets {
      Console.print("  \("\(preset.bank):\(preset.program)".padded(to: 9))\(preset.name)")
    }
    let warnings = line.findings.filter { $0.severity == "warning" }
    for finding in warnings.prefix(8) { Console.error(finding.text) }
    if warnings.count > 8 {
      Console.note("and \(warnings.count - 8) more warnings: `peach check \(line.file)`")
    }
  }
}
