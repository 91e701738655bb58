/// A setting with its range and default (FluidSynth's settings reference).
struct Setting: Sendable {
  /// The values of `fluid_types_enum`.
  enum Kind: Int32 {
    case number, integer, string, set
  }

  enum Value: Sendable {
    case number(Double)
    case integer(Int32)
    case string(String)
  }

  enum Range: Sendable {
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int32>)
    /// The options of a string; empty for any string.
    case options([String])
  }

  var value: Value
  let defaultValue: Value
  let range: Range
  let isToggle: Bool
  /// Whether a synthesizer applies changes immediately.
  var isRealtime = false

  var kind: Kind {
    switch value {
    case .number: .number
    case .integer: .integer
    case .string: .string
    }
  }

  /// The hints of settings.h: bounded below and above, toggled; or an option list.
  var hints: Int32 {
    switch range {
    case .number: 3
    case .integer: isToggle ? 7 : 3
    case .options(let options): options.isEmpty ? 0 : 2
    }
  }

  static func number(_ value: Double, _ range: ClosedRange<Double>) -> Setting {
    Setting(
      value: .number(value), defaultValue: .number(value), range: .number(range), isToggle: false)
  }

  static func integer(_ value: Int32, _ range: ClosedRange<Int32>) -> Setting {
    Setting(
      value: .integer(value), defaultValue: .integer(value), range: .integer(range),
      isToggle: false)
  }

  static func toggle(_ isOn: Bool) -> Setting {
    let value = Value.integer(isOn ? 1 : 0)
    return Setting(value: value, defaultValue: value, range: .integer(0...1), isToggle: true)
  }

  static func string(_ value: String, options: [String] = []) -> Setting {
    Setting(
      value: .string(value), defaultValue: .string(value), range: .options(options),
      isToggle: false)
  }
}

extension Setting.Value: CustomStringConvertible {
  var description: String {
    switch self {
    case .number(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    }
  }
}

extension Setting.Range: CustomStringConvertible {
  var description: String {
    switch self {
    case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .options(let options): options.isEmpty ? "of all strings" : options.joined(separator: ", ")
    }
  }
}
