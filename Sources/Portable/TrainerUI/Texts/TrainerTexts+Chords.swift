package import PeachEarTraining
import PeachMusicUnits

/// The texts of exercises with notes that sound together.
extension TrainerTexts {
  static var chords: [Row] { chordMenus + chordQuestions + chordResults + chordSounds }

  /// The lines about keys, which the page does not have.
  static var chordKeys: [Row] {
    [
      Row(
        .chordsKeys, "↑ ↓ and Enter, or 1 to 6   Esc: back   Q: quit",
        "↑ ↓ und Enter, oder 1 bis 6   Esc: zurück   Q: verlassen"),
      Row(
        .purityKeys,
        "1 or ←: the first   2 or →: the second   Space: repeat   M: last pair   U: undo   "
          + "P: pause   Esc: stop   Q: quit",
        "1 oder ←: das erste   2 oder →: das zweite   Leertaste: wiederholen   M: letztes Paar   "
          + "U: zurücknehmen   P: Pause   Esc: beenden   Q: verlassen"),
      Row(
        .widthKeys,
        "↑ or H: wider   ↓ or L: narrower   Space: repeat   M: last one   U: undo   "
          + "P: pause   Esc: stop   Q: quit",
        "↑ oder H: weiter   ↓ oder T: enger   Leertaste: wiederholen   M: letztes Intervall   "
          + "U: zurücknehmen   P: Pause   Esc: beenden   Q: verlassen"),
      Row(
        .beatsKeys,
        "Space: tap   Enter: done, after 4 taps   R: from the start   M: last one   U: undo   "
          + "P: pause   Esc: stop   Q: quit",
        "Leertaste: klopfen   Enter: fertig, nach 4 Schlägen   R: von vorn   "
          + "M: letztes Intervall   U: zurücknehmen   P: Pause   Esc: beenden   Q: verlassen"),
    ]
  }

  private static var chordMenus: [Row] {
    [
      Row(.chords, "Chords", "Akkorde"),
      Row(.homeChords, "Chords: hear what beats", "Akkorde: hören, was schwebt"),
      Row(
        .chordsMeaning,
        "The notes of a pure interval do not disturb each other. Out of tune, they beat: the sound "
          + "swells and fades, the faster the further off.",
        "Die Töne eines reinen Intervalls stören einander nicht. Verstimmt schweben sie: Der Klang "
          + "wird lauter und leiser, um so schneller, je weiter er daneben liegt."),
      Row(.settingChordSeconds, "Chord length", "Akkordlänge"),
      Row(.purity, "Pure or out of tune?", "Rein oder verstimmt?"),
      Row(.width, "Wider or narrower than pure?", "Weiter oder enger als rein?"),
      Row(.drone, "Tune a note over a drone", "Einen Ton über einem Bordun stimmen"),
      Row(.triad, "Tune the middle note of a triad", "Den mittleren Ton eines Dreiklangs stimmen"),
      Row(.beats, "Count the beats", "Schwebungen zählen"),
    ]
  }

  private static var chordQuestions: [Row] {
    [
      Row(.purityListen, "Listen: first interval", "Hör zu: erstes Intervall"),
      Row(
        .puritySecond, "Second interval: which one is pure?",
        "Zweites Intervall: Welches ist rein?"),
      Row(
        .purityQuestion, "Which one is pure, the first or the second?",
        "Welches ist rein, das erste oder das zweite?"),
      Row(.widthListen, "Listen", "Hör zu"),
      Row(.widthQuestion, "Wider or narrower than pure?", "Weiter oder enger als rein?"),
      Row(
        .droneTouch, "A drone sounds. Raise or lower your note to hear it",
        "Ein Bordun klingt. Verändere deinen Ton, um ihn zu hören"),
      Row(
        .droneTune, "Tune your note until it does not beat", "Stimme deinen Ton, bis nichts schwebt"
      ),
      Row(
        .triadTouch, "Root and fifth sound. Raise or lower your note to hear it",
        "Grundton und Quinte klingen. Verändere deinen Ton, um ihn zu hören"),
      Row(
        .triadTune, "Tune the middle note until it does not beat",
        "Stimme den mittleren Ton, bis nichts schwebt"),
      Row(.beatsListen, "Tap along with the beats", "Klopf die Schwebungen mit"),
      Row(.beatsTapped, "Go on until Enter", "Weiter, bis zur Eingabetaste"),
    ]
  }

