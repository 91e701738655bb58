#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The user's folders for this program, where the XDG base directory specification puts them; nil
/// where neither the variable holds an absolute path nor the user has a home.
package enum UserFolders {
  /// What this process's environment says of them.
  static var environment: [String: String] {
    var variables: [String: String] = [:]
    for name in ["HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables
  }

  /// What should outlast a restart and matters to nobody but the program.
  package static func state(environment: [String: String]) -> String? {
    folder("XDG_STATE_HOME", ".local/state", environment)
  }

  /// What can be made, or fetched, again.
  package static func cache(environment: [String: String]) -> String? {
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
