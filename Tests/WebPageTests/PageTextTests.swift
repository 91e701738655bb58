import Testing

@testable import PeachWebPage

@Suite("Texts of the page")
struct PageTextTests {
  /// The tables, with the numbers of their texts.
  private static let tables: [(lines: [String], count: Int)] = [
    (PageText.lines, PageText.allCases.count), (BankText.lines, BankText.allCases.count),
    (PracticeText.lines, PracticeText.allCases.count),
    (TrainingText.lines, TrainingText.allCases.count),
    (HearingText.lines, HearingText.allCases.count),
  ]

  @Test("Every text is in English and in German, with the same placeholders")
  func complete() {
    for (lines, count) in Self.tables {
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

  // Texts near the ends of tables: an index that is off by one would show another one.
  @Test("A text is the line of its case, in the language of the page")
  func lines() {
    for (language, train, hearing) in [
      ("en", "Practise", "Your hearing"), ("de", "Üben", "Dein Gehör"),
    ] {
      let page = Page(preferences: "", trials: [], language: language, seed: 1)
      #expect(page.text(PageText.train) == train && page.text(.yourHearing) == hearing)
      #expect(page.text(BankText.off) == (language == "en" ? "off" : "aus"))
    }
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
    for (lines, _) in Self.tables {
      let wrong = lines.filter {
        $0.contains(/(%\d|\d) (cents?|Cent|MB|GB|ms|%)(?![a-zA-Z])/)
      }
      #expect(wrong.isEmpty, "\(wrong)")
    }
  }
}
