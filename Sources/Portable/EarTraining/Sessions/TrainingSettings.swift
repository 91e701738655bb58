package import PeachMusicUnits

/// The settings of a session. A change takes effect with the next trial.
package struct TrainingSettings: Equatable, Sendable {
  /// The keys of references, within 21…108.
  package var notes: ClosedRange<UInt8> = 36...84
  /// The keys of the sound, which limit references and targets; `nil` for all keys.
  package var compass: ClosedRange<UInt8>?
  /// The duration of each note, 0.3…3 s.
  package var noteSeconds = 1.0
  /// The silence between the notes, 0…3 s.
  package var gapSeconds = 0.0
  /// The display time of a result, 0.2…5 s.
  package var feedbackSeconds = 1.5
  /// The frequency of A4, key 69.
  package var referencePitch = FrequencyCalculation.concertPitch
  /// The intervals of questions. An empty list means unisons.
  package var intervals: [MusicalInterval] = [.unison]
  package var tuning = Tuning.equal
  /// The maximum level difference between target and reference, 0…12 dB.
  package var loudnessVariationDecibels = 0.0
  /// The index of the sound, 0 to 7, by ``SoundIndices``.
  package var sound = 0
  /// The duration of intervals and chords, 1…6 s.
  package var chordSeconds = 2.0
  /// The exercise.
  package var exercise = TrainingExercise.comparison

  package init() {}

  /// A copy with all values limited to their ranges.
  package var limited: TrainingSettings {
    var limited = self
    let low = min(max(notes.lowerBound, 21), 108)
    limited.notes = low...min(max(notes.upperBound, low), 108)
    if let compass {
      limited.compass = compass.overlaps(21...108) ? compass.clamped(to: 21...108) : nil
    }
    limited.noteSeconds = Self.limited(noteSeconds, 0.3, 3, otherwise: 1)
    limited.chordSeconds = Self.limited(chordSeconds, 1, 6, otherwise: 2)
    limited.gapSeconds = Self.limited(gapSeconds, 0, 3, otherwise: 0)
    limited.feedbackSeconds = Self.limited(feedbackSeconds, 0.2, 5, otherwise: 1.5)
    limited.loudnessVariationDecibels = Self.limited(loudnessVariationDecibels, 0, 12, otherwise: 0)
    if !referencePitch.isPlayable { limited.referencePitch = FrequencyCalculation.concertPitch }
    if intervals.isEmpty { limited.intervals = [.unison] }
    limited.sound = min(max(sound, 0), 7)
    return limited
  }

  private static func limited(
    _ value: Double, _ low: Double, _ high: Double, otherwise: Double
  ) -> Double { value == value ? min(max(value, low), high) : otherwise }

  /// Returns a random question. All keys have equal probabilities, and all intervals that fit into
  /// ``compass``; unisons if none does.
  func question(random: inout RandomSource) -> TrialQuestion {
    var choices: [(interval: MusicalInterval, keys: ClosedRange<Int>)] = []
    for interval in intervals {
      if let keys = keys(for: interval) { choices.append((interval, keys)) }
    }
    if choices.isEmpty {
      choices.append((.unison, keys(for: .unison) ?? Int(notes.lowerBound)...Int(notes.upperBound)))
    }
    // The key's random number precedes the interval's, so that seeds reproduce earlier sessions.
    let fraction = random.fraction()
    let (interval, keys) = choices[random.index(below: choices.count)]
    let key = keys.lowerBound + min(Int(fraction * Double(keys.count)), keys.count - 1)
    return TrialQuestion(noteNumber: Double(key), interval: interval, sound: sound)
  }

  /// Returns the keys of references: within ``notes`` and ``compass`` if any are in both, else
  /// within the compass. The target is within the compass, too. `nil` if the interval does not fit.
  package func keys(for interval: MusicalInterval) -> ClosedRange<Int>? {
    let selected = Int(notes.lowerBound)...Int(notes.upperBound)
    guard let compass else { return selected }
    let low = Int(compass.lowerBound) - min(interval.semitones, 0)
    let highest = exercise == .triad ? MusicalInterval.fifth.semitones : interval.semitones
    let high = Int(compass.upperBound) - max(highest, 0)
    guard low <= high else { return nil }
    return (low...high).overlaps(selected) ? (low...high).clamped(to: selected) : low...high
  }

  func reference(of question: TrialQuestion) -> TrialNote {
    TrialNote(
      frequency: FrequencyCalculation.frequency(
        noteNumber: question.noteNumber, referencePitch: referencePitch),
      durationSeconds: exercise.isChord ? chordSeconds : noteSeconds)
  }
}

extension TrainingSettings {
  /// The shortest silence between two intervals, in seconds: their beats are told apart.
  private static var chordGapSeconds: Double { 0.3 }

  /// Returns the settings for an exercise. Those of chords have pure intervals: the selected ones
  /// that are (``PureInterval``), or else major thirds and fifths, and for triads the thirds. Both
  /// notes have the same level, because beats are deepest then.
  package func prepared(for exercise: TrainingExercise) -> TrainingSettings {
    var prepared = limited
    prepared.exercise = exercise
    guard exercise.isChord else { return prepared }
    if case .just = tuning {} else { prepared.tuning = .just() }
    let pure = prepared.intervals.filter { interval in
      exercise == .triad
        ? interval == .minorThird || interval == .majorThird
        : PureInterval(interval, in: prepared.tuning) != nil
    }
    if !pure.isEmpty && pure != [.unison] {
      prepared.intervals = pure
    } else {
      prepared.intervals = exercise == .triad ? [.minorThird, .majorThird] : [.majorThird, .fifth]
    }
    prepared.loudnessVariationDecibels = 0
    prepared.gapSeconds = max(prepared.gapSeconds, Self.chordGapSeconds)
    return prepared
  }
}
