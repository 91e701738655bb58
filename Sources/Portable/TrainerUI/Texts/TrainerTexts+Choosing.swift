extension TrainerTexts {
  /// What menus, settings and the choice of sounds say.
  static var choosing: [Row] {
    [
      (.home, "Peach", "Peach"),
      (.homeComparison, "Compare two notes", "Zwei Töne vergleichen"),
      (.homeMatching, "Match a note", "Einen Ton angleichen"),
      (.homeSound, "Sound: %1", "Klang: %1"),
      (.homeSettings, "Settings", "Einstellungen"),
      (.homeDemonstration, "What is a cent?", "Was ist ein Cent?"),
      (.homeQuit, "Quit", "Beenden"),
      (.homeKeys, "↑ ↓ and Enter, or 1 to 6   Q: quit", "↑ ↓ und Enter, oder 1 bis 6   Q: beenden"),
      (
        .storedNowhere, "Trials are not stored, and last until you quit. %1",
        "Versuche werden nicht gespeichert und gelten bis zum Beenden. %1"
      ),
      (.silent, "Silent: no sound device is used.", "Stumm: Es wird kein Tongerät benutzt."),
      (
        .soundFailed, "There is no sound: %1 (peach train --null-audio goes on without.)",
        "Es ist nichts zu hören: %1 (peach train --null-audio geht ohne weiter.)"
      ),
      (.settings, "Settings", "Einstellungen"),
      (
        .settingsKeys, "↑ ↓: choose   ← →: change   Enter: open   Esc: back",
        "↑ ↓: wählen   ← →: ändern   Enter: öffnen   Esc: zurück"
      ),
      (.settingSound, "Sound", "Klang"),
      (.settingLowest, "Lowest note", "Tiefster Ton"),
      (.settingHighest, "Highest note", "Höchster Ton"),
      (.settingSeconds, "Length of a note", "Länge eines Tons"),
      (.settingGap, "Silence between notes", "Stille zwischen den Tönen"),
      (.settingPitch, "A4", "A4 (Kammerton a′)"),
      (.settingIntervals, "Intervals", "Intervalle"),
      (.settingTuning, "Tuning of intervals", "Stimmung der Intervalle"),
      (.settingLoudness, "Difference in loudness", "Unterschied der Lautstärke"),
      (.settingProcedure, "Difficulty", "Schwierigkeit"),
      (.settingLanguage, "Language", "Sprache"),
      (.seconds, "%1 s", "%1 s"),
      (.hertz, "%1 Hz", "%1 Hz"),
      (.decibels, "up to %1 dB", "bis %1 dB"),
      (.none, "none", "keine"),
      (.procedureAdaptive, "by what you hear", "nach deinem Gehör"),
      (.procedureKazez, "Kazez's rule", "Regel von Kazez"),
      (.tuningEqual, "equal", "gleichstufig"),
      (.tuningJust, "just, seventh %1, tritone %2", "rein, Septime %1, Tritonus %2"),
      (.tuningPythagorean, "Pythagorean", "pythagoreisch"),
      (.tuningMeantone, "quarter-comma meantone", "viertelkomma-mitteltönig"),
      (.sounds, "Sounds", "Klänge"),
      (
        .soundsKeys, "Letters: search   Space: listen   Tab: measure   Enter: take   Esc: back",
        "Buchstaben: suchen   Leertaste: anhören   Tab: messen   Enter: nehmen   Esc: zurück"
      ),
      (.soundsFilter, "Search: %1", "Suche: %1"),
      (.soundsNone, "There is no such sound.", "Einen solchen Klang gibt es nicht."),
      (.sine, "Sine", "Sinus"),
      (.measuring, "measuring …", "wird gemessen …"),
      (.notMeasured, "not measured", "nicht gemessen"),
      (.soundPreview, "You hear %1.", "Du hörst %1."),
      (.tooSmall, "This window is too small.", "Dieses Fenster ist zu klein."),
    ]
  }
}