  private static var chordResults: [Row] {
    [
      Row(.pureFirst, "the first was pure, the second %1", "Das erste war rein, das zweite %1"),
      Row(.pureSecond, "the second was pure, the first %1", "Das zweite war rein, das erste %1"),
      Row(.widthResult, "it was %1", "Es war %1"),
      Row(
        .chordDetuned, "%1 cents %2, %3 beats a second",
        "%1 Cent zu %2, %3 Schwebungen je Sekunde"),
      Row(.wide, "wide", "weit"),
      Row(.narrow, "narrow", "eng"),
      Row(.beatless, "Pure: nothing beats", "Rein: Nichts schwebt"),
      Row(.matchingResultHigher, "Your note was %1 cents sharp", "Dein Ton war %1 Cent zu hoch"),
      Row(.matchingResultLower, "Your note was %1 cents flat", "Dein Ton war %1 Cent zu tief"),
      Row(.tunedResult, "%1: %2 beats a second", "%1: %2 Schwebungen je Sekunde"),
      Row(
        .beatsResult, "%1 beats a second. You tapped %2: %3 %.",
        "%1 Schwebungen je Sekunde. Du hast %2 geklopft: %3 %."),
      Row(.reviewChord, "The last one: %1", "Zuletzt: %1"),
      Row(
        .summaryBeats, "Counted beats: %1. Duration: %2.",
        "Gezählte Schwebungen: %1. Dauer: %2."),
      Row(
        .beatAccuracy, "Mean error: %1 %, mean distance: %2 %.",
        "Mittel: %1 %, mittlerer Abstand: %2 %."),
      Row(.beatEstimate, "%1 beats", "%1 Schwebungen"),
      Row(.profilePurity, "Pure or out of tune (beats)", "Rein oder verstimmt (Schwebungen)"),
      Row(
        .profileWidth, "Wider or narrower than pure (cents)", "Weiter oder enger als rein (Cent)"),
      Row(.profileChordNotes, "Notes tuned in chords (cents)", "In Akkorden gestimmte Töne (Cent)"),
    ]
  }

  private static var chordSounds: [Row] {
    [
      Row(
        .steadyChecking, "Checking whether %1 is steady enough for chords …",
        "Wird geprüft: Ist %1 ruhig genug für Akkorde?"),
      Row(
        .steadyPlayers,
        "%1: several players sound, whose notes beat by themselves. Choose another sound.",
        "%1: Hier spielen mehrere, deren Töne von selbst schweben. Wähle einen anderen Klang."),
      Row(
        .steadyDecaying, "%1 decays before its beats are heard. Choose another sound.",
        "%1 verklingt, bevor man Schwebungen hört. Wähle einen anderen Klang."),
      Row(
        .steadyOther, "The pitch of %1 varies. Choose another sound for chords.",
        "Die Tonhöhe von %1 schwankt. Wähle für Akkorde einen anderen Klang."),
      Row(
        .steadyPitch, "A note of %1 is off by %2 cents. Choose another sound for chords.",
        "Ein Ton von %1 weicht um %2 Cent ab. Wähle für Akkorde einen anderen Klang."),
      Row(
        .steadyOvertones,
        "The overtones of %1 are too soft to beat. Choose another sound for chords.",
        "Die Obertöne von %1 sind zu leise, um zu schweben. "
          + "Wähle für Akkorde einen anderen Klang."),
      Row(
        .chordsOfSine,
        "The notes of a pure interval do not disturb each other. Out of tune, they beat. A sine "
          + "has no overtones to beat: chords have a tone with eight partials instead.",
        "Die Töne eines reinen Intervalls stören einander nicht. Verstimmt schweben sie. Ein Sinus "
          + "hat keine Obertöne, die schweben: Akkorde haben stattdessen einen Ton mit acht "
          + "Teiltönen."),
      Row(
        .steadyLevel,
        "A note of %1 varies by %2 dB, as beats do. Choose another sound for chords.",
        "Ein Ton von %1 schwankt um %2 dB, wie Schwebungen. "
          + "Wähle für Akkorde einen anderen Klang."),
    ]
  }
}

extension TrainerTexts {
  /// Returns the result of an exercise with notes that sound together: `the first was pure, the
  /// second 3.2 cents wide, 2.4 beats a second`.
  package func chord(_ trial: CompletedTrial) -> String {
    switch trial {
    case .comparison(let trial):
      let detuning = self[
        .chordDetuned, centsInChord(trial.detuningCents.magnitude),
        self[trial.detuningCents > 0 ? .wide : .narrow], rate(trial.beatRate)]
      guard trial.exercise == .purity else { return self[.widthResult, detuning] }
      return self[trial.isSecondPure ? .pureSecond : .pureFirst, detuning]
    case .matching(let trial):
      if trial.offsetCents == 0 { return self[.beatless] }
      let result = self[
        trial.offsetCents > 0 ? .matchingResultHigher : .matchingResultLower,
        cents(trial.offsetCents.magnitude)]
      return self[.tunedResult, result, rate(trial.beatRate)]
    case .beats(let trial):
      let error = trial.errorPercent
      let percent = (error >= 0.5 ? "+" : "") + language.number(error, decimals: 0)
      return self[.beatsResult, rate(trial.beatRate), rate(trial.tappedRate), percent]
    }
  }

  /// Returns a threshold in beats: `0.60 beats (95 %: 0.40–0.90)`.
  package func beatEstimate(_ estimate: ThresholdEstimate) -> String {
    func number(_ beats: Double) -> String { language.number(beats, decimals: 2) }
    let text = self[.beatEstimate, number(estimate.cents)]
    guard let band = estimate.band else { return text }
    return "\(text) (95 %: \(number(band.lowerBound))–\(number(band.upperBound)))"
  }

  /// Returns the mean and the spread of errors in percent.
  package func beatAccuracy(_ errors: ErrorStatistics) -> String {
    self[
      .beatAccuracy, (errors.mean >= 0.05 ? "+" : "") + cents(errors.mean),
      cents(errors.meanMagnitude)]
  }

  private func rate(_ rate: Frequency?) -> String {
    language.number(rate?.hertz ?? 0, decimals: 1)
  }

  /// Returns cents. Those of chords are often below a tenth.
  private func centsInChord(_ value: Double) -> String {
    value < 1 ? language.number(value, decimals: 2) : cents(value)
  }
}
