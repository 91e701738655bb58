/// The texts of the terminal's screens, which the page does not have.
extension TrainerTexts {
  static var terminal: [Row] { menus + exercises + outcomes + signsAndStudies + chordKeys }

  private static var menus: [Row] {
    [
      Row(
        .welcomePurpose, "Train your ear to hear ever smaller differences in pitch.",
        "Hier trainierst du, immer kleinere Tonhöhenunterschiede zu hören."),
      Row(
        .welcomeCent,
        "Differences are measured in cents. "
          + "A semitone, from one piano key to the next, is 100 cents.",
        "Gemessen wird in Cent: "
          + "Ein Halbton, also von einer Klaviertaste zur nächsten, hat 100 Cent."),
      Row(
        .welcomeKeys, "Enter: hear what a cent is   Esc: start training   L: Deutsch   Q: quit",
        "Enter: hören, was ein Cent ist   Esc: direkt loslegen   L: English   Q: verlassen"),
      Row(
        .demonstrationPrompt, "The second of two notes is higher by:",
        "Der zweite von zwei Tönen ist höher um:"),
      Row(.demonstrationRow, "%1: %2 cents", "%1: %2 Cent"),
      Row(.demonstrationRowOne, "%1: 1 cent", "%1: 1 Cent"),
      Row(
        .demonstrationKeys, "1 to 5: listen   Esc: done   Q: quit",
        "1 bis 5: anhören   Esc: fertig   Q: verlassen"),
      Row(.homeComparison, "Compare two notes", "Zwei Töne vergleichen"),
      Row(.homeMatching, "Match a note", "Einen Ton angleichen"),
      Row(.homeSound, "Sound: %1", "Klang: %1"),
      Row(.homeSettings, "Settings", "Einstellungen"),
      Row(.homeDemonstration, "What is a cent?", "Was ist ein Cent?"),
      Row(.homeQuit, "Quit", "Beenden"),
      Row(
        .homeKeys, "↑ ↓ and Enter, or 1 to 9   Q: quit",
        "↑ ↓ und Enter, oder 1 bis 9   Q: beenden"),
      Row(
        .soundRemedy, "Use peach train --null-audio to train without it.",
        "Mit peach train --null-audio geht es ohne Ton weiter."),
      Row(
        .noDevice, "No audio device found. Without sound: peach train --null-audio",
        "Kein Audiogerät gefunden. Ohne Ton: peach train --null-audio"),
      Row(
        .deviceInUse, "Audio device %1 is in use by another program.",
        "Das Audiogerät %1 wird von einem anderen Programm benutzt."),
      Row(
        .comparisonKeys,
        "↑ or H: higher   ↓ or L: lower   Space: repeat   M: last pair   U: undo   "
          + "P: pause   Esc: stop   Q: quit",
        "↑ oder H: höher   ↓ oder T: tiefer   Leertaste: wiederholen   M: letztes Paar   "
          + "U: zurücknehmen   P: Pause   Esc: beenden   Q: verlassen"),
    ]
  }

  private static var exercises: [Row] {
    [
      Row(.matchingListen, "Listen: this is the target", "Hör zu: Das ist der Zielton"),
      Row(
        .matchingTouch, "Raise or lower your note to hear it, then tune it until it matches",
        "Verändere deinen Ton, um ihn zu hören, und stimme ihn, bis er passt"),
      Row(
        .matchingTune, "Tune your note until it matches", "Stimme deinen Ton, bis er passt"),
      Row(.matchingExact, "Exact", "Genau getroffen"),
      Row(
        .matchingKeys,
        "↑ ↓: 1 cent   Shift or + -: 0.1   PgUp PgDn: 5   Enter: done   Space: repeat   "
          + "M: last pair   U: undo   P: pause   Esc: stop   Q: quit",
        "↑ ↓: 1 Cent   Umschalt oder + -: 0,1   Bild ↑ ↓: 5   Enter: fertig   "
          + "Leertaste: wiederholen   M: letztes Paar   U: zurücknehmen   P: Pause   Esc: "
          + "beenden   "
          + "Q: verlassen"),
      Row(
        .pausedKeys, "P or Space: resume   Esc: stop   Q: quit",
        "P oder Leertaste: weiter   Esc: beenden   Q: verlassen"),
      Row(
        .settingsKeys, "↑ ↓: choose   ← →: change   Enter: open   Esc: back   Q: quit",
        "↑ ↓: wählen   ← →: ändern   Enter: öffnen   Esc: zurück   Q: verlassen"),
      Row(
        .soundsKeys, "Letters: search   Space: preview   Tab: measure   Enter: select   Esc: back",
        "Buchstaben: suchen   Leertaste: anhören   Tab: messen   Enter: auswählen   Esc: zurück"),
      Row(.soundsFilter, "Search: %1", "Suche: %1"),
      Row(
        .intervalsKeys, "↑ ↓: move   Space: include or exclude   Esc: back   Q: quit",
        "↑ ↓: wählen   Leertaste: an oder aus   Esc: zurück   Q: verlassen"),
      Row(.notChosen, "not selected", "nicht ausgewählt"),
      Row(.tooSmall, "The window is too small.", "Das Fenster ist zu klein."),
      Row(.goodbye, "See you soon.", "Bis bald."),
      Row(
        .unknownKey, "The key %1 has no function here.", "Die Taste %1 hat hier keine Funktion."),
      Row(
        .profileNothing, "No results yet.", "Noch keine Ergebnisse."),
      Row(.profileRemedy, "Start with: peach train", "Fang an mit: peach train"),
    ]
  }

