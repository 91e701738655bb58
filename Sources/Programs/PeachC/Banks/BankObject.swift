import PeachInstrumentFiles
import PeachInstrumentModel
import PeachServices

/// The object of a `peach_bank`.
final class BankObject: HandleObject {
  static let kind = HandleKind.bank

  /// The bank; `nil` for the sine wave.
  let bank: SoundBank?

  init(_ bank: SoundBank?) { self.bank = bank }

  /// The presets of the bank.
  var presets: [Preset] {
    bank?.presets ?? [Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: "Sine")]
  }

  var warnings: [String] { bank?.warnings ?? [] }

  var name: String { bank.map { $0.information.name } ?? "Sine" }

  /// Returns the preset at an index, `nil` for the sine wave.
  ///
  /// - Throws: ``LibraryError`` if there is none.
  func preset(at index: Int32) throws(LibraryError) -> BankPreset? {
    guard presets.indices.contains(Int(index)) else {
      throw LibraryError(
        .notFound, "The bank has no preset at index \(index). It has \(presets.count) presets.")
    }
    return bank.map { BankPreset(bank: $0, index: Int(index)) }
  }

  /// Returns the bank.
  ///
  /// - Throws: ``LibraryError`` for the sine wave.
  func sampledBank() throws(LibraryError) -> SoundBank {
    guard let bank else {
      throw LibraryError(.unsupported, "The sine wave is not a bank of samples.")
    }
    return bank
  }
}
