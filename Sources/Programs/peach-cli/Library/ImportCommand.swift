import PeachServices

enum ImportCommand: Command {
  static let syntax = Syntax(
    name: "import", summary: "Check sound banks and add them to your library",
    purpose: "Checks sound banks and copies them into your library.", operands: ["FILE…"],
    options: [.samplePath, .flag("replace", "replace a bank of the same name"), .json],
    notes: [
      """
      FILE is an SF2, SF3 or DLS bank, an SFZ, EXS24 or AUSampler instrument, an audio file, or a
      folder of audio files. The samples of an instrument are copied, too, also from folders next to
      its own (..\\Samples\\a.wav), up to three folders up. Other files there are refused.
      """,
      "`peach remove NAME` removes a bank.",
    ],
    examples: [
      "peach import my.sf2": "Add the presets of a bank to `peach sounds`.",
      "peach import *.sf2 --replace": "Update several banks.",
      "peach import Programs/Cello.sfz --sample-path Samples":
        "Add an instrument whose samples are in another folder.",
    ])

  static func run(_ arguments: Arguments) throws {
    for file in arguments.operands { try StandardStream.checkInput(file) }
    let library = try UserLibrary(environment: Console.environment)
    var lines: [JSON] = []
    var isRefused = false
    for file in arguments.operands {
      do {
        let result = try Progress.track(file) {
          try library.importBank(
            at: file, sampleFolders: arguments.all("sample-path"),
            replacing: arguments.has("replace"), progress: $0)
        }
        lines.append([
          "file": file, "result": result.isNew ? "imported" : "present", "path": result.path,
          "presets": result.presets.map { preset -> JSON in
            ["bank": preset.bank, "program": preset.program, "name": preset.name]
          },
          "findings": result.findings.map(\.json),
        ])
        if !arguments.has("json") { print(result, of: file) }
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        isRefused = true
        let message = ErrorRemedy.message(for: error)
        var findings: [BankFinding] = []
        if case UserLibraryError.refused(_, let reasons) = error { findings = reasons }
        lines.append([
          "file": file, "result": "refused", "reason": message, "presets": [JSON](),
          "findings": findings.map(\.json),
        ])
        if !arguments.has("json") { Console.error(message) }
      }
    }
    if arguments.has("json") { try Console.print(json: lines) }
    if isRefused { throw CommandExit(status: ExitStatus.failure) }
  }

  private static func print(_ result: UserLibrary.Import, of file: String) {
    Console.info(
      result.isNew
        ? "Imported \(file) as \(result.path)"
        : "\(file) is already in the library: \(result.path)")
    for preset in result.presets {
      Console.print("  \("\(preset.bank):\(preset.program)".padded(to: 9))\(preset.name)")
    }
    let warnings = result.findings.filter { $0.severity == .warning }
    for finding in warnings.prefix(8) { Console.info("\(finding)") }
    if warnings.count > 8 {
      Console.info("\(warnings.count - 8) more warnings: run `peach check \(file)`")
    }
  }
}
