import PeachPOSIX

/// The user's folders by the XDG base directory specification; on Apple's systems those of
/// `Library`, unless a variable of XDG is set. `nil` without an absolute path.
package enum UserFolders {
  /// The names of folders in the home folder.
  package enum Layout: Sendable {
    case xdg
    /// That of Apple's systems, where `HOME` is the container of an app.
    case library

    package static var system: Layout {
      #if canImport(Darwin)
        .library
      #else
        .xdg
      #endif
    }
  }

  /// The relevant environment variables of this process.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    for name in ["HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      if let value = getenv(name) { variables[name] = PathBytes.string(value) }
    }
    return variables
  }

  package static func configuration(
    environment: [String: String], layout: Layout = .system
  ) -> String? {
    folder("XDG_CONFIG_HOME", layout == .xdg ? ".config" : support, environment)
  }

  package static func data(environment: [String: String], layout: Layout = .system) -> String? {
    folder("XDG_DATA_HOME", layout == .xdg ? ".local/share" : support, environment)
  }

  package static func state(environment: [String: String], layout: Layout = .system) -> String? {
    folder("XDG_STATE_HOME", layout == .xdg ? ".local/state" : support, environment)
  }

  package static func cache(environment: [String: String], layout: Layout = .system) -> String? {
    folder("XDG_CACHE_HOME", layout == .xdg ? ".cache" : "Library/Caches", environment)
  }

  /// Returns the path of a file in the data folder. Earlier versions stored trials in
  /// `.local/share` on all systems: such a file remains in use where it is.
  package static func dataFile(
    _ name: String, environment: [String: String], layout: Layout = .system
  ) -> String? {
    guard let folder = data(environment: environment, layout: layout) else { return nil }
    let path = "\(folder)/\(name)"
    guard layout == .library, !FileAccess.exists(path),
      let former = data(environment: environment, layout: .xdg),
      FileAccess.exists("\(former)/\(name)")
    else { return path }
    return "\(former)/\(name)"
  }

  private static var support: String { "Library/Application Support" }

  /// Returns the Documents, Downloads and Music folders, as named in xdg-user-dirs' configuration,
  /// `user-dirs.dirs`, or else in English; without Music unless `withMusic`. A folder set to the
  /// home folder is disabled.
  package static func personal(
    environment: [String: String], withMusic: Bool = true
  ) -> [String] {
    guard let home = environment["HOME"], home.hasPrefix("/") else { return [] }
    let configuration = baseFolder("XDG_CONFIG_HOME", ".config", environment) ?? home
    let bytes =
      (try? FileAccess.read(path: configuration + "/user-dirs.dirs", limit: 1 << 16)) ?? []
    var named: [Substring: String] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[1].hasPrefix("\""), parts[1].dropFirst().hasSuffix("\"") else {
        continue
      }
      let path = parts[1].dropFirst().dropLast()
      named[parts[0]] = path.hasPrefix("$HOME") ? home + path.dropFirst(5) : String(path)
    }
    let folders = [
      ("XDG_DOCUMENTS_DIR", "Documents"), ("XDG_DOWNLOAD_DIR", "Downloads"),
      ("XDG_MUSIC_DIR", "Music"),
    ]
    return folders.prefix(withMusic ? 3 : 2).map { named[$0.0[...]] ?? "\(home)/\($0.1)" }
      .filter { $0.hasPrefix("/") && $0 != home && $0 != home + "/" }
  }

  private static func folder(
    _ variable: String, _ inHome: String, _ environment: [String: String]
  ) -> String? {
    baseFolder(variable, inHome, environment).map { $0 + "/peach" }
  }

  private static func baseFolder(
    _ variable: String, _ inHome: String, _ environment: [String: String]
  ) -> String? {
    if let path = environment[variable], path.hasPrefix("/") { return path }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(inHome)"
  }
}
