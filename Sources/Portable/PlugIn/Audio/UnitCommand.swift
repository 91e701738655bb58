import PeachInstrumentModel
import PeachMIDIEvents
import PeachSynthesis

/// What crosses from the control side of a unit to its audio side.
enum UnitCommand: BitwiseCopyable, @unchecked Sendable {
  // Sound: a table's memory is kept until the audio side says that it is done with it.

  /// Another bank's presets, sorted by bank and program. The one before is told to be done with when
  /// nothing of it sounds any more.
  case install(bank: Int, entries: UnsafePointer<ProgramTable.Entry>, count: Int)
  /// A preset, or none, on all channels but those of percussion.
  case use(ProgramTable.Entry?)
  /// A preset, or none, on one channel.
  case useOn(channel: Int, ProgramTable.Entry?)
  case parameter(address: UInt64, value: Float, rampFrames: Int)
  /// A generator is the file's again.
  case follow(Generator)
  case offset(Generator, value: Float)
  case message(MIDIMessage)
  /// The settings of channels and of the whole lie in the link's mailbox.
  case restoreState
}
