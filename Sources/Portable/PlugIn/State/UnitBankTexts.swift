import PeachSequencing

/// The banks of a stack as one text, for states and messages: a line each.
package enum UnitBankTexts {
  /// The maximum number of banks of a stack.
  static let limit = 1024

  /// Returns the text of banks; ``texts(_:)`` returns them.
  package static func joined(_ texts: [String]) -> String {
    texts.map { $0 + "\n" }.joined()
  }

  /// Returns the banks of a text, without surrounding spaces and empty ones. A text without line
  /// breaks, as typed into the field of a host, is separated by semicolons.
  package static func texts(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let hasLines = bytes.contains(0x0A)
    let parts = bytes.split { hasLines ? $0 == 0x0A || $0 == 0x0D : $0 == 0x3B }
    let trimmed = parts.map { part in
      part.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
    }
    return trimmed.filter { !$0.isEmpty }.prefix(limit).map {
      String(decoding: Array($0), as: UTF8.self)
    }
  }

  /// Returns banks with other paths, and the same presets and numbers.
  ///
  /// - Parameter isFile: Returns whether a path is that of a file.
  package static func mapped(
    _ texts: [String], isFile: (_ path: String) -> Bool, _ map: (_ path: String) -> String
  ) -> [String] {
    texts.map { text in
      let path = BankLayerText(text, isFile: isFile).path
      return map(path) + String(decoding: text.utf8.dropFirst(path.utf8.count), as: UTF8.self)
    }
  }
}
