import PeachTrainerUI

/// The texts of an app's screens in a language.
///
/// ```swift
/// ModelTexts(.german)[.importing, "Strings.sf2"]  // Strings.sf2 wird importiert
/// ```
/// The String Catalog `Localizable.xcstrings` has the same texts, and those of the trainer.
public struct ModelTexts: Hashable, Sendable {
  /// The language.
  public var language: ModelLanguage

  /// Creates the texts of a language.
  public init(_ language: ModelLanguage) { self.language = language }

  /// Returns a text with its placeholders replaced.
  public subscript(text: ModelText, first: String = "", second: String = "") -> String {
    let (english, german) = Self.row(text)
    return Self.filled(language == .german ? german : english, [first, second])
  }

  /// Replaces `%1`, `%2` …, in one pass: values may contain placeholders.
  static func filled(_ text: String, _ values: [String]) -> String {
    var result = ""
    var isPlaceholder = false
    for character in text {
      if isPlaceholder {
        let index = (character.wholeNumberValue ?? 0) - 1
        result += values.indices.contains(index) ? values[index] : "%\(character)"
        isPlaceholder = false
      } else if character == "%" {
        isPlaceholder = true
      } else {
        result.append(character)
      }
    }
    return isPlaceholder ? result + "%" : result
  }

  /// Returns the texts in both languages.
  package static func row(_ text: ModelText) -> (english: String, german: String) {
    switch text {
    case .sine: ("Sine wave", "Sinuston")
    case .playingSineInstead: ("Playing a sine wave instead.", "Stattdessen erklingt ein Sinuston.")
    case .selectionNotRead:
      (
        "The selected sound cannot be read. %1",
        "Der gewählte Klang kann nicht gelesen werden. %1"
      )
    case .selectionNotStored:
      (
        "The selected sound cannot be stored. %1",
        "Der gewählte Klang kann nicht gespeichert werden. %1"
      )
    case .missingSelection: ("%1 (missing)", "%1 (fehlt)")
    case .train: ("Train", "Üben")
    case .settings: ("Settings", "Einstellungen")
    case .sound: ("Sound", "Klang")
    case .preparing: ("Preparing the sound", "Der Klang wird vorbereitet")
    case .lower: ("Lower", "Tiefer")
    case .higher: ("Higher", "Höher")
    case .done: ("Done", "Fertig")
    case .compareNotes: ("Compare notes", "Töne vergleichen")
    case .tuneNotes: ("Tune notes", "Töne angleichen")
    case .results: ("Results", "Ergebnisse")
    case .playAgain: ("Play again", "Noch einmal")
    case .undo: ("Undo", "Zurücknehmen")
    case .pause: ("Pause", "Pause")
    case .resume: ("Resume", "Weiter")
    case .stop: ("Stop", "Beenden")
    case .lowestNote: ("Lowest note", "Tiefster Ton")
    case .highestNote: ("Highest note", "Höchster Ton")
    case .noteLength: ("Note length", "Tonlänge")
    case .gap: ("Gap between notes", "Pause zwischen den Tönen")
    case .feedback: ("Display time of results", "Anzeigedauer der Ergebnisse")
    case .referencePitch: ("Concert pitch (A4)", "Kammerton (a′)")
    case .loudness: ("Loudness variation", "Lautstärkeunterschied")
    case .language: ("Language", "Sprache")
    case .soundBanks: ("Sound banks", "Klangbibliotheken")
    case .importBank: ("Import a sound bank", "Klangbibliothek importieren")
    case .replaceBank: ("Replace", "Ersetzen")
    case .removeBank: ("Remove", "Entfernen")
    case .keepBank: ("Keep", "Behalten")
    case .cancel: ("Cancel", "Abbrechen")
    case .importing: ("Importing %1", "%1 wird importiert")
    case .imported: ("Imported: %1", "Importiert: %1")
    case .alreadyImported: ("Already available: %1", "Schon vorhanden: %1")
    case .presetCount: ("Presets: %1", "Klänge: %1")
    case .originGiven: ("Chosen by you", "Von dir gewählt")
    case .originBundled: ("Part of the app", "Teil der App")
    case .originUser: ("Imported", "Importiert")
    case .originSystem: ("Part of the system", "Teil des Systems")
    case .originPersonal: ("In your folders", "In deinen Ordnern")
    case .suspectTitle:
      (
        "The app quit while loading “%1”.",
        "Die App wurde beim Laden von „%1“ beendet."
      )
    case .suspectMessage:
      (
        "The sound bank may be damaged. It is not loaded until you keep it.",
        "Die Klangbibliothek ist vielleicht beschädigt. Sie wird nicht geladen, bis du sie behältst."
      )
    case .credits: ("Credits", "Mitwirkende")
    case .creditAuthor: ("By %1", "Von %1")
    case .creditLicense: ("License: %1", "Lizenz: %1")
    case .audioInterrupted:
      (
        "Another app uses the audio output. Resume when it has ended.",
        "Eine andere App verwendet die Tonausgabe. Danach geht es weiter."
      )
    case .audioInterruptionEnded:
      (
        "The audio output was interrupted. Resume to continue.",
        "Die Tonausgabe wurde unterbrochen. Tippe auf „Weiter“."
      )
    case .audioOutputRemoved:
      (
        "The audio output was disconnected. Resume to use another output.",
        "Die Tonausgabe wurde getrennt. Mit „Weiter“ erklingt eine andere."
      )
    case .audioSuspended:
      (
        "The audio output is paused. Resume to continue.",
        "Die Tonausgabe pausiert. Tippe auf „Weiter“."
      )
    case .audioStalled:
      (
        "The audio output does not respond. Resume, or check the device.",
        "Die Tonausgabe antwortet nicht. Tippe auf „Weiter“ oder prüfe das Gerät."
      )
    case .refusedNotBank: ("%1 is not a sound bank.", "%1 ist keine Klangbibliothek.")
    case .refusedDamaged:
      (
        "%1 is damaged and cannot be imported.",
        "%1 ist beschädigt und kann nicht importiert werden."
      )
    case .refusedNoSamples:
      (
        "None of the recordings of %1 can be read.",
        "Keine der Aufnahmen von %1 ist lesbar."
      )
    case .refusedOtherFiles:
      (
        "%1 needs files in other folders. Import its folder.",
        "%1 benötigt Dateien aus anderen Ordnern. Importiere den ganzen Ordner."
      )
    case .refusedNameTaken:
      (
        "Another sound bank is called %1. Replace it, or rename the file.",
        "Eine andere Klangbibliothek heißt schon %1. Ersetze sie, oder benenne die Datei um."
      )
    case .refusedNoSpace: ("There is not enough space for %1.", "Für %1 ist nicht genug Platz.")
    case .refusedNotReadable: ("%1 cannot be read.", "%1 kann nicht gelesen werden.")
    case .refusedNoFolder:
      (
        "There is no folder for imported sound banks.",
        "Es gibt keinen Ordner für importierte Klangbibliotheken."
      )
    case .cannotRemove: ("%1 cannot be removed. %2", "%1 kann nicht entfernt werden. %2")
    }
  }
}
