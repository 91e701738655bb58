import PeachFileIO

/// A folder of sound banks.
public struct BankFolder: Hashable, Sendable {
  /// The origin of a folder, in order of precedence.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// Specified by the user.
    case given
    /// Part of the program.
    case bundled
    /// The user's imported banks.
    case user
    /// Installed by system packages.
    case system
    /// The user's Documents, Downloads and Music folders.
    case personal
  }

  /// The folder's path.
  public var path: String
  /// The origin of the folder's banks.
  public var origin: Origin

  /// Creates a folder.
  public init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  /// Returns the standard folders: given ones, the program's, the user's (XDG data home), the
  /// system's, and last the user's Documents, Downloads and Music folders, without subfolders.
  /// Ignores a relative `XDG_DATA_HOME`, as the XDG specification requires.
  ///
  /// - Parameter bundled: The folder of the program's own banks.
  public static func standard(bundled: String? = nil, given: [String] = []) -> [BankFolder] {
    standard(environment: UserFolders.environment, bundled: bundled, given: given)
  }

  package static func standard(
    environment: [String: String], bundled: String? = nil, given: [String] = []
  ) -> [BankFolder] {
    var folders = given.map { BankFolder(path: $0, origin: .given) }
    if let bundled { folders.append(BankFolder(path: bundled, origin: .bundled)) }
    if let folder = user(environment: environment) { folders.append(folder) }
    let system = [
      "/usr/share/sounds/sf2", "/usr/share/sounds/sf3", "/usr/share/soundfonts",
      "/usr/local/share/soundfonts", "/usr/share/minuet/soundfonts",
    ]
    return folders + system.map { BankFolder(path: $0, origin: .system) }
      + UserFolders.personal(environment: environment)
      .map { BankFolder(path: $0, origin: .personal) }
  }

  /// Returns the folder of imported banks, in the user's XDG data home; `nil` if the user has none.
  public static var user: BankFolder? { user(environment: UserFolders.environment) }

  package static func user(environment: [String: String]) -> BankFolder? {
    UserFolders.data(environment: environment)
      .map { BankFolder(path: $0 + "/banks", origin: .user) }
  }
}
