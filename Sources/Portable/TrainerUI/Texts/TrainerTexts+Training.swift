extension TrainerTexts {
  /// The texts of the welcome screen and the demonstration.
  static var welcome: [Row] {
    [
      (.welcome, "Welcome to Peach", "Willkommen bei Peach"),
      (
        .welcomePurpose, "Train your ear to hear ever smaller differences in pitch.",
        "Hier trainierst du, immer kleinere Tonhöhenunterschiede zu hören."
      ),
      (
        .welcomeCent,
        "Differences are measured in cents. "
          + "A semitone, from one piano key to the next, is 100 cents.",
        "Gemessen wird in Cent: "
          + "Ein Halbton, also von einer Klaviertaste zur nächsten, hat 100 Cent."
      ),
      (
        .welcomeKeys, "Enter: hear what a cent is   Esc: start training   L: Deutsch",
        "Enter: hören, was ein Cent ist   Esc: direkt loslegen   L: English"
      ),
      (.demonstration, "What is a cent?", "Was ist ein Cent?"),
      (
        .demonstrationPrompt, "The second of two notes is higher by:",
        "Der zweite von zwei Tönen ist höher um:"
      ),
      (.demonstrationRow, "%1: %2 cents", "%1: %2 Cent"),
      (.demonstrationRowOne, "%1: 1 cent", "%1: 1 Cent"),
      (
        .demonstrationNote,
        "Many people start at about 20 cents; trained musicians reach 3 or less.",
        "Viele beginnen bei etwa 20 Cent, geübte Musiker erreichen 3 oder weniger."
      ),
      (.demonstrationKeys, "1 to 5: listen   Esc: done", "1 bis 5: anhören   Esc: fertig"),
    ]
  }

  /// The texts of training.
  static var training: [Row] {
    [
      (.comparison, "Comparing", "Vergleichen"),
      (.listen, "Listen: first note", "Hör zu: erster Ton"),
      (.second, "Second note: higher or lower?", "Zweiter Ton: höher oder tiefer?"),
      (.question, "Higher or lower?", "Höher oder tiefer?"),
      (.right, "Right", "Richtig"),
      (.wrong, "Wrong", "Falsch"),
      (
        .wasHigher, "%1: the second note was %2 cents higher",
        "%1: Der zweite Ton war %2 Cent höher"
      ),
      (
        .wasLower, "%1: the second note was %2 cents lower",
        "%1: Der zweite Ton war %2 Cent tiefer"
      ),
      (
        .comparisonKeys, "↑ or H: higher   ↓ or L: lower   Space: repeat   P: pause   Esc: stop",
        "↑ oder H: höher   ↓ oder T: tiefer   Leertaste: wiederholen   P: Pause   Esc: beenden"
      ),
      (.matching, "Matching", "Angleichen"),
      (.matchingListen, "Listen: this is the target", "Hör zu: Das ist der Zielton"),
      (
        .matchingTouch, "Press ↑ or ↓ to hear your note, then tune it until it matches",
        "Drücke ↑ oder ↓, um deinen Ton zu hören, und stimme ihn, bis er passt"
      ),
      (
        .matchingTune, "Tune it until it matches, then press Enter",
        "Stimme ihn, bis er passt, und drücke dann Enter"
      ),
      (.matchingResultHigher, "Your note was %1 cents sharp", "Dein Ton war %1 Cent zu hoch"),
      (.matchingResultLower, "Your note was %1 cents flat", "Dein Ton war %1 Cent zu tief"),
      (.matchingExact, "Exact", "Genau getroffen"),
      (
        .matchingKeys,
        "↑ ↓: 1 cent   Shift or + -: 0.1   PgUp PgDn: 5   Enter: done   Space: repeat   "
          + "P: pause   Esc: stop",
        "↑ ↓: 1 Cent   Umschalt oder + -: 0,1   Bild ↑ ↓: 5   Enter: fertig   "
          + "Leertaste: wiederholen   P: Pause   Esc: beenden"
      ),
      (.paused, "Paused", "Pause"),
      (.pausedKeys, "P or Space: resume   Esc: stop", "P oder Leertaste: weiter   Esc: beenden"),
      (.goodbye, "See you soon.", "Bis bald."),
    ]
  }
}
