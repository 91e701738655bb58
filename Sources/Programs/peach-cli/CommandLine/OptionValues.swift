import PeachServices

extension PresetIdentifier {
  /// Parses `BANK:PROGRAM`, such as `0:42`. Banks range up to 65535, as in files (SoundFont 2.04
  /// §7.2), although MIDI ends at 16383.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let bank = UInt16(parts[0]), let program = UInt8(parts[1]),
      program < 128
    else { return nil }
    self.init(bank: bank, program: program)
  }
}

extension AudioFileType {
  private static func list(_ prefix: String) -> String {
    let names = allCases.map { prefix + $0.rawValue }
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  static var names: String { list("") }
  static var endings: String { list(".") }
}

extension CommonOptions {
  /// Returns the path of an installed bank by its name, with or without its extension, as in
  /// `TimGM6mb`. Returns a path to an existing file, and any other name, unchanged.
  static func bankPath(_ name: String) -> String {
    if name.contains("/") || FileAccess.resolved(name) != nil { return name }
    let requested = name.caseFolded
    for folder in BankFolder.standard(environment: Console.environment) {
      let files = (try? FileAccess.files(in: folder.path)) ?? []
      for file in files {
        let known = file.name.caseFolded
        let stem = known.lastIndex(of: ".").map { String(known[..<$0]) } ?? known
        if known == requested || stem == requested { return file.path }
      }
    }
    return name
  }
}
