import PeachServices

enum FetchCommand: Command {
  static let syntax = Syntax(
    name: "fetch", summary: "Download a sound bank with a verified SHA-256 hash",
    purpose: "Downloads a sound bank, verifies its SHA-256 hash and adds it to your library.",
    operands: ["[NAME]"],
    options: [.flag("list", "list the available banks (default without NAME)"), .json],
    examples: [
      "peach fetch --list": "Show names, sizes and licenses.",
      "peach fetch generaluser-gs": "Download one bank.",
      "PEACH_BANK_LIST=my.json peach fetch piano": "Use another list of banks.",
    ])

  static func run(_ arguments: Arguments) throws {
    let list = try PinnedBankList(environment: Console.environment)
    guard let name = arguments.operands.first, !arguments.has("list") else {
      return try printList(list, asJSON: arguments.has("json"))
    }
    let bank = try list.bank(named: name)
    let library = try UserLibrary(environment: Console.environment)
    let download = try BankDownload(environment: Console.environment)
    let path: String
    do {
      path = try Progress.track(bank.file) { try download.path(of: bank, progress: $0) }
    } catch is CancellationError {
      throw CommandExit(
        status: ExitStatus.interrupted,
        message: "Interrupted. The next fetch resumes the download.")
    }
    let result = try library.importBank(at: path) { _ in try Interruption.check() }
    if arguments.has("json") {
      let json: JSON = [
        "name": bank.name, "path": result.path, "license": bank.license,
        "attribution": bank.attribution,
      ]
      return try Console.print(json: json)
    }
    Console.print(result.path)
    Console.info("\(bank.attribution) (\(bank.license))")
  }

  private static func printList(_ list: PinnedBankList, asJSON: Bool) throws {
    if asJSON { return try Console.print(json: list.banks) }
    for bank in list.banks {
      let size = (Double(bank.byteCount) / 1_000_000).decimals(1)
      Console.print("\(bank.name.padded(to: 20))\(size) MB, \(bank.license)")
      Console.print("    \(bank.attribution)")
      Console.print("    \(bank.address)")
    }
    if list.banks.isEmpty {
      Console.info(
        """
        The list of banks is empty. Install a bank from your distribution; Peach finds it:
          Debian, Ubuntu  fluidr3mono-gm-soundfont, fluid-soundfont-gm, timgm6mb-soundfont
          Fedora          fluid-soundfont-gm
          Arch            soundfont-fluid
        To add a downloaded bank, run `peach import FILE`.
        """)
    }
  }
}
