import Foundation
import PeachEarTraining
import PeachMusicUnits
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
      for mark in ["%1", "%2", "%3"] {
        #expect(row.english.contains(mark) == row.german.contains(mark), "\(row.key)")
      }
    }
  }

  @Test("texts are translated")
  func translated() {
    // Names, units and cognates are equal in both languages.
    let same: Set<TrainerText> = [
      .home, .seconds, .hertz, .tritone, .homeSound, .duration,
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

  /// A history with precise thresholds in cents on days 0, 1, …
  private func history(_ cents: [Double], deviation: Double = 0.01) -> LevelHistory {
    var history = LevelHistory()
    for (day, cents) in cents.enumerated() {
      history.beginDay(day, level: GaussianBelief(mean: 0, variance: 1e9))
      history.update(level: GaussianBelief(mean: log(cents), variance: deviation * deviation))
    }
    return history
  }

  @Test("the trend names the change, its days and its probability")
  func trend() {
    let halving = history((0...13).map { 20 * pow(0.5, Double($0) / 13) }).trend
    let (english, german) = (TrainerTexts(.english), TrainerTexts(.german))
    #expect(
      english.trend(halving)
        == "Probably finer: your threshold fell by 50 % in 13 days (probability 99 %).")
    #expect(german.trend(halving).contains("in 13 Tagen um 50 % gesunken"))
    let rising = history((0...10).map { 20 * pow(1.25, Double($0) / 10) }).trend
    #expect(
      english.trend(rising)
        == "Probably coarser: your threshold rose by 25 % in 10 days (probability 99 %).")
    #expect(german.trend(rising).contains("in 10 Tagen um 25 % gestiegen"))
    let quadrupling = history((0...10).map { 5 * pow(4, Double($0) / 10) }).trend
    #expect(
      english.trend(quadrupling)
        == "Probably coarser: your threshold is 4.0 times what it was 10 days ago "
        + "(probability 99 %).")
    #expect(german.trend(quadrupling).contains("ist 4,0-mal so groß wie vor 10 Tagen"))
    let same = history([Double](repeating: 7, count: 14)).trend
    #expect(english.trend(same) == "About the same in the last 13 days.")
    #expect(german.trend(same) == "In den letzten 13 Tagen etwa gleich geblieben.")
    let early = "It is too early to tell whether your hearing has changed."
    // Three days, no days, and days with a standard deviation of a factor of e.
    #expect(english.trend(history([7, 7, 7]).trend) == early)
    #expect(english.trend(LevelHistory().trend) == early)
    #expect(english.trend(history([Double](repeating: 7, count: 14), deviation: 1).trend) == early)
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

  @Test("Texts of measured intonations, with one decimal; bounds are rounded up")
  func intonation() {
    let texts = TrainerTexts(.english)
    func text(_ mean: Double, _ variation: Double, _ later: Double) -> String {
      texts.details(
        of: IntonationBadge(meanCents: mean, variationCents: variation, laterCents: later))
    }
    #expect(text(1, 1, 1) == "exact")
    #expect(text(0.3, 1.06, 1) == "mean within 0.3 cents, varies by ±1.1 cents")
    #expect(text(3.14, 0.5, 2) == "mean within 3.1 cents, varies by ±0.5 cents")
    #expect(
      text(0.3, 0.5, 2) == "mean within 0.3 cents, varies by ±0.5 cents, later within 2.0 cents")
    #expect(texts.details(of: .unpitched) == "no pitch")
    #expect(texts.details(of: .straight(deviationCents: nil)) == "straight")
    for (deviation, text) in [
      (0, "0.1"), (0.01, "0.1"), (0.3, "0.3"), (0.31, "0.4"), (1.1, "1.1"), (1.46, "1.5"),
    ] {
      let badge = IntonationBadge.straight(deviationCents: deviation)
      #expect(texts.details(of: badge) == "straight, within \(text) cents")
      #expect(texts.badge(badge) == "straight, within \(text) cents")
    }
    let reasons: [(ToneVerdict, String)] = [
      (.severalPlayers, "several players"), (.decaying, "decaying"),
      (.unverified, "no common contour"),
    ]
    for (reason, name) in reasons {
      let badge = IntonationBadge(meanCents: 5.4, variationCents: 11, reason: reason)
      #expect(texts.details(of: badge) == "\(name), mean within 5.4 cents, varies by ±11.0 cents")
      #expect(texts.badge(badge) == "\(name), mean within 5.4 cents")
    }
  }
}
