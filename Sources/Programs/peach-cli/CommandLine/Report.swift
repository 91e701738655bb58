/// The result of a command, as JSON and as text.
protocol Report {
  var json: JSON { get }
  /// Printed before the text.
  var warnings: [String] { get }
  var text: String { get }
}

extension Report {
  var warnings: [String] { [] }
}

/// A JSON object, written as a dictionary literal. Members that are `nil` are omitted.
struct JSON: Encodable, ExpressibleByDictionaryLiteral {
  typealias Key = String
  typealias Value = (any Encodable)?

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let members: [(name: String, value: Value)]

  init(dictionaryLiteral members: (String, Value)...) {
    self.members = members.map { (name: $0.0, value: $0.1) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in members {
      if let value { try container.encode(value, forKey: Name(stringValue: name)) }
    }
  }
}
