import PeachEarTraining
public import PeachServices
import PeachTrainerUI

/// The results of a session.
public struct SessionResults: Hashable, Sendable {
  /// The number of comparisons.
  public let comparisonCount: Int
  /// The number of right answers.
  public let rightCount: Int
  /// The number of tuned notes.
  public let matchingCount: Int
  /// The mean distance of tuned notes from their targets, in cents; `nil` without tuned notes.
  public let meanErrorCents: Double?
  /// The mean distance of taps from the beats, in percent; `nil` without counted beats.
  public let meanBeatErrorPercent: Double?
  /// The number of trials in which beats were counted.
  public let beatCount: Int
  /// The duration without pauses.
  public let seconds: Double
  /// The threshold before the session, in cents; of ``ChordExercise/purity``, in beats. `nil`
  /// without earlier comparisons.
  public let thresholdBeforeCents: Double?
  /// The threshold after the session, in the same unit; `nil` without comparisons.
  public let thresholdCents: Double?

  init(_ summary: SessionSummary) {
    comparisonCount = summary.comparisons
    rightCount = summary.right
    matchingCount = summary.errors.count
    meanErrorCents = summary.errors.count > 0 ? summary.errors.meanMagnitude : nil
    let beats = summary.beatErrors
    meanBeatErrorPercent = beats.count > 0 ? beats.meanMagnitude : nil
    beatCount = beats.count
    seconds = summary.seconds
    thresholdBeforeCents = summary.thresholdBefore?.cents
    thresholdCents = summary.threshold?.cents
  }
}

/// The results of all sessions.
public struct ListenerResults: Sendable {
  /// A threshold with its 95 % credible interval, in cents.
  public struct Threshold: Hashable, Sendable {
    /// The estimate.
    public let cents: Double
    /// The interval; `nil` if there is none.
    public let band: ClosedRange<Double>?

    init(_ estimate: ThresholdEstimate) { (cents, band) = (estimate.cents, estimate.band) }
  }

  private let profile: ListenerProfile
  private let texts: TrainerTexts

  init(_ history: TrainingHistory, _ texts: TrainerTexts) {
    profile = ListenerProfile(history)
    self.texts = texts
  }

  /// The number of comparisons.
  public var comparisonCount: Int { profile.history.comparisonCount }
  /// The number of tuned notes.
  public var matchingCount: Int { profile.history.matchingCount }
  /// The results of exercises with notes that sound together.
  public var chords: ChordHistory { profile.history.chords }
  /// The threshold: the difference that is recognized three times out of four.
  public var threshold: Threshold { Threshold(profile.level) }
  /// The change of the threshold, as a sentence.
  public var trend: String { texts.trend(profile.trend) }
  /// The results as lines of text.
  public var lines: [String] { profile.lines(texts, .spoken) }
  /// A plot of the thresholds across the keyboard and over time, as an SVG document.
  public var plot: String { ListenerPlot(profile, texts).svg }

  /// Returns the threshold at a key.
  public func threshold(key: UInt8) -> Threshold { Threshold(profile.threshold(key: Int(key))) }
}
