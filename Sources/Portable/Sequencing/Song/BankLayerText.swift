package import PeachInstrumentModel

/// A sound bank of a stack as text: `FILE[:PRESETS][+OFFSET | =BANK:PROGRAM]`.
///
/// ```swift
/// BankLayerText("drums.sf2:128")!.path        // "drums.sf2": percussion kits only
/// BankLayerText("extra.sf2+1")!.offset        // 1: its bank 0 is selected by bank 1
/// BankLayerText("cello.sfz=0:42")!.identifier // its only preset is the cello of General MIDI
/// BankLayerText("my.sf2:0:40-47")!.pattern    // the strings only
/// ```
package struct BankLayerText: Hashable, Sendable {
  /// The path of the file.
  package var path: String
  /// The presets that are used; `nil` for all.
  package var pattern: PresetPattern?
  /// The number that is added to the banks of the presets, except for percussion kits.
  package var offset = 0
  /// The numbers that select the single preset in use.
  package var identifier: PresetIdentifier?

  /// Whether the bank replaces others entirely.
  package var isWhole: Bool { pattern == nil && offset == 0 && identifier == nil }

  /// Creates the text of a whole bank.
  package init(path: String) { self.path = path }

  /// Parses a text. One that is the path of a file, or that cannot be parsed, is a whole bank.
  ///
  /// - Parameter isFile: Returns whether a path is that of a file.
  package init(_ text: String, isFile: (_ path: String) -> Bool) {
    self = (isFile(text) ? nil : BankLayerText(text)) ?? BankLayerText(path: text)
  }

  /// Parses a text; returns `nil` if a number is out of range or the path is empty. Each part is
  /// found from the end: paths may contain colons, `+` and `=`.
  package init?(_ text: String) {
    path = ""
    var rest = Array(text.utf8)
    if let equals = rest.lastIndex(of: UInt8(ascii: "=")), Self.isNumeric(rest[(equals + 1)...]) {
      guard let numbers = Self.numbers(rest[(equals + 1)...]), numbers.count == 2 else {
        return nil
      }
      identifier = PresetIdentifier(bank: UInt16(numbers[0]), program: UInt8(numbers[1]))
      rest = Array(rest[..<equals])
    } else if let plus = rest.lastIndex(of: UInt8(ascii: "+")), plus + 1 < rest.count,
      Self.isNumeric(rest[(plus + 1)...]), !rest[(plus + 1)...].contains(UInt8(ascii: ":"))
    {
      guard let numbers = Self.numbers(rest[(plus + 1)...]), numbers[0] < 128 else { return nil }
      offset = numbers[0]
      rest = Array(rest[..<plus])
    }
    if rest.last == UInt8(ascii: ":"), !isWhole { rest.removeLast() }
    let start = Self.patternStart(rest)
    if let start {
      let own = String(decoding: rest[(start + 1)...], as: UTF8.self)
      guard let pattern = PresetPattern(own.contains(":") ? own : own + ":*") else { return nil }
      self.pattern = pattern
      rest = Array(rest[..<start])
    }
    path = String(decoding: rest, as: UTF8.self)
    if path.isEmpty { return nil }
  }

  /// Returns the index of the colon before a pattern such as `128`, `0:42`, `0:40-47` or `128:*`;
  /// `nil` without one.
  private static func patternStart(_ bytes: [UInt8]) -> Int? {
    var start: Int?
    var index = bytes.count
    var colons = 0
    while index > 0 {
      index -= 1
      let byte = bytes[index]
      if byte == UInt8(ascii: ":") {
        if index + 1 == bytes.count || colons == 2 { break }
        colons += 1
        start = index
      } else if !(0x30...0x39 ~= byte || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "-")) {
        break
      }
    }
    return start
  }

  private static func isNumeric(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { 0x30...0x3A ~= $0 }
  }

  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count <= 2, let first = numbers[0], first <= 16_383 else { return nil }
    guard numbers.count == 2 else { return [first] }
    guard let second = numbers[1], second < 128 else { return nil }
    return [first, second]
  }

  /// Returns the layer of the bank; `nil` if it has no such preset.
  package func layer(of bank: SoundBank) -> BankStack.Layer? {
    var layer = BankStack.Layer(bank, bankOffset: offset)
    if let pattern {
      let selected = bank.presets.indices.filter {
        let preset = bank.presets[$0]
        return pattern.matches(
          bank: preset.bank, program: UInt16(preset.program), name: preset.name)
      }
      if selected.isEmpty { return nil }
      layer.presets = Set(selected)
    }
    guard let identifier else { return layer }
    guard let first = layer.presets?.min() ?? bank.presets.indices.first else { return nil }
    layer.presets = [first]
    layer.identifier = identifier
    return layer
  }
}
