import PeachServices
import PeachTrainerUI

/// The statements about listening tests, in a language: what their numbers support, and what they
/// do not.
struct ListeningTexts {
  let language: TrainerLanguage
  /// The names of presets by the tags that are stored.
  var names: [String: String] = [:]

  private var isGerman: Bool { language == .german }

  private func text(_ english: String, _ german: String) -> String { isGerman ? german : english }

  func title(_ row: ListeningReport.Row) -> String {
    let (one, other) = (name(row.pair.baseline), name(row.pair.candidate))
    return row.kind == .abx
      ? text("ABX of \(one) and \(other)", "ABX-Test: \(one) und \(other)")
      : text("Preference between \(one) and \(other)", "Vorliebe: \(one) oder \(other)")
  }

  func counts(_ row: ListeningReport.Row) -> String {
    let tally = row.tally
    let tests = count(row.tests.count, "test", "Test", "Tests")
    let sound = row.sound.map { names[$0] ?? $0 } ?? text("All sounds", "Alle Klänge")
    if row.kind == .abx {
      return text(
        "\(sound): \(tally.successes) of \(tally.count) right in \(tests)",
        "\(sound): \(tally.successes) von \(tally.count) richtig in \(tests)")
    }
    let (one, other) = (name(row.pair.candidate), name(row.pair.baseline))
    return "\(sound): \(one) \(tally.successes), \(other) \(tally.failures), "
      + text(
        "no difference \(tally.ties) in \(tests)", "kein Unterschied \(tally.ties) in \(tests)")
  }

  func statistics(_ row: ListeningReport.Row) -> String {
    let tally = row.tally
    let (low, high) = (percent(tally.interval.lowerBound), percent(tally.interval.upperBound))
    let one = name(row.pair.candidate)
    let subject =
      row.kind == .abx
      ? text("right", "richtig")
      : text("\(one) preferred, without ties", "\(one) bevorzugt, ohne Unentschieden")
    return "p = \(probability(tally.pValue)); \(subject): "
      + text("95 % interval \(low) to \(high) %", "95-%-Intervall \(low) bis \(high) %")
  }

  /// Returns the statement that the answers support, and its limits.
  func conclusion(_ row: ListeningReport.Row) -> String {
    let tally = row.tally
    let (one, other) = (name(row.pair.candidate), name(row.pair.baseline))
    switch tally.conclusion {
    case .noAnswers: return text("There are no answers.", "Es gibt keine Antworten.")
    case .audible:
      let chance = chance(tally.pValue)
      return text(
        "The difference was heard: guessing achieves this in \(chance) of all tests. This does not "
          + "tell which style is better, nor whether other listeners hear it.",
        "Der Unterschied wurde gehört: Durch Raten gelingt das in \(chance) aller Tests. Das sagt "
          + "weder, was besser klingt, noch, ob andere den Unterschied hören.")
    case .prefersCandidate: return preference(for: one, over: other, tally)
    case .prefersBaseline: return preference(for: other, over: one, tally)
    case .notShown: return notShown(row.kind, tally)
    case .tooFewAnswers: return tooFew(row.kind, tally)
    }
  }

  private func notShown(_ kind: ListeningTestKind, _ tally: ListeningTally) -> String {
    let (reference, power) = (percent(ListeningTally.referenceProportion), percent(tally.power))
    if kind == .abx {
      let upper = percent(tally.interval.upperBound)
      return text(
        "No difference was shown, although a listener who is right \(reference) % of the time "
          + "would "
          + "have shown it with a probability of \(power) %. Smaller differences remain "
          + "possible: the "
          + "interval includes \(upper) %.",
        "Es zeigte sich kein Unterschied, obwohl er sich bei jemandem, der in \(reference) % der "
          + "Fälle richtig antwortet, mit einer Wahrscheinlichkeit von \(power) % gezeigt hätte. "
          + "Kleinere Unterschiede bleiben möglich: Das Intervall reicht bis \(upper) %.")
    }
    return text(
      "No preference was shown, although one in \(reference) % of all trials would have been "
        + "with a "
        + "probability of \(power) %. Smaller preferences remain possible.",
      "Es zeigte sich keine Vorliebe, obwohl sich eine in \(reference) % aller Versuche mit einer "
        + "Wahrscheinlichkeit von \(power) % gezeigt hätte. Kleinere bleiben möglich.")
  }

  private func tooFew(_ kind: ListeningTestKind, _ tally: ListeningTally) -> String {
    let (reference, power) = (percent(ListeningTally.referenceProportion), percent(tally.power))
    let adequate = percent(ListeningTally.adequatePower)
    let needed = tally.neededCount.map { "\($0)" } ?? text("more", "mehr")
    if kind == .abx {
      return text(
        "No difference was shown. This is no evidence that there is none: a listener who is right "
          + "\(reference) % of the time would have passed this test with a probability of "
          + "\(power) %. "
          + "\(needed) trials are needed for \(adequate) %.",
        "Es zeigte sich kein Unterschied. Das beweist nicht, dass es keinen gibt: Wer in "
          + "\(reference) % der Fälle richtig antwortet, hätte diesen Test mit einer "
          + "Wahrscheinlichkeit von \(power) % bestanden. Für \(adequate) % sind \(needed) "
          + "Versuche "
          + "nötig.")
    }
    return text(
      "No preference was shown. This is no evidence that there is none: a preference in "
        + "\(reference) % of the answers would have been shown by this test with a probability of "
        + "\(power) %. \(needed) answers with a preference are needed for \(adequate) %.",
      "Es zeigte sich keine Vorliebe. Das beweist nicht, dass es keine gibt: Eine in "
        + "\(reference) % "
        + "der Antworten hätte dieser Test mit einer Wahrscheinlichkeit von \(power) % gezeigt. "
        + "Für "
        + "\(adequate) % sind \(needed) Antworten mit einer Vorliebe nötig.")
  }

