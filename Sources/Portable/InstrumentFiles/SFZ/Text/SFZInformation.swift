package import PeachInstrumentModel
import PeachMusicUnits

/// The information about a bank and its preset, in comments at the start of the file, as SFZ has no
/// opcodes for it. Other programs ignore them.
///
/// ```
/// // Peach: name Strings
/// // Peach: preset 0:42 Cello
/// // Peach: author A. Author
/// ```
package struct SFZInformation: Sendable {
  package private(set) var bank: SoundBank.Information
  package private(set) var preset: Preset
  private var warningList = WarningList()
  /// Messages about ignored lines.
  var warnings: [String] { warningList.all }

  private static var prefix: String { "// Peach: " }
  /// The number of bytes that are searched for the comments.
  private static var headBytes: Int { 1 << 18 }

  package init(_ bank: SoundBank.Information, of preset: Preset) {
    (self.bank, self.preset) = (bank, preset)
  }

  /// Reads the comments before the first header or opcode. Missing names are `name`, the numbers
  /// 0:0.
  init(_ text: UnsafeRawBufferPointer, name: String) {
    bank = .init(name: "")
    preset = Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: name)
    let head = SFZText.bytes(UnsafeRawBufferPointer(rebasing: text.prefix(Self.headBytes)))
    for line in head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let content = line.drop { $0 <= 0x20 }
      if content.isEmpty { continue }
      guard content.starts(with: "//".utf8) else { break }
      if content.starts(with: Self.prefix.utf8) {
        read(Array(content.dropFirst(Self.prefix.utf8.count)))
      }
    }
    if bank.name.isEmpty { bank.name = preset.name }
  }

  private mutating func read(_ line: [UInt8]) {
    let word = line.prefix { $0 != 0x20 }
    let value = String(fileText: Array(line.dropFirst(word.count + 1)))
    switch String(decoding: word, as: UTF8.self) {
    case "name": bank.name = value
    case "author": bank.author = value
    case "copyright": bank.copyright = value
    case "comment": bank.comment += bank.comment.isEmpty ? value : "\n" + value
    case "preset": readPreset(Array(line.dropFirst(word.count + 1)))
    default:
      warningList.add(
        .preset, "Ignored the comment \(quoted: String(fileText: line)): the keyword is unknown.")
    }
  }

  /// Reads `BANK:PROGRAM NAME`.
  private mutating func readPreset(_ text: [UInt8]) {
    let numbers = text.prefix { $0 != 0x20 }
    let parts = numbers.split(separator: 0x3A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2, let number = UInt16(parts[0]), let program = UInt8(parts[1]),
      program < 128
    else {
      return warningList.add(
        .preset, "Ignored the comment ‘preset \(String(fileText: text))’: it needs BANK:PROGRAM.")
    }
    preset.identifier = PresetIdentifier(bank: number, program: program)
    let name = String(fileText: Array(text.dropFirst(numbers.count + 1)))
    if !name.isEmpty { preset.name = name }
  }

  /// The comments, one per line.
  package var text: String {
    var lines = [
      ("name", bank.name), ("preset", "\(preset.bank):\(preset.program) \(preset.name)"),
    ]
    lines += [("author", bank.author), ("copyright", bank.copyright)]
    let comment = bank.comment.utf8.split(omittingEmptySubsequences: false) {
      $0 == 0x0A || $0 == 0x0D
    }
    lines += comment.map { ("comment", String(decoding: $0, as: UTF8.self)) }
    if bank.comment.isEmpty { lines.removeLast() }
    return lines.filter { !$0.1.isEmpty || $0.0 == "comment" }
      .map { "\(Self.prefix)\($0.0) \(Self.line($0.1))\n" }.joined()
  }

  /// Returns a text without control characters, which would end the line.
  private static func line(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 < 32 ? 32 : $0 }, as: UTF8.self)
  }
}
