/// A value of a property list, Apple's format for structured data, as text (XML) or binary.
///
/// ```swift
/// let list = try PropertyListReader.read(bytes)
/// list["Instrument"]?["name"]?.text  // "Trombone"
/// ```
package enum PropertyList: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Bytes or a date, whose contents no instrument needs: they are not kept.
  case data
  case array([PropertyList])
  case dictionary([String: PropertyList])

  /// What a dictionary holds under a name; nil in anything else.
  package subscript(key: String) -> PropertyList? {
    if case .dictionary(let members) = self { return members[key] }
    return nil
  }

  /// What an array holds; nothing in anything else.
  package var elements: [PropertyList] {
    if case .array(let elements) = self { return elements }
    return []
  }

  /// A finite number; nil for anything else.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value.isFinite ? value : nil
    default: nil
    }
  }

  /// A whole number. Some writers make a real number of what is whole; parts are cut off then.
  package var whole: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): value > -9e18 && value < 9e18 ? Int64(value) : nil
    default: nil
    }
  }

  /// A text; nil for anything else.
  package var text: String? {
    if case .text(let value) = self { return value }
    return nil
  }

  /// Whether it is true: a Boolean, or a number that is not 0; nil for anything else.
  package var truth: Bool? {
    if case .boolean(let value) = self { return value }
    return number.map { $0 != 0 }
  }
}
