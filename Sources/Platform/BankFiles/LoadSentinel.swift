import PeachFileIO

/// Detects crashes while a bank of the user is loaded, so that the next start can skip the bank.
///
/// During each load of a bank in the user's folder (of its tables for a list of banks, or of
/// samples), a marker in the user's state folder names the bank. The marker remains only
/// if the process crashes. Other banks are not watched, because they are loaded only on request. If
/// no marker can be written, the load is not watched. A marker takes about 10 µs. Call on any
/// thread but the audio thread.
///
/// ```swift
/// for load in LoadSentinel().interruptedLoads {
///   if await userWantsToRemove(load.file) { try load.removeBank() } else { load.keepBank() }
/// }
/// ```
public struct LoadSentinel: Sendable {
  /// The folder of the markers; `nil` to watch no loads.
  package let folder: String?
  private let bankFolder: String?

  /// Creates a sentinel that watches the banks in `bankFolder` and in its folders, with markers in
  /// `folder`.
  public init(folder: String?, watching bankFolder: String?) {
    self.folder = folder
    self.bankFolder = bankFolder
  }

  package init(environment: [String: String]) {
    self.init(
      folder: UserFolders.state(environment: environment).map { $0 + "/loading" },
      watching: BankFolder.user(environment: environment)?.path)
  }

  /// Creates a sentinel that watches the user's banks, with markers in the user's state folder:
  /// `XDG_STATE_HOME`, or `.local/state` in `HOME`; on Apple's systems `Library/Application
  /// Support`.
  public init() { self.init(environment: UserFolders.environment) }

  /// Calls `load`, which reads the bank at `path`, with a marker. Returns or throws what it does.
  public func watch<Result: ~Copyable, Failure: Error>(
    _ path: String?, _ load: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let folder, let path, let watched = watchedPath(path) else { return try load() }
    let marker = try? ProcessMarker(in: folder, contents: Array(watched.utf8))
    return try withExtendedLifetime(marker) { () throws(Failure) -> Result in try load() }
  }

  /// The banks whose loading crashed a process. Removes markers of banks that no longer exist.
  public var interruptedLoads: [InterruptedLoad] {
    guard let folder else { return [] }
    var loads: [InterruptedLoad] = []
    for marker in ProcessMarker.staleMarkers(in: folder) {
      let path = String(decoding: marker.contents, as: UTF8.self)
      // Markers are untrusted: only banks in the watched folder may be offered for removal.
      guard watchedPath(path) == path, FileAccess.resolved(path) != nil else {
        try? FileAccess.remove(marker.path)
        continue
      }
      if let known = loads.firstIndex(where: { $0.path == path }) {
        loads[known].markers.append(marker.path)
      } else {
        loads.append(InterruptedLoad(path: path, markers: [marker.path]))
      }
    }
    return loads.sorted { $0.path < $1.path }
  }

  /// Clears the records of a bank, for example after it was loaded successfully.
  public func clear(path: String) {
    let watched = watchedPath(path)
    for load in interruptedLoads where load.path == watched { load.keepBank() }
  }

  /// Returns the path that identifies a bank, which is the folder of an instrument with separate
  /// samples; `nil` if the bank is not in the watched folder.
  private func watchedPath(_ path: String) -> String? {
    entry(path) ?? entry(FileAccess.folder(of: path))
  }

  private func entry(_ path: String) -> String? {
    guard let bankFolder else { return nil }
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    if name.isEmpty || name == "." || name == ".." { return nil }
    let parent = FileAccess.folder(of: path)
    if parent == bankFolder { return path }
    guard let resolved = FileAccess.resolved(parent), resolved == FileAccess.resolved(bankFolder)
    else { return nil }
    return "\(bankFolder)/\(name)"
  }
}
