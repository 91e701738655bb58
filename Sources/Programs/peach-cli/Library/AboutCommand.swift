import Peach

/// `peach about`: shows the credits and licenses of Peach and of the installed banks.
enum AboutCommand: Command {
  static let syntax = Syntax(
    name: "about", summary: "Show credits and licenses of installed banks",
    purpose: "Shows the credits and licenses of Peach and of the installed sound banks.",
    groups: [.init("Options", [CommonOptions.json])],
    examples: [("peach about", "Show the credits, for example for the notes of an album.")])

  private struct Bank: Encodable {
    var path: String
    var name: String
    var author: String
    var copyright: String
    /// The license of a bank in the list of `peach fetch`.
    var license: String?
    var attribution: String?
  }

  private struct Program: Encodable {
    var name: String
    var license: String
  }

  private struct Report: Encodable {
    var programs: [Program]
    var banks: [Bank]
  }

  private static let programs = [
    Program(name: "Peach", license: "MIT"),
    Program(name: "Swift's standard library", license: "Apache-2.0 WITH Swift-exception"),
    Program(name: "libsndfile, if enabled", license: "LGPL-2.1-or-later"),
    Program(name: "ALSA library, if enabled", license: "LGPL-2.1-or-later"),
  ]

  static func run(_ arguments: Arguments) throws {
    let library = try CommonOptions.library(arguments)
    let list = try PinnedBankList(environment: Console.environment)
    let banks = library.banks.map { installed in
      let bytes = installed.bank.storage.bytes
      let pinned = list.banks.first {
        $0.file == installed.file.name && $0.byteCount == bytes.count
          && $0.sha256 == SHA256(of: bytes).hexDigest
      }
      let information = installed.bank.information
      return Bank(
        path: installed.file.path, name: information.name, author: information.author,
        copyright: information.copyright, license: pinned?.license,
        attribution: pinned?.attribution)
    }
    if arguments.has("json") {
      return try Console.print(json: Report(programs: programs, banks: banks))
    }
    for program in programs { Console.print("\(program.name.padded(to: 38))\(program.license)") }
    for bank in banks {
      Console.print("\n\(bank.path)")
      for (title, text) in [
        ("Name", bank.name), ("Author", bank.author), ("Copyright", bank.copyright),
        ("License", bank.license ?? ""), ("Attribution", bank.attribution ?? ""),
      ] where !text.isEmpty {
        Console.print("  \(title.padded(to: 12))\(text)")
      }
    }
  }
}
