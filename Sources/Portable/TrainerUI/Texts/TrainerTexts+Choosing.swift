extension TrainerTexts {
  /// The texts of menus, settings and the sound list.
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
        .storedNowhere, "Trials are not being saved and will be lost when you quit. %1",
        "Die Versuche werden nicht gespeichert und gehen beim Beenden verloren. %1"
      ),
      (.silent, "Muted: no audio device is in use.", "Stumm: Es wird kein Audiogerät verwendet."),
      (
        .soundFailed, "No sound: %1 Use peach train --null-audio to train without it.",
        "Keine Tonausgabe: %1 Mit peach train --null-audio geht es ohne Ton weiter."
      ),
      (.settings, "Settings", "Einstellungen"),
      (
        .settingsKeys, "↑ ↓: choose   ← →: change   Enter: open   Esc: back",
        "↑ ↓: wählen   ← →: ändern   Enter: öffnen   Esc: zurück"
      ),
      (.settingSound, "Sound", "Klang"),
      (.settingLowest, "Lowest note", "Tiefster Ton"),
      (.settingHighest, "Highest note", "Höchster Ton"),
      (.settingSeconds, "Note length", "Tonlänge"),
      (.settingGap, "Gap between notes", "Pause zwischen den Tönen"),
      (.settingPitch, "A4", "A4 (Kammerton a′)"),
      (.settingIntervals, "Intervals", "Intervalle"),
      (.settingTuning, "Interval tuning", "Stimmung der Intervalle"),
      (.settingLoudness, "Loudness variation", "Lautstärkeunterschied"),
      (.settingProcedure, "Difficulty", "Schwierigkeit"),
      (.settingLanguage, "Language", "Sprache"),
      (.seconds, "%1 s", "%1 s"),
      (.hertz, "%1 Hz", "%1 Hz"),
      (.decibels, "up to %1 dB", "bis %1 dB"),
      (.none, "none", "keine"),
      (.procedureAdaptive, "adaptive", "passt sich dir an"),
      (.procedureKazez, "Kazez rule", "Kazez-Regel"),
      (.tuningEqual, "equal temperament", "gleichstufig"),
      (.tuningJust, "just, seventh %1, tritone %2", "rein, Septime %1, Tritonus %2"),
      (.tuningPythagorean, "Pythagorean", "pythagoreisch"),
      (.tuningMeantone, "quarter-comma meantone", "mitteltönig (¼ Komma)"),
      (.sounds, "Sounds", "Klänge"),
      (
        .soundsKeys, "Letters: search   Space: preview   Tab: measure   Enter: select   Esc: back",
        "Buchstaben: suchen   Leertaste: anhören   Tab: messen   Enter: auswählen   Esc: zurück"
      ),
      (.soundsFilter, "Search: %1", "Suche: %1"),
      (.soundsNone, "No matching sounds.", "Keine passenden Klänge."),
      (.sine, "Sine", "Sinus"),
      (.measuring, "measuring …", "wird gemessen …"),
      (.notMeasured, "not measured", "nicht gemessen"),
      (.badgeExact, "exact", "genau"),
      (.badgeWithin, "within %1 cents", "auf %1 Cent genau"),
      (.badgeWavering, "wavers by ±%1 cents", "schwankt um ±%1 Cent"),
      (
        .badgeWaveringWithin, "wavers by ±%1 cents, within %2 cents",
        "schwankt um ±%1 Cent, auf %2 Cent genau"
      ),
      (.badgeUnpitched, "no pitch", "keine Tonhöhe"),
      (.soundPreview, "Playing %1.", "Du hörst jetzt: %1."),
      (.tooSmall, "The window is too small.", "Das Fenster ist zu klein."),
    ]
  }
}
