/// The layout of pitches in a MIDI Tuning Standard message.
struct TuningLayout: Hashable, BitwiseCopyable {
  enum Entries: UInt8, Hashable, BitwiseCopyable {
    /// All keys in their order, three bytes each.
    case allKeys
    /// Some keys, four bytes each: the key and its pitch.
    case someKeys
    /// Twelve pitch classes of a tuning program, one byte each.
    case programPitchClasses1
    /// Twelve pitch classes of a tuning program, two bytes each.
    case programPitchClasses2
    /// Twelve pitch classes of channels, one byte each.
    case channelPitchClasses1
    /// Twelve pitch classes of channels, two bytes each.
    case channelPitchClasses2
  }

  let entries: Entries
  let isRealTime: Bool
  var bank: UInt8 = 0
  var program: UInt8 = 0
  /// The channels; bit 0 is channel 0.
  var channels: UInt16 = 0

  init(_ entries: Entries, isRealTime: Bool) {
    self.entries = entries
    self.isRealTime = isRealTime
  }

  /// The size of an entry, in bytes.
  var entryByteCount: Int {
    switch entries {
    case .allKeys: 3
    case .someKeys: 4
    case .programPitchClasses1, .channelPitchClasses1: 1
    case .programPitchClasses2, .channelPitchClasses2: 2
    }
  }
}
