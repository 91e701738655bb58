/// The user's folders for this program, where the XDG base directory specification puts them; nil
/// where neither the variable holds an absolute path nor the user has a home.
enum UserFolders {
  /// What should outlast a restart and matters to nobody but the program.
  static func state(environment: [String: String]) -> String? {
    folder("XDG_STATE_HOME", ".local/state", environment)
  }

  /// What can be made, or fetched, again.
  static func cache(environment: [String: String]) -> String? {
    folder("XDG_CACHE_HOME", ".cache", environment)
  }

  private static func folder(
    _ variable: String, _ inHome: String, _ environment: [String: String]
  ) -> String? {
    if let path = environment[variable], path.hasPrefix("/") { return path + "/peach" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(inHome)/peach"
  }
}
