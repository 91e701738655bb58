package import PeachEarTraining
package import PeachMusicUnits
package import PeachTrainerUI

/// A request of the page to the engine, which runs in another thread.
package enum EngineMessage: Equatable, Sendable {
  /// See ``TrainerEffect/playPair(_:reference:target:gapSeconds:isUnison:)``.
  case playPair(
    TrainerCue, reference: TrialNote, target: TrialNote, gapSeconds: Double, isUnison: Bool)
  /// See ``TrainerEffect/playNotes(_:_:answerIndex:)`` and ``TrainerEffect/playDrone(_:)``.
  case playNotes(TrainerCue, [TimedTrialNote], answerIndex: Int)
  case playDrone([TrialNote])
  /// Prepare the selected sound for the chords of the trainer.
  case prepareChords
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
    case .playPair, .playNotes, .playDrone, .playReference, .playTarget, .preview, .midi, .song:
      true
    case .bend, .stop, .wait, .select, .tuneKeyboard, .referencePitch, .chords, .octaves,
      .removeBank, .prepareChords:
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
    case .prepareChords: true
    default: false
    }
  }
}

extension EngineMessage: MessageField {
  package func write(to fields: inout MessageWriter) {
    switch self {
    case .playPair(let cue, let reference, let target, let gap, let isUnison):
      fields.append("pair")
      fields.add(cue)
      fields.add(reference)
      fields.add(target)
      fields.add(gap)
      fields.add(isUnison)
    case .playNotes(let cue, let notes, let answerIndex):
      fields.append("notes")
      fields.add(cue)
      fields.add(answerIndex)
      for note in notes { fields.add(note) }
    case .playDrone(let notes):
      fields.append("drone")
      for note in notes { fields.add(note) }
    case .prepareChords: fields.append("prepareChords")
    case .playReference(let cue, let note):
      fields.append("reference")
      fields.add(cue)
      fields.add(note)
    case .playTarget(let note, let like):
      fields.append("target")
      fields.add(note)
      fields.add(like)
    case .bend(let frequency):
      fields.append("bend")
      fields.add(frequency.hertz)
    case .stop: fields.append("stop")
    case .wait(let cue, let seconds):
      fields.append("wait")
      fields.add(cue)
      fields.add(seconds)
    case .select(let tag):
      fields.append("select")
      fields.append(tag)
    case .preview(let tag):
      fields.append("preview")
      fields.append(tag)
    case .midi(let status, let first, let second):
      fields.append("midi")
      fields.add(status)
      fields.add(first)
      fields.add(second)
    case .tuneKeyboard(let cents):
      fields.append("tune")
      fields.add(cents)
    case .referencePitch(let frequency):
      fields.append("pitch")
      fields.add(frequency.hertz)
    case .chords(let chords):
      fields.append("chords")
      fields.add(chords)
    case .octaves(let octaves):
      fields.append("octaves")
      fields.add(octaves)
    case .removeBank(let name):
      fields.append("remove")
      fields.append(name)
    case .song(let message):
      fields.append("song")
      fields.add(message)
    }
  }

  package init?(from fields: inout MessageReader) {
    switch fields.next() {
    case "pair":
      guard let cue = TrainerCue(from: &fields), let reference = TrialNote(from: &fields),
        let target = TrialNote(from: &fields), let gap = fields.number(),
        let isUnison = Bool(from: &fields)
      else { return nil }
      self = .playPair(
        cue, reference: reference, target: target, gapSeconds: gap, isUnison: isUnison)
    case "notes":
      guard let cue = TrainerCue(from: &fields), let index = Int(from: &fields),
        let notes: [TimedTrialNote] = fields.rest(), notes.indices.contains(index)
      else { return nil }
      self = .playNotes(cue, notes, answerIndex: index)
    case "drone":
      guard let notes: [TrialNote] = fields.rest() else { return nil }
      self = .playDrone(notes)
    case "prepareChords": self = .prepareChords
    case "reference":
      guard let cue = TrainerCue(from: &fields), let note = TrialNote(from: &fields) else {
        return nil
      }
      self = .playReference(cue, note)
    case "target":
      guard let note = TrialNote(from: &fields), let like = TrialNote?(from: &fields) else {
        return nil
      }
      self = .playTarget(note, like: like)
    case "bend":
      guard let hertz = fields.number() else { return nil }
      self = .bend(.hertz(hertz))
    case "stop": self = .stop
    case "wait":
      guard let cue = TrainerCue(from: &fields), let seconds = fields.number() else { return nil }
      self = .wait(cue, seconds: seconds)
    case "select":
      guard let tag = fields.next() else { return nil }
      self = .select(tag: tag)
    case "preview":
      guard let tag = fields.next() else { return nil }
      self = .preview(tag: tag)
    case "midi":
      guard let status = UInt8(from: &fields), let first = UInt8(from: &fields),
        let second = UInt8(from: &fields), status >= 0x80, first < 0x80, second < 0x80
      else { return nil }
      self = .midi(status: status, first: first, second: second)
    case "tune":
      guard let cents = fields.number() else { return nil }
      self = .tuneKeyboard(cents: cents)
    case "pitch":
      guard let hertz = fields.number() else { return nil }
      self = .referencePitch(.hertz(hertz))
    case "chords":
      guard let chords = PureChords(from: &fields) else { return nil }
      self = .chords(chords)
    case "octaves":
      guard let octaves = StretchedOctaves(from: &fields) else { return nil }
      self = .octaves(octaves)
    case "remove":
      guard let name = fields.next() else { return nil }
      self = .removeBank(name: name)
    case "song":
      guard let message = SongMessage(from: &fields) else { return nil }
      self = .song(message)
    default: return nil
    }
  }
}

extension TrainerCue: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let session = Int(from: &fields), let number = Int(from: &fields) else { return nil }
    self.init(session: session, number: number)
  }

  package func write(to fields: inout MessageWriter) {
    fields.add(session)
    fields.add(number)
  }
}

/// A note without duration has a negative one.
extension TrialNote: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let hertz = fields.number(), let level = fields.number(), let seconds = fields.number()
    else { return nil }
    self.init(
      frequency: .hertz(hertz), levelDecibels: level,
      durationSeconds: seconds < 0 ? nil : seconds)
  }

  package func write(to fields: inout MessageWriter) {
    fields.add(frequency.hertz)
    fields.add(levelDecibels)
    fields.add(durationSeconds ?? -1)
  }
}

extension TimedTrialNote: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let note = TrialNote(from: &fields), let start = fields.number(),
      let sample = TrialNote(from: &fields)
    else { return nil }
    self.init(note, at: start, sampleNote: sample)
  }

  package func write(to fields: inout MessageWriter) {
    fields.add(note)
    fields.add(startSeconds)
    fields.add(sampleNote)
  }
}
