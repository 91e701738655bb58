package import PeachEarTraining
package import PeachMusicUnits
package import PeachTrainerUI

/// A request of the page to the engine, which runs in another thread.
package enum EngineMessage: Equatable, Sendable {
  /// See ``TrainerEffect/playPair(_:reference:target:gapSeconds:isUnison:)``.
  case playPair(
    TrainerCue, reference: TrialNote, target: TrialNote, gapSeconds: Double, isUnison: Bool)
  case playReference(TrainerCue, TrialNote)
  case playTarget(TrialNote, like: TrialNote?)
  case bend(Frequency)
  case stop
  /// Report ``EngineReport/waited(_:)`` after `seconds` of the audio clock.
  case wait(TrainerCue, seconds: Double)
  /// Select the sound of the trainer and of the keyboard.
  case select(tag: String)
  case preview(tag: String)
  /// Bytes of a MIDI channel message for the selected sound.
  case midi(status: UInt8, first: UInt8, second: UInt8)
  /// Tune the keyboard, relative to equal temperament.
  case tuneKeyboard(cents: Double)
  /// The frequency of A4, of the keyboard and of songs.
  case referencePitch(Frequency)
  /// Tune the chords of the keyboard and of songs.
  case chords(PureChords)
  /// Stretch the octaves of the keyboard and of songs.
  case octaves(StretchedOctaves)
  case removeBank(name: String)
  case song(SongMessage)

  /// Whether the message may start a sound.
  package var isAudible: Bool {
    switch self {
    case .playPair, .playReference, .playTarget, .preview, .midi, .song: true
    case .bend, .stop, .wait, .select, .tuneKeyboard, .referencePitch, .chords, .octaves,
      .removeBank:
      false
    }
  }
}

extension EngineMessage {
  /// Whether the engine needs the module of the analysis for it, which tunes songs and presets.
  var needsAnalysis: Bool {
    switch self {
    case .chords(let chords): chords != .off
    case .octaves(let octaves): octaves.octave != .off
    default: false
    }
  }
}

extension EngineMessage: Message {
  package static let cases = MessageCase<EngineMessage>.list {
    MessageCase(
      "pair",
      EngineMessage.playPair,
      fields: {
        if case .playPair(let cue, let reference, let target, let gap, let isUnison) = $0 {
          (cue, reference, target, gap, isUnison)
        } else {
          nil
        }
      })
    MessageCase("reference", EngineMessage.playReference) {
      if case .playReference(let cue, let note) = $0 { (cue, note) } else { nil }
    }
    MessageCase("target", EngineMessage.playTarget) {
      if case .playTarget(let note, let like) = $0 { (note, like) } else { nil }
    }
    MessageCase("bend", { (hertz: Double) in .bend(.hertz(hertz)) }) {
      if case .bend(let frequency) = $0 { frequency.hertz } else { nil }
    }
    MessageCase("stop", .stop)
    MessageCase("wait", EngineMessage.wait) {
      if case .wait(let cue, let seconds) = $0 { (cue, seconds) } else { nil }
    }
    MessageCase("select", EngineMessage.select) {
      if case .select(let tag) = $0 { tag } else { nil }
    }
    MessageCase("preview", EngineMessage.preview) {
      if case .preview(let tag) = $0 { tag } else { nil }
    }
    MessageCase(
      "midi",
      { (status: UInt8, first: UInt8, second: UInt8) in
        status >= 0x80 && first < 0x80 && second < 0x80
          ? .midi(status: status, first: first, second: second) : nil
      },
      fields: {
        if case .midi(let status, let first, let second) = $0 {
          (status, first, second)
        } else {
          nil
        }
      })
    MessageCase("tune", EngineMessage.tuneKeyboard) {
      if case .tuneKeyboard(let cents) = $0 { cents } else { nil }
    }
    MessageCase("pitch", { (hertz: Double) in .referencePitch(.hertz(hertz)) }) {
      if case .referencePitch(let frequency) = $0 { frequency.hertz } else { nil }
    }
    MessageCase("chords", EngineMessage.chords) {
      if case .chords(let chords) = $0 { chords } else { nil }
    }
    MessageCase("octaves", EngineMessage.octaves) {
      if case .octaves(let octaves) = $0 { octaves } else { nil }
    }
    MessageCase("remove", EngineMessage.removeBank) {
      if case .removeBank(let name) = $0 { name } else { nil }
    }
    MessageCase("song", EngineMessage.song) {
      if case .song(let message) = $0 { message } else { nil }
    }
  }
}

extension TrainerCue: MessageRecord {
  package static let fields = MessageCase<TrainerCue>("", { TrainerCue(session: $0, number: $1) }) {
    ($0.session, $0.number)
  }
}

/// A note without duration has a negative one.
extension TrialNote: MessageRecord {
  package static let fields = MessageCase<TrialNote>(
    "",
    { (hertz: Double, level: Double, seconds: Double) in
      TrialNote(
        frequency: .hertz(hertz), levelDecibels: level,
        durationSeconds: seconds < 0 ? nil : seconds)
    },
    fields: { ($0.frequency.hertz, $0.levelDecibels, $0.durationSeconds ?? -1) })
}
