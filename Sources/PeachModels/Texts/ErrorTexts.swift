public import PeachServices

extension ModelTexts {
  /// Returns the message of an error: the description in English, and a translation of the errors
  /// of this package in German. Details in file formats stay in English.
  public func message(_ error: any Error) -> String {
    if language == .english { return "\(error)" }
    switch error {
    case let error as SoundSourceError: return german(error)
    case let error as NotePlayerError: return german(error)
    case let error as AudioDeviceError: return german(error)
    case let error as UserLibraryError: return german(error)
    case let error as FileAccessError: return german(error)
    case let error as BankFileError:
      return "\(error.path) ist keine lesbare Klangbibliothek: \(error.reason)"
    case let error as SuspectBankError:
      return "\(error.path) wurde übersprungen, weil das Programm beim Laden beendet wurde."
    case let error as SettingsError: return german(error)
    case let error as TrialStoreError: return german(error)
    case let error as TrialFormatError:
      return "Zeile \(error.line) ist ungültig (\(error.reason)). Nichts wurde importiert."
    case let error as SampleCodecError: return german(error)
    default: return "Unerwarteter Fehler: \(error)"
    }
  }

  /// Returns the message of an interruption.
  public func message(_ interruption: AudioInterruption) -> String {
    switch interruption {
    case .began: self[.audioInterrupted]
    case .ended: self[.audioInterruptionEnded]
    case .outputRemoved: self[.audioOutputRemoved]
    case .suspended: self[.audioSuspended]
    case .stalled: self[.audioStalled]
    }
  }

  private func german(_ error: SoundSourceError) -> String {
    switch error {
    case .isNotSampled: return "Der Sinuston gehört zu keiner Klangbibliothek."
    case .notFound(let name, 0, _):
      return "„\(name)“ ist nicht vorhanden: Es gibt noch keine Klangbibliothek."
    case .notFound(let name, let count, let nearest):
      let banks = count == 1 ? "der Klangbibliothek" : "den \(count) Klangbibliotheken"
      let names = nearest.map { "„\($0)“" }.joined(separator: " oder ")
      return "„\(name)“ ist nicht in \(banks)."
        + (nearest.isEmpty ? "" : " Meintest du \(names)?")
    }
  }

  private func german(_ error: NotePlayerError) -> String {
    switch error {
    case .notPlayable(let hertz): return "\(hertz) Hz ist nicht spielbar."
    case .aboveHalfSampleRate(let hertz, let sampleRate):
      return "\(hertz) Hz liegt nicht unter der halben Abtastrate, \(sampleRate / 2) Hz."
    case .durationOutOfRange(let seconds):
      return "\(seconds) Sekunden: Eine Dauer muss größer als 0 und höchstens ein Tag sein."
    case .outsidePitchBendRange(let hertz, let key):
      return "\(hertz) Hz ist mehr als zwei Halbtöne von Taste \(key) entfernt."
    case .noRegion(let hertz, let key, _, let ranges):
      if ranges.isEmpty { return "Der Klang hat keine Aufnahmen." }
      let keys = ranges.map { "\($0.lowerBound) bis \($0.upperBound)" }.joined(separator: ", ")
      return "Der Klang hat keine Aufnahme für \(hertz) Hz, Taste \(key). Tasten: \(keys)."
    case .missingSample(let hertz, let key, let file, _):
      return "Die Aufnahme für \(hertz) Hz, Taste \(key), fehlt: \(file)."
    case .damagedSample(let hertz, let key, _):
      return "Die Aufnahme für \(hertz) Hz, Taste \(key), ist beschädigt."
    case .interrupted(let interruption): return message(interruption)
    case .deviceLost(let error): return "Die Tonausgabe ist ausgefallen. \(german(error))"
    case .notRunning: return "Die Tonausgabe ist beendet."
    case .tooBusy: return "Zu viele Töne auf einmal."
    case .noFreeChannel: return "Zu viele Klänge sind in Gebrauch."
    case .noPreset(let bank, let program, _):
      return "Die Klangbibliothek hat keinen Klang \(bank):\(program)."
    }
  }

