package import PeachMusicUnits

/// The settings of a session. A change takes effect with the next trial.
package struct TrainingSettings: Equatable, Sendable {
  /// The keys of references, within 21…108.
  package var notes: ClosedRange<UInt8> = 36...84
  /// The duration of each note, 0.3…3 s.
  package var noteSeconds = 1.0
  /// The silence between the notes, 0…3 s.
  package var gapSeconds = 0.0
  /// The frequency of A4, key 69.
  package var referencePitch = FrequencyCalculation.concertPitch
  /// The intervals of questions. An empty list means unisons.
  package var intervals: [MusicalInterval] = [.unison]
  package var tuning = Tuning.equal
  /// The maximum level difference between target and reference, 0…12 dB.
  package var loudnessVariationDecibels = 0.0
  /// The index of the sound, 0 to 7, by ``SoundIndices``.
  package var sound = 0

  package init() {}

  /// A copy with all values limited to their ranges.
  package var limited: TrainingSettings {
    var limited = self
    let low = min(max(notes.lowerBound, 21), 108)
    limited.notes = low...min(max(notes.upperBound, low), 108)
    limited.noteSeconds = Self.limited(noteSeconds, 0.3, 3, otherwise: 1)
    limited.gapSeconds = Self.limited(gapSeconds, 0, 3, otherwise: 0)
    limited.loudnessVariationDecibels = Self.limited(loudnessVariationDecibels, 0, 12, otherwise: 0)
    if !referencePitch.isPlayable { limited.referencePitch = FrequencyCalculation.concertPitch }
    if intervals.isEmpty { limited.intervals = [.unison] }
    limited.sound = min(max(sound, 0), 7)
    return limited
  }

  private static func limited(
    _ value: Double, _ low: Double, _ high: Double, otherwise: Double
  ) -> Double { value == value ? min(max(value, low), high) : otherwise }

  /// Returns a random question. All keys and intervals have equal probabilities.
  func question(random: inout RandomSource) -> Question {
    let key = Int(notes.lowerBound) + random.index(below: notes.count)
    let interval = intervals[random.index(below: intervals.count)]
    return Question(noteNumber: Double(key), interval: interval, sound: sound)
  }

  func reference(of question: Question) -> TrialNote {
    TrialNote(
      frequency: FrequencyCalculation.frequency(
        noteNumber: question.noteNumber, referencePitch: referencePitch),
      durationSeconds: noteSeconds)
  }
}
