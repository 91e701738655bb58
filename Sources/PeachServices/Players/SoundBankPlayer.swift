public import PeachInstrumentModel
public import PeachMusicUnits
import PeachPlayback
import PeachSequencing
import PeachSynthesis
import Synchronization

/// Plays the banks of the app SoundBankPlayer: sample lists in property-list files, with that app's
/// operations.
///
/// ```swift
/// let player = try SoundBankPlayer(on: PlaybackEngine(device: AudioDevices.open()))
/// try player.setSoundBank(contentsOf: "Piano.plist")
/// for key in [48, 55, 64] { player.queueNote(MIDINote(clamping: key), gain: 0.4) }
/// try player.playQueuedNotes()
/// ```
/// A player has a polyphony of 32 notes; a further note steals the oldest. Several players, each
/// with its own bank, can share an engine. Call on any thread but the audio thread.
public final class SoundBankPlayer: Sendable {
  /// A note to start with ``playQueuedNotes()``.
  private struct QueuedNote {
    var key: MIDINote
    var gain: Double
  }

  private struct State {
    var lease: ChannelLease?
    var queue: [QueuedNote] = []
    /// The IDs and keys of the latest notes, oldest first.
    var notes: [(id: UInt64, key: MIDINote)] = []
  }

  /// The polyphony of a player.
  public static var sourceCount: Int { Int(SoundBankList.sourceCount) }

  /// The engine that plays the notes.
  public let engine: PlaybackEngine
  /// Whether entire samples loop while notes are held. Applies to banks that are set later.
  public let loopNotes: Bool
  private let state = Mutex(State())

  /// Creates a player without a bank, which is silent.
  public init(on engine: PlaybackEngine, loopNotes: Bool = false) {
    self.engine = engine
    self.loopNotes = loopNotes
  }

  /// Sets the bank to the sample list at `path`, whose samples are next to it or in
  /// `sampleFolders`. Notes of the previous bank fade out.
  ///
  /// - Throws: `FileAccessError`, `BankFileError`, `SampleCodecError`, or ``NotePlayerError`` if
  ///   the engine has no free channel.
  public func setSoundBank(contentsOf path: String, sampleFolders: [String] = []) throws {
    try setSoundBank(
      SoundBank(soundBankListAt: path, sampleFolders: sampleFolders, loopNotes: loopNotes))
  }

  /// Sets the bank to the first preset of `bank`; notes of the previous bank fade out.
  public func setSoundBank(_ bank: SoundBank) throws {
    guard !bank.presets.isEmpty else {
      throw NotePlayerError.noPreset(bank: 0, program: 0, available: [])
    }
    try setPreset(BankPreset(bank: bank, index: 0))
  }

  /// Plays another preset; notes of the previous one fade out.
  package func setPreset(_ preset: BankPreset) throws {
    let preset = try preset.prepared(interpolation: engine.interpolation)
    try state.withLock { state in
      if let lease = state.lease {
        try engine.use(preset, on: lease.channel)
      } else {
        state.lease = try ChannelLease(on: engine, playing: preset)
      }
      state.notes = []
    }
  }

  /// Starts a note at the equal-tempered pitch of `key`, and all queued notes at the same frame.
  ///
  /// - Parameter gain: The linear gain, 0…1; 0 starts no note.
  /// - Throws: ``NotePlayerError/tooBusy``; the queued notes stay queued.
  public func noteOn(_ key: MIDINote, gain: Double) throws {
    try state.withLock { state in
      try begin(state.queue + [QueuedNote(key: key, gain: gain)], &state)
      state.queue = []
    }
  }

  /// Queues a note for ``playQueuedNotes()`` or the next ``noteOn(_:gain:)``.
  public func queueNote(_ key: MIDINote, gain: Double) {
    state.withLock { $0.queue.append(QueuedNote(key: key, gain: gain)) }
  }

  /// Starts all queued notes at the same frame.
  ///
  /// - Throws: ``NotePlayerError/tooBusy``; the notes stay queued.
  public func playQueuedNotes() throws {
    try state.withLock { state in
      try begin(state.queue, &state)
      state.queue = []
    }
  }

  /// Releases all notes of a key, which fade out within a quarter of a second. A note that is not
  /// released lasts as long as its sample, or indefinitely if it loops.
  public func noteOff(_ key: MIDINote) throws {
    try state.withLock { state in
      let ids = state.notes.filter { $0.key == key }.map { $0.id }
      guard !ids.isEmpty else { return }
      try engine.send(ids.map { LiveEvent(.release(note: $0)) })
      state.notes.removeAll { $0.key == key }
    }
  }

  /// Ends all notes within 10 ms, and removes queued notes.
  public func allNotesOff() throws {
    try state.withLock { state in
      state.queue = []
      state.notes = []
      guard let channel = state.lease?.channel else { return }
      let frames = engine.frames(seconds: NoteStyle.fadeSeconds)
      try engine.send(.fadeChannel(channel, frames: frames))
    }
  }

  private func begin(_ queued: [QueuedNote], _ state: inout State) throws(NotePlayerError) {
    guard let channel = state.lease?.channel else { return }
    var events: [LiveEvent] = []
    var notes = state.notes
    for note in queued {
      guard let velocity = Velocity(amplitude: note.gain) else { continue }
      let id = engine.makeNoteID()
      notes.append((id, note.key))
      let started = Note(
        id: id, channel: channel, noteNumber: Double(note.key.number), velocity: velocity.value,
        amplitude: min(note.gain, 1))
      events.append(LiveEvent(.startNote(started)))
    }
    if events.isEmpty { return }
    try engine.send(events)
    state.notes = notes.suffix(Self.sourceCount)
  }
}
