import PeachServices

enum AboutCommand: Command {
  static let syntax = Syntax(
    name: "about", summary: "Show credits and licenses of installed banks",
    purpose: "Shows the credits and licenses of Peach and of the installed sound banks.",
    options: [.json],
    examples: ["peach about": "Show the credits, for example for the notes of an album."])

  private static let programs: KeyValuePairs = [
    "Peach": "MIT", "Swift's standard library": "Apache-2.0 WITH Swift-exception",
    "libsndfile, if enabled": "LGPL-2.1-or-later", "ALSA library, if enabled": "LGPL-2.1-or-later",
    "libwavpack, if enabled": "BSD-3-Clause",
  ]

  static func run(_ arguments: Arguments) throws {
    let library = try arguments.listedLibrary()
    let list = try PinnedBankList(environment: Console.environment)
    // The license of a bank in the list of `peach fetch`.
    let banks = library.banks.map { installed in
      let pinned = list.banks.first {
        $0.file == installed.file.name && $0.byteCount == installed.bank.storage.bytes.count
          && $0.sha256
            == (try? FileHash.sha256(
              ofFileAt: installed.file.path, environment: Console.environment))
      }
      return (path: installed.file.path, information: installed.bank.information, pinned: pinned)
    }
    if arguments.has("json") {
      let programs = programs.map { ["name": $0.key, "license": $0.value] }
      let banks = banks.map { path, information, pinned -> JSON in
        [
          "path": path, "name": information.name, "author": information.author,
          "copyright": information.copyright, "license": pinned?.license,
          "attribution": pinned?.attribution,
        ]
      }
      return try Console.print(json: ["programs": programs, "banks": banks] as JSON)
    }
    for (name, license) in programs { Console.print("\(name.padded(to: 38))\(license)") }
    for (path, information, pinned) in banks {
      let titled: KeyValuePairs = [
        "Name": information.name, "Author": information.author, "Copyright": information.copyright,
        "License": pinned?.license ?? "", "Attribution": pinned?.attribution ?? "",
      ]
      Console.print((["\n\(path)"] + Console.lines(titled, width: 12)).joined(separator: "\n"))
    }
  }
}
