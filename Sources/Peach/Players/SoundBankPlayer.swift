public import PeachInstrumentModel
public import PeachMusicUnits
import PeachSynthesis
import Synchronization

/// Plays the banks of SoundBankPlayer, lists of samples beside a `.plist`, by that player's own verbs.
///
/// ```swift
/// let player = try SoundBankPlayer(on: PlaybackEngine(device: StandardDevice.open()))
/// try player.setSoundBank(contentsOf: "Piano.plist")
/// for key in [48, 55, 64] { player.queueNote(MIDINote(clamping: key), gain: 0.4) }
/// try player.playQueuedNotes()
/// ```
/// Of each player 32 notes sound at once; another takes the place of the oldest. Several players share
/// an engine, each with a bank of its own. Any thread but the audio thread; nothing waits.
public final class SoundBankPlayer: Sendable {
  /// A note that waits for ``playQueuedNotes()``.
  private struct QueuedNote {
    var key: MIDINote
    var gain: Double
  }

  private struct State {
    var channel: UInt8?
    var queue: [QueuedNote] = []
    /// The latest notes, the oldest first: their numbers and keys.
    var notes: [(id: UInt64, key: MIDINote)] = []
  }

  /// How many notes sound at once.
  public static var sourceCount: Int { Int(SoundBankList.sourceCount) }
  /// How long what is stopped, or gives way to another bank, takes to fade.
  private static var fadeSeconds: Double { 0.01 }

  /// What it sounds on.
  public let engine: PlaybackEngine
  /// Whether samples repeat as wholes, for as long as notes are held; for banks set from now on.
  public let loopNotes: Bool
  private let state = Mutex(State())

  /// A player without a bank, which is silent.
  public init(on engine: PlaybackEngine, loopNotes: Bool = false) {
    self.engine = engine
    self.loopNotes = loopNotes
  }

  /// Plays the bank whose list is at `path` from now on; what sounds of another fades.
  ///
  /// Its samples lie beside it, or in `sampleFolders`. Throws `FileError`, ``BankFileError``,
  /// `SampleDecodingError`, and ``NotePlayerError`` where the engine has no channel left.
  public func setSoundBank(contentsOf path: String, sampleFolders: [String] = []) throws {
    try setSoundBank(
      SoundBank(soundBankListAt: path, sampleFolders: sampleFolders, loopNotes: loopNotes))
  }

  /// Plays the first preset of `bank`, of any format, from now on; what sounds of another fades.
  public func setSoundBank(_ bank: SoundBank) throws {
    guard !bank.presets.isEmpty else {
      throw NotePlayerError.noPreset(bank: 0, program: 0, available: [])
    }
    let preset = try BankPreset(bank: bank, index: 0).prepared()
    try state.withLock { state in
      if let channel = state.channel {
        try engine.use(
          preset, on: channel, fadeFrames: engine.frames(seconds: Self.fadeSeconds))
      } else {
        state.channel = try engine.takeChannel(playing: preset)
      }
      state.notes = []
    }
  }

  /// Begins a note at the equal temperament's pitch of `key`. `gain` is a factor of amplitude, 0…1,
  /// in steps of 1/127; at 0 nothing sounds. Throws ``NotePlayerError/tooBusy``.
  public func noteOn(_ key: MIDINote, gain: Double) throws {
    try state.withLock { state in
      try begin([QueuedNote(key: key, gain: gain)], &state)
    }
  }

  /// Lets a note wait for ``playQueuedNotes()``.
  public func queueNote(_ key: MIDINote, gain: Double) {
    state.withLock { $0.queue.append(QueuedNote(key: key, gain: gain)) }
  }

  /// Begins all notes that wait, on the very same frame. Throws ``NotePlayerError/tooBusy``, and they
  /// wait on.
  public func playQueuedNotes() throws {
    try state.withLock { state in
      try begin(state.queue, &state)
      state.queue = []
    }
  }

  /// Lets all notes of a key go: they fade within a quarter of a second. Without it a note lasts as
  /// long as its sample, or for ever where that repeats.
  public func noteOff(_ key: MIDINote) throws {
    try state.withLock { state in
      let ids = state.notes.filter { $0.key == key }.map { $0.id }
      guard !ids.isEmpty else { return }
      try engine.send(ids.map { TimedEvent(frame: 0, event: .release(note: $0)) })
      state.notes.removeAll { $0.key == key }
    }
  }

  /// Ends all notes within ten milliseconds, those that wait among them.
  public func allNotesOff() throws {
    try state.withLock { state in
      state.queue = []
      state.notes = []
      guard let channel = state.channel else { return }
      let frames = engine.frames(seconds: Self.fadeSeconds)
      try engine.send([TimedEvent(frame: 0, event: .fadeChannel(channel, frames: frames))])
    }
  }

  private func begin(_ queued: [QueuedNote], _ state: inout State) throws(NotePlayerError) {
    guard let channel = state.channel else { return }
    var events: [TimedEvent] = []
    var notes = state.notes
    for note in queued {
      guard let velocity = Velocity(amplitude: note.gain) else { continue }
      let id = engine.newNote()
      notes.append((id, note.key))
      events.append(
        TimedEvent(
          frame: 0,
          event: .startNote(
            Note(
              id: id, channel: channel, noteNumber: Double(note.key.number),
              velocity: velocity.value))))
    }
    if events.isEmpty { return }
    try engine.send(events)
    state.notes = notes.suffix(Self.sourceCount)
  }
}
