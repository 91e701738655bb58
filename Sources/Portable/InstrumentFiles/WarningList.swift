/// Collects what is wrong in a file and can be lived with, without letting a hostile file fill
/// memory with sentences: a few of each kind are told, the others counted.
package struct WarningList {
  /// What a warning is about.
  package enum Kind: Int, CaseIterable {
    case file, table, zone, range, modulators, preset, rom, broken, loop, rate, key
  }

  private var sentences: [String] = []
  private var counts = [Int](repeating: 0, count: Kind.allCases.count)
  private static var sentencesPerKind: Int { 8 }

  /// No warnings.
  package init() {}

  /// Adds a sentence, which is built only where it will be told.
  package mutating func add(_ kind: Kind, _ sentence: @autoclosure () -> String) {
    counts[kind.rawValue] += 1
    if counts[kind.rawValue] <= WarningList.sentencesPerKind { sentences.append(sentence()) }
  }

  /// Returns the sentence that replaces `count` warnings.
  static func omission(_ count: Int) -> String { "\(count) similar warnings were omitted." }

  /// All sentences, and how many more there were.
  package var all: [String] {
    var untold = 0
    for count in counts { untold += max(0, count - WarningList.sentencesPerKind) }
    return untold == 0 ? sentences : sentences + [Self.omission(untold)]
  }
}
