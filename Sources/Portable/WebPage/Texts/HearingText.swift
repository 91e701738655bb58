/// The texts about the results of trials. Placeholders are %1, %2 and so on.
enum HearingText: UInt8, CaseIterable {
  case bandTerm, comparisons, matchedNotes, yourTrials, onThisDevice, emptyHearing
  case emptyHearingMeaning, comparePair, comparePairs, fromTo, acrossKeyboard, note
  case thresholdTerm, ownTrials, finestCoarsest, overTime, aDay, dayTerm, bySound, soundsLegend
  case aNote, runningMean, spread, asTable, yourHearing

  /// Of each text a line in English, and one in German.
  static let lines = textLines(
    """
    95\u{A0}% interval
    95-%-Intervall
    Comparisons
    Vergleiche
    Matched notes
    Angeglichene Töne
    Your trials
    Deine Versuche
    %1, on this device only.
    %1, nur auf diesem Gerät.
    After %1 more pairs, your threshold appears here
    Nach %1 weiteren Paaren steht hier deine Schwelle
    It is the smallest difference that you hear, in cents: across the keyboard, over time, \
    and by instrument.
    Sie ist der kleinste Unterschied, den du hörst, in Cent: entlang der Klaviatur, im Lauf \
    der Zeit und nach Instrument.
    Compare a pair
    Ein Paar vergleichen
    Compare %1 pairs
    %1 Paare vergleichen
    From %1 to %2
    Von %1 zu %2
    Across the keyboard
    Entlang der Klaviatur
    Note
    Ton
    threshold
    Schwelle
    notes with trials of their own
    Töne mit eigenen Versuchen
    Finest at %1; coarsest at %2
    Am feinsten bei %1; am gröbsten bei %2
    Over time
    Im Lauf der Zeit
    a day
    ein Tag
    Day
    Tag
    By instrument
    Nach Instrument
    95\u{A0}% interval at C4; number of trials in brackets
    95-%-Intervall bei C4; Zahl der Versuche in Klammern
    a note
    ein Ton
    running mean of 10
    gleitendes Mittel von 10
    spread
    Streuung
    As a table
    Als Tabelle
    Your hearing
    Dein Gehör
    """)
}
