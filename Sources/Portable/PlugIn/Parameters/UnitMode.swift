/// The modes of a unit: the parameters from address 1000, as in SF2LibAU.
public enum UnitMode: UInt64, CaseIterable, BitwiseCopyable, Sendable {
  /// Portamento on or off: controller 65 of all channels.
  case portamento = 1000
  /// The portamento time; overrides controllers 5 and 37 until one of them is received.
  case portamentoRate = 1001
  /// Whether a note-on ends the active notes of the same key.
  case oneVoicePerKey = 1002
  /// Polyphonic or monophonic: controllers 127 and 126 of all channels.
  case polyphonic = 1003
  /// The number of active voices. Read-only.
  case activeVoiceCount = 1004
  /// Whether legato notes of a monophonic channel retrigger their envelopes.
  case retrigger = 1005
}
