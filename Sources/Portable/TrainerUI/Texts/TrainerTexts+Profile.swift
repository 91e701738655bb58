extension TrainerTexts {
  /// What a profile says.
  static var profile: [Row] {
    [
      (
        .profileNothing, "Nothing is known of your hearing yet: peach train begins.",
        "Über dein Gehör ist noch nichts bekannt: peach train fängt an."
      ),
      (.profileBand, "%1 cents, probably %2", "%1 Cent, wahrscheinlich %2"),
      (
        .profileMeaning,
        "So far apart, you can tell the higher of two notes three times out of four.",
        "So weit auseinander erkennst du von zwei Tönen in drei von vier Fällen den höheren."
      ),
      (
        .profileCount, "Learnt from %1 comparisons, and %2 notes matched.",
        "Gelernt aus %1 Vergleichen, und %2 Töne angeglichen."
      ),
      (
        .trendImproving, "In the last 14 days it became finer.",
        "In den letzten 14 Tagen wurde es feiner."
      ),
      (
        .trendStable, "In the last 14 days it stayed as it was.",
        "In den letzten 14 Tagen blieb es gleich."
      ),
      (
        .trendDeclining, "In the last 14 days it became coarser.",
        "In den letzten 14 Tagen wurde es gröber."
      ),
      (.profileKeyboard, "Over the keyboard, in cents", "Über die Tastatur, in Cent"),
      (.profileDays, "Over time, in cents", "Über die Zeit, in Cent"),
      (.profileIntervals, "Intervals, in cents", "Intervalle, in Cent"),
      (.profileTried, "%1 trials", "%1 Versuche"),
    ]
  }
}
