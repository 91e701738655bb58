import PeachBankFiles
import PeachFileIO
public import PeachPlugIn
import PeachPlugInFiles

/// The folders of banks that an audio unit may load, and the bank with which it starts.
public struct UnitBanks: Sendable {
  /// The folders, in order of precedence, searched without subfolders for the first bank.
  public var folders: [String]

  /// Creates a list of folders.
  public init(folders: [String]) { self.folders = folders }

  /// The folder of the user's imported banks.
  public static var user: UnitBanks {
    let folder = BankFolder.user(environment: UserFolders.environment)
    return UnitBanks(folders: [folder?.path].compactMap { $0 })
  }

  /// The access to the files in the folders and their subfolders.
  public var access: BankAccess { .reading(folders) }

  /// The path of the first bank by name in the first folder with banks; `nil` if there is none.
  public var first: String? {
    for folder in folders {
      let names = (FileAccess.names(in: folder, limit: 1 << 16) ?? []).filter { !$0.isFolder }
        .map(\.name).sorted()
      if let name = names.first(where: { Self.isBank($0) }) { return "\(folder)/\(name)" }
    }
    return nil
  }

  private static func isBank(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".sf2") || name.hasSuffix(".sf3") || name.hasSuffix(".dls")
  }
}
