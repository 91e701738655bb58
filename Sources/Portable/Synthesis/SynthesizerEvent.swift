public import PeachInstrumentModel

/// An event of a synthesizer. Channels count from 0; controllers, keys, velocities and programs are
/// 0 through 127.
public enum SynthesizerEvent: BitwiseCopyable, Sendable {
  /// A key-down; velocity 0 is a note-off.
  case noteOn(channel: UInt8, key: UInt8, velocity: UInt8)
  /// A key-up.
  case noteOff(channel: UInt8, key: UInt8)
  /// Sets a controller.
  case controlChange(channel: UInt8, controller: UInt8, value: UInt8)
  /// Selects a preset of the loaded bank by program and bank select.
  case programChange(channel: UInt8, program: UInt8)
  /// Sets the pressure of a key (polyphonic aftertouch).
  case keyPressure(channel: UInt8, key: UInt8, value: UInt8)
  /// Sets the pressure of a channel (channel aftertouch).
  case channelPressure(channel: UInt8, value: UInt8)
  /// Moves the pitch wheel: 0 through 16383; 8192 is the center.
  case pitchBend(channel: UInt8, value: UInt16)
  /// Bends current and future notes of a key, in addition to the pitch bend of the channel.
  case keyBend(channel: UInt8, key: UInt8, cents: Float)
  /// Selects a preset regardless of bank and program. Active notes continue.
  case usePreset(channel: UInt8, preset: PresetHandle)
  /// Starts a note of any pitch.
  case startNote(Note)
  /// Changes the pitch of an active note.
  case retune(note: UInt64, noteNumber: Double)
  /// Releases a note.
  case release(note: UInt64)
  /// Fades out a note.
  case fade(note: UInt64, frames: Int)
  /// Fades out all notes of a channel.
  case fadeChannel(UInt8, frames: Int)
  /// Fades out all notes.
  case fadeAll(frames: Int)
  /// Changes the reverb; its current tail continues.
  case reverb(ReverbSettings)
  /// Changes the chorus; its current tail continues.
  case chorus(ChorusSettings)
  /// Starts a click of a metronome with a peak, 1 for full scale, which effects and levels do not
  /// change.
  case click(isAccented: Bool, gain: Float)
  /// Fades out all notes, and resets channels, effects and tunings to their power-on state. Sets
  /// how bank select is interpreted (GM, GS or XG), unless it is fixed.
  case reset(BankMode)
  /// Fixes the interpretation of bank select; `nil` to follow resets. Applies from the next program
  /// change.
  case bankMode(BankMode?)
  /// Resets a channel to its power-on state and deselects its preset. Active notes continue.
  case resetChannel(UInt8)
  /// Sets the master volume as an amplitude factor, 0…1.
  case masterVolume(Float)
  /// Sets the master balance, −1 (left) through 1 (right).
  case masterBalance(Float)
  /// Tunes all channels except for percussion.
  case masterTuning(cents: Double)
  /// Sets whether bank select chooses drum kits on a channel (GS: Use for Rhythm Part).
  case drumChannel(channel: UInt8, isOn: Bool)
  /// Tunes a channel that is not percussion, in addition to RPN 1 and 2.
  case channelTuning(channel: UInt8, cents: Double)
  /// Sets the pitch bend range.
  case bendRange(channel: UInt8, semitones: UInt8)
  /// Sets the range of keys that a channel plays.
  case keyRange(channel: UInt8, lowest: UInt8, highest: UInt8)
  /// Maps velocities to velocity · factor + offset.
  case velocityResponse(channel: UInt8, factor: Float, offset: Int8)
  /// Sets the pitch of a key in a tuning program of the MIDI Tuning Standard. Active notes change
  /// too if `isImmediate`.
  case tuneKey(bank: UInt8, program: UInt8, key: UInt8, noteNumber: Double, isImmediate: Bool)
  /// Sets the scale/octave tuning of a pitch class, 0 for C through 11.
  case tunePitchClass(channel: UInt8, pitchClass: UInt8, cents: Float, isImmediate: Bool)
  /// Overrides a generator of all regions of a channel for current and future notes, until another
  /// preset is selected. Modulators and data entry are added to the value. A mix between 0 and 1
  /// interpolates between the region's value and the override. 0 ends it.
  case overrideGenerator(channel: UInt8, generator: Generator, value: Float, mix: Float)
  /// Adds an offset to a generator on all channels, for current and future notes.
  case offsetGenerator(Generator, by: Float)
  /// Sets the portamento time, until controller 5 or 37 changes it.
  case portamentoTime(channel: UInt8, secondsPerSemitone: Float)
  /// Sets whether legato notes of a monophonic channel have an attack.
  case legatoRetrigger(channel: UInt8, isOn: Bool)
  /// Sets whether a note-on ends active notes of the same key.
  case oneVoicePerKey(Bool)
  /// Sets the amount of the vibrato that was removed from samples, 0…2: 0 is a straight tone, 1
  /// as recorded. Affects active notes. Controller 77 replaces it until the channel is reset: 64 is
  /// 1, 127 is 2.
  case vibratoAmount(channel: UInt8, amount: Float)
  /// Sets a key of a percussion channel, until another program is selected or the channel is reset.
  case drumKey(channel: UInt8, key: UInt8, setting: DrumKeySetting)
  /// Tunes notes of a key that start from now on, in addition to all tunings and bends. Active
  /// notes keep their pitch, and percussion is not tuned. Resets of the channel end it.
  case tuneNote(channel: UInt8, key: UInt8, cents: Double)
  /// Selects the tuning of a channel; one that was never set is equal temperament.
  case useTuning(channel: UInt8, bank: UInt8, program: UInt8)
}

/// An event with a frame offset.
public struct TimedEvent: BitwiseCopyable, Sendable {
  /// The offset from the start of the block, in frames.
  public var frame: Int
  /// The event.
  public var event: SynthesizerEvent

  /// Creates an event at a frame offset.
  public init(frame: Int, event: SynthesizerEvent) {
    self.frame = frame
    self.event = event
  }
}
