import Peach

/// `peach fetch NAME`: a bank from the internet into the user's library.
enum FetchCommand: Command {
  static let syntax = Syntax(
    name: "fetch", summary: "Downloads a bank that is known to be good, and imports it.",
    operands: ["[NAME]"],
    options: [
      .init(name: "list", value: nil, help: "the banks there are to fetch (also without a NAME)"),
      .init(name: "json", value: nil, help: "as JSON"),
    ],
    examples: [
      ("peach fetch --list", "names, sizes and licences"),
      ("peach fetch generaluser-gs", "only the file with the pinned SHA-256 is taken"),
      ("PEACH_BANK_LIST=my.json peach fetch piano", "from a list of your own"),
    ])

  private struct Line: Encodable {
    var name: String
    var path: String
    var licence: String
    var attribution: String
  }

  static func run(_ arguments: Arguments) throws {
    let list = try PinnedBankList(environment: Console.environment)
    guard let name = arguments.operands.first, !arguments.has("list") else {
      return try tell(list, asJSON: arguments.has("json"))
    }
    let bank = try list.bank(named: name)
    let library = try UserLibrary(environment: Console.environment)
    let download = try BankDownload(environment: Console.environment)
    Interruption.watch()
    var progress = Progress(bank.file)
    defer { progress.finish() }
    let path: String
    do {
      path = try download.path(of: bank) {
        try Interruption.check()
        progress.show($0)
      }
    } catch is CancellationError {
      progress.finish()
      throw CommandEnd(
        status: ExitStatus.interrupted,
        reason: "stopped; what has arrived is kept, and the next fetch goes on from there.")
    }
    let result = try library.importBank(at: path) { _ in try Interruption.check() }
    progress.finish()
    if arguments.has("json") {
      return try Console.print(
        json: Line(
          name: bank.name, path: result.path, licence: bank.licence,
          attribution: bank.attribution))
    }
    Console.print(result.path)
    Console.note("\(bank.attribution) (\(bank.licence))")
  }

  private static func tell(_ list: PinnedBankList, asJSON: Bool) throws {
    if asJSON { return try Console.print(json: list.banks) }
    for bank in list.banks {
      let size = (Double(bank.byteCount) / 1_000_000).decimals(1)
      Console.print("\(bank.name.padded(to: 20))\(size) MB, \(bank.licence)")
      Console.print("    \(bank.attribution)")
      Console.print("    \(bank.address)")
    }
    if list.banks.isEmpty {
      Console.note(
        """
        The list has no bank. Systems have them as packages; Peach finds those by itself:
          Debian, Ubuntu  fluidr3mono-gm-soundfont, fluid-soundfont-gm, timgm6mb-soundfont
          Fedora          fluid-soundfont-gm
          Arch            soundfont-fluid
        A bank that you have downloaded: `peach import FILE`.
        """)
    }
  }
}
