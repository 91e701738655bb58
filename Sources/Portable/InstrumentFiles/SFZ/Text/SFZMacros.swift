/// The macros of an SFZ file (`#define $KEY 36`), expanded wherever their names occur.
struct SFZMacros {
  private var values: [[UInt8]: [UInt8]] = [:]
  private var longestName = 0
  /// The total size of all expansions, in bytes.
  private(set) var expandedBytes = 0

  /// Whether the expansions exceed the limit.
  var isExhausted: Bool { expandedBytes > SFZLimits.expandedBytes }

  /// Defines or redefines a macro. Macros in its value are expanded now, so none can contain
  /// itself. Values beyond the limit are truncated.
  mutating func define(_ name: [UInt8], as value: [UInt8]) {
    guard name.count > 1, name[0] == 0x24, name.count <= 128 else { return }
    guard values[name] != nil || values.count < SFZLimits.macroCount else { return }
    values[name] = Array(expand(value).prefix(SFZLimits.macroBytes))
    longestName = max(longestName, name.count)
  }

  /// Returns the text with its macros expanded; at each `$` the longest matching name applies.
  mutating func expand(_ text: [UInt8]) -> [UInt8] {
    guard !values.isEmpty, text.contains(0x24) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      guard text[index] == 0x24, let (length, value) = match(text[index...]), !isExhausted else {
        result.append(text[index])
        index += 1
        continue
      }
      expandedBytes += value.count + 1
      result += value
      index += length
    }
    return result
  }

  private func match(_ text: ArraySlice<UInt8>) -> (length: Int, value: [UInt8])? {
    for length in stride(from: min(longestName, text.count), to: 1, by: -1) {
      if let value = values[Array(text.prefix(length))] { return (length, value) }
    }
    return nil
  }
}
