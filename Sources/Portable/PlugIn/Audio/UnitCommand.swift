import PeachInstrumentModel
import PeachMIDIEvents
import PeachSynthesis

/// A command from the control thread of a unit to its audio thread.
enum UnitCommand: BitwiseCopyable, @unchecked Sendable {
  // Safe: the control thread keeps a table until the audio thread has retired its bank.

  /// Installs sorted presets. The previous bank is retired once none of its notes is active.
  case install(bank: Int, entries: UnsafePointer<ProgramTable.Entry>, count: Int)
  /// Selects a preset, or none, on all channels except drum channels.
  case use(ProgramTable.Entry?)
  /// Selects a preset, or none, on one channel.
  case useOn(channel: Int, ProgramTable.Entry?)
  /// Replaces a preset of the installed bank, also on the channels that play it.
  case replacePreset(index: Int, PresetHandle)
  case parameter(address: UInt64, value: Float, rampFrames: Int)
  case clearOverride(Generator)
  case offset(Generator, value: Float)
  case message(MIDIMessage)
  /// A note of any pitch, or a change of one.
  case note(SynthesizerEvent)
  case midi(TimedMIDI)
  case restoreState
  /// Sets the channels that keep the temperament, and those that are not analyzed.
  case adaptiveChannels(fixed: SongChannels, untuned: SongChannels)
  /// Follows the pitches of a source, or ends it.
  case tuningSource(TuningSource?)
}

/// MIDI messages from the control thread, with the sample time at which to handle them.
struct TimedMIDI: BitwiseCopyable, @unchecked Sendable {
  // Safe: the control thread frees the bytes only when the audio thread has returned them.
  var time: Int64
  var bytes: UnsafeMutablePointer<UInt8>
  var count: Int
}
