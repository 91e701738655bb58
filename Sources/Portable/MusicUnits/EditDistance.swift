/// The distance between texts in typing errors, and the names nearest to a mistyped one.
package enum EditDistance {
  /// The maximum length of texts that are compared, in Unicode scalars.
  static let maxLength = 64

  /// Returns the Damerau–Levenshtein distance: the minimum number of insertions, deletions,
  /// substitutions and transpositions of adjacent Unicode scalars, with edits between transposed
  /// ones (Lowrance and Wagner 1975).
  package static func between(_ first: String, _ second: String) -> Int {
    distance(Array(first.unicodeScalars), Array(second.unicodeScalars))
  }

  private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    let width = second.count + 2
    let maximum = first.count + second.count
    // Row and column 0 are a border that no transposition reaches; row 1 is the empty prefix.
    var table = [Int](repeating: maximum, count: (first.count + 2) * width)
    for row in 0...first.count { table[(row + 1) * width + 1] = row }
    for column in 0...second.count { table[width + column + 1] = column }
    for row in first.indices {
      // The last column before this one with the row's scalar, counted from 1.
      var matchColumn = 0
      for column in second.indices {
        // The last row before this one with the column's scalar, counted from 1.
        let matchRow = (first[..<row].lastIndex(of: second[column]) ?? -1) + 1
        let isEqual = first[row] == second[column]
        let replaced = table[(row + 1) * width + column + 1] + (isEqual ? 0 : 1)
        let inserted = table[(row + 2) * width + column + 1] + 1
        let deleted = table[(row + 1) * width + column + 2] + 1
        let transposed =
          table[matchRow * width + matchColumn] + (row - matchRow) + 1 + (column - matchColumn)
        table[(row + 2) * width + column + 2] = min(replaced, inserted, deleted, transposed)
        if isEqual { matchColumn = column + 1 }
      }
    }
    return table[(first.count + 1) * width + second.count + 1]
  }

  /// Returns the names within a third of the length of `text`, nearest first and at most three:
  /// ASCII letters are case-insensitive, and each word of a name counts as the name.
  package static func nearest(to text: String, in names: [String]) -> [String] {
    let requested = lowercased(text)
    guard !requested.isEmpty, requested.count <= maxLength else { return [] }
    let limit = max(requested.count / 3, 1)
    var found: [(name: String, distance: Int)] = []
    for name in names where !found.contains(where: { $0.name == name }) {
      let whole = lowercased(name)
      let distances = ([whole] + whole.split(separator: " ").map { Array($0) })
        .filter { abs($0.count - requested.count) <= limit }
        .map { distance(requested, $0) }
      // A name that shares nothing with the text is not a typing error.
      guard let least = distances.min(), least <= limit, least < requested.count else { continue }
      let index = found.firstIndex { $0.distance > least } ?? found.count
      found.insert((name, least), at: index)
      if found.count > 3 { found.removeLast() }
    }
    return found.map { $0.name }
  }

  private static func lowercased(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map {
      ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0
    }
  }
}
