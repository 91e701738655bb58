import PeachMusicUnits
import Testing

@Suite("Edit distance")
struct EditDistanceTests {
  @Test(
    "The Damerau–Levenshtein distance of textbook examples, in both directions",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("cello", "cello", 0),
      // Levenshtein 1966 and Wagner and Fischer 1974: no transposition.
      ("kitten", "sitting", 3), ("saturday", "sunday", 3), ("flaw", "lawn", 2),
      // Damerau 1964: one error of each kind.
      ("violin", "violinn", 1), ("violin", "violn", 1), ("violin", "viodin", 1),
      ("violin", "voilin", 1),
      // An edit between transposed scalars: 2, and not 3 as in the restricted distance.
      ("ca", "abc", 2), ("a cat", "an abct", 3),
      ("größe", "groesse", 4),
    ])
  func distance(first: String, second: String, distance: Int) {
    #expect(EditDistance.between(first, second) == distance)
    #expect(EditDistance.between(second, first) == distance)
  }

  @Test(
    "The nearest names are within a third of the length, nearest first; words count as names",
    arguments: [
      ("violinn", ["Viola", "Violin", "Cello"], ["Violin"]),
      ("CHELLO", ["Harp", "Pure Cello", "Cello Section"], ["Pure Cello", "Cello Section"]),
      ("ouput", ["output", "bank"], ["output"]),
      ("theremin", ["Pure Cello", "Kit"], []),
      ("x", ["o", "j", ""], []), ("", ["a"], []),
      ("aaaa", ["aaab", "aaab", "aaac", "aaad", "aaae"], ["aaab", "aaac", "aaad"]),
    ])
  func nearest(text: String, names: [String], expected: [String]) {
    #expect(EditDistance.nearest(to: text, in: names) == expected)
  }

  @Test("A text of a million scalars has no near names")
  func long() {
    let text = String(repeating: "a", count: 1_000_000)
    #expect(EditDistance.nearest(to: text, in: [text]).isEmpty)
  }
}
