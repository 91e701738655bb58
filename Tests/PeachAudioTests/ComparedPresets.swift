import Foundation
import PeachServices
import TestEnvironment
import Testing

/// Ten General MIDI presets of common banks, from piano to flute.
enum ComparedPresets {
  /// Piano, organ, guitar, violin, cello, trumpet, horn, oboe, clarinet, flute.
  static let programs: [UInt8] = [0, 19, 24, 40, 42, 56, 60, 68, 71, 73]

  /// The installed banks.
  static let banks = [
    RenderTools.smallBank, RenderTools.compressedBank, RenderTools.userBank,
  ].filter { TestFiles.exists($0) }

  /// The banks to render: all in the full tests, otherwise the smallest.
  static let tested = TestScale.cases(short: Array(banks.prefix(1)), full: banks)

  static let whatIsMissing: Comment = "No bank is installed."

  /// Measurements and straight tones are not cached in the user's folder.
  static let intonation = IntonationCache(folder: nil)
  static let straightTones = StraightToneCache(folder: nil)

  /// Returns the ten presets of a bank.
  static func presets(of path: String) throws -> [BankPreset] {
    let bank = try SoundBank(contentsOf: path)
    return try programs.map { try bank.preset(bank: 0, program: $0) }
  }
}
