/// The texts of the page that the terminal does not have. Placeholders are %1, %2 and so on.
enum PageText: UInt8, CaseIterable {
  case train, hearing, instruments, songs, higher, lower, replay, pause, resume, stop, done
  case english, german, raiseBy, lowerBy, dial, review, undo, again, exportCSV, exportJSON
  case importTrials, imported, search, select, preview, measure, addBank, remove, keyboard
  case keyboardCents, octaveDown, octaveUp, connectMIDI, playsMPE, addSong, play, position, tempo
  case transpose, loop, roll, save, rendering, cancel, saved, savingInterruptsSound
  case mute, solo, bar, newVersion, reload, settings, undoShort, dismiss, technicalDetails
  case sessions, notes, page, beginAgain, nothingIsDeleted, feedbackWhy, gapWhy, loudnessWhy
  case ascending, descending, openSong, songPurpose, chooseSong, bank, toStart, channels, playing
  case level, to, replaced, oneChannel, channelCount, drums, rollHint, smaller, larger
  case loopFrom, loopTo, endLoop, noInstrument, banksAbove, appearance, asSystem, light, dark
  case metronome, click, countIn, generalLoading, generalFailed, instrumentOf, asInSong, program

  /// Of each text a line in English, and one in German.
  static let lines = textLines(
    """
    Practise
    Üben
    Hearing
    Gehör
    Instruments
    Instrumente
    Songs
    Stücke
    Higher
    Höher
    Lower
    Tiefer
    Repeat
    Wiederholen
    Pause
    Pause
    Resume
    Weiter
    Stop
    Beenden
    Done
    Fertig
    English
    English
    Deutsch
    Deutsch
    Raise by %1\u{A0}cents
    Um %1\u{A0}Cent höher
    Lower by %1\u{A0}cents
    Um %1\u{A0}Cent tiefer
    Pitch of your note
    Tonhöhe deines Tons
    Last pair
    Letztes Paar
    Undo the last answer
    Letzte Antwort zurücknehmen
    Another session
    Noch eine Sitzung
    Export as CSV
    Als CSV exportieren
    Export as JSON
    Als JSON exportieren
    Import trials
    Versuche importieren
    %1 trials were imported.
    %1 Versuche wurden importiert.
    Search
    Suchen
    Select
    Auswählen
    Listen
    Anhören
    Measure
    Messen
    Add instruments
    Instrumente hinzufügen
    Remove
    Entfernen
    Keyboard
    Klaviatur
    Tuning: %1\u{A0}cents
    Stimmung: %1\u{A0}Cent
    An octave lower
    Eine Oktave tiefer
    An octave higher
    Eine Oktave höher
    Use MIDI keyboards
    MIDI-Keyboards verwenden
    MPE: a channel for each note
    MPE: ein Kanal für jede Note
    Open a MIDI file
    Öffne eine MIDI-Datei
    Play
    Abspielen
    Position
    Position
    Tempo
    Tempo
    Transpose
    Transponieren
    Repeat bars
    Takte wiederholen
    Notes of the song
    Noten des Stücks
    Save as %1
    Als %1 speichern
    Saving: %1\u{A0}%
    Wird gespeichert: %1\u{A0}%
    Cancel
    Abbrechen
    %1 was saved.
    %1 wurde gespeichert.
    Songs cannot be saved in this browser: saving would interrupt the sound.
    In diesem Browser können Stücke nicht gespeichert werden: Das Speichern würde den Ton \
    unterbrechen.
    Mute channel %1
    Kanal %1 stummschalten
    Only channel %1
    Nur Kanal %1
    Bar %1
    Takt %1
    A new version of Peach is ready.
    Eine neue Version von Peach ist bereit.
    Reload
    Neu laden
    Settings
    Optionen
    Undo
    Zurück
    Dismiss
    Schließen
    Details
    Einzelheiten
    Sessions
    Sitzungen
    Notes
    Töne
    Page
    Seite
    Begin again
    Neu beginnen
    No trial is ever deleted: earlier ones stay in exports, and can be counted again.
    Kein Versuch wird gelöscht: Frühere bleiben in Exporten und können wieder gezählt \
    werden.
    The last result also stays while the next first note plays.
    Das letzte Ergebnis bleibt auch stehen, während der nächste erste Ton erklingt.
    Longer is harder: you must remember the first note.
    Länger ist schwerer: Du musst dir den ersten Ton merken.
    So that loudness cannot give the answer away.
    Damit die Lautstärke die Antwort nicht verrät.
    ascending
    aufwärts
    descending
    abwärts
    Open
    Öffnen
    Choose it, or drop it on the page. It shows how many cents each note is bent.
    Wähle sie, oder zieh sie auf die Seite. Du siehst, um wie viel Cent jeder Ton gebogen ist.
    Choose a file
    Datei wählen
    Bank
    Bank
    To the beginning
    Zum Anfang
    Channels
    Kanäle
    Playing
    Wiedergabe
    Level of channel %1
    Pegel von Kanal %1
    to
    bis
    %1 instruments replaced
    %1 Instrumente ersetzt
    1 channel
    1 Kanal
    %1 channels
    %1 Kanäle
    Drums
    Schlagzeug
    Drag over the bar numbers to repeat them.
    Zieh über die Taktzahlen, um sie zu wiederholen.
    Smaller
    Kleiner
    Larger
    Größer
    Loop from bar
    Schleife ab Takt
    Loop to bar
    Schleife bis Takt
    End the loop
    Schleife beenden
    No instrument
    Kein Instrument
    First from
    Zuerst aus
    Appearance
    Erscheinungsbild
    as the system
    wie das System
    light
    hell
    dark
    dunkel
    Metronome
    Metronom
    Click
    Klick
    Count-in
    Einzählen
    General MIDI bank: %1\u{A0}%
    General-MIDI-Bank: %1\u{A0}%
    The General MIDI bank could not be loaded.
    Die General-MIDI-Bank war nicht zu laden.
    Instrument of channel %1
    Instrument von Kanal %1
    As in the song
    Wie im Stück
    Program %1
    Programm %1
    """)
}
