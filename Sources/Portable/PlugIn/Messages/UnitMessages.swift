import PeachInstrumentFiles

/// The messages of SF2LibAU, which a unit understands in addition to standard MIDI.
///
/// ```swift
/// UnitMessages.usePreset(59)  // F0 7E 00 00 3B F7
/// ```
public enum UnitMessages {
  /// The number of presets that a message can address.
  private static let presetLimit = 16_384
  /// The indices that a message can address.
  static var presets: Range<Int> { 0..<presetLimit }

  /// Returns SF2LibAU's ID unless the index would read as a universal message.
  static func spelling(of preset: Int) -> Spelling {
    UnitRequest.isUniversal(sevenBits(preset >> 7), sevenBits(preset)) ? .free : .universal
  }

  /// The System Exclusive ID of a message.
  public enum Spelling: Sendable {
    /// The universal non-real-time ID (7E), as SF2LibAU uses it. Preset indices that would read as
    /// a universal message, such as GM System On (1153), are not recognized.
    case universal
    /// The non-commercial ID (7D), followed by `SF`.
    case free
  }

  /// Returns the message that loads a file and selects a preset on all channels but drum channels.
  public static func loadFile(
    _ path: String, usingPreset preset: Int, spelling: Spelling = .universal
  ) -> [UInt8] { start(spelling, preset) + Base64.encode(Array(path.utf8)) + [0xF7] }

  /// Returns the message that selects another preset on all channels except drum channels.
  public static func usePreset(_ preset: Int, spelling: Spelling = .universal) -> [UInt8] {
    start(spelling, preset) + [0xF7]
  }

  /// Returns the event that selects a bank, 0 through 16,383, and a program on channel 1: three
  /// messages and the trailing zero byte that SF2LibAU sends.
  public static func useBankProgram(bank: Int, program: Int) -> [UInt8] {
    [0xB0, 0x00, sevenBits(bank >> 7), 0xB0, 0x20, sevenBits(bank), 0xC0, sevenBits(program), 0x00]
  }

  /// System Reset: restores the power-on state.
  public static let reset: [UInt8] = [0xFF]

  /// Returns a control change on channel 1.
  public static func channelMessage(_ controller: Int, value: Int) -> [UInt8] {
    [0xB0, sevenBits(controller), sevenBits(value)]
  }

  /// All Notes Off on channel 1.
  public static let allNotesOff: [UInt8] = channelMessage(0x7B, value: 0)
  /// All Sound Off on channel 1.
  public static let allSoundOff: [UInt8] = channelMessage(0x78, value: 0)

  /// Returns a note-on on channel 1.
  public static func noteOn(_ note: Int, velocity: Int = 0x64) -> [UInt8] {
    [0x90, sevenBits(note), sevenBits(velocity)]
  }

  /// Returns a note-off on channel 1.
  public static func noteOff(_ note: Int) -> [UInt8] { [0x80, sevenBits(note), 0x00] }

  private static func start(_ spelling: Spelling, _ preset: Int) -> [UInt8] {
    let number = min(max(preset, 0), presetLimit - 1)
    let identifier: [UInt8] = spelling == .universal ? [0x7E, 0x00] : [0x7D, 0x53, 0x46]
    return [0xF0] + identifier + [sevenBits(number >> 7), sevenBits(number)]
  }

  private static func sevenBits(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: value & 0x7F) }
}
