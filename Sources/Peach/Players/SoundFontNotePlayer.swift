import PeachAudioOutput
public import PeachInstrumentModel
public import PeachMusicUnits
import PeachSynthesis

/// Plays a preset of a bank, whichever it is: no instrument has code of its own (N2).
///
/// ```swift
/// let bank = try SoundBank(contentsOf: "FluidR3_GM.sf2")
/// let player = try SoundFontNotePlayer(playing: bank.preset(bank: 0, program: 42))
/// try await player.play(frequency: .hertz(442.3), duration: .seconds(2), amplitude: 0.8)
/// ```
/// It is in tune as it sounds: what the bank's recordings are out of tune is measured the first time
/// a preset is chosen, and corrected.
public final class SoundFontNotePlayer: NotePlayer {
  /// What it plays.
  public let preset: Preset
  private let player: ChannelPlayer

  /// Makes `chosen` ready to sound on `engine`: its samples are read now, not when a note begins.
  ///
  /// `intonation` knows what to correct, or measures it; with nil it plays as the bank has it. With
  /// `steadyPitch` there is no vibrato and no other movement of pitch but what is recorded.
  /// Throws `SampleDecodingError` where a sample cannot be decoded, and
  /// ``NotePlayerError/noChannelLeft``.
  public init(
    playing chosen: BankPreset, on engine: PlaybackEngine, path: PitchPath = .direct,
    intonation: IntonationCache? = IntonationCache(), steadyPitch: Bool = false
  ) throws {
    preset = chosen.preset
    player = try ChannelPlayer(
      engine: engine,
      preset: chosen.prepared(
        by: engine.instruments(of: chosen.bank), intonation: intonation, steadyPitch: steadyPitch),
      style: .sampled(path))
  }

  /// The same, on the system's own device. Throws `AudioDeviceError` too.
  public convenience init(
    playing chosen: BankPreset, path: PitchPath = .direct,
    intonation: IntonationCache? = IntonationCache(), steadyPitch: Bool = false
  ) throws {
    let engine = try PlaybackEngine(device: StandardDevice.open())
    try self.init(
      playing: chosen, on: engine, path: path, intonation: intonation, steadyPitch: steadyPitch)
  }

  /// See ``NotePlayer/play(frequency:duration:amplitude:like:)``.
  public func play(
    frequency: Frequency, duration: Duration, amplitude: Double, like reference: NoteReference?
  ) async throws {
    try await player.play(
      frequency: frequency, duration: duration, amplitude: amplitude, like: reference)
  }

  /// See ``NotePlayer/play(_:onBeginning:)``.
  public func play(
    _ notes: [ScheduledNote], onBeginning: @escaping @Sendable (Int) -> Void
  ) async throws { try await player.play(notes, onBeginning: onBeginning) }

  /// See ``NotePlayer/stop()``.
  public func stop() async throws { try await player.stop() }

  /// See ``NotePlayer/start(frequency:amplitude:like:)``.
  public func start(
    frequency: Frequency, amplitude: Double, like reference: NoteReference?
  ) async throws -> HeldNote {
    try player.start(frequency: frequency, amplitude: amplitude, like: reference)
  }

  /// See ``NotePlayer/retune(_:to:)``.
  public func retune(_ note: HeldNote, to frequency: Frequency) async throws {
    try player.retune(note, to: frequency)
  }

  /// See ``NotePlayer/release(_:)``.
  public func release(_ note: HeldNote) async throws { try player.release(note) }
}
