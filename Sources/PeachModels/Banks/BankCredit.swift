import PeachServices

/// The credits of a bank, for an Info screen. Texts are those of the bank's file, and those of the
/// list of downloadable banks if the file has the name and the size of one of them.
public struct BankCredit: Identifiable, Hashable, Sendable {
  /// The path of the file.
  public let id: String
  /// The file name.
  public let file: String
  /// The bank's name, or the file name if it has none.
  public let name: String
  /// The authors; empty if the file has none.
  public let author: String
  /// The copyright notice; empty if the file has none.
  public let copyright: String
  /// The license of a downloadable bank; `nil` for others.
  public let license: String?
  /// The attribution that the license of a downloadable bank requires; `nil` for others.
  public let attribution: String?

  init(_ bank: SoundFontLibrary.Bank) {
    let information = bank.bank.information
    let known = PinnedBankList.standard.banks.first {
      $0.file == bank.file.name && $0.byteCount == bank.bank.storage.bytes.count
    }
    id = bank.file.path
    file = bank.file.name
    name = information.name.isEmpty ? bank.file.name : information.name
    author = information.author
    copyright = information.copyright
    (license, attribution) = (known?.license, known?.attribution)
  }
}
