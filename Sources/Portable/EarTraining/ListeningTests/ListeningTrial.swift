package import PeachMusicUnits

/// The question of a listening test.
package enum ListeningTestKind: UInt8, Hashable, Sendable, CaseIterable {
  /// Is X equal to A or to B? The listener chooses which of the three sounds, as in the test method
  /// of ITU-R BS.1116-3.
  case abx
  /// Which of two sounds is better? "No difference" is an answer.
  case preference

  /// The name in files and on the command line.
  package var name: String { self == .abx ? "abx" : "preference" }

  /// Returns the kind with a name, or `nil` if there is none.
  package init?(name: String) {
    switch name {
    case "abx": self = .abx
    case "preference": self = .preference
    default: return nil
    }
  }

  /// The stimuli of a trial, in the order they are presented.
  package var stimuli: [ListeningStimulus] { self == .abx ? [.a, .b, .x] : [.a, .b] }
}

/// A sound of a trial. Pairs have A, the first one, and B only.
package enum ListeningStimulus: UInt8, Hashable, Sendable, CaseIterable {
  case a, b, x

  /// The letter.
  package var name: String {
    switch self {
    case .a: "A"
    case .b: "B"
    case .x: "X"
    }
  }
}

/// An answer to a trial.
package enum ListeningAnswer: UInt8, Hashable, Sendable {
  /// X equals A, or A is better.
  case a
  /// X equals B, or B is better.
  case b
  /// There is no difference. An answer to pairs only.
  case neither
}

/// A trial of a listening test: the hidden assignment of styles to its stimuli.
package struct ListeningTrial: Hashable, Sendable {
  package var kind: ListeningTestKind
  package var pair: ListeningStylePair
  /// The index of the sound in the test's list; 0 in stored trials.
  package var sound: Int
  /// The pitch of a note, or of the tonic of a cadence.
  package var frequency: Frequency
  /// Whether A is the candidate and B the baseline.
  package var isSwapped: Bool
  /// Whether X equals B. Always `false` for pairs.
  package var isXEqualToB: Bool

  package init(
    kind: ListeningTestKind, pair: ListeningStylePair, sound: Int, frequency: Frequency,
    isSwapped: Bool, isXEqualToB: Bool
  ) {
    self.kind = kind
    self.pair = pair
    self.sound = sound
    self.frequency = frequency
    self.isSwapped = isSwapped
    self.isXEqualToB = isXEqualToB
  }

  /// Returns the style of a stimulus.
  package func style(of stimulus: ListeningStimulus) -> ListeningStyle {
    let isB = stimulus == .b || (stimulus == .x && isXEqualToB)
    return isB == isSwapped ? pair.baseline : pair.candidate
  }
}

/// A trial with its answer.
package struct ListeningResponse: Hashable, Sendable {
  package var trial: ListeningTrial
  package var answer: ListeningAnswer
  /// The number of times that a stimulus sounded, including repetitions.
  package var plays: Int
  /// The time from the first sound to the answer, in seconds.
  package var responseSeconds: Double

  package init(
    trial: ListeningTrial, answer: ListeningAnswer, plays: Int, responseSeconds: Double
  ) {
    self.trial = trial
    self.answer = answer
    self.plays = plays
    self.responseSeconds = responseSeconds
  }

  /// Whether X was recognized; `nil` for pairs.
  package var isCorrect: Bool? {
    guard trial.kind == .abx else { return nil }
    return answer == (trial.isXEqualToB ? .b : .a)
  }

  /// The preferred style; `nil` without a preference and for ABX trials.
  package var preferred: ListeningStyle? {
    guard trial.kind == .preference else { return nil }
    switch answer {
    case .a: return trial.style(of: .a)
    case .b: return trial.style(of: .b)
    case .neither: return nil
    }
  }
}
