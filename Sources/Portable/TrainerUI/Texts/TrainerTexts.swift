package import PeachEarTraining

/// The texts of the trainer in one language.
///
/// ```swift
/// TrainerTexts(.german)[.right]                    // "Richtig"
/// TrainerTexts(.english)[.hertz, "440"]            // "440 Hz"
/// ```
package struct TrainerTexts: Sendable {
  package struct Row: Sendable {
    package let key: TrainerText
    package let english: String
    package let german: String

    init(_ key: TrainerText, _ english: String, _ german: String) {
      (self.key, self.english, self.german) = (key, english, german)
    }
  }

  package let language: TrainerLanguage
  private let texts: [String]

  package init(_ language: TrainerLanguage) {
    self.language = language
    var texts = [String](repeating: "", count: TrainerText.allCases.count)
    for row in Self.table {
      texts[Int(row.key.rawValue)] = language == .german ? row.german : row.english
    }
    self.texts = texts
  }

  package static var table: [Row] {
    let shared =
      welcome + training + choosing + sounds + intonation + intervals + profile + sessions
      + chords
    #if hasFeature(Embedded)
      return shared
    #else
      return shared + terminal
    #endif
  }

  /// Returns a text with its placeholders `%1`, `%2` and `%3` replaced.
  package subscript(
    key: TrainerText, first: String = "", second: String = "", third: String = ""
  ) -> String {
    var result = ""
    var isPlaceholder = false
    for scalar in texts[Int(key.rawValue)].unicodeScalars {
      if isPlaceholder {
        switch scalar {
        case "1": result += first
        case "2": result += second
        case "3": result += third
        default: result += "%\(scalar)"
        }
        isPlaceholder = false
      } else if scalar == "%" {
        isPlaceholder = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the name of a note with its octave: 60 is C4. In German 70 is B4 and 71 is H4.
  package func note(_ number: Int) -> String {
    let english = ["C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"]
    let german = ["C", "Cis", "D", "Es", "E", "F", "Fis", "G", "As", "A", "B", "H"]
    let pitchClass = ((number % 12) + 12) % 12
    let name = (language == .german ? german : english)[pitchClass]
    return "\(name)\((number - pitchClass) / 12 - 1)"
  }

  /// Returns the name of an interval with its direction, except for the unison.
  package func interval(_ semitones: Int) -> String {
    let name = intervalName(semitones)
    if semitones == 0 { return name }
    return self[semitones > 0 ? .upward : .downward, name]
  }

  /// Returns the name of an interval.
  package func intervalName(_ semitones: Int) -> String {
    let names: [TrainerText] = [
      .unison, .minorSecond, .majorSecond, .minorThird, .majorThird, .fourth, .tritone, .fifth,
      .minorSixth, .majorSixth, .minorSeventh, .majorSeventh, .octave,
    ]
    return self[names[min(abs(semitones), 12)]]
  }

  /// Returns an estimate with its credible interval: `6.3 cents (95 %: 5.1–7.8)`.
  package func estimate(_ estimate: ThresholdEstimate) -> String {
    guard let band = estimate.band else { return cents(estimate.cents) }
    return self[
      .profileBand, cents(estimate.cents),
      "\(cents(band.lowerBound))–\(cents(band.upperBound))"]
  }

  /// Returns a trend with the estimated change and its probability.
  package func trend(_ trend: Trend) -> String {
    let days = "\(trend.spanDays)"
    let factor = trend.change?.factor ?? 1
    let isFalling = trend.label == .improving
    // Rounded down, so that no probability is 100 %.
    let probability = isFalling ? trend.improvingProbability : 1 - trend.improvingProbability
    let certainty = language.number(
      (probability * 100).rounded(.down) - (probability == 1 ? 1 : 0), decimals: 0)
    let percent = language.number((factor - 1).magnitude * 100, decimals: 0)
    switch trend.label {
    case .uncertain: return self[.trendUncertain]
    case .improving: return self[.trendImproving, days, percent, certainty]
    case .stable: return self[.trendStable, days]
    case .declining where factor >= 2:
      return self[.trendMultiplied, days, language.number(factor, decimals: 1), certainty]
    case .declining: return self[.trendDeclining, days, percent, certainty]
    }
  }

  /// Returns the mean and the spread of errors. Signs are those of the errors: sharp is positive.
  package func accuracy(_ errors: ErrorStatistics) -> String {
    guard let deviation = errors.deviation else { return self[.accuracyOne, signed(errors.mean)] }
    return self[.accuracy, signed(errors.mean), cents(deviation), cents(errors.meanMagnitude)]
  }

  /// Returns cents with a sign: `+1.5`.
  package func signed(_ value: Double) -> String { (value >= 0.05 ? "+" : "") + cents(value) }

  package func trials(_ count: Int) -> String {
    count == 1 ? self[.trial] : self[.trials, "\(count)"]
  }

  /// Returns a duration: `2 min 5 s`.
  package func duration(seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e6).rounded())
    if whole < 60 { return self[.seconds, "\(whole)"] }
    return self[.duration, "\(whole / 60)", "\(whole % 60)"]
  }

  package func cents(_ value: Double) -> String { language.number(value, decimals: 1) }
}
