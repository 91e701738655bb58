import PeachPOSIX

/// The user's folders by the XDG base directory specification; `nil` without an absolute path.
package enum UserFolders {
  /// The relevant environment variables of this process.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    for name in ["HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables
  }

  package static func configuration(environment: [String: String]) -> String? {
    folder("XDG_CONFIG_HOME", ".config", environment)
  }

  static func data(environment: [String: String]) -> String? {
    folder("XDG_DATA_HOME", ".local/share", environment)
  }

  package static func state(environment: [String: String]) -> String? {
    folder("XDG_STATE_HOME", ".local/state", environment)
  }

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
