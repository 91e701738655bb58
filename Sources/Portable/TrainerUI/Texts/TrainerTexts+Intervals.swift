extension TrainerTexts {
  /// The texts of the interval list.
  static var intervals: [Row] {
    [
      (.intervals, "Intervals", "Intervalle"),
      (
        .intervalsKeys, "↑ ↓: move   Space: include or exclude   Esc: back",
        "↑ ↓: wählen   Leertaste: an oder aus   Esc: zurück"
      ),
      (.chosen, "selected", "ausgewählt"),
      (.notChosen, "not selected", "nicht ausgewählt"),
      (.upward, "%1 ascending", "%1 aufwärts"),
      (.downward, "%1 descending", "%1 abwärts"),
      (.unison, "unison", "Prime"),
      (.minorSecond, "minor second", "kleine Sekunde"),
      (.majorSecond, "major second", "große Sekunde"),
      (.minorThird, "minor third", "kleine Terz"),
      (.majorThird, "major third", "große Terz"),
      (.fourth, "fourth", "Quarte"),
      (.tritone, "tritone", "Tritonus"),
      (.fifth, "fifth", "Quinte"),
      (.minorSixth, "minor sixth", "kleine Sexte"),
      (.majorSixth, "major sixth", "große Sexte"),
      (.minorSeventh, "minor seventh", "kleine Septime"),
      (.majorSeventh, "major seventh", "große Septime"),
      (.octave, "octave", "Oktave"),
    ]
  }
}
