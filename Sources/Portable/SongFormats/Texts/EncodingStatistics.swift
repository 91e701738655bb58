/// Recognizes the encoding of texts by how probable their characters are.
struct EncodingStatistics {
  /// A smaller mean is no recognition.
  private static let smallestMean = 0.5
  /// The maximum number of bytes that are examined: more do not change the result.
  private static let byteLimit = 1 << 16

  /// The share of texts that are valid UTF-8 if that is their encoding; some may be damaged.
  private static let smallestShare = 0.9

  /// Returns the most probable encoding of texts that are not ASCII; `nil` for none.
  static func encoding(of all: [ArraySlice<UInt8>]) -> SongEncoding? {
    var texts: [ArraySlice<UInt8>] = []
    var byteCount = 0
    for text in all where byteCount < byteLimit && text.contains(where: { $0 >= 0x80 }) {
      texts.append(text)
      byteCount += text.count
    }
    if texts.isEmpty { return nil }
    let valid = texts.count { SongEncoding.utf8.decode($0) != nil }
    if Double(valid) >= smallestShare * Double(texts.count) { return .utf8 }
    var best: (encoding: SongEncoding, mean: Double)?
    func consider(_ encoding: SongEncoding, _ score: ([Unicode.Scalar]) -> (Double, Int)) {
      // Bytes of texts that are invalid in the encoding count, and have no score.
      var (sum, count) = (0.0, 0)
      for text in texts {
        if let scalars = encoding.decode(text) {
          let own = score(scalars)
          (sum, count) = (sum + own.0, count + own.1)
        } else {
          count += text.count { $0 >= 0x80 }
        }
      }
      let mean = sum / Double(max(count, 1))
      if mean > best?.mean ?? smallestMean { best = (encoding, mean) }
    }
    for language in SongLanguage.all {
      let ranks = ranks(of: language)
      consider(language.encoding) { score(of: $0, in: language, ranks) }
    }
    consider(.shiftJIS, japaneseScore)
    return best?.encoding
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 && 0x41...0x5A ~= scalar.value & 0xDF
  }

  /// Returns the score of each letter of a language.
  private static func ranks(of language: SongLanguage) -> [UInt32: Double] {
    var ranks: [UInt32: Double] = [:]
    let letters = Array(language.letters.unicodeScalars)
    for (index, letter) in letters.enumerated() {
      // Rare letters of another script count half.
      ranks[letter.value] = language.isLatin ? 1 : 1 - 0.5 * Double(index) / Double(letters.count)
    }
    return ranks
  }

  /// Returns the sum of the scores of the characters that ASCII lacks, and their number, as a text
  /// of a language.
  private static func score(
    of text: [Unicode.Scalar], in language: SongLanguage, _ ranks: [UInt32: Double]
  ) -> (Double, Int) {
    var sum = 0.0
    var count = 0
    /// The number of letters without ASCII before the present one.
    var run = 0
    for (index, scalar) in text.enumerated() where scalar.value >= 0x80 {
      count += 1
      func hasLetter(_ offset: Int) -> Bool {
        text.indices.contains(index + offset) && isLetter(text[index + offset])
      }
      run = index > 0 && text[index - 1].value >= 0x80 ? run + 1 : 0
      guard let score = ranks[scalar.value] else {
        // Quotation marks, dashes and signs.
        sum +=
          0x2010...0x2122 ~= scalar.value || [0xA0, 0xA9, 0xAB, 0xBB].contains(scalar.value)
          ? 0.6 : 0
        continue
      }
      if language.isLatin {
        // Words have few letters in a row that ASCII lacks.
        sum += run < 2 ? score : 0.2
      } else {
        sum += hasLetter(-1) || hasLetter(1) ? 0 : score
      }
    }
    return (sum, count)
  }

  /// Returns the sum of the scores of the characters that ASCII lacks, and their number, as a
  /// Japanese text.
  private static func japaneseScore(_ text: [Unicode.Scalar]) -> (Double, Int) {
    var sum = 0.0
    var count = 0
    for (index, scalar) in text.enumerated() where scalar.value >= 0x80 {
      count += 1
      let isNextToLetter =
        index > 0 && isLetter(text[index - 1])
        || index + 1 < text.count && isLetter(text[index + 1])
      sum += score(ofJapanese: scalar) * (isNextToLetter ? 0.3 : 1)
    }
    return (sum, count)
  }

  private static func score(ofJapanese scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0x3041...0x3096: 1
    case 0x30A1...0x30FE: 0.95
    case 0x4E00...0x9FFF: isCommonKanji(scalar) ? 0.9 : 0.3
    case 0x3000...0x303F, 0xFF01...0xFF5E, 0x2010...0x266F: 0.8
    // Kana of half a width.
    case 0xFF61...0xFF9F: 0.55
    default: 0.3
    }
  }

  /// The characters of the first level of JIS X 0208: rows 16 to 47.
  private static let commonKanji = Set(
    ShiftJISRows.texts[15..<47].flatMap { $0.unicodeScalars.map { $0.value } })

  private static func isCommonKanji(_ scalar: Unicode.Scalar) -> Bool {
    commonKanji.contains(scalar.value)
  }
}
