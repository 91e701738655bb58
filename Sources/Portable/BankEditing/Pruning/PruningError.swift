/// Why a bank cannot be pruned as asked.
public enum PruningError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No preset matches these patterns; those there are.
  case missing(patterns: [String], available: [String])
  /// One name for several presets.
  case severalNamed(pattern: String, name: String, count: Int)
  /// No preset is left that plays anything.
  case nothingLeft

  /// Sentences for people.
  public var description: String {
    switch self {
    case .missing(let patterns, let available):
      let wanted = patterns.joined(separator: "; ")
      return "the bank has no preset \(wanted). It has \(available.joined(separator: ", "))."
    case .severalNamed(let pattern, let name, let count):
      return "\(count) presets match \(pattern), and only one can be called \"\(name)\"."
    case .nothingLeft: return "no preset would be left that plays anything."
    }
  }
}
