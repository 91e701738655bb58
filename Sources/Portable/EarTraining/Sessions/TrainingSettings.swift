public import PeachMusicUnits

/// What a session trains, and how it sounds (T2). A change counts from the next trial on.
public struct TrainingSettings: Equatable, Sendable {
  /// The keys that references are taken from, within 21…108.
  public var notes: ClosedRange<UInt8> = 36...84
  /// How long each note sounds, 0.3–3 s.
  public var noteSeconds = 1.0
  /// The silence between the notes, 0 s or more.
  public var gapSeconds = 0.0
  /// The pitch of A4, key 69.
  public var referencePitch = FrequencyCalculation.concertPitch
  /// The intervals that are asked for; none at all means unisons.
  public var intervals: [MusicalInterval] = [.unison]
  /// How wide intervals are.
  public var tuning = Tuning.equal
  /// How far the target's level may be from the reference's, in decibels, 0 or more.
  public var loudnessVariationDecibels = 0.0
  /// Which sound, as the shell has numbered them: 0 through 7.
  public var sound = 0

  /// The defaults: unisons from 36 to 84, a second each, without a gap, A at 440 Hz.
  public init() {}

  /// The same with everything within its range.
  public var limited: TrainingSettings {
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

  /// A question by chance: any key of the range, any of the intervals.
  ///
  /// Notes stay random: what is hard is not asked more often.
  func question(random: inout RandomSource) -> Question {
    let key = Int(notes.lowerBound) + random.index(below: notes.count)
    let interval = intervals[random.index(below: intervals.count)]
    return Question(noteNumber: Double(key), interval: interval, sound: sound)
  }

  /// The frequency of a question's reference.
  func reference(of question: Question) -> Frequency {
    FrequencyCalculation.frequency(
      noteNumber: question.noteNumber, referencePitch: referencePitch)
  }
}
