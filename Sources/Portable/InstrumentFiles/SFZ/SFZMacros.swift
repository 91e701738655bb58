/// The macros of an SFZ file (`#define $KEY 36`), put in wherever their names stand.
struct SFZMacros {
  private var values: [[UInt8]: [UInt8]] = [:]
  private var longestName = 0
  private let limits: SFZLimits
  /// How many bytes were put in so far.
  private(set) var expandedBytes = 0

  init(_ limits: SFZLimits) { self.limits = limits }

  /// Whether more was asked for than is given.
  var isExhausted: Bool { expandedBytes > limits.expandedBytes }

  /// Defines a macro, or defines it anew. Its own value's macros are put in now, so that none can
  /// hold itself. Values beyond the limit are cut.
  mutating func define(_ name: [UInt8], as value: [UInt8]) {
    guard name.count > 1, name[0] == 0x24, name.count <= 128 else { return }
    guard values[name] != nil || values.count < limits.macroCount else { return }
    values[name] = Array(expand(value).prefix(limits.macroBytes))
    longestName = max(longestName, name.count)
  }

  /// The text with macros put in: at each `$` the longest name that fits.
  mutating func expand(_ text: [UInt8]) -> [UInt8] {
    guard !values.isEmpty, text.contains(0x24) else { return text }
    var result: [UInt8] = []
    var place = 0
    while place < text.count {
      guard text[place] == 0x24, let (length, value) = match(text, place), !isExhausted else {
        result.append(text[place])
        place += 1
        continue
      }
      expandedBytes += value.count + 1
      result += value
      place += length
    }
    return result
  }

  private func match(_ text: [UInt8], _ place: Int) -> (Int, [UInt8])? {
    var length = min(longestName, text.count - place)
    while length > 1 {
      if let value = values[Array(text[place..<place + length])] { return (length, value) }
      length -= 1
    }
    return nil
  }
}
