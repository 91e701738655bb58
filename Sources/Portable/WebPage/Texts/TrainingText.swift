/// The texts of the exercises and of their results. Placeholders are %1, %2 and so on.
enum TrainingText: UInt8, CaseIterable {
  case endSession, progress, first, second, listen, firstNote, askPair, soon, askInterval, sharp
  case flat, tooWide, tooNarrow, right, wasHigher, wasLower, higherBy, lowerBy, sharpBy, flatBy
  case lastPair, matchListen, matchListenHint, matchTune, matchHint, matches, nextNote, nextPair
  case usual, beyondUsual, exact, fineTuning, paused, pausedHint, rightSign, answerGroup, tools
  case differences, rightOf, matchedCount, aim, before, now, thresholdAxis, overlap, apart, early
  case pairByPair, wrong, thisSession, duration, closest, todayTerm, missed, playMissed, silent
  case earlyOne, theFirst, theSecond, wider, narrower, tap, tapsDone, tapHint, countedBeats
  case beatsASecond, dialHint

  /// Of each text a line in English, and one in German.
  static let lines = textLines(
    """
    End the session
    Die Sitzung beenden
    Progress
    Fortschritt
    first
    erster
    second
    zweiter
    Listen
    Hör zu
    This is the first note.
    Das ist der erste Ton.
    Higher or lower?
    Höher oder tiefer?
    Answer as soon as you know.
    Antworte, sobald du es weißt.
    Is it sharp, or flat? (%1)
    Zu hoch oder zu tief? (%1)
    Sharp
    Zu hoch
    Flat
    Zu tief
    too wide
    zu weit
    too narrow
    zu eng
    Right
    Richtig
    It was higher
    Er war höher
    It was lower
    Er war tiefer
    %1\u{A0}cents higher
    %1\u{A0}Cent höher
    %1\u{A0}cents lower
    %1\u{A0}Cent tiefer
    %1\u{A0}cents sharp
    %1\u{A0}Cent zu hoch
    %1\u{A0}cents flat
    %1\u{A0}Cent zu tief
    Last pair: %1
    Letztes Paar: %1
    Listen: this is the target
    Hör zu: Das ist der Zielton
    Then you tune your own note to it.
    Danach stimmst du deinen eigenen Ton darauf.
    Tune your note to the target
    Stimme deinen Ton auf den Zielton
    Move the dial to hear it. The scale counts from where your note began.
    Bewege den Regler, um ihn zu hören. Die Skala zählt ab dem Anfang deines Tons.
    It matches
    Er passt
    Next note
    Nächster Ton
    Next pair
    Nächstes Paar
    Within your usual ±%1\u{A0}cents.
    Innerhalb deiner üblichen ±%1\u{A0}Cent.
    Your usual spread is ±%1\u{A0}cents.
    Üblich sind bei dir ±%1\u{A0}Cent.
    Exact
    Genau getroffen
    Fine tuning in cents
    Feinstimmung in Cent
    Paused
    Pause
    Number %1 follows when you resume.
    Nummer %1 folgt, wenn du weitermachst.
    right
    richtig
    Answer
    Antwort
    Pair
    Paar
    Differences of %1 pairs, %2 right
    Abstände von %1 Paaren, %2 richtig
    %1 of %2 pairs right
    %1 von %2 Paaren richtig
    Notes matched: %1
    Angeglichene Töne: %1
    About four in five is the aim: then the pairs are as hard as they should be.
    Etwa vier von fünf sind das Ziel: Dann sind die Paare so schwer, wie sie sein sollen.
    before
    vorher
    now
    jetzt
    Threshold (cents)
    Schwelle (Cent)
    The intervals overlap: this session cannot tell whether your hearing has changed.
    Die Intervalle überlappen: Ob sich dein Gehör verändert hat, zeigt diese Sitzung nicht.
    The intervals do not overlap.
    Die Intervalle überlappen nicht.
    After %1 more pairs, your threshold is shown here.
    Nach %1 weiteren Paaren steht hier deine Schwelle.
    Pair by pair
    Paar für Paar
    wrong
    falsch
    This session
    Diese Sitzung
    Duration
    Dauer
    Closest pair heard
    Engstes gehörtes Paar
    Today
    Heute
    Listen again to what you missed
    Noch einmal hören, was daneben ging
    Play %1
    %1 spielen
    Without sound: these pairs are marked and do not count later.
    Ohne Ton: Diese Paare sind gekennzeichnet und zählen später nicht.
    After one more pair, your threshold is shown here.
    Nach einem weiteren Paar steht hier deine Schwelle.
    The first
    Das erste
    The second
    Das zweite
    Wider
    Weiter
    Narrower
    Enger
    Tap
    Klopfen
    Done
    Fertig
    At least four taps. Their speed counts.
    Mindestens vier Schläge. Ihr Tempo zählt.
    Counted beats: %1
    Gezählte Schwebungen: %1
    %1 beats a second
    %1 Schwebungen je Sekunde
    Move the dial to hear it: %1.
    Bewege den Regler, um ihn zu hören: %1.
    """)
}
