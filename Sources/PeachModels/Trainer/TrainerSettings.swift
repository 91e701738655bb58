import PeachEarTraining
public import PeachServices
import PeachTrainerUI

/// The settings of a ``TrainerModel``. Values are limited to their ranges when they are set.
///
/// ```swift
/// model.settings.referencePitchHertz = 442
/// Stepper("Gap", value: $model.settings.gapSeconds, in: TrainerSettings.gapRange, step: 0.1)
/// ```
public struct TrainerSettings: Hashable, Sendable {
  /// The rule that chooses the differences.
  public enum Difficulty: Hashable, Sendable, CaseIterable {
    /// The adaptive procedure.
    case adaptive
    /// The Kazez rule.
    case kazez
  }

  /// The range of ``keys``: those of a piano.
  public static let keyRange: ClosedRange<UInt8> = 21...108
  /// The range of ``noteSeconds``.
  public static let noteRange = 0.3...3.0
  /// The range of ``chordSeconds``.
  public static let chordRange = 1.0...6.0
  /// The range of ``gapSeconds``.
  public static let gapRange = 0.0...3.0
  /// The range of ``feedbackSeconds``.
  public static let feedbackRange = 0.2...5.0
  /// The range of ``referencePitchHertz``.
  public static let referencePitchRange = 380.0...480.0
  /// The range of ``loudnessVariationDecibels``.
  public static let loudnessRange = 0.0...12.0

  /// The keys of the first notes; the sound limits them further.
  public var keys: ClosedRange<UInt8>
  /// The duration of each note.
  public var noteSeconds: Double
  /// The duration of intervals and chords whose notes sound together.
  public var chordSeconds: Double
  /// The silence between the notes.
  public var gapSeconds: Double
  /// The display time of a result.
  public var feedbackSeconds: Double
  /// The frequency of A4 in hertz.
  public var referencePitchHertz: Double
  /// The intervals that are trained, from −12 to 12 semitones; 0 is the unison. At least one.
  public var intervals: Set<Int>
  /// The tuning of the intervals.
  public var tuning: Tuning
  /// The maximum level difference between both notes.
  public var loudnessVariationDecibels: Double
  /// The rule that chooses the differences.
  public var difficulty: Difficulty

  init(_ preferences: TrainerPreferences) {
    let settings = preferences.settings
    keys = settings.notes
    noteSeconds = settings.noteSeconds
    chordSeconds = settings.chordSeconds
    gapSeconds = settings.gapSeconds
    feedbackSeconds = settings.feedbackSeconds
    referencePitchHertz = settings.referencePitch.hertz
    intervals = Set(settings.intervals.map(\.semitones))
    tuning = settings.tuning
    loudnessVariationDecibels = settings.loudnessVariationDecibels
    difficulty = preferences.procedure == .kazez ? .kazez : .adaptive
  }

  /// The changes that set these values.
  var changes: [TrainerSetting] {
    // At least one interval remains at all times: the included ones come first.
    let all = (-12...12).compactMap { MusicalInterval(semitones: $0) }
    let included = all.filter { intervals.contains($0.semitones) }
    let excluded = included.isEmpty ? [] : all.filter { !intervals.contains($0.semitones) }
    return [
      .lowestNote(keys.lowerBound), .highestNote(keys.upperBound), .noteSeconds(noteSeconds),
      .chordSeconds(chordSeconds), .gapSeconds(gapSeconds), .feedbackSeconds(feedbackSeconds),
      .referencePitch(Frequency(hertz: referencePitchHertz)), .tuning(tuning),
      .loudnessVariation(decibels: loudnessVariationDecibels),
      .procedure(difficulty == .kazez ? .kazez : .adaptive),
    ] + included.map { .interval($0, isIncluded: true) }
      + excluded.map { .interval($0, isIncluded: false) }
  }
}
