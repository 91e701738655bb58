extension TrainerTexts {
  /// What is said while training, and before the first time.
  static var training: [Row] {
    [
      (.welcome, "Welcome to Peach", "Willkommen bei Peach"),
      (
        .welcomePurpose, "Here you train to hear how small a difference in pitch can be.",
        "Hier übst du zu hören, wie klein ein Unterschied der Tonhöhe sein kann."
      ),
      (
        .welcomeCent,
        "Differences are told in cents: a semitone, one key of a piano to the next, has 100.",
        "Unterschiede werden in Cent angegeben: Ein Halbton, von Taste zu Taste, hat 100."
      ),
      (
        .welcomeKeys, "Enter: hear what a cent is   Esc: begin at once   L: Deutsch",
        "Enter: hören, was ein Cent ist   Esc: gleich anfangen   L: English"
      ),
      (.demonstration, "What is a cent?", "Was ist ein Cent?"),
      (
        .demonstrationPrompt, "Two notes sound, the second higher by so many cents:",
        "Zwei Töne erklingen, der zweite um so viele Cent höher:"
      ),
      (.demonstrationRow, "%1: %2 cents", "%1: %2 Cent"),
      (.demonstrationRowOne, "%1: 1 cent", "%1: 1 Cent"),
      (
        .demonstrationNote, "Many people begin with 20 cents, and musicians get to 3 or less.",
        "Viele fangen mit 20 Cent an, und wer Musik macht, kommt auf 3 oder weniger."
      ),
      (.demonstrationKeys, "1 to 5: listen   Esc: done", "1 bis 5: anhören   Esc: fertig"),
      (.comparison, "Comparing", "Vergleichen"),
      (.listen, "Listen: the first note", "Hör zu: der erste Ton"),
      (.second, "The second note: higher or lower?", "Der zweite Ton: höher oder tiefer?"),
      (.question, "Higher or lower?", "Höher oder tiefer?"),
      (.right, "Right", "Richtig"),
      (.wrong, "Not so", "Anders"),
      (.wasHigher, "%1: it was %2 cents higher", "%1: Er war %2 Cent höher"),
      (.wasLower, "%1: it was %2 cents lower", "%1: Er war %2 Cent tiefer"),
      (
        .comparisonKeys, "↑ or H: higher   ↓ or L: lower   Space: again   P: pause   Esc: end",
        "↑ oder H: höher   ↓ oder T: tiefer   Leertaste: noch einmal   P: Pause   Esc: Ende"
      ),
      (.matching, "Matching", "Angleichen"),
      (.matchingListen, "Listen: this is the note", "Hör zu: das ist der Ton"),
      (
        .matchingTouch, "Press ↑ or ↓ to hear your note, then move it until it fits",
        "Drücke ↑ oder ↓, um deinen Ton zu hören, und bewege ihn, bis er passt"
      ),
      (
        .matchingTune, "Move it until it fits, then press Enter",
        "Bewege ihn, bis er passt, dann drücke Enter"
      ),
      (
        .matchingResultHigher, "You left it %1 cents too high", "Dein Ton war %1 Cent zu hoch"
      ),
      (.matchingResultLower, "You left it %1 cents too low", "Dein Ton war %1 Cent zu tief"),
      (.matchingExact, "Exactly", "Genau"),
      (
        .matchingKeys,
        "↑ ↓: 1 cent   Shift or + -: 0.1   PgUp PgDn: 5   Enter: done   Space: again   "
          + "P: pause   Esc: end",
        "↑ ↓: 1 Cent   Umschalt oder + -: 0,1   Bild ↑ ↓: 5   Enter: fertig   "
          + "Leertaste: noch einmal   P: Pause   Esc: Ende"
      ),
      (.paused, "Pause", "Pause"),
      (
        .pausedKeys, "P or Space: go on   Esc: end", "P oder Leertaste: weiter   Esc: Ende"
      ),
      (.goodbye, "See you soon.", "Bis bald."),
    ]
  }
}
