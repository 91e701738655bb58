import PeachServices

/// An invalid command line.
struct UsageError: Error {
  var reason: String

  static func missing(_ operand: String) -> UsageError {
    UsageError(reason: "Missing argument \(operand).")
  }

  static func invalid(_ value: String, _ name: String, use remedy: String) -> UsageError {
    UsageError(reason: "Invalid value \"\(value)\" for \(name). Use \(remedy).")
  }

  /// Returns a question with the names that a mistyped one resembles, after a space; empty if none
  /// does.
  static func suggestion(for name: String, in names: [String], prefix: String = "") -> String {
    let nearest = EditDistance.nearest(to: name, in: names).map { prefix + $0 }
    return nearest.isEmpty ? "" : " Did you mean \(nearest.joined(separator: " or "))?"
  }
}

struct Arguments: Sendable {
  /// The arguments that are not options, in order.
  private(set) var operands: [String] = []
  private(set) var requestsHelp = false
  private var values: [String: [String]] = [:]

  /// Parses `--name value`, `--name=value`, `-n value`, `-nvalue` and `--switch`. All arguments
  /// after `--` are operands. Throws if an option is unknown or repeated, a value is missing or
  /// unexpected, or the number of operands does not match the syntax.
  init(_ arguments: [String], syntax: Syntax) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      if argument == "--help" || argument == "-h" {
        requestsHelp = true
      } else if argument.count > 1 && argument.hasPrefix("-") && Double(argument) == nil {
        try parseOption(argument, &rest, syntax)
      } else {
        operands.append(argument)
      }
    }
    if requestsHelp { return }
    let isVariadic = syntax.operands.last?.contains("…") == true
    if operands.count > syntax.operands.count && !isVariadic {
      throw UsageError(reason: "Unexpected argument \"\(operands[syntax.operands.count])\".")
    }
    if operands.count < syntax.operands.count(where: { !$0.hasPrefix("[") }) {
      throw .missing(syntax.operands[operands.count])
    }
  }

  private mutating func parseOption(
    _ argument: String, _ rest: inout ArraySlice<String>, _ syntax: Syntax
  ) throws(UsageError) {
    let isLong = argument.hasPrefix("--")
    let text = argument.dropFirst(isLong ? 2 : 1)
    let key = isLong ? text.prefix { $0 != "=" } : text.prefix(1)
    let option = syntax.allOptions.first {
      isLong ? $0.name == key : $0.short != nil && $0.short == key.first
    }
    guard let option else {
      let names = syntax.allOptions.map(\.name)
      let suggestion =
        isLong ? UsageError.suggestion(for: String(key), in: names, prefix: "--") : ""
      throw UsageError(reason: "Unknown option \(isLong ? "--\(key)" : argument).\(suggestion)")
    }
    let name = option.name
    if values[name] != nil && !option.isRepeated {
      throw UsageError(reason: "--\(name) occurs more than once.")
    }
    let attached = text == key ? nil : String(text.dropFirst(isLong ? key.count + 1 : 1))
    guard let placeholder = option.placeholder else {
      if attached != nil { throw UsageError(reason: "--\(name) takes no value.") }
      values[name] = [""]
      return
    }
    if let word = option.optionalWords.first, attached == nil {
      let isWord = rest.first.map { option.optionalWords.contains($0) } ?? false
      if !isWord, let next = rest.first { try Self.checkIsOperand(next, after: option) }
      values[name, default: []].append(isWord ? rest.removeFirst() : word)
      return
    }
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError(reason: "--\(name) requires a value: \(placeholder).")
    }
    values[name, default: []].append(value)
  }

  /// Throws if an argument after an option without its value looks like a value that the option
  /// does not have, instead of the name of a file.
  private static func checkIsOperand(
    _ argument: String, after option: Syntax.Option
  ) throws(UsageError) {
    let isName = argument.contains(".") || argument.contains("/") || argument.hasPrefix("-")
    if isName || FileAccess.resolved(argument) != nil { return }
    let words = option.optionalWords.joined(separator: ", ")
    throw UsageError(
      reason: "Invalid value \"\(argument)\" for --\(option.name), and no file has this name. "
        + "Use \(words).")
  }

  func has(_ name: String) -> Bool { values[name] != nil }
  /// The value of an option, or `nil` if it does not occur.
  func value(_ name: String) -> String? { values[name]?.last }
  /// All values of a repeatable option.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  func number(_ name: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = value(name) else { return nil }
    return try Self.number(text, called: "--\(name)", in: range)
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .invalid(
        text, "--\(name)", use: "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns the meaning of an option's value, which is one of several words.
  func choice<Value>(
    _ name: String, of choices: KeyValuePairs<String, Value>
  ) throws(UsageError) -> Value? {
    guard let text = value(name) else { return nil }
    if let choice = choices.first(where: { $0.key == text }) { return choice.value }
    let words = choices.map(\.key)
    throw .invalid(
      text, "--\(name)",
      use: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""))
  }

  static func number(
    _ text: String, called name: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw .invalid(
        text, name, use: "a number from \(range.lowerBound.brief) to \(range.upperBound.brief)")
    }
    return number
  }
}

extension String {
  /// The string with trailing spaces up to `width`, and at least one.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 1))
  }

  /// The string with leading spaces, or other padding, up to `width`.
  func leftPadded(to width: Int, with padding: String = " ") -> String {
    String(repeating: padding, count: max(width - count, 0)) + self
  }
}
