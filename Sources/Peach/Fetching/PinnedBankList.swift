import PeachFileBytes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The banks that can be fetched: those that this program knows, or those of a list of one's own.
public struct PinnedBankList: Sendable {
  /// The banks, in the list's order.
  public let banks: [PinnedBank]

  /// The list that comes with the program.
  ///
  /// An entry belongs here when somebody has fetched the file from that very address and hashed it.
  /// See `Documentation/decisions/0010-fetching-with-curl.md`.
  static let ownText = "[]"

  /// The banks of a list as JSON: objects with the properties of ``PinnedBank``.
  /// Throws ``BankFetchError/unusableList(reason:)``.
  public init(json: [UInt8]) throws(BankFetchError) {
    do {
      banks = try JSONDecoder().decode([PinnedBank].self, from: Data(json))
    } catch {
      throw .unusableList(reason: "\(error)")
    }
    for bank in banks {
      if let problem = bank.problem { throw .unusableList(reason: "\(bank.name): \(problem)") }
    }
  }

  /// The list that the variable `PEACH_BANK_LIST` names a file of, else the program's own.
  public init(environment: [String: String]) throws {
    if let path = environment["PEACH_BANK_LIST"], !path.isEmpty {
      try self.init(json: FileAccess.read(path: path, limit: 1 << 20))
    } else {
      try self.init(json: Array(Self.ownText.utf8))
    }
  }

  /// The bank called `name`. Throws ``BankFetchError/notListed(name:available:)``.
  public func bank(named name: String) throws(BankFetchError) -> PinnedBank {
    guard let bank = banks.first(where: { $0.name == name }) else {
      throw .notListed(name: name, available: banks.map(\.name))
    }
    return bank
  }
}
