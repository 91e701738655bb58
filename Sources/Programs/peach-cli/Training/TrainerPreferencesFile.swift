import PeachServices
import PeachTrainerUI

/// The trainer's preferences file, `training.json`, in the folder of the program's settings.
///
/// The reference pitch is a setting of the whole program: a stored one has precedence over that of
/// this file, and another that the user chooses in the trainer is stored there.
final class TrainerPreferencesFile {
  private let path: String
  private let settings: SettingsFile
  /// The reference pitch of the file, and that at the start, which an option may have changed.
  private var (storedPitch, pitch): (Frequency, Frequency)

  /// Throws if the user has no settings folder.
  init(environment: [String: String]) throws {
    settings = try SettingsFile(environment: environment)
    path = settings.path.replacing("settings.json", with: "training.json")
    (storedPitch, pitch) = (FrequencyCalculation.concertPitch, FrequencyCalculation.concertPitch)
  }

  /// Returns the stored preferences, with defaults for missing values.
  func load(over defaults: TrainerPreferences) throws -> TrainerPreferences {
    let bytes: [UInt8]
    do {
      bytes = try FileAccess.read(path: path, limit: 1 << 20)
    } catch {
      if error.reason == .missing { return defaults }
      throw error
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard var preferences = TrainerPreferences(json: text, defaults: defaults) else {
      throw SettingsError.notReadable(path: path, reason: "The file is not valid JSON.")
    }
    if SoundSource(preferences.sound) == nil { preferences.sound = defaults.sound }
    if (try? settings.stores(.referencePitch)) == true {
      preferences.settings.referencePitch = defaults.settings.referencePitch
    }
    return preferences
  }

  /// Begins with the stored reference pitch, and one that an option replaces it by, if any.
  func begin(_ stored: Frequency, option: Frequency?) {
    (storedPitch, pitch) = (stored, option ?? stored)
  }

  /// Stores the preferences atomically. A reference pitch that was chosen since the start is stored
  /// in the settings.
  func store(_ preferences: TrainerPreferences) throws {
    var preferences = preferences
    let chosen = preferences.settings.referencePitch
    if chosen == pitch {
      preferences.settings.referencePitch = storedPitch
    } else {
      (storedPitch, pitch) = (chosen, chosen)
      try settings.set(.referencePitch, to: "\(chosen.hertz)")
    }
    if let slash = path.lastIndex(of: "/") {
      try FileAccess.makeFolder(String(path[..<slash]))
    }
    try FileAccess.write(Array(preferences.json.utf8), to: path)
  }
}
