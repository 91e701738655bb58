import Peach

/// `peach about`: who made what is heard, and under which licences.
enum AboutCommand: Command {
  static let syntax = Syntax(
    name: "about", summary: "Says who made the banks there are, and under which licences.",
    operands: [], options: [.init(name: "json", value: nil, help: "as JSON")],
    examples: [("peach about", "for the notes of a recording")])

  private struct Bank: Encodable {
    var path: String
    var name: String
    var author: String
    var copyright: String
    /// Of a bank that `peach fetch` knows.
    var licence: String?
    var attribution: String?
  }

  private struct Part: Encodable {
    var name: String
    var licence: String
  }

  private struct Report: Encodable {
    var programs: [Part]
    var banks: [Bank]
  }

  private static let programs = [
    Part(name: "Peach", licence: "MIT"),
    Part(name: "Swift's standard library", licence: "Apache-2.0 WITH Swift-exception"),
    Part(name: "libsndfile, where it is built in", licence: "LGPL-2.1-or-later"),
    Part(name: "ALSA's library, where it is built in", licence: "LGPL-2.1-or-later"),
  ]

  static func run(_ arguments: Arguments) throws {
    let library = try Shared.library(arguments)
    let list = try PinnedBankList(environment: Console.environment)
    let banks = library.banks.map { found in
      let pinned = list.banks.first {
        $0.file == found.file.name && $0.byteCount == found.bank.storage.bytes.count
          && $0.sha256 == SHA256(of: found.bank.storage.bytes).text
      }
      let information = found.bank.information
      return Bank(
        path: found.file.path, name: information.name, author: information.author,
        copyright: information.copyright, licence: pinned?.licence,
        attribution: pinned?.attribution)
    }
    if arguments.has("json") {
      return try Console.print(json: Report(programs: programs, banks: banks))
    }
    for part in programs { Console.print("\(part.name.padded(to: 38))\(part.licence)") }
    for bank in banks {
      Console.print("\n\(bank.path)")
      for (title, text) in [
        ("Name", bank.name), ("Author", bank.author), ("Copyright", bank.copyright),
        ("Licence", bank.licence ?? ""), ("Attribution", bank.attribution ?? ""),
      ] where !text.isEmpty {
        Console.print("  \(title.padded(to: 12))\(text)")
      }
    }
  }
}
