/// An invalid command line.
struct UsageError: Error {
  /// The message to the user.
  var reason: String
}

/// The parsed command line of a command.
struct Arguments: Sendable {
  /// The arguments that are not options, in order.
  private(set) var operands: [String] = []
  private(set) var requestsHelp = false
  private var values: [String: [String]] = [:]

  /// Parses `--name value`, `--name=value`, `-n value`, `-nvalue` and `--switch`. All arguments
  /// after `--` are operands.
  ///
  /// - Throws: ``UsageError`` if an option is unknown or repeated, a value is missing or
  ///   unexpected, or the number of operands does not match the syntax.
  init(_ arguments: [String], syntax: Syntax) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      if argument == "--help" || argument == "-h" {
        requestsHelp = true
      } else if argument.hasPrefix("--") {
        try parseOption(argument.dropFirst(2), &rest, syntax)
      } else if argument.count > 1 && argument.hasPrefix("-") && Double(argument) == nil {
        try parseShortOption(argument.dropFirst(), &rest, syntax)
      } else {
        operands.append(argument)
      }
    }
    if requestsHelp { return }
    let isVariadic = syntax.operands.last?.contains("…") == true
    if operands.count > syntax.operands.count && !isVariadic {
      throw UsageError(reason: "Unexpected argument \"\(operands[syntax.operands.count])\".")
    }
    let requiredCount = syntax.operands.count { !$0.hasPrefix("[") }
    if operands.count < requiredCount {
      throw .missing(syntax.operands[operands.count])
    }
  }

  private mutating func parseOption(
    _ text: Substring, _ rest: inout ArraySlice<String>, _ syntax: Syntax
  ) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = syntax.options.first(where: { $0.name == parts[0] }) else {
      throw UsageError(reason: "Unknown option --\(parts[0]).")
    }
    try store(option, value: parts.count > 1 ? parts[1] : nil, &rest)
  }

  /// Parses `-o value` or `-ovalue`.
  private mutating func parseShortOption(
    _ text: Substring, _ rest: inout ArraySlice<String>, _ syntax: Syntax
  ) throws(UsageError) {
    guard let option = syntax.options.first(where: { $0.short != nil && $0.short == text.first })
    else { throw UsageError(reason: "Unknown option -\(text).") }
    let value = text.dropFirst()
    try store(option, value: value.isEmpty ? nil : value, &rest)
  }

  private mutating func store(
    _ option: Syntax.Option, value: Substring?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let name = option.name
    if values[name] != nil && !option.isRepeated {
      throw UsageError(reason: "--\(name) occurs more than once.")
    }
    guard let title = option.value else {
      if value != nil { throw UsageError(reason: "--\(name) takes no value.") }
      values[name] = [""]
      return
    }
    guard let text = value.map({ String($0) }) ?? rest.popFirst(), !text.isEmpty else {
      throw UsageError(reason: "--\(name) requires a value: \(title).")
    }
    values[name, default: []].append(text)
  }

  /// Whether an option occurs.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option, or `nil` if it does not occur.
  func value(_ name: String) -> String? { values[name]?.last }

  /// All values of a repeatable option.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// Returns the value of an option as a number within `range`.
  func number(_ name: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = value(name) else { return nil }
    return try Self.number(text, called: "--\(name)", in: range)
  }

  /// Returns the value of an option as an integer within `range`.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .invalid(
        text, "--\(name)", use: "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Parses a number within `range`.
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

extension UsageError {
  static func missing(_ operand: String) -> UsageError {
    UsageError(reason: "Missing argument \(operand).")
  }

  static func invalid(_ value: String, _ name: String, use remedy: String) -> UsageError {
    UsageError(reason: "Invalid value \"\(value)\" for \(name). Use \(remedy).")
  }
}

extension Double {
  /// The shortest text: integers without a fraction.
  var brief: String {
    self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)"
  }

  /// Returns the number with `count` decimal places.
  func decimals(_ count: Int) -> String {
    guard isFinite, magnitude < 1e12 else { return "\(self)" }
    var scale = 1.0
    for _ in 0..<count { scale *= 10 }
    let scaled = Int64((magnitude * scale).rounded())
    let integer = scaled / Int64(scale)
    let sign = self < 0 && scaled != 0 ? "-" : ""
    if count == 0 { return "\(sign)\(integer)" }
    let fraction = String(scaled % Int64(scale))
    return sign + "\(integer)." + String(repeating: "0", count: count - fraction.count) + fraction
  }
}
