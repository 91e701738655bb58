public import PeachInstrumentModel

/// Something that happens to a synthesizer at a frame.
public enum SynthesizerEvent: BitwiseCopyable, Sendable {
  /// A key goes down; velocity 0 means that it goes up.
  case noteOn(channel: UInt8, key: UInt8, velocity: UInt8)
  /// A key goes up.
  case noteOff(channel: UInt8, key: UInt8)
  /// A controller moves, 0 through 127.
  case controlChange(channel: UInt8, controller: UInt8, value: UInt8)
  /// A preset is chosen from those installed.
  case programChange(channel: UInt8, program: UInt8)
  /// A key is pressed down harder after it was struck.
  case keyPressure(channel: UInt8, key: UInt8, value: UInt8)
  /// The keyboard is pressed.
  case channelPressure(channel: UInt8, value: UInt8)
  /// The wheel moves: 0 through 16383, 8192 in the middle.
  case pitchBend(channel: UInt8, value: UInt16)
  /// What sounds on a key, and what will, is bent by so many cents besides the wheel.
  case keyBend(channel: UInt8, key: UInt8, cents: Float)
  /// A preset is put on a channel; what sounds there goes on.
  case usePreset(channel: UInt8, preset: PresetHandle)
  /// A note begins, at any pitch.
  case startNote(Note)
  /// A sounding note moves to another pitch.
  case retune(note: UInt64, noteNumber: Double)
  /// A note is let go, and fades as its preset says.
  case release(note: UInt64)
  /// A note fades out over so many frames and is gone.
  case fade(note: UInt64, frames: Int)
  /// Everything on a channel fades out over so many frames and is gone.
  case fadeChannel(UInt8, frames: Int)
  /// Everything on all channels fades out over so many frames and is gone.
  case fadeAll(frames: Int)
  /// The reverb changes; what sounds of it goes on.
  case reverb(ReverbSettings)
  /// The chorus changes; what sounds of it goes on.
  case chorus(ChorusSettings)
  /// Everything as when switched on; what sounds fades out. Bank select is read as named from now
  /// on, unless the configuration fixes it.
  case reset(BankMode)
  /// Resets a channel to its power-on state without a preset; its sounding notes continue.
  case resetChannel(UInt8)
  /// The level of the whole, a factor for amplitude from 0 to 1.
  case masterVolume(Float)
  /// The balance of the whole, −1 for left through 1 for right.
  case masterBalance(Float)
  /// All channels but percussion are moved by so many cents.
  case masterTuning(cents: Double)
  /// A channel plays percussion, or no longer does.
  case drumChannel(channel: UInt8, isOn: Bool)
  /// A channel that is not percussion is moved by so many cents, besides its registered parameters.
  case channelTuning(channel: UInt8, cents: Double)
  /// The wheel of a channel bends by so many semitones at its end.
  case bendRange(channel: UInt8, semitones: UInt8)
  /// A channel plays these keys and no others.
  case keyRange(channel: UInt8, lowest: UInt8, highest: UInt8)
  /// The velocities of a channel are multiplied, and then added to.
  case velocityResponse(channel: UInt8, factor: Float, offset: Int8)
  /// A key of a tuning gets its pitch, a place on the keyboard; notes that sound move to it only
  /// if it is immediate.
  case tuneKey(
    bank: UInt8, program: UInt8, key: UInt8, noteNumber: Double, isImmediate: Bool)
  /// All keys of a pitch class, 0 for C through 11, move by so many cents on a channel.
  case tunePitchClass(channel: UInt8, pitchClass: UInt8, cents: Float, isImmediate: Bool)
  /// On a channel a share, 0 through 1, of a value stands in place of what regions say for a
  /// generator, on notes that sound and those that come, until another preset is chosen there.
  /// Modulators and data entry add to it. A share of 0 gives the generator back to the regions.
  case overrideGenerator(channel: UInt8, generator: Generator, value: Float, share: Float)
  /// So much is added to a generator on all channels, on notes that sound and those that come.
  case offsetGenerator(Generator, by: Float)
  /// How long a channel glides for each semitone, until controller 5 or 37 says otherwise.
  case glideTime(channel: UInt8, secondsPerSemitone: Float)
  /// Where one key of a channel at a time sounds, whether each key has an attack of its own.
  case strikeAnew(channel: UInt8, isOn: Bool)
  /// Whether what still sounds of a key ends where the same key is struck again.
  case oneVoicePerKey(Bool)
  /// A channel plays in a tuning made by ``tuneKey``; in one never made, in equal temperament.
  case useTuning(channel: UInt8, bank: UInt8, program: UInt8)
}

/// An event and the frame of a block at which it happens.
public struct TimedEvent: BitwiseCopyable, Sendable {
  /// Frames from the block's beginning.
  public var frame: Int
  /// What happens.
  public var event: SynthesizerEvent

  /// An event at a frame.
  public init(frame: Int, event: SynthesizerEvent) {
    self.frame = frame
    self.event = event
  }
}
