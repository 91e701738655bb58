#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The programs that this machine has.
public enum InstalledPrograms {
  /// The path of the program called `name`: the first in the folders of `PATH` that can be run; nil
  /// where there is none. Folders that are not absolute are passed over.
  public static func path(of name: String, environment: [String: String]) -> String? {
    for folder in (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0
      else { continue }
      return path
    }
    return nil
  }
}

/// Waiting without doing anything.
public enum Pause {
  /// Waits about so many milliseconds; a signal may end it earlier.
  public static func milliseconds(_ count: UInt32) { usleep(1000 * count) }
}
