extension Frequency {
  /// Parses hertz or a note in scientific pitch notation, with cents: `442.3`, `440 Hz`, `A4`,
  /// `C#5`, `Bb3-20c`, `A4 +13 cents`.
  ///
  /// C4 is key 60, C-1 key 0; A4 is 440 Hz in equal temperament. A note is a letter, up to two
  /// accidentals (`#` or `b`) and an octave of one or two digits. The German names that mean
  /// nothing else are notes, too: `H3`, `Fis4`, `Es4`, `As4`; B is always B natural. Returns `nil`
  /// for other text, and for frequencies that are not playable.
  ///
  /// ```swift
  /// Frequency("Bb3-20c")?.hertz  // 230.404…: key 58, 20 cents lower
  /// ```
  public init?(_ text: String) {
    self.init(text, referencePitch: FrequencyCalculation.concertPitch)
  }

  /// Parses hertz, or a note relative to a frequency of A4; see ``init(_:)``.
  ///
  /// ```swift
  /// Frequency("A4", referencePitch: .hertz(442))?.hertz   // 442
  /// Frequency("440", referencePitch: .hertz(442))?.hertz  // 440
  /// ```
  public init?(_ text: String, referencePitch: Frequency) {
    var text = PitchText(text)
    let isNumber = text.bytes.first.map { $0 == 0x2E || ($0 >= 0x30 && $0 <= 0x39) } ?? false
    let parsed = isNumber ? text.hertz() : text.note(referencePitch)
    guard let hertz = parsed, hertz > 0, hertz < .infinity else { return nil }
    self.init(hertz: hertz)
  }
}

/// The rest of a text that ``Frequency/init(_:)`` parses.
private struct PitchText {
  private(set) var bytes: ArraySlice<UInt8>

  init(_ text: String) {
    var normalized: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{2212}": normalized.append(UInt8(ascii: "-"))  // minus sign
      case "♯": normalized.append(UInt8(ascii: "#"))
      case "♭": normalized.append(UInt8(ascii: "b"))
      // Other characters are invalid everywhere, as 0 is.
      default: normalized.append(scalar.isASCII ? UInt8(scalar.value) : 0)
      }
    }
    bytes = normalized[...]
    skipSpaces()
  }

  /// Parses a number and an optional unit.
  mutating func hertz() -> Double? {
    guard let number = number(allowsExponent: true) else { return nil }
    skipSpaces()
    return isEnd(after: "hz") ? number : nil
  }

  /// Parses a note and optional cents.
  mutating func note(_ referencePitch: Frequency) -> Double? {
    guard let semitone = letter(), let accidentals = accidentals(after: semitone),
      let octave = octave()
    else { return nil }
    skipSpaces()
    guard let cents = cents() else { return nil }
    let number = Double(12 * (octave + 1) + semitone + accidentals)
    return FrequencyCalculation.frequency(
      noteNumber: number + cents / 100, referencePitch: referencePitch
    ).hertz
  }

  private mutating func letter() -> Int? {
    guard let first = bytes.popFirst() else { return nil }
    return switch first | 0x20 {
    case UInt8(ascii: "c"): 0
    case UInt8(ascii: "d"): 2
    case UInt8(ascii: "e"): 4
    case UInt8(ascii: "f"): 5
    case UInt8(ascii: "g"): 7
    case UInt8(ascii: "a"): 9
    case UInt8(ascii: "b"), UInt8(ascii: "h"): 11
    default: nil
    }
  }

  private mutating func accidentals(after semitone: Int) -> Int? {
    if removePrefix("is") { return 1 }
    // Es and As have no e of their own.
    if removePrefix(semitone == 4 || semitone == 9 ? "s" : "es") { return -1 }
    guard let sign = bytes.first, sign == UInt8(ascii: "#") || sign == UInt8(ascii: "b") else {
      return 0
    }
    let count = bytes.prefix { $0 == sign }.count
    guard count <= 2 else { return nil }
    bytes.removeFirst(count)
    return sign == UInt8(ascii: "#") ? count : -count
  }

  /// Removes a lowercase prefix, case-insensitive. Returns whether it was there.
  private mutating func removePrefix(_ prefix: StaticString) -> Bool {
    let isPrefix = prefix.withUTF8Buffer { prefix in
      bytes.count >= prefix.count && zip(bytes, prefix).allSatisfy { $0 | 0x20 == $1 }
    }
    if isPrefix { bytes.removeFirst(prefix.utf8CodeUnitCount) }
    return isPrefix
  }

  private mutating func octave() -> Int? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard 1...2 ~= digits.count else { return nil }
    bytes.removeFirst(digits.count)
    let octave = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return isNegative ? -octave : octave
  }

  /// Parses a signed number with a unit; 0 at the end of the text.
  private mutating func cents() -> Double? {
    guard let sign = bytes.popFirst() else { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    skipSpaces()
    guard let number = number(allowsExponent: false) else { return nil }
    skipSpaces()
    guard !bytes.isEmpty, isEnd(after: "c") || isEnd(after: "cents") else { return nil }
    return sign == UInt8(ascii: "-") ? -number : number
  }

  /// Parses a number without a sign.
  private mutating func number(allowsExponent: Bool) -> Double? {
    guard let first = bytes.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let number = DecimalNumber(prefixOf: bytes, allowsExponent: allowsExponent)
    else { return nil }
    bytes.removeFirst(number.byteCount)
    return number.value
  }

  private mutating func skipSpaces() { bytes = bytes.drop { $0 == 0x20 } }

  /// Returns whether nothing remains, or only `unit`, case-insensitive.
  private func isEnd(after unit: StaticString) -> Bool {
    let rest = bytes.reversed().drop { $0 == 0x20 }
    if rest.isEmpty { return true }
    return unit.withUTF8Buffer { unit in
      rest.count == unit.count && zip(rest.reversed(), unit).allSatisfy { $0 | 0x20 == $1 }
    }
  }
}