  private func preference(
    for style: String, over other: String, _ tally: ListeningTally
  ) -> String {
    let chance = chance(tally.pValue)
    return text(
      "\(style) was preferred to \(other): without a preference, so uneven a result occurs in "
        + "\(chance) of all tests. This holds for these listeners and sounds only.",
      "\(style) wurde gegenüber \(other) bevorzugt: Ohne Vorliebe kommt ein so ungleiches Ergebnis "
        + "in \(chance) aller Tests vor. Das gilt nur für diese Hörer und Klänge.")
  }

  /// Returns the reservations that apply to all rows.
  func notes(_ rows: [ListeningReport.Row], isSession: Bool) -> [String] {
    var notes: [String] = []
    let stopped = rows.reduce(into: Set<String>()) { $0.formUnion($1.incompleteTests) }.count
    if stopped > 0 {
      let tests = count(stopped, "test", "Test wurde", "Tests wurden")
      let start =
        isSession
        ? text("The test was stopped early.", "Der Test wurde vorzeitig beendet.")
        : text("\(tests) stopped early.", "\(tests) vorzeitig beendet.")
      notes.append(
        start
          + text(
            " Stopping when the numbers look good makes p-values too small.",
            " Wer aufhört, wenn die Zahlen gut aussehen, erhält zu kleine p-Werte."))
    }
    if rows.count > 1 {
      notes.append(
        text(
          "Each result is a separate test. Without any difference, one in 20 falls below p = 0.05.",
          "Jedes Ergebnis ist ein eigener Test. Ohne jeden Unterschied fällt eines von 20 unter "
            + "p = 0,05."))
    }
    if !isSession && rows.contains(where: { !$0.pair.comparesTemperaments }) {
      notes.append(
        text(
          "The default of the players rests on pitch measurements, not on these answers. "
            + "See Documentation/studies/listening-test.md.",
          "Die Voreinstellung der Player beruht auf Messungen der Tonhöhe, nicht auf diesen "
            + "Antworten. Siehe Documentation/studies/listening-test.md."))
    }
    return notes
  }

  /// Returns the message without answers.
  func nothing(isSession: Bool) -> String {
    isSession
      ? text("The test ended without an answer.", "Der Test endete ohne Antwort.")
      : text(
        "There are no answers yet. Run `peach listen-test`.",
        "Es gibt noch keine Antworten. Starte `peach listen-test`.")
  }

  private func name(_ style: ListeningStyle) -> String {
    switch style {
    case .recorded: text(style.name, "aufgenommen")
    case .straight: text(style.name, "gerade")
    case .smooth: text(style.name, "geglättet")
    case .equal: text("equal temperament", "gleichstufig")
    case .vallotti: "Vallotti"
    case .meantone: text("quarter-comma meantone", "mitteltönig")
    case .just: text("just intonation", "rein")
    }
  }

  private func count(_ count: Int, _ english: String, _ one: String, _ many: String) -> String {
    isGerman ? "\(count) \(count == 1 ? one : many)" : Console.count(count, english)
  }

  private func percent(_ fraction: Double) -> String {
    language.number(fraction * 100, decimals: 0)
  }

  private func probability(_ value: Double) -> String {
    let number = language.number(max(value, 0.0001), decimals: 4)
    return value < 0.0001 ? text("\(number) or less", "\(number) oder weniger") : number
  }

  private func chance(_ value: Double) -> String {
    let number = language.number(max(value * 100, 0.01), decimals: 2)
    return value < 0.0001
      ? text("fewer than \(number) %", "weniger als \(number) %") : "\(number) %"
  }
}

// MARK: During a test

extension ListeningTexts {
  var heading: String { text("Blind listening test", "Blinder Hörtest") }

  func trial(_ number: Int, of count: Int) -> String {
    text("Trial \(number) of \(count)", "Versuch \(number) von \(count)")
  }

  func question(_ kind: ListeningTestKind) -> String {
    kind == .abx
      ? text("Is X equal to A or to B?", "Ist X gleich A oder gleich B?")
      : text("Which is better, A or B?", "Was klingt besser, A oder B?")
  }

  func keys(_ kind: ListeningTestKind) -> [String] {
    let quit = text("Q: quit", "Q: verlassen")
    if kind == .abx {
      return [
        text("A, B, X: play", "A, B, X: abspielen"), text("1: X is A", "1: X ist A"),
        text("2: X is B", "2: X ist B"), quit,
      ]
    }
    return [
      text("A, B: play", "A, B: abspielen"), text("1: A is better", "1: A ist besser"),
      text("2: B is better", "2: B ist besser"), text("0: no difference", "0: kein Unterschied"),
      quit,
    ]
  }

  func listenFirst(_ kind: ListeningTestKind) -> String {
    let sounds = kind == .abx ? text("A, B and X", "A, B und X") : text("A and B", "A und B")
    return text(
      "Listen to \(sounds) first. Press the keys of those that you have not heard.",
      "Hör dir zuerst \(sounds) an. Drück die Tasten, die noch fehlen.")
  }

  /// Returns the answer to a letter without a function.
  func unknown(_ key: Unicode.Scalar) -> String {
    TrainerTexts(language)[.unknownKey, "\(key)"]
  }
}
