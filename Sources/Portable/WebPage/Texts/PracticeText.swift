/// The texts of the page about practising. Placeholders are %1, %2 and so on.
enum PracticeText: UInt8, CaseIterable {
  case howFinely, purpose, firstPair, whatIsACent, fromKeyToKey, orBegin, comparing
  case comparingHint, matching, matchingHint, intervals, intervalsHint, privacy, whatToday
  case exercises, start, change, threshold, details, week, today, practised, notPractised, days
  case recommended, reasonFirst, reasonCoarsest, reasonMatching, interval, cents, plusMinus
  case oneCent, changeSound, chordsHint, chordsEarly

  /// Of each text a line in English, and one in German.
  static let lines = textLines(
    """
    How finely do you hear?
    Wie fein hörst du?
    Two notes play. Was the second one higher or lower? Peach finds the smallest difference \
    that you hear, and trains it.
    Zwei Töne erklingen. War der zweite höher oder tiefer? Peach findet den kleinsten \
    Unterschied, den du hörst, und übt ihn mit dir.
    Hear the first pair
    Das erste Paar hören
    What is a cent?
    Was ist ein Cent?
    From one piano key to the next, it is 100\u{A0}cents. Listen: the second note is higher \
    by …
    Von einer Klaviertaste zur nächsten sind es 100\u{A0}Cent. Hör zu: Der zweite Ton ist \
    höher um …
    Or begin with
    Oder beginne mit
    Compare two notes
    Zwei Töne vergleichen
    Was the second note higher or lower?
    War der zweite Ton höher oder tiefer?
    Match a note
    Einen Ton angleichen
    Tune your note until it is the same
    Stimme deinen Ton, bis er gleich ist
    Tune intervals
    Intervalle stimmen
    Is the fifth flat, or sharp?
    Ist die Quinte zu tief oder zu hoch?
    Everything stays on this device, also without a network.
    Alles bleibt auf diesem Gerät, auch ohne Netz.
    What to practise today
    Was übst du heute?
    Exercises
    Übungen
    Start
    Anfangen
    change
    ändern
    Your threshold
    Deine Schwelle
    Details
    Mehr
    This week
    Diese Woche
    Today: %1.
    Heute: %1.
    practised
    geübt
    not practised
    nicht geübt
    Mon,Tue,Wed,Thu,Fri,Sat,Sun
    Mo,Di,Mi,Do,Fr,Sa,So
    %1 pairs with “%2”, about %3 min.
    %1 Paare mit „%2“, etwa %3 min.
    They give a first estimate of your threshold.
    Sie ergeben eine erste Schätzung deiner Schwelle.
    Your hearing is coarsest around %1, with %2\u{A0}cents.
    Am gröbsten hörst du um %1, mit %2\u{A0}Cent.
    You have not matched notes for %1 days.
    Du hast seit %1 Tagen keine Töne angeglichen.
    95\u{A0}% interval: %1
    95-%-Intervall: %1
    %1\u{A0}cents
    %1\u{A0}Cent
    ±%1\u{A0}cents
    ±%1\u{A0}Cent
    1\u{A0}cent
    1\u{A0}Cent
    Instrument: %1. Change
    Instrument: %1. Ändern
    Which chord is pure? Tune it, count its beats
    Welcher Akkord ist rein? Stimme ihn, zähle Schwebungen
    After ten answers, your threshold is shown here.
    Nach zehn Antworten steht hier deine Schwelle.
    """)
}
