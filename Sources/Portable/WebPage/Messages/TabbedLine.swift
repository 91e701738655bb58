/// A line of fields with tabs between them, as page, worker and audio thread exchange. Tabs and
/// line feeds in a text become spaces.
package struct TabbedLine: Equatable, Sendable {
  package private(set) var text: String

  package init(_ name: String) { text = name }

  @inline(never)
  package func and(_ field: String) -> TabbedLine {
    var line = self
    line.text += "\t"
    line.text += String(decoding: field.utf8.map { max($0, 0x20) }, as: UTF8.self)
    return line
  }

  package func and(_ number: Double) -> TabbedLine { and("\(number)") }

  package func and(_ number: Int) -> TabbedLine { and("\(number)") }
}

/// Reads the fields of a ``TabbedLine`` in order. Each method returns `nil` if the field is missing
/// or invalid.
///
/// Searches bytes: finding the tabs by characters takes 7 ms for the text of a plot.
package struct TabbedFields {
  private let bytes: [UInt8]
  private let separator: UInt8
  /// The start of the next field; beyond the end after the last one.
  private var start = 0

  package init(_ line: String) { self.init(line, separatedBy: 0x09) }

  private init(_ line: String, separatedBy separator: UInt8) {
    bytes = Array(line.utf8)
    self.separator = separator
  }

  @inline(never)  // The parsers of all messages call it.
  package mutating func text() -> String? {
    guard start <= bytes.count else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != separator { end += 1 }
    defer { start = end + 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  @inline(never)
  package mutating func number() -> Double? {
    text().flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  package mutating func integer() -> Int? { text().flatMap { Int($0) } }

  package mutating func byte() -> UInt8? { text().flatMap { UInt8($0) } }

  /// Reads a field of numbers with spaces between them.
  package mutating func numbers() -> [Double]? {
    guard let text = text() else { return nil }
    var words = TabbedFields(text, separatedBy: 0x20)
    var numbers: [Double] = []
    while let word = words.text() {
      if word.isEmpty { continue }
      guard let number = Double(word), number.isFinite else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
