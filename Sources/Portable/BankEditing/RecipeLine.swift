import PeachInstrumentModel

/// A line of a recipe that is neither empty nor a comment: a keyword and its argument.
struct RecipeLine {
  var number: Int
  var keyword: String
  var argument: ArraySlice<UInt8>

  static func lines(of recipe: String) -> [RecipeLine] {
    let lines = Array(recipe.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, bytes in
      let trimmed = trimmed(bytes)
      if trimmed.isEmpty || trimmed.first == 0x23 { return nil }
      let end = trimmed.firstIndex { isSpace($0) } ?? trimmed.endIndex
      return RecipeLine(
        number: index + 1, keyword: text(trimmed[..<end]), argument: Self.trimmed(trimmed[end...]))
    }
  }

  var text: String { Self.text(argument) }

  /// Returns the argument as text. Throws if it is empty; `what` describes it.
  func text(of what: String) throws(RecipeError) -> String {
    if argument.isEmpty { throw error("\(what) must follow.") }
    return text
  }

  /// Parses a key range such as `36-96`.
  func keys() throws(RecipeError) -> ClosedRange<UInt8> {
    guard let dash = argument.firstIndex(of: 0x2D),
      let low = PresetPattern.number(Self.trimmed(argument[..<dash]), limit: 127),
      let high = PresetPattern.number(Self.trimmed(argument[(dash + 1)...]), limit: 127),
      low <= high
    else { throw error("\"\(text)\" must be two keys from 0 to 127, as in 36-96.") }
    return UInt8(low)...UInt8(high)
  }

  /// Returns a preset's name. Throws if it is invalid.
  func presetName(_ name: ArraySlice<UInt8>) throws(RecipeError) -> String {
    if let fault = Self.fault(ofPresetName: name) { throw error(fault) }
    return Self.text(name)
  }

  /// Returns a message on an invalid name of a preset; `nil` if it is valid.
  static func fault(ofPresetName name: some Collection<UInt8>) -> String? {
    // SoundFont 2.04 §7.2: twenty ASCII characters.
    let limit = 20
    let text = String(decoding: name, as: UTF8.self)
    if name.isEmpty { return "A preset name must not be empty." }
    if name.contains(where: { $0 < 0x20 || $0 > 0x7E }) {
      return "Invalid preset name \"\(text)\": it contains characters that are not ASCII."
    }
    if name.count <= limit { return nil }
    return "Invalid preset name \"\(text)\": \(name.count) characters exceed the limit \(limit)."
  }

  func error(_ reason: String) -> RecipeError { RecipeError(line: number, reason: reason) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let byte = text.first, isSpace(byte) { text.removeFirst() }
    while let byte = text.last, isSpace(byte) { text.removeLast() }
    return text
  }

  /// Returns the elements of a list that commas separate.
  static func list(_ text: ArraySlice<UInt8>) -> [String] {
    text.split(separator: 0x2C, omittingEmptySubsequences: false).map { Self.text(trimmed($0)) }
  }

  static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
