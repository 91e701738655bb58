/// A mistake in a command line. The sentence says what is wrong.
struct UsageError: Error {
  var reason: String
}

/// A command line taken apart by a command's syntax.
struct Arguments: Sendable {
  /// What came without a dash, in order.
  private(set) var operands: [String] = []
  private(set) var wantsHelp = false
  private var values: [String: [String]] = [:]

  /// Takes `words` apart: `--name value`, `--name=value`, `-n value`, `-nvalue`, `--switch`; after
  /// `--` all are operands.
  ///
  /// Throws for an option the syntax does not have, a value too few or too many, and operands
  /// beyond those it has.
  init(_ words: [String], syntax: Syntax) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      if word == "--help" || word == "-h" {
        wantsHelp = true
      } else if word.hasPrefix("--") {
        try takeOption(word.dropFirst(2), &rest, syntax)
      } else if word.count > 1 && word.hasPrefix("-") && Double(word) == nil {
        try takeShortOption(word.dropFirst(), &rest, syntax)
      } else {
        operands.append(word)
      }
    }
    if wantsHelp { return }
    let isOpen = syntax.operands.last?.contains("…") == true
    if operands.count > syntax.operands.count && !isOpen {
      throw UsageError(reason: "\"\(operands[syntax.operands.count])\" is one word too many.")
    }
    let needed = syntax.operands.count { !$0.hasPrefix("[") }
    if operands.count < needed {
      throw UsageError(reason: "\(syntax.operands[operands.count]) is missing.")
    }
  }

  private mutating func takeOption(
    _ text: Substring, _ rest: inout ArraySlice<String>, _ syntax: Syntax
  ) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = syntax.options.first(where: { $0.name == parts[0] }) else {
      throw UsageError(reason: "there is no option --\(parts[0]).")
    }
    try take(option, value: parts.count > 1 ? parts[1] : nil, &rest)
  }

  /// `-o value` or `-ovalue`.
  private mutating func takeShortOption(
    _ text: Substring, _ rest: inout ArraySlice<String>, _ syntax: Syntax
  ) throws(UsageError) {
    guard let option = syntax.options.first(where: { $0.short != nil && $0.short == text.first })
    else {
      throw UsageError(reason: "there is no option -\(text).")
    }
    let value = text.dropFirst()
    try take(option, value: value.isEmpty ? nil : value, &rest)
  }

  private mutating func take(
    _ option: Syntax.Option, value: Substring?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let name = option.name
    if values[name] != nil && !option.isRepeated {
      throw UsageError(reason: "--\(name) is given twice.")
    }
    guard let title = option.value else {
      if value != nil { throw UsageError(reason: "--\(name) takes no value.") }
      values[name] = [""]
      return
    }
    guard let text = value.map({ String($0) }) ?? rest.popFirst(), !text.isEmpty else {
      throw UsageError(reason: "--\(name) needs a value: \(title).")
    }
    values[name, default: []].append(text)
  }

  /// True where a switch was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// An option's value.
  func value(_ name: String) -> String? { values[name]?.last }

  /// All values of an option that may be repeated.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// An option's value as a number within a range.
  func number(_ name: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = value(name) else { return nil }
    return try Self.number(text, called: "--\(name)", in: range)
  }

  /// An option's value as a whole number within a range.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        reason: "--\(name) is \"\(text)\"; it must be a whole number from \(range.lowerBound) "
          + "to \(range.upperBound).")
    }
    return number
  }

  /// A text as a number within a range.
  static func number(
    _ text: String, called name: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw UsageError(
        reason: "\(name) is \"\(text)\"; it must be a number from \(range.lowerBound.brief) "
          + "to \(range.upperBound.brief).")
    }
    return number
  }
}

extension Double {
  /// Without a fraction where it has none.
  var brief: String {
    self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)"
  }

  /// With so many decimals.
  func decimals(_ count: Int) -> String {
    guard isFinite, magnitude < 1e12 else { return "\(self)" }
    var scale = 1.0
    for _ in 0..<count { scale *= 10 }
    let scaled = Int64((magnitude * scale).rounded())
    let whole = scaled / Int64(scale)
    let sign = self < 0 && scaled != 0 ? "-" : ""
    if count == 0 { return "\(sign)\(whole)" }
    let fraction = String(scaled % Int64(scale))
    return sign + "\(whole)." + String(repeating: "0", count: count - fraction.count) + fraction
  }
}