  private func german(_ error: AudioDeviceError) -> String {
    switch error {
    case .call(_, let device, _, let reason):
      "Das Audiogerät „\(device)“ ist nicht verfügbar: \(reason)"
    case .timedOut(let device, let seconds):
      "Das Audiogerät „\(device)“ hat \(seconds) Sekunden lang nicht geantwortet."
    case .alreadyRunning(let device): "Das Audiogerät „\(device)“ läuft bereits."
    case .noThread: "Für die Tonausgabe fehlt ein Thread. Schließe andere Programme."
    case .noSoundSystem: "Diese Fassung hat keine Tonausgabe."
    }
  }

  private func german(_ error: UserLibraryError) -> String {
    switch error {
    case .noFolder: return self[.refusedNoFolder]
    case .refused(let path, _): return self[.refusedDamaged, BankImportRefusal.name(path)]
    case .needsOtherFiles(let path): return self[.refusedOtherFiles, BankImportRefusal.name(path)]
    case .nameTaken(let path): return self[.refusedNameTaken, BankImportRefusal.name(path)]
    case .notThere(let name, _): return "Es gibt keine Klangbibliothek \(name)."
    }
  }

  private func german(_ error: FileAccessError) -> String {
    let reason =
      switch error.reason {
      case .missing: "Die Datei gibt es nicht"
      case .notPermitted: "Der Zugriff ist nicht erlaubt"
      case .folder: "Das ist ein Ordner"
      case .notFolder: "Das ist kein Ordner"
      case .notRegular: "Das ist keine gewöhnliche Datei"
      case .empty: "Die Datei ist leer"
      case .tooLarge(let limit): "Die Datei hat mehr als \(limit) Bytes"
      case .exists: "Es gibt sie schon"
      case .changed: "Die Datei wurde währenddessen geändert"
      case .inUse: "Ein anderes Programm schreibt die Datei"
      case .full: "Der Speicher ist voll"
      case .invalidPath: "Der Pfad ist ungültig"
      case .notFileURL: "Das ist nicht die URL einer Datei"
      case .system(let code): "Fehler \(code) des Systems"
      }
    return "\(error.path): \(reason)."
  }

  private func german(_ error: SettingsError) -> String {
    switch error {
    case .outOfRange(let name, let value, let range):
      "Ungültiger Wert \(value) für \(name). Erlaubt: \(range)."
    case .malformed(let name, let text, _): "Ungültiger Wert „\(text)“ für \(name)."
    case .noSuchSource(let text): "Unbekannter Klang „\(text)“."
    case .notReadable(let path, _): "Die Einstellungen in \(path) sind nicht lesbar."
    case .noFolder: "Es gibt keinen Ordner für Einstellungen."
    }
  }

  private func german(_ error: TrialStoreError) -> String {
    switch error {
    case .noFolder: "Es gibt keinen Ordner für Ergebnisse."
    case .notBuilt: "Diese Fassung speichert keine Ergebnisse."
    case .folder(let path, let reason): "Der Ordner \(path) kann nicht angelegt werden: \(reason)."
    case .database(let path, let code, let reason): "\(path): \(reason) (SQLite \(code))."
    case .laterVersion(let path, _, _):
      "\(path) stammt von einer neueren Fassung. Aktualisiere die App."
    }
  }

  private func german(_ error: SampleCodecError) -> String {
    switch error {
    case .noDecoder: "Diese Fassung kann die Aufnahmen nicht lesen."
    case .noWavPackDecoder: "Diese Fassung kann Aufnahmen im Format WavPack nicht lesen."
    case .undecodable: "Eine Aufnahme ist beschädigt."
    case .tooLong, .tooManyFrames: "Die Aufnahmen sind zu lang."
    }
  }
}
