package import PeachMusicUnits

/// A value of a property list, Apple's format for structured data, as text (XML) or binary.
package enum PropertyList: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Data or a date, without its contents.
  case data
  case array([PropertyList])
  case dictionary(KeyedArray<PropertyListKey, PropertyList>)

  /// The value of a dictionary's key; `nil` for other types.
  package subscript(key: String) -> PropertyList? {
    if case .dictionary(let members) = self { members[PropertyListKey(key)] } else { nil }
  }

  /// The elements of an array; empty for other types.
  package var elements: [PropertyList] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// A finite number; `nil` for other types.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value.isFinite ? value : nil
    default: nil
    }
  }

  /// An integer, or a real number truncated, as some programs write integers as real numbers.
  package var whole: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): value > -9e18 && value < 9e18 ? Int64(value) : nil
    default: nil
    }
  }

  /// A string; `nil` for other types.
  package var text: String? { if case .text(let value) = self { value } else { nil } }

  /// A Boolean, or whether a number is not 0; `nil` for other types.
  package var truth: Bool? {
    if case .boolean(let value) = self { value } else { number.map { $0 != 0 } }
  }
}
