/// What a unit's parameters from 1000 on say, by the numbers that SF2LibAU gave them.
public enum UnitMode: UInt64, CaseIterable, BitwiseCopyable, Sendable {
  /// Whether keys glide from the one before: controller 65 of all channels.
  case portamento = 1000
  /// How fast; it replaces controllers 5 and 37 until one of them moves.
  case portamentoRate = 1001
  /// Whether what sounds of a key ends where the same key is struck again.
  case oneVoicePerKey = 1002
  /// Whether a channel plays many keys at a time: controllers 127 and 126 of all channels.
  case polyphonic = 1003
  /// How many voices sound. Read only.
  case activeVoiceCount = 1004
  /// Where one key at a time sounds: whether each has an attack of its own, even struck legato.
  case retrigger = 1005
}
