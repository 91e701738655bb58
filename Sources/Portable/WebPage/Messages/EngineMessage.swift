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
  case removeBank(name: String)
  case song(SongMessage)

  /// The line of text that ``init(line:)`` parses to the same message.
  package var line: String {
    switch self {
    case .playPair(let cue, let reference, let target, let gap, let isUnison):
      TabbedLine("pair").and(cue).and(reference).and(target).and(gap).and(isUnison ? 1 : 0).text
    case .playReference(let cue, let note): TabbedLine("reference").and(cue).and(note).text
    case .playTarget(let note, let like?): TabbedLine("target").and(note).and(like).text
    case .playTarget(let note, nil): TabbedLine("target").and(note).text
    case .bend(let frequency): TabbedLine("bend").and(frequency.hertz).text
    case .stop: "stop"
    case .wait(let cue, let seconds): TabbedLine("wait").and(cue).and(seconds).text
    case .select(let tag): TabbedLine("select").and(tag).text
    case .preview(let tag): TabbedLine("preview").and(tag).text
    case .midi(let status, let first, let second):
      TabbedLine("midi").and(Int(status)).and(Int(first)).and(Int(second)).text
    case .tuneKeyboard(let cents): TabbedLine("tune").and(cents).text
    case .removeBank(let name): TabbedLine("remove").and(name).text
    case .song(let message): message.line
    }
  }

  /// Returns `nil` if the line is not a message.
  package init?(line: String) {
    if let message = SongMessage(line: line) {
      self = .song(message)
      return
    }
    var fields = TabbedFields(line)
    switch fields.text() {
    case "pair"?:
      guard let cue = fields.cue(), let reference = fields.note(), let target = fields.note(),
        let gap = fields.number(), let isUnison = fields.integer()
      else { return nil }
      self = .playPair(
        cue, reference: reference, target: target, gapSeconds: gap, isUnison: isUnison != 0)
    case "reference"?:
      guard let cue = fields.cue(), let note = fields.note() else { return nil }
      self = .playReference(cue, note)
    case "target"?:
      guard let note = fields.note() else { return nil }
      self = .playTarget(note, like: fields.note())
    case "bend"?:
      guard let hertz = fields.number() else { return nil }
      self = .bend(.hertz(hertz))
    case "stop"?: self = .stop
    case "wait"?:
      guard let cue = fields.cue(), let seconds = fields.number() else { return nil }
      self = .wait(cue, seconds: seconds)
    case "select"?:
      guard let tag = fields.text() else { return nil }
      self = .select(tag: tag)
    case "preview"?:
      guard let tag = fields.text() else { return nil }
      self = .preview(tag: tag)
    case "midi"?:
      guard let status = fields.byte(), let first = fields.byte(), let second = fields.byte(),
        status >= 0x80, first < 0x80, second < 0x80
      else { return nil }
      self = .midi(status: status, first: first, second: second)
    case "tune"?:
      guard let cents = fields.number() else { return nil }
      self = .tuneKeyboard(cents: cents)
    case "remove"?:
      guard let name = fields.text() else { return nil }
      self = .removeBank(name: name)
    default: return nil
    }
  }
}

extension TabbedLine {
  func and(_ cue: TrainerCue) -> TabbedLine { and(cue.session).and(cue.number) }

  /// A note without duration has a negative one.
  func and(_ note: TrialNote) -> TabbedLine {
    and(note.frequency.hertz).and(note.levelDecibels).and(note.durationSeconds ?? -1)
  }
}

extension TabbedFields {
  mutating func cue() -> TrainerCue? {
    guard let session = integer(), let number = integer() else { return nil }
    return TrainerCue(session: session, number: number)
  }

  mutating func note() -> TrialNote? {
    guard let hertz = number(), let level = number(), let seconds = number() else { return nil }
    return TrialNote(
      frequency: .hertz(hertz), levelDecibels: level, durationSeconds: seconds < 0 ? nil : seconds)
  }
}
