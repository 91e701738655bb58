import PeachEarTraining
import PeachTrainerUI
import Testing

@Suite("Trainer texts")
struct TrainerTextTests {
  @Test("every key has one text in each language")
  func complete() {
    let rows = TrainerTexts.table
    #expect(rows.count == TrainerText.allCases.count)
    #expect(Set(rows.map(\.key)) == Set(TrainerText.allCases))
    for row in rows {
      #expect(!row.english.isEmpty && !row.german.isEmpty, "\(row.key)")
      for text in [row.english, row.german] {
        #expect(text == text.trimmingSpaces, "\(row.key)")
      }
    }
  }

  @Test("both languages have the same placeholders")
  func placeholders() {
    for row in TrainerTexts.table {
      for mark in ["%1", "%2"] {
        #expect(row.english.contains(mark) == row.german.contains(mark), "\(row.key)")
      }
    }
  }

  @Test("texts are translated")
  func translated() {
    // Names, units and cognates are equal in both languages.
    let same: Set<TrainerText> = [
      .home, .seconds, .hertz, .tritone, .homeSound,
    ]
    for row in TrainerTexts.table where row.english == row.german {
      #expect(same.contains(row.key), "\(row.key): \(row.english)")
    }
  }

  @Test("both languages describe the same number of keys")
  func keys() {
    for row in TrainerTexts.table where "\(row.key)".hasSuffix("Keys") {
      let (english, german) = (row.english.pieces, row.german.pieces)
      #expect(english.count == german.count, "\(row.key)")
    }
  }

  @Test("languages are identified by code or locale")
  func codes() {
    for code in ["de", "de_DE.UTF-8", "de-AT", "DE", "de@euro"] {
      #expect(TrainerLanguage(code: code) == .german, "\(code)")
    }
    for code in ["en", "en_GB.UTF-8", "EN"] {
      #expect(TrainerLanguage(code: code) == .english)
    }
    for code in ["", "d", "fr", "den_US", "eng", "C", "POSIX", "C.UTF-8"] {
      #expect(TrainerLanguage(code: code) == nil, "\(code)")
    }
    for language in TrainerLanguage.allCases {
      #expect(TrainerLanguage(code: language.code) == language && !language.name.isEmpty)
    }
  }

  @Test("numbers have the requested decimals and the separator of the language")
  func numbers() {
    #expect(TrainerLanguage.english.number(6.25, decimals: 1) == "6.3")
    #expect(TrainerLanguage.german.number(6.25, decimals: 1) == "6,3")
    #expect(TrainerLanguage.german.number(-0.04, decimals: 1) == "0,0")
    #expect(TrainerLanguage.english.number(-12, decimals: 0) == "−12")
    #expect(TrainerLanguage.english.number(1.005, decimals: 3) == "1.005")
    #expect(TrainerLanguage.english.number(.nan, decimals: 1) == "–")
  }

  @Test("notes and intervals have names; in German 70 is B and 71 is H")
  func names() {
    let (english, german) = (TrainerTexts(.english), TrainerTexts(.german))
    #expect(english.note(60) == "C4" && english.note(69) == "A4" && english.note(21) == "A0")
    #expect(german.note(70) == "B4" && german.note(71) == "H4" && german.note(61) == "Cis4")
    #expect(english.interval(0) == "unison" && english.interval(-7) == "fifth descending")
    #expect(german.interval(12) == "Oktave aufwärts")
    #expect(english.estimate(ThresholdEstimate(logarithm: 0)) == "1.0")
    #expect(
      english.estimate(ThresholdEstimate(logarithm: 0, band: 0.5...2))
        == "1.0 cents (95 %: 0.5–2.0)")
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The parts between groups of spaces.
  fileprivate var pieces: [String] {
    var pieces = [""]
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if word.isEmpty {
        if pieces.last != "" { pieces.append("") }
      } else {
        pieces[pieces.count - 1] += word
      }
    }
    return pieces
  }
}
