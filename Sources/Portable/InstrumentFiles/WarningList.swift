/// Collects warnings about a file in bounded memory: a few of each kind, and the number of others.
package struct WarningList {
  package enum Kind: Int, CaseIterable {
    case file, table, zone, range, modulators, preset, rom, broken, loop, rate, key
  }

  private var messages: [String] = []
  private var counts = [Int](repeating: 0, count: Kind.allCases.count)
  private static var messagesPerKind: Int { 8 }

  package init() {}

  /// Adds a warning. Evaluates `message` only if it will be shown.
  package mutating func add(_ kind: Kind, _ message: @autoclosure () -> String) {
    counts[kind.rawValue] += 1
    if counts[kind.rawValue] <= Self.messagesPerKind { messages.append(message()) }
  }

  /// Returns the message that replaces `count` warnings.
  static func omission(_ count: Int) -> String { "\(count) similar warnings were omitted." }

  /// All stored messages, followed by the number of omitted ones.
  package var all: [String] {
    let omitted = counts.reduce(0, +) - messages.count
    return omitted == 0 ? messages : messages + [Self.omission(omitted)]
  }
}
