import PeachEarTraining
package import PeachMusicUnits

/// A rendered note of two channels.
package struct AudioClip: Hashable, Sendable {
  package var left: [Float]
  package var right: [Float]

  package init(left: [Float], right: [Float]) {
    precondition(left.count == right.count, "Channels of different lengths.")
    self.left = left
    self.right = right
  }

  /// The number of frames.
  package var frameCount: Int { left.count }

  /// The level of both channels together.
  package var level: LevelMatch.Level {
    var level = LevelMatch.Level()
    level.add(left)
    level.add(right)
    return level
  }

  /// Returns the clip with its values multiplied by a gain.
  package func amplified(by gain: Double) -> AudioClip {
    let gain = Float(gain)
    return AudioClip(left: left.map { $0 * gain }, right: right.map { $0 * gain })
  }
}

extension AudioClip {
  /// Renders a note in a style. Listening tests render in no other way.
  ///
  /// - Parameter sampleRate: The sample rate in hertz.
  /// - Throws: `NotePlayerError` or `SampleCodecError`.
  package init(
    playing preset: BankPreset, style: ListeningStyle, frequency: Frequency, seconds: Double,
    sampleRate: Double, intonation: IntonationCache?
  ) throws {
    var note = try NoteRenderer(
      playing: preset, frequency: frequency, duration: .seconds(seconds), sampleRate: sampleRate,
      options: NoteOptions(intonation: intonation, tone: style.tone))
    var left = [Float](repeating: 0, count: note.frameCount)
    var right = left
    note.render(left: &left, right: &right, count: note.frameCount)
    self.init(left: left, right: right)
  }
}

extension ListeningStyle {
  /// The tone with which notes are rendered.
  package var tone: ToneStyle {
    switch self {
    case .recorded: .recorded
    case .straight: .straight
    case .smooth: .straight(smoothsLevels: true)
    }
  }
}

/// The two sounds of a condition of a listening test, at equal levels.
package struct ListeningClips: Sendable {
  package let baseline: AudioClip
  package let candidate: AudioClip

  /// Creates the sounds. `nil` if they are equal or one is silent, so that there is nothing to
  /// compare.
  package init?(baseline: AudioClip, candidate: AudioClip) {
    guard baseline != candidate,
      let match = LevelMatch(baseline.level, candidate.level)
    else { return nil }
    self.baseline = baseline.amplified(by: match.gains.first)
    self.candidate = candidate.amplified(by: match.gains.second)
  }

  /// Returns the sound of a stimulus.
  package func clip(for stimulus: ListeningStimulus, of trial: ListeningTrial) -> AudioClip {
    trial.style(of: stimulus) == trial.pair.baseline ? baseline : candidate
  }
}
