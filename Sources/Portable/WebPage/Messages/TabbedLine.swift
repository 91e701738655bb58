/// A line of fields with tabs between them, as page, worker and audio thread exchange. Tabs and line
/// feeds in a text become spaces.
package struct TabbedLine: Equatable, Sendable {
  package private(set) var text: String

  package init(_ name: String) { text = name }

  package func and(_ field: String) -> TabbedLine {
    var line = self
    line.text += "\t"
    for scalar in field.unicodeScalars {
      line.text.unicodeScalars.append(scalar.value < 32 ? " " : scalar)
    }
    return line
  }

  package func and(_ number: Double) -> TabbedLine { and("\(number)") }

  package func and(_ number: Int) -> TabbedLine { and("\(number)") }
}

/// Reads the fields of a ``TabbedLine`` in order. Each method returns `nil` if the field is missing or
/// invalid.
package struct TabbedFields {
  private let fields: [Substring]
  private var index = 0

  package init(_ line: some StringProtocol) {
    fields = String(line).split(separator: "\t", omittingEmptySubsequences: false)
  }

  package mutating func text() -> String? {
    guard index < fields.count else { return nil }
    defer { index += 1 }
    return String(fields[index])
  }

  package mutating func number() -> Double? {
    text().flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  package mutating func integer() -> Int? { text().flatMap { Int($0) } }

  package mutating func byte() -> UInt8? { text().flatMap { UInt8($0) } }

  /// Reads a field of numbers with spaces between them.
  package mutating func numbers() -> [Double]? {
    guard let text = text() else { return nil }
    var numbers: [Double] = []
    for word in text.split(separator: " ") {
      guard let number = Double(word), number.isFinite else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
