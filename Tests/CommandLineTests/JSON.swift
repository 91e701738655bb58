import Foundation

/// A parsed JSON value.
struct JSON {
  private let value: Any?

  private init(value: Any?) { self.value = value }

  /// Throws if the text is not JSON.
  init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  subscript(name: String) -> JSON { JSON(value: (value as? [String: Any])?[name]) }

  var list: [JSON]? { (value as? [Any])?.map { JSON(value: $0) } }
  var text: String? { value as? String }
  var number: Double? { (value as? NSNumber)?.doubleValue }
  var bool: Bool? { value as? Bool }
}
