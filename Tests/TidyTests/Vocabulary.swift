/// The words and phrases that have a standard term, read from `Tests/vocabulary.txt`.
///
/// A line is divided into words: camel case counts as separate words, and "///" is a word of its
/// own.
struct Vocabulary {
  /// A refused phrase.
  struct Entry: Hashable {
    var phrase: [String]
    /// The standard terms.
    var replacement: String
    /// The folders to which the rule applies; empty for all.
    var folders: [String]
  }

  /// A phrase that is right in one file.
  struct Allowance: Hashable {
    var path: String
    var phrase: [String]
    var reason: String
  }

  /// Entries by the first word of the phrase.
  private(set) var entries: [String: [Entry]] = [:]
  /// Phrases of plain English that contain a refused word.
  private(set) var plainPhrases: [[String]] = []
  private(set) var allowances: [Allowance] = []

  /// Parses the word list; its head describes the format.
  init(_ text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " = ", maxSplits: 1).map(String.init)
      if line.hasPrefix("plain ") {
        plainPhrases += Self.phrases(line.dropFirst(6))
      } else if line.hasPrefix("allow "), parts.count == 2 {
        let path = parts[0].dropFirst(6).prefix { $0 != " " }
        let phrase = Self.words(parts[0].dropFirst(7 + path.count))
        allowances.append(Allowance(path: String(path), phrase: phrase, reason: parts[1]))
      } else if parts.count == 2 {
        let rule = parts[1].split(separator: " ; ").map(String.init)
        let folders = rule.dropFirst().flatMap { $0.split(separator: " ").map(String.init) }
        for phrase in Self.phrases(parts[0][...]) {
          entries[phrase[0], default: []].append(
            Entry(phrase: phrase, replacement: rule[0], folders: folders))
        }
      }
    }
  }

  /// Returns the refused phrases of a file.
  func violations(path: String, text: String) -> [LintViolation] {
    let allowed = allowances.filter { $0.path == path }.map(\.phrase)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, line in
        refused(in: Self.words(line), path: path).filter { !allowed.contains($0.phrase) }.map {
          LintViolation(
            path: path, line: index + 1,
            message: "write \($0.replacement) instead of \"\($0.phrase.joined(separator: " "))\".")
        }
      }
  }

  /// Returns the allowances that no line of their file needs.
  func unusedAllowances(text: (_ path: String) -> String?) -> [Allowance] {
    allowances.filter { allowance in
      let lines = text(allowance.path)?.split(separator: "\n") ?? []
      return !lines.contains { line in
        refused(in: Self.words(line), path: allowance.path).contains {
          $0.phrase == allowance.phrase
        }
      }
    }
  }

  private func refused(in words: [String], path: String) -> [Entry] {
    words.indices.flatMap { index in
      (entries[words[index]] ?? []).filter { entry in
        words[index...].starts(with: entry.phrase)
          && (entry.folders.isEmpty || entry.folders.contains { path.hasPrefix($0 + "/") })
          && !plainPhrases.contains { isPart(of: $0, in: words, at: index) }
      }
    }
  }

  /// Whether the word at an index is part of a phrase.
  private func isPart(of phrase: [String], in words: [String], at index: Int) -> Bool {
    phrase.indices.contains { offset in
      index >= offset && words[(index - offset)...].starts(with: phrase)
    }
  }

  private static func phrases(_ list: Substring) -> [[String]] {
    list.split(separator: ",").map { words($0) }.filter { !$0.isEmpty }
  }

  /// Returns the words of a line in lower case, with camel case divided.
  static func words(_ line: Substring) -> [String] {
    let bytes = Array(line.utf8)
    var words: [String] = []
    var start = 0
    while start < bytes.count {
      if bytes[start...].starts(with: "///".utf8) {
        words.append("///")
        start += 3
      } else if isLetter(bytes[start]) {
        let end = endOfWord(in: bytes, from: start)
        words.append(String(decoding: bytes[start..<end], as: UTF8.self).lowercased())
        start = end
      } else {
        start += 1
      }
    }
    return words
  }

  /// Returns the end of the word at an index: an acronym, or letters up to the next capital letter,
  /// with what follows an apostrophe.
  private static func endOfWord(in bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, isCapital(bytes[end]) { end += 1 }
    if end > start + 1 {
      // The last capital letter of an acronym can begin the next word: "RIFFReader".
      return end < bytes.count && isLetter(bytes[end]) ? end - 1 : end
    }
    while end < bytes.count, isLetter(bytes[end]), !isCapital(bytes[end]) { end += 1 }
    if end + 1 < bytes.count, bytes[end] == UInt8(ascii: "'"), isLetter(bytes[end + 1]) {
      end += 1
      while end < bytes.count, isLetter(bytes[end]), !isCapital(bytes[end]) { end += 1 }
    }
    return end
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}
