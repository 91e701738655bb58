extension TrainerTexts {
  /// The texts of results, resets and signs.
  static var sessions: [Row] { results + resets + signs + studies }

  private static var results: [Row] {
    [
      Row(.profile, "Your hearing", "Dein Gehör"),
      Row(
        .accuracy,
        "Mean error: %1 cents, spread: ±%2 cents, mean distance: %3 cents.",
        "Mittel: %1 Cent, Streuung: ±%2 Cent, mittlerer Abstand: %3 Cent."),
      Row(.accuracyOne, "Error: %1 cents.", "Fehler: %1 Cent."),
      Row(.practiceNone, "No trials today yet", "Heute noch keine Versuche"),
      Row(.practiceToday, "Today: %1", "Heute: %1"),
      Row(.practiceDays, "%1 days in a row", "%1 Tage in Folge"),
      Row(.practiceDaysBefore, "%1 days in a row until yesterday", "%1 Tage in Folge bis gestern"),
      Row(.trial, "1 trial", "1 Versuch"),
      Row(.trials, "%1 trials", "%1 Versuche"),
      Row(.settingFeedback, "Feedback time", "Anzeigedauer des Ergebnisses"),
      Row(.settingLength, "Session length", "Länge der Sitzung"),
      Row(.settingReset, "Reset", "Zurücksetzen"),
      Row(.lengthEndless, "endless", "unbegrenzt"),
      Row(.lengthMinutes, "%1 minutes", "%1 Minuten"),
      Row(.summary, "Session summary", "Zusammenfassung"),
      Row(
        .summaryFirst, "These are your first comparisons: there is no earlier threshold.",
        "Das sind deine ersten Vergleiche: Es gibt keine frühere Schwelle."),
      Row(.duration, "%1 min %2 s", "%1 min %2 s"),
      Row(
        .undone, "Your last answer was withdrawn and does not count.",
        "Deine letzte Antwort ist zurückgenommen und zählt nicht."),
    ]
  }

  private static var resets: [Row] {
    [
      Row(.resetCancel, "Cancel", "Abbrechen"),
      Row(.resetSettings, "Reset the settings", "Einstellungen zurücksetzen"),
      Row(.resetProfile, "Reset your threshold", "Schwelle zurücksetzen"),
      Row(.resetAllTrials, "Count all trials again", "Wieder alle Versuche zählen"),
      Row(
        .resetMeaning,
        "Settings: all but sound and language return to their defaults. Threshold: it is "
          + "estimated anew, "
          + "by trials from now on. Earlier trials are not deleted: they remain in exports and in "
          + "your days of practice, and can be counted again later.",
        "Einstellungen: Alle außer Klang und Sprache werden auf die Voreinstellungen "
          + "zurückgesetzt. Schwelle: Sie wird neu geschätzt, mit den Versuchen von jetzt an. "
          + "Frühere "
          + "Versuche werden nicht gelöscht: Sie bleiben in Exporten, zählen weiterhin zu den "
          + "Übungstagen und können später wieder gezählt werden."),
      Row(.resetSettingsDone, "The settings were reset.", "Die Einstellungen sind zurückgesetzt."),
      Row(
        .resetProfileDone, "Your threshold is estimated anew. No trial was deleted.",
        "Deine Schwelle wird neu geschätzt. Kein Versuch wurde gelöscht."),
      Row(.resetAllTrialsDone, "All trials count again.", "Alle Versuche zählen wieder."),
    ]
  }

  private static var studies: [Row] {
    [
      Row(.study, "Listening study", "Hörversuch"),
      Row(.answered, "Answered", "Beantwortet"),
    ]
  }

  private static var signs: [Row] {
    [
      Row(.legend, "Legend", "Zeichenerklärung"),
      Row(
        .legendExact,
        "each note is within 1 cent; a synthetic tone is without deviation",
        "jeder Ton stimmt auf 1 Cent genau; ein künstlicher ganz"),
      Row(
        .legendStraight, "vibrato and drift are removed; the deviation is not measured yet",
        "Vibrato und Schwankung sind entfernt, die Abweichung noch nicht gemessen"),
      Row(
        .legendStraightWithin,
        "vibrato and drift are removed; no 0.1 s deviates by more than %1 cents",
        "Vibrato und Schwankung sind entfernt; keine 0,1 s weichen um mehr als %1 Cent ab"),
      Row(
        .legendVarying, "the mean pitch is within %1 cents; it varies by ±%2 cents around it",
        "die mittlere Tonhöhe stimmt auf %1 Cent genau, die Tonhöhe schwankt um ±%2 Cent"),
      Row(
        .legendMean,
        "the mean pitch is within %1 cents; the pitch varies for the reason given",
        "die mittlere Tonhöhe stimmt auf %1 Cent genau; sie schwankt aus dem genannten Grund"),
      Row(
        .legendSeveralPlayers, "several voices sound, whose pitches differ",
        "mehrere Stimmen mit verschiedenen Tonhöhen"),
      Row(
        .legendDecaying, "the tone decays, and its pitch with it",
        "der Ton verklingt und ändert dabei seine Höhe"),
      Row(
        .legendNoCommonContour, "the partials do not vary together",
        "die Teiltöne schwanken nicht gemeinsam"),
      Row(.legendUnpitched, "a noise or a drum", "ein Geräusch oder eine Trommel"),
      Row(
        .legendNotMeasured,
        "not measured yet; a measurement tells how well in tune it is",
        "noch nicht gemessen; die Messung sagt, wie gut es stimmt"),
    ]
  }
}
