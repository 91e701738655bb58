extension ModelTexts {
  /// A text in both languages.
  package struct Row: Sendable {
    /// The key.
    package let text: ModelText
    package let english: String
    package let german: String

    init(_ text: ModelText, _ english: String, _ german: String) {
      (self.text, self.english, self.german) = (text, english, german)
    }
  }

  /// All texts.
  package static let table = screens + settings + messages

  static let rows = Dictionary(uniqueKeysWithValues: table.map { ($0.text, $0) })

  /// The texts of screens and their controls.
  private static var screens: [Row] {
    [
      Row(.sine, "Sine wave", "Sinuston"),
      Row(
        .playingSineInstead, "Playing a sine wave instead.", "Stattdessen erklingt ein Sinuston."),
      Row(
        .selectionNotRead, "The selected sound cannot be read. %1",
        "Der gewählte Klang kann nicht gelesen werden. %1"),
      Row(
        .selectionNotStored, "The selected sound cannot be stored. %1",
        "Der gewählte Klang kann nicht gespeichert werden. %1"),
      Row(.missingSelection, "%1 (missing)", "%1 (fehlt)"),
      Row(.train, "Train", "Üben"),
      Row(.settings, "Settings", "Einstellungen"),
      Row(.sound, "Sound", "Klang"),
      Row(.preparing, "Preparing the sound", "Der Klang wird vorbereitet"),
      Row(.lower, "Lower", "Tiefer"),
      Row(.higher, "Higher", "Höher"),
      Row(.done, "Done", "Fertig"),
      Row(.compareNotes, "Compare notes", "Töne vergleichen"),
      Row(.tuneNotes, "Tune notes", "Töne angleichen"),
      Row(.results, "Results", "Ergebnisse"),
      Row(.playAgain, "Play again", "Noch einmal"),
      Row(.undo, "Undo", "Zurücknehmen"),
      Row(.pause, "Pause", "Pause"),
      Row(.resume, "Resume", "Weiter"),
      Row(.stop, "Stop", "Beenden"),
      Row(.lowestNote, "Lowest note", "Tiefster Ton"),
    ]
  }

  /// The texts of settings and banks.
  private static var settings: [Row] {
    [
      Row(.highestNote, "Highest note", "Höchster Ton"),
      Row(.noteLength, "Note length", "Tonlänge"),
      Row(.gap, "Gap between notes", "Pause zwischen den Tönen"),
      Row(.feedback, "Display time of results", "Anzeigedauer der Ergebnisse"),
      Row(.referencePitch, "Concert pitch (A4)", "Kammerton (a′)"),
      Row(.loudness, "Loudness variation", "Lautstärkeunterschied"),
      Row(.language, "Language", "Sprache"),
      Row(.soundBanks, "Sound banks", "Klangbibliotheken"),
      Row(.importBank, "Import a sound bank", "Klangbibliothek importieren"),
      Row(.replaceBank, "Replace", "Ersetzen"),
      Row(.removeBank, "Remove", "Entfernen"),
      Row(.keepBank, "Keep", "Behalten"),
      Row(.cancel, "Cancel", "Abbrechen"),
      Row(.importing, "Importing %1", "%1 wird importiert"),
      Row(.imported, "Imported: %1", "Importiert: %1"),
      Row(.alreadyImported, "Already available: %1", "Schon vorhanden: %1"),
      Row(.presetCount, "Presets: %1", "Klänge: %1"),
      Row(.originGiven, "Chosen by you", "Von dir gewählt"),
      Row(.originBundled, "Part of the app", "Teil der App"),
      Row(.originUser, "Imported", "Importiert"),
      Row(.originSystem, "Part of the system", "Teil des Systems"),
      Row(.originPersonal, "In your folders", "In deinen Ordnern"),
    ]
  }

  /// The texts of dialogs and messages.
  private static var messages: [Row] {
    [
      Row(
        .suspectTitle, "The app quit while loading “%1”.",
        "Die App wurde beim Laden von „%1“ beendet."),
      Row(
        .suspectMessage, "The sound bank may be damaged. It is not loaded until you keep it.",
        "Die Klangbibliothek ist vielleicht beschädigt. Sie lädt erst, wenn du sie behältst."),
      Row(.credits, "Credits", "Mitwirkende"),
      Row(.creditAuthor, "By %1", "Von %1"),
      Row(.creditLicense, "License: %1", "Lizenz: %1"),
      Row(
        .audioInterrupted, "Another app uses the audio output. Resume when it has ended.",
        "Eine andere App verwendet die Tonausgabe. Danach geht es weiter."),
      Row(
        .audioInterruptionEnded, "The audio output was interrupted. Resume to continue.",
        "Die Tonausgabe wurde unterbrochen. Tippe auf „Weiter“."),
      Row(
        .audioOutputRemoved, "The audio output was disconnected. Resume to use another output.",
        "Die Tonausgabe wurde getrennt. Mit „Weiter“ erklingt eine andere."),
      Row(
        .audioSuspended, "The audio output is paused. Resume to continue.",
        "Die Tonausgabe pausiert. Tippe auf „Weiter“."),
      Row(
        .audioStalled, "The audio output does not respond. Resume, or check the device.",
        "Die Tonausgabe antwortet nicht. Tippe auf „Weiter“ oder prüfe das Gerät."),
      Row(.refusedNotBank, "%1 is not a sound bank.", "%1 ist keine Klangbibliothek."),
      Row(
        .refusedDamaged, "%1 is damaged and cannot be imported.",
        "%1 ist beschädigt und kann nicht importiert werden."),
      Row(
        .refusedNoSamples, "None of the recordings of %1 can be read.",
        "Keine der Aufnahmen von %1 ist lesbar."),
      Row(
        .refusedOtherFiles, "%1 needs files in other folders. Import its folder.",
        "%1 benötigt Dateien aus anderen Ordnern. Importiere den ganzen Ordner."),
      Row(
        .refusedNameTaken, "Another sound bank is called %1. Replace it, or rename the file.",
        "Eine andere Klangbibliothek heißt schon %1. Ersetze sie, oder benenne die Datei um."),
      Row(.refusedNoSpace, "There is not enough space for %1.", "Für %1 ist nicht genug Platz."),
      Row(.refusedNotReadable, "%1 cannot be read.", "%1 kann nicht gelesen werden."),
      Row(
        .refusedNoFolder, "There is no folder for imported sound banks.",
        "Es gibt keinen Ordner für importierte Klangbibliotheken."),
      Row(.cannotRemove, "%1 cannot be removed. %2", "%1 kann nicht entfernt werden. %2"),
    ]
  }
}
