extension TrainerTexts {
  /// The texts of profiles.
  static var profile: [Row] {
    [
      (
        .profileNothing, "No results yet. Start with: peach train",
        "Noch keine Ergebnisse. Fang an mit: peach train"
      ),
      (.profileBand, "%1 cents (95 %: %2)", "%1 Cent (95 %: %2)"),
      (
        .profileMeaning,
        "At this distance you identify the higher of two notes three times out of four.",
        "Bei diesem Abstand erkennst du in drei von vier Fällen, welcher Ton höher ist."
      ),
      (
        .profileCount, "Based on %1 comparisons and %2 matched notes.",
        "Grundlage: %1 Vergleiche und %2 angeglichene Töne."
      ),
      (
        .trendImproving, "Your hearing became finer in the last 14 days.",
        "In den letzten 14 Tagen ist dein Gehör feiner geworden."
      ),
      (
        .trendStable, "No change in the last 14 days.",
        "In den letzten 14 Tagen ist es gleich geblieben."
      ),
      (
        .trendDeclining, "Your hearing became coarser in the last 14 days.",
        "In den letzten 14 Tagen ist dein Gehör gröber geworden."
      ),
      (.profileKeyboard, "Across the keyboard (cents)", "Entlang der Tastatur (Cent)"),
      (.profileDays, "Over time (cents)", "Zeitverlauf (Cent)"),
      (.profileIntervals, "Intervals (cents)", "Intervalle (Cent)"),
      (.profileTried, "%1 trials", "%1 Versuche"),
    ]
  }
}
