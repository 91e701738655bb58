import PeachEarTraining
import PeachMusicUnits
public import PeachTrialRecords
import TestEnvironment

/// A seeded generator of valid trials.
public struct RandomTrial {
  private var random: RandomNumbers
  private var milliseconds: Int64
  private let stepMilliseconds: Int64
  private var count = 0

  /// Creates a generator of trials from a time on, `step` milliseconds apart.
  public init(seed: UInt64, from milliseconds: Int64 = 1_700_000_000_000, step: Int64 = 4000) {
    random = RandomNumbers(seed: seed)
    self.milliseconds = milliseconds
    stepMilliseconds = step
  }

  /// Returns the next trial. Identifiers count from 1.
  public mutating func next() -> TrialRecord {
    count += 1
    milliseconds += stepMilliseconds
    let digits = String(count, radix: 16)
    return TrialRecord(
      random.chance(0.8) ? .comparison(comparison()) : .matching(matching()), sound: sound(),
      milliseconds: milliseconds, day: Int(milliseconds / 86_400_000),
      identifier: String(repeating: "0", count: 32 - digits.count) + digits)
  }

  private mutating func sound() -> String {
    random.pick([
      "sine", "sf2:0:42", "sf2:a, b:0:1", "sf2:say \"ah\":0:52", "sf2:Flügel.sf2:8:1",
      "sf2:C:\\banks\\x.sf2:0:3",
    ])
  }

  private mutating func question() -> TrialQuestion {
    TrialQuestion(
      noteNumber: Double(random.whole(21...108)),
      interval: MusicalInterval(semitones: random.whole(-12...12)) ?? .unison)
  }

  private mutating func note(_ hertz: Double) -> TrialNote {
    TrialNote(
      frequency: .hertz(hertz), levelDecibels: random.between(-12, 12),
      durationSeconds: random.chance(0.9) ? random.between(0.3, 3) : nil)
  }

  private mutating func comparison() -> ComparisonTrial {
    let hertz = random.between(20, 5000)
    return ComparisonTrial(
      answer: ComparisonResponse(
        question: question(), offsetCents: (random.chance(0.5) ? 1 : -1) * random.between(0.1, 100),
        heard: random.chance(0.7) ? .higher : .lower),
      tuning: random.pick(Tuning.all), reference: note(hertz), target: note(hertz * 1.01),
      gapSeconds: random.between(0, 3), replays: random.whole(0...9),
      responseSeconds: random.between(0, 10))
  }

  private mutating func matching() -> MatchingTrial {
    MatchingTrial(
      question: question(), tuning: random.pick(Tuning.all),
      reference: note(random.between(20, 5000)),
      startOffsetCents: Double(random.whole(-1000...1000)) / 10,
      offsetCents: Double(random.whole(-2000...2000)) / 10, replays: random.whole(0...3),
      responseSeconds: random.between(0, 100))
  }
}
