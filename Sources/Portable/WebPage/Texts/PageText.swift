import PeachTrainerUI

/// The texts of the page that the terminal does not have.
enum PageText: Hashable {
  case train, hearing, instruments, songs
  case higher, lower, replay, pause, resume, stop, done, back, english, german
  case raiseBy(cents: String), lowerBy(cents: String), dial
  case review, undo, again
  case exportCSV, exportJSON, importTrials, imported(count: String)
  case search, select, selected, preview, measure, addBank, remove, storage
  case keyboard, keyboardCents(String), octaveDown, octaveUp, connectMIDI, playsMPE
  case addSong, play, position, tempo, transpose, noSong, loop, loopHint, roll
  case save(format: String), rendering(percent: String), cancel, saved(name: String), rollOfCents
  case savingInterruptsSound
  case channel(String), mute(String), solo(String), bar(Int)
  case newVersion, reload

  /// Returns the text in a language.
  func text(_ language: TrainerLanguage) -> String {
    let (english, german) = texts
    return language == .german ? german : english
  }

  private var texts: (english: String, german: String) {
    switch self {
    case .train: ("Train", "Üben")
    case .hearing: ("Your hearing", "Dein Gehör")
    case .instruments: ("Instruments", "Instrumente")
    case .songs: ("Songs", "Stücke")
    case .higher: ("Higher", "Höher")
    case .lower: ("Lower", "Tiefer")
    case .replay: ("Repeat", "Wiederholen")
    case .pause: ("Pause", "Pause")
    case .resume: ("Resume", "Weiter")
    case .stop: ("Stop", "Beenden")
    case .done: ("Done", "Fertig")
    case .back: ("Back", "Zurück")
    case .english: ("English", "English")
    case .german: ("Deutsch", "Deutsch")
    case .raiseBy(let cents): ("Raise by \(cents) cents", "Um \(cents) Cent höher")
    case .lowerBy(let cents): ("Lower by \(cents) cents", "Um \(cents) Cent tiefer")
    case .dial: ("Pitch of your note", "Tonhöhe deines Tons")
    case .review: ("Last pair", "Letztes Paar")
    case .undo: ("Undo the last answer", "Letzte Antwort zurücknehmen")
    case .again: ("Another session", "Noch eine Sitzung")
    case .exportCSV: ("Export as CSV", "Als CSV exportieren")
    case .exportJSON: ("Export as JSON", "Als JSON exportieren")
    case .importTrials: ("Import trials", "Versuche importieren")
    case .imported(let count):
      ("\(count) trials were imported.", "\(count) Versuche wurden importiert.")
    case .search: ("Search", "Suchen")
    case .select: ("Select", "Auswählen")
    case .selected: ("Selected", "Ausgewählt")
    case .preview: ("Listen", "Anhören")
    case .measure: ("Measure", "Messen")
    case .addBank: ("Add instruments", "Instrumente hinzufügen")
    case .remove: ("Remove", "Entfernen")
    case .storage: ("Files on this device", "Dateien auf diesem Gerät")
    case .keyboard: ("Keyboard", "Klaviatur")
    case .keyboardCents(let cents): ("Tuning: \(cents) cents", "Stimmung: \(cents) Cent")
    case .octaveDown: ("An octave lower", "Eine Oktave tiefer")
    case .octaveUp: ("An octave higher", "Eine Oktave höher")
    case .connectMIDI: ("Use MIDI keyboards", "MIDI-Keyboards verwenden")
    case .playsMPE:
      ("MPE: a channel for each note", "MPE: ein Kanal für jede Note")
    case .newVersion:
      ("A new version of Peach is ready.", "Eine neue Version von Peach ist bereit.")
    case .reload: ("Reload", "Neu laden")
    default: songTexts
    }
  }

  /// The texts of the songs screen.
  private var songTexts: (english: String, german: String) {
    switch self {
    case .addSong: ("Open a MIDI file", "MIDI-Datei öffnen")
    case .play: ("Play", "Abspielen")
    case .position: ("Position", "Position")
    case .tempo: ("Tempo", "Tempo")
    case .transpose: ("Transpose", "Transponieren")
    case .loop: ("Repeat bars", "Takte wiederholen")
    case .loopHint: ("such as 5-8", "zum Beispiel 5-8")
    case .roll: ("Notes of the song", "Noten des Stücks")
    case .rollOfCents:
      (
        "Notes of the song, with their deviation from equal temperament in cents",
        "Noten des Stücks, mit ihrer Abweichung von gleichstufiger Stimmung in Cent"
      )
    case .save(let format): ("Save as \(format)", "Als \(format) speichern")
    case .rendering(let percent): ("Saving: \(percent) %", "Wird gespeichert: \(percent) %")
    case .cancel: ("Cancel", "Abbrechen")
    case .savingInterruptsSound:
      (
        "Songs cannot be saved in this browser: saving would interrupt the sound.",
        """
        In diesem Browser können Stücke nicht gespeichert werden: Das Speichern würde den Ton \
        unterbrechen.
        """
      )
    case .saved(let name): ("\(name) was saved.", "\(name) wurde gespeichert.")
    case .channel(let number): ("Channel \(number)", "Kanal \(number)")
    case .mute(let number): ("Mute channel \(number)", "Kanal \(number) stummschalten")
    case .solo(let number): ("Only channel \(number)", "Nur Kanal \(number)")
    case .bar(let number): ("Bar \(number)", "Takt \(number)")
    case .noSong: ("Open or drop a MIDI file.", "Öffne eine MIDI-Datei oder ziehe sie hierher.")
    default: ("", "")
    }
  }
}
