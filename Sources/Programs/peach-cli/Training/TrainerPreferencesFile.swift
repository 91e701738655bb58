import Peach
import PeachTrainerUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The trainer's preferences file, `training.json`, in the folder of the program's settings.
struct TrainerPreferencesFile {
  private let path: String

  /// Throws if the user has no settings folder.
  init(environment: [String: String]) throws {
    let settings = try SettingsFile(environment: environment).path
    path = settings.replacing("settings.json", with: "training.json")
  }

  private struct Contents: Codable {
    var lowestNote: Int?
    var highestNote: Int?
    var noteSeconds: Double?
    var gapSeconds: Double?
    var referencePitch: Double?
    var intervals: [Int]?
    var tuning: String?
    var loudnessVariationDecibels: Double?
    var sound: String?
    var language: String?
    var procedure: String?
    var isIntroduced: Bool?
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
    let contents: Contents
    do {
      contents = try JSONDecoder().decode(Contents.self, from: Data(bytes))
    } catch {
      throw SettingsError.notReadable(path: path, reason: "The file is not valid JSON.")
    }
    var preferences = defaults
    var settings = preferences.settings
    let low = UInt8(clamping: contents.lowestNote ?? Int(settings.notes.lowerBound))
    let high = UInt8(clamping: contents.highestNote ?? Int(settings.notes.upperBound))
    settings.notes = low...max(low, high)
    settings.noteSeconds = contents.noteSeconds ?? settings.noteSeconds
    settings.gapSeconds = contents.gapSeconds ?? settings.gapSeconds
    if let hertz = contents.referencePitch, (380...480).contains(hertz) {
      settings.referencePitch = .hertz(hertz)
    }
    settings.intervals =
      contents.intervals?.compactMap { MusicalInterval(semitones: $0) } ?? settings.intervals
    settings.tuning = contents.tuning.flatMap { Tuning(name: $0) } ?? settings.tuning
    settings.loudnessVariationDecibels =
      contents.loudnessVariationDecibels ?? settings.loudnessVariationDecibels
    preferences.settings = settings.limited
    if let sound = contents.sound, SoundSource(sound) != nil { preferences.sound = sound }
    preferences.language =
      contents.language.flatMap { TrainerLanguage(code: $0) } ?? preferences.language
    preferences.procedure = contents.procedure == "kazez" ? .kazez : .adaptive
    preferences.isIntroduced = contents.isIntroduced ?? false
    return preferences
  }

  /// Stores the preferences atomically.
  func store(_ preferences: TrainerPreferences) throws {
    let settings = preferences.settings
    let contents = Contents(
      lowestNote: Int(settings.notes.lowerBound), highestNote: Int(settings.notes.upperBound),
      noteSeconds: settings.noteSeconds, gapSeconds: settings.gapSeconds,
      referencePitch: settings.referencePitch.hertz,
      intervals: settings.intervals.map(\.semitones), tuning: settings.tuning.name,
      loudnessVariationDecibels: settings.loudnessVariationDecibels, sound: preferences.sound,
      language: preferences.language.code,
      procedure: preferences.procedure == .kazez ? "kazez" : "adaptive",
      isIntroduced: preferences.isIntroduced)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = try [UInt8](encoder.encode(contents)) + [UInt8(ascii: "\n")]
    if let slash = path.lastIndex(of: "/") {
      try FileAccess.makeFolder(String(path[..<slash]))
    }
    try FileAccess.write(bytes, to: path)
  }
}
