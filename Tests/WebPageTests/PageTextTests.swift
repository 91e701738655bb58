import Testing

@testable import PeachWebPage

@Suite("Texts of the page")
struct PageTextTests {
  /// The tables, with the numbers of their texts.
  private static let tables: [(table: String, count: Int)] = [
    (PageText.table, PageText.allCases.count), (BankText.table, BankText.allCases.count),
    (PracticeText.table, PracticeText.allCases.count),
    (TrainingText.table, TrainingText.allCases.count),
    (HearingText.table, HearingText.allCases.count),
  ]

  @Test("Every text is in English and in German, with the same placeholders")
  func complete() {
    for (table, count) in Self.tables {
      let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 2 * count && !lines.contains(""))
      for (english, german) in zip(
        lines.indices.filter { $0 % 2 == 0 }.map { lines[$0] },
        lines.indices.filter { $0 % 2 == 1 }.map { lines[$0] })
      {
        for mark in ["%1", "%2", "%3", "%4"] {
          #expect(english.contains(mark) == german.contains(mark), "\(english)")
        }
      }
    }
  }

  // The last text of each table: an index that is off by one would show another one.
  @Test("A text is the line of its case")
  func lines() {
    #expect(
      line(of: HearingText.table, at: HearingText.yourHearing.rawValue, isGerman: true)
        == "Dein Gehör")
    #expect(line(of: PageText.table, at: PageText.train.rawValue, isGerman: false) == "Practise")
    #expect(line(of: PageText.table, at: PageText.reload.rawValue, isGerman: false) == "Reload")
    #expect(line(of: BankText.table, at: BankText.halt.rawValue, isGerman: true) == "Anhalten")
    #expect(line(of: BankText.table, at: BankText.off.rawValue, isGerman: true) == "aus")
  }

  // Other percent signs are those of "95 %".
  @Test("Placeholders are replaced, other percent signs stay")
  func placeholders() {
    #expect(filled("%2 of %1, 95 % and 100%", ["a", "b%1"]) == "b%1 of a, 95 % and 100%")
    #expect(filled("%3", ["a"]) == "%3" && filled("%1", []) == "%1")
  }

  // WCAG 2.2 has no rule for it: the line would break between a number and its unit.
  @Test("A number and its unit have no space between them at which a line breaks")
  func units() {
    for (table, _) in Self.tables {
      let wrong = table.split(separator: "\n").filter {
        $0.contains(/(%\d|\d) (cents?|Cent|MB|GB|ms|%)(?![a-zA-Z])/)
      }
      #expect(wrong.isEmpty, "\(wrong)")
    }
  }
}
