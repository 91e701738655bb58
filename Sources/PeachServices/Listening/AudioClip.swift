import PeachEarTraining
package import PeachMusicUnits
import PeachPlayback

/// A rendered note or cadence of two channels.
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
  /// Renders a note in a style of tones, or a cadence in a temperament. Listening tests render in
  /// no other way.
  ///
  /// - Parameters:
  ///   - frequency: The pitch of the note, or of the tonic of the cadence.
  ///   - seconds: The duration of the note, or of the last chord of the cadence.
  ///   - sampleRate: The sample rate in hertz.
  /// - Throws: `NotePlayerError` or `SampleCodecError`.
  package init(
    playing preset: BankPreset, style: ListeningStyle, frequency: Frequency, seconds: Double,
    sampleRate: Double, intonation: IntonationCache?
  ) throws {
    let instrument = try NoteInstrument(
      playing: preset, sampleRate: sampleRate,
      options: NoteOptions(intonation: intonation, tone: style.tone))
    let notes =
      style.isTemperament
      ? Cadence(lastSeconds: seconds).notes(style, tonic: frequency)
      : [ScheduledNote(frequency: frequency, duration: .seconds(seconds))]
    let frameCount = try instrument.frameCount(of: notes)
    var (left, right): ([Float], [Float]) = ([], [])
    left.reserveCapacity(frameCount)
    right.reserveCapacity(frameCount)
    try instrument.render(notes, count: frameCount) { leftBlock, rightBlock, count in
      left += UnsafeBufferPointer(start: leftBlock, count: count)
      right += UnsafeBufferPointer(start: rightBlock, count: count)
    }
    self.init(left: left, right: right)
  }
}

extension ListeningStyle {
  /// The tone with which notes are rendered. Chords need tones that do not beat by themselves.
  package var tone: ToneStyle {
    switch self {
    case .recorded: .recorded
    case .straight: .straight
    case .smooth, .equal, .vallotti, .meantone, .just: .straight(smoothsLevels: true)
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
