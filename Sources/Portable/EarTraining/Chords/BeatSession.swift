import PeachMusicUnits

/// Trials of counting beats: an interval sounds detuned, and the user taps along with its beats. A
/// state machine like ``ComparisonSession``.
package struct BeatSession: Sendable {
  /// The duration of the interval in seconds.
  package static var seconds: Double { 8 }
  /// The range of beats per second, which are spaced logarithmically.
  package static var rates: ClosedRange<Double> { 1...5 }
  /// The largest detuning in cents, which makes the beats of low notes slower.
  package static var largestCents: Double { 30 }
  /// The number of taps for a result.
  package static var leastTaps: Int { 4 }
  /// The number of taps after which a trial is over.
  package static var mostTaps: Int { 16 }

  package private(set) var state = BeatState.idle
  package var settings = TrainingSettings()
  private var random: RandomSource
  /// The number of the current trial's notes.
  package private(set) var cue = 0
  private var taps: [Double] = []
  /// The last completed trial.
  private var last: BeatTrial?

  package init(seed: UInt64) { random = RandomSource(seed: seed) }

  /// Handles an event. Returns no effects if the event is invalid in the current state.
  package mutating func reduce(_ event: BeatEvent) -> [BeatEffect] {
    switch event {
    case .start:
      guard state == .idle else { return [] }
      return beginTrial()
    case .tap(let seconds): return tap(seconds)
    case .notesEnded(let number):
      guard case .listening(let trial) = state, number == cue else { return [] }
      return taps.count < Self.leastTaps ? repeated(trial) : complete(trial)
    case .commit:
      guard case .listening(let trial) = state, taps.count >= Self.leastTaps else { return [] }
      return complete(trial)
    case .replay:
      guard case .listening(let trial) = state else { return [] }
      return [.stopNotes] + repeated(trial)
    case .feedbackEnded(let number):
      guard case .feedback = state, number == cue else { return [] }
      return beginTrial()
    case .undo:
      guard let last else { return [] }
      self.last = nil
      if state == .idle { return [.withdrawn(last)] }
      return [.stopNotes, .withdrawn(last)] + beginTrial()
    case .stop:
      guard state != .idle else { return [] }
      state = .idle
      return [.stopNotes]
    }
  }

  private mutating func beginTrial() -> [BeatEffect] {
    let settings = settings.limited
    let question = settings.question(random: &random)
    var reference = settings.reference(of: question)
    reference.durationSeconds = Self.seconds
    let position = random.fraction()
    let isWide = random.coin()
    // A question has an interval that is not pure only if none of the selected ones fits the sound.
    let interval = PureInterval(question.interval, in: settings.tuning)
    let octaves = Exponential.log2(Self.rates.upperBound / Self.rates.lowerBound)
    let rate = Self.rates.lowerBound * Exponential.exp2(octaves * position)
    let cents =
      interval?.offset(reference: reference.frequency, beatRate: .hertz(rate)).value ?? 0
    let detuning = min(cents, Self.largestCents)
    return play(
      BeatTrial(
        question: question, tuning: settings.tuning, reference: reference,
        offsetCents: isWide ? detuning : -detuning))
  }

  private mutating func play(_ trial: BeatTrial) -> [BeatEffect] {
    cue += 1
    taps = []
    state = .listening(trial)
    return [.play(cue: cue, trial)]
  }

  private mutating func repeated(_ trial: BeatTrial) -> [BeatEffect] {
    var trial = trial
    trial.replays += 1
    trial.tapCount = 0
    return play(trial)
  }

  private mutating func tap(_ seconds: Double) -> [BeatEffect] {
    guard case .listening(var trial) = state, seconds.isFinite, seconds > taps.last ?? -.infinity
    else { return [] }
    taps.append(seconds)
    trial.tapCount = taps.count
    state = .listening(trial)
    return taps.count == Self.mostTaps ? complete(trial) : []
  }

  private mutating func complete(_ trial: BeatTrial) -> [BeatEffect] {
    var trial = trial
    trial.tappedRate = Self.rate(of: taps)
    trial.responseSeconds = taps[taps.count - 1] - taps[0]
    state = .feedback(trial)
    last = trial
    return [
      .stopNotes, .completed(trial),
      .showFeedback(cue: cue, seconds: settings.limited.feedbackSeconds),
    ]
  }

  /// Returns the rate of taps: the slope of the line through their times, by least squares.
  static func rate(of taps: [Double]) -> Frequency {
    let middle = 0.5 * Double(taps.count - 1)
    var (product, square) = (0.0, 0.0)
    for (index, seconds) in taps.enumerated() {
      let position = Double(index) - middle
      product += position * seconds
      square += position * position
    }
    return .hertz(product > 0 ? square / product : 0)
  }
}

/// The state of a ``BeatSession``, with the current trial.
package enum BeatState: Equatable, Sendable {
  case idle
  /// The interval sounds, and taps are counted.
  case listening(BeatTrial)
  case feedback(BeatTrial)
}

/// An event that a ``BeatSession`` handles. Player events carry the number of their cue.
package enum BeatEvent: Equatable, Sendable {
  case start
  /// The user has tapped, at a time since any origin.
  case tap(seconds: Double)
  case notesEnded(cue: Int)
  /// The user ends the trial, which needs ``BeatSession/leastTaps``.
  case commit
  /// The user wants to hear the interval from its beginning. Earlier taps do not count.
  case replay
  case feedbackEnded(cue: Int)
  /// The user has ended the last trial by mistake.
  case undo
  /// The user stops, or the audio device has failed.
  case stop
}

/// An action that a ``BeatSession`` requests. Effects are performed in order.
package enum BeatEffect: Equatable, Sendable {
  /// Play the trial's ``BeatTrial/timedNotes``.
  case play(cue: Int, BeatTrial)
  case stopNotes
  case completed(BeatTrial)
  /// The last completed trial does not count.
  case withdrawn(BeatTrial)
  /// Show the result, and send ``BeatEvent/feedbackEnded(cue:)`` after `seconds`.
  case showFeedback(cue: Int, seconds: Double)
}
