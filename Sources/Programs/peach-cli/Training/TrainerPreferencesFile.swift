import PeachServices
import PeachTrainerUI

/// The trainer's preferences file, `training.json`, in the folder of the program's settings.
struct TrainerPreferencesFile {
  private let path: String

  /// Throws if the user has no settings folder.
  init(environment: [String: String]) throws {
    let settings = try SettingsFile(environment: environment).path
    path = settings.replacing("settings.json", with: "training.json")
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
    return preferences
  }

  /// Stores the preferences atomically.
  func store(_ preferences: TrainerPreferences) throws {
    if let slash = path.lastIndex(of: "/") {
      try FileAccess.makeFolder(String(path[..<slash]))
    }
    try FileAccess.write(Array(preferences.json.utf8), to: path)
  }
}
