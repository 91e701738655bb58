import PeachBankLibrary
import PeachFileBytes

/// Notices when loading one of the user's banks kills the process, so that the next start can ask
/// what to do about it (L5).
///
/// Around every load of a bank in the user's folder (its tables when banks are listed, its samples when
/// a preset is chosen or measured) a small file in the user's state folder names the bank and the
/// process. It goes when the load is over, however it ends, but for one case: the process is gone with
/// it. Loads of other files are not watched: nobody loads those unasked. Where nothing can be written
/// there, loads go on unwatched. Some ten microseconds a load; any thread but the audio thread.
///
/// ```swift
/// for load in LoadSentinel().interruptedLoads {
///   if await userWantsToRemove(load.file) { try load.removeBank() } else { load.keepBank() }
/// }
/// ```
public struct LoadSentinel: Sendable {
  /// Where loads are written down; nil for nowhere.
  public let folder: String?
  /// The folder whose banks are watched.
  public let bankFolder: String?

  /// A sentinel that watches the banks directly within `bankFolder` and keeps its notes in `folder`.
  public init(folder: String?, watching bankFolder: String?) {
    self.folder = folder
    self.bankFolder = bankFolder
  }

  /// The user's own banks, with notes where the XDG base directory specification puts a state: in
  /// `XDG_STATE_HOME`, where that is an absolute path, else in `.local/state` of `HOME`.
  public init(environment: [String: String]) {
    self.init(
      folder: UserFolders.state(environment: environment).map { $0 + "/loading" },
      watching: BankFolder.user(environment: environment)?.path)
  }

  /// The same in this program's own environment.
  public init() { self.init(environment: UserFolders.environment) }

  /// Does `load`, which reads the bank at `path`, under watch; whatever it gives or throws is passed on.
  public func watch<Result: ~Copyable, Failure: Error>(
    _ path: String?, _ load: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let folder, let path, let watched = watchedPath(path) else { return try load() }
    let marker = try? LifeMarker(in: folder, contents: Array(watched.utf8))
    return try withExtendedLifetime(marker) { () throws(Failure) -> Result in try load() }
  }

  /// The loads that their processes did not outlive, one for each bank.
  ///
  /// What names a bank that is no longer there is cleared away.
  public var interruptedLoads: [InterruptedLoad] {
    guard let folder else { return [] }
    var loads: [InterruptedLoad] = []
    for orphan in LifeMarker.orphans(in: folder) {
      let path = String(decoding: orphan.contents, as: UTF8.self)
      // Only what this type writes is believed: nothing else is ever offered for removal.
      guard watchedPath(path) == path, FileAccess.resolved(path) != nil else {
        try? FileAccess.remove(orphan.path)
        continue
      }
      if let known = loads.firstIndex(where: { $0.path == path }) {
        loads[known].notes.append(orphan.path)
      } else {
        loads.append(InterruptedLoad(path: path, notes: [orphan.path]))
      }
    }
    return loads.sorted { $0.path < $1.path }
  }

  /// Forgets what was noted about a bank, as when it was loaded again and nothing happened.
  public func forgive(_ path: String) {
    let watched = watchedPath(path)
    for load in interruptedLoads where load.path == watched { load.keepBank() }
  }

  /// The path by which a bank is watched; nil where it is not in the folder.
  private func watchedPath(_ path: String) -> String? {
    guard let bankFolder else { return nil }
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    if name.isEmpty || name == "." || name == ".." { return nil }
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    if parent == bankFolder { return path }
    guard let resolved = FileAccess.resolved(parent), resolved == FileAccess.resolved(bankFolder)
    else { return nil }
    return "\(bankFolder)/\(name)"
  }
}
