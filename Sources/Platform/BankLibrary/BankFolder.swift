/// A folder where banks are looked for.
public struct BankFolder: Hashable, Sendable {
  /// Where a bank comes from; earlier ones win where two have the same name.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// Named by the user for this one time.
    case given
    /// Comes with the program.
    case bundled
    /// The user's own, by import.
    case user
    /// The system's packages.
    case system
  }

  /// The folder's path.
  public var path: String
  /// Whose it is.
  public var origin: Origin

  /// A folder.
  public init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  /// Where banks are by custom (L1): folders given, the program's own, the user's (XDG data home),
  /// and the system's.
  ///
  /// `environment` is the process's; `bundled` the program's folder, where it has one. A relative
  /// `XDG_DATA_HOME` is ignored, as the XDG base directory specification says.
  public static func standard(
    environment: [String: String], bundled: String? = nil, given: [String] = []
  ) -> [BankFolder] {
    var folders = given.map { BankFolder(path: $0, origin: .given) }
    if let bundled { folders.append(BankFolder(path: bundled, origin: .bundled)) }
    if let own = user(environment: environment) { folders.append(own) }
    for path in [
      "/usr/share/sounds/sf2", "/usr/share/sounds/sf3", "/usr/share/soundfonts",
      "/usr/local/share/soundfonts", "/usr/share/minuet/soundfonts",
    ] {
      folders.append(BankFolder(path: path, origin: .system))
    }
    return folders
  }

  /// The folder that banks are imported into: in the user's XDG data home; nil where the user has
  /// none.
  public static func user(environment: [String: String]) -> BankFolder? {
    dataHome(environment: environment).map { BankFolder(path: $0 + "/peach/banks", origin: .user) }
  }

  private static func dataHome(environment: [String: String]) -> String? {
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") { return path }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.local/share"
  }
}
