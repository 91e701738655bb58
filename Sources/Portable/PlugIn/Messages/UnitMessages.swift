import PeachInstrumentFiles

/// The bytes of the messages that a unit understands besides those of MIDI itself: those that
/// SF2LibAU sends.
///
/// ```swift
/// UnitMessages.usePreset(59)  // F0 7E 00 00 3B F7
/// ```
public enum UnitMessages {
  /// The most presets that a message can tell apart.
  public static let presetLimit = 16_384

  /// How a message says that it is one of these.
  public enum Spelling: Sendable {
    /// As SF2LibAU does, with an identifier that is MIDI's own for other things: a unit takes those
    /// presets not for it that are GM System On, say (1153).
    case universal
    /// With the identifier that is free for anybody (7D), and `SF`.
    case free
  }

  /// Loads a file and puts its preset at an index, by bank and program, on all channels but those of
  /// percussion.
  public static func loadFile(
    _ path: String, usingPreset preset: Int, spelling: Spelling = .universal
  ) -> [UInt8] {
    start(spelling, preset) + Base64.encode(Array(path.utf8)) + [0xF7]
  }

  /// Puts another preset of the same file on all channels but those of percussion.
  public static func usePreset(_ preset: Int, spelling: Spelling = .universal) -> [UInt8] {
    start(spelling, preset) + [0xF7]
  }

  /// Chooses a bank, 0 through 16,383, and a program for channel 1: three messages in one event, and
  /// a byte of nothing that SF2LibAU sends behind them.
  public static func useBankProgram(bank: Int, program: Int) -> [UInt8] {
    [
      0xB0, 0x00, sevenBits(bank >> 7), 0xB0, 0x20, sevenBits(bank), 0xC0, sevenBits(program),
      0x00,
    ]
  }

  /// Everything as when switched on.
  public static let reset: [UInt8] = [0xFF]

  /// Moves a controller of channel 1.
  public static func channelMessage(_ controller: Int, value: Int) -> [UInt8] {
    [0xB0, sevenBits(controller), sevenBits(value)]
  }

  /// Lets go of all keys of channel 1.
  public static let allNotesOff: [UInt8] = channelMessage(0x7B, value: 0)

  /// Ends all that sounds on channel 1.
  public static let allSoundOff: [UInt8] = channelMessage(0x78, value: 0)

  /// Strikes a key of channel 1.
  public static func noteOn(_ note: Int, velocity: Int = 0x64) -> [UInt8] {
    [0x90, sevenBits(note), sevenBits(velocity)]
  }

  /// Lets go of a key of channel 1.
  public static func noteOff(_ note: Int) -> [UInt8] { [0x80, sevenBits(note), 0x00] }

  private static func start(_ spelling: Spelling, _ preset: Int) -> [UInt8] {
    let number = min(max(preset, 0), presetLimit - 1)
    let identifier: [UInt8] = spelling == .universal ? [0x7E, 0x00] : [0x7D, 0x53, 0x46]
    return [0xF0] + identifier + [sevenBits(number >> 7), sevenBits(number)]
  }

  private static func sevenBits(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: value & 0x7F) }
}
