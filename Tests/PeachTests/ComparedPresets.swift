import Foundation
import Peach
import PeachSampleCodec
import TestEnvironment
import Testing

/// Presets of banks that people use, for comparing notes: ten of General MIDI, from a piano to a flute.
enum ComparedPresets {
  /// Piano, organ, guitar, violin, cello, trumpet, horn, oboe, clarinet, flute.
  static let programs: [UInt8] = [0, 19, 24, 40, 42, 56, 60, 68, 71, 73]

  /// The banks that are there.
  static let banks = [
    RenderTools.smallBank, RenderTools.compressedBank, RenderTools.userBank,
  ].filter {
    TestFiles.exists($0) && (SoundFileDecoder.isAvailable || !$0.hasSuffix(".sf3"))
  }

  #if DEBUG
    /// Without optimization one bank takes as long as all of them do otherwise.
    static let tested = Array(banks.prefix(1))
  #else
    static let tested = banks
  #endif

  static let whatIsMissing: Comment = "no bank is installed"

  /// What is known about tuning is not written into the user's own folder.
  static let intonation = IntonationCache(folder: nil)

  /// The ten presets of a bank.
  static func presets(of path: String) throws -> [BankPreset] {
    let bank = try SoundBank(contentsOf: path)
    return try programs.map { try bank.preset(bank: 0, program: $0) }
  }
}
