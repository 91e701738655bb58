import PeachPOSIX

package enum InstalledPrograms {
  /// Returns the path of the first executable file of this name in the absolute folders of `PATH`.
  package static func path(of name: String, environment: [String: String]) -> String? {
    for folder in (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      var status = stat()
      guard fileStatus(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        access(path, X_OK) == 0
      else { continue }
      return path
    }
    return nil
  }
}