  private static var outcomes: [Row] {
    [
      Row(.profileThreshold, "Threshold: %1", "Schwelle: %1"),
      Row(
        .profileCount, "Based on your comparisons (%1) and matched notes (%2).",
        "Grundlage: deine Vergleiche (%1) und angeglichenen Töne (%2)."),
      Row(.profileKeyboard, "Across the keyboard (cents)", "Entlang der Tastatur (Cent)"),
      Row(.profileDays, "Over time (cents)", "Zeitverlauf (Cent)"),
      Row(.profileIntervals, "Intervals (cents)", "Intervalle (Cent)"),
      Row(.profileTried, "%1 trials", "%1 Versuche"),
      Row(.profileMatchings, "Matched notes (cents)", "Angeglichene Töne (Cent)"),
      Row(
        .accuracyAxis, "The last %1 notes: sharp above, flat below",
        "Die letzten %1 Töne: oben zu hoch, unten zu tief"),
      Row(
        .scrollKeys, "↑ ↓ PgUp PgDn: scroll   Esc: back   Q: quit",
        "↑ ↓ Bild ↑ ↓: blättern   Esc: zurück   Q: verlassen"),
      Row(
        .summaryKeys, "Enter: another session   U: undo the last answer   Esc: menu   Q: quit",
        "Enter: noch eine Sitzung   U: letzte Antwort zurücknehmen   Esc: Menü   Q: verlassen"),
      Row(
        .summaryComparisons, "Comparisons: %1, right: %2. Duration: %3.",
        "Vergleiche: %1, richtig: %2. Dauer: %3."),
      Row(
        .summaryMatchings, "Matched notes: %1. Duration: %2.",
        "Angeglichene Töne: %1. Dauer: %2."),
      Row(.summaryThreshold, "Your threshold now: %1.", "Deine Schwelle jetzt: %1."),
      Row(.summaryBefore, "Before the session: %1.", "Vor der Sitzung: %1."),
      Row(
        .summarySilent, "Without an audio device: these trials are marked and do not count later.",
        "Ohne Audiogerät: Diese Versuche sind gekennzeichnet und zählen später nicht."),
      Row(
        .reviewHigher, "The last pair: the second note is %1 cents higher",
        "Das letzte Paar: Der zweite Ton ist %1 Cent höher"),
      Row(
        .reviewLower, "The last pair: the second note is %1 cents lower",
        "Das letzte Paar: Der zweite Ton ist %1 Cent tiefer"),
      Row(
        .reviewSharp, "The target, then your note: %1 cents sharp",
        "Der Zielton, dann dein Ton: %1 Cent zu hoch"),
      Row(
        .reviewFlat, "The target, then your note: %1 cents flat",
        "Der Zielton, dann dein Ton: %1 Cent zu tief"),
    ]
  }

  private static var signsAndStudies: [Row] {
    [
      Row(
        .reviewKeys,
        "Space: play again   Enter: next trial   U: undo the answer   Esc: stop   Q: quit",
        "Leertaste: noch einmal   Enter: nächster Versuch   U: Antwort zurücknehmen   Esc: "
          + "beenden   "
          + "Q: verlassen"),
      Row(.midiConnected, "Connected: %1", "Verbunden: %1"),
      Row(.studyParticipant, "Participant: %1", "Teilnehmer: %1"),
      Row(.studyBlock, "Block %1 of %2: %3.", "Block %1 von %2: %3."),
      Row(
        .studyQuestion, "Was the second note higher or lower? There is no time limit.",
        "War der zweite Ton höher oder tiefer? Es gibt keine Zeitgrenze."),
      Row(
        .studyOver, "The session is complete. Thank you.",
        "Die Sitzung ist vollständig. Vielen Dank."),
      Row(.studyKeys, "Enter: start   Esc: end", "Enter: anfangen   Esc: beenden"),
      Row(
        .studyTrialKeys, "↑ or H: higher   ↓ or L: lower   Space: repeat   P: pause",
        "↑ oder H: höher   ↓ oder T: tiefer   Leertaste: wiederholen   P: Pause"),
      Row(.studyOverKeys, "Enter: quit", "Enter: verlassen"),
      Row(
        .studyUnfinished,
        "An earlier session of this participant has %1 of %2 trials. To continue it, start with "
          + "--resume.",
        "Eine frühere Sitzung dieses Teilnehmers hat %1 von %2 Versuchen. Mit --resume wird sie "
          + "fortgesetzt."),
      Row(
        .resetKeys, "↑ ↓: choose   Enter: confirm   Esc: cancel   Q: quit",
        "↑ ↓: wählen   Enter: bestätigen   Esc: abbrechen   Q: verlassen"),
      Row(.legendAnswer, "right, wrong", "richtig, falsch"),
      Row(.legendNotes, "the note that plays, the other one", "der klingende Ton, der andere"),
      Row(
        .legendMeter, "your note and the target, from −20 to +20 cents",
        "dein Ton und der Zielton, von −20 bis +20 Cent"),
      Row(.legendChosenSound, "the sound in use", "der verwendete Klang"),
      Row(.legendChosenRow, "the selected row", "die gewählte Zeile"),
      Row(
        .legendChart, "a threshold with trials of its own", "Schwelle mit eigenen Versuchen"),
      Row(
        .legendChartUntried, "a threshold by trials nearby", "Schwelle aus Versuchen in der Nähe"),
      Row(.legendBand, "the 95 % interval", "das 95-%-Intervall"),
    ]
  }
}
