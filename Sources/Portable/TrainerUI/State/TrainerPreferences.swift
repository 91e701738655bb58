package import PeachEarTraining
import PeachMusicUnits
import PeachTrialRecords

package struct TrainerPreferences: Equatable, Sendable {
  package enum Procedure: UInt8, Hashable, Sendable, CaseIterable {
    case adaptive, kazez
  }

  package var settings = TrainingSettings()
  package var sound = "sine"
  package var language = TrainerLanguage.english
  /// Whether the language was chosen. Another one, that of the system, is not kept.
  package var isLanguageChosen = false
  package var procedure = Procedure.adaptive
  package var length = SessionLength.endless
  /// The time from which trials count for the profile, in milliseconds since 1970-01-01 UTC.
  package var countsSince: Int64 = 0
  /// Whether the welcome screen was left.
  package var isIntroduced = false

  package init() {}
}

extension TrainerPreferences {
  /// Reads a JSON object, with the values of `defaults` for missing and invalid members. Returns
  /// `nil` if the text is not an object.
  package init?(json: String, defaults: TrainerPreferences) {
    guard case .object(let object)? = try? JSONReader.value(json) else { return nil }
    self = defaults
    func number(_ name: String) -> Double? { object[name]?.number }
    func text(_ name: String) -> String? { object[name]?.text }
    func key(_ name: String) -> UInt8? { number(name).flatMap { UInt8(exactly: $0) } }
    let low = key("lowestNote") ?? settings.notes.lowerBound
    settings.notes = low...max(key("highestNote") ?? settings.notes.upperBound, low)
    settings.noteSeconds = number("noteSeconds") ?? settings.noteSeconds
    settings.chordSeconds = number("chordSeconds") ?? settings.chordSeconds
    settings.gapSeconds = number("gapSeconds") ?? settings.gapSeconds
    settings.feedbackSeconds = number("feedbackSeconds") ?? settings.feedbackSeconds
    if let hertz = number("referencePitch"), (380...480).contains(hertz) {
      settings.referencePitch = .hertz(hertz)
    }
    if let semitones = object["intervals"]?.array {
      settings.intervals = semitones.compactMap { value in
        value.number.flatMap { Int(exactly: $0) }.flatMap { MusicalInterval(semitones: $0) }
      }
    }
    settings.tuning = text("tuning").flatMap { Tuning(name: $0) } ?? settings.tuning
    settings.loudnessVariationDecibels =
      number("loudnessVariationDecibels") ?? settings.loudnessVariationDecibels
    settings = settings.limited
    sound = text("sound") ?? sound
    if let chosen = text("language").flatMap({ TrainerLanguage(code: $0) }) {
      (language, isLanguageChosen) = (chosen, true)
    }
    length = text("sessionLength").flatMap { SessionLength(code: $0) } ?? length
    if let start = number("countsSince"), start >= 0, start < 1e15 { countsSince = Int64(start) }
    procedure = text("procedure") == "kazez" ? .kazez : .adaptive
    isIntroduced = object["isIntroduced"]?.bool ?? isIntroduced
  }

  /// The preferences as a JSON object with a member on each line, in alphabetical order.
  package var json: String {
    let intervals = settings.intervals.map { "\($0.semitones)" }.joined(separator: ", ")
    let members: [(name: String, value: String)] = [
      ("chordSeconds", JSONText.number(settings.chordSeconds)),
      ("countsSince", "\(countsSince)"),
      ("feedbackSeconds", JSONText.number(settings.feedbackSeconds)),
      ("gapSeconds", JSONText.number(settings.gapSeconds)),
      ("highestNote", "\(settings.notes.upperBound)"), ("intervals", "[\(intervals)]"),
      ("isIntroduced", isIntroduced ? "true" : "false"),
      ("language", isLanguageChosen ? JSONText.quoted(language.code) : "null"),
      ("loudnessVariationDecibels", JSONText.number(settings.loudnessVariationDecibels)),
      ("lowestNote", "\(settings.notes.lowerBound)"),
      ("noteSeconds", JSONText.number(settings.noteSeconds)),
      ("procedure", JSONText.quoted(procedure == .kazez ? "kazez" : "adaptive")),
      ("referencePitch", JSONText.number(settings.referencePitch.hertz)),
      ("sessionLength", JSONText.quoted(length.code)),
      ("sound", JSONText.quoted(sound)), ("tuning", JSONText.quoted(settings.tuning.name)),
    ]
    return "{\n" + members.map { "  \"\($0.name)\": \($0.value)" }.joined(separator: ",\n")
      + "\n}\n"
  }
}
