import PeachInstrumentFiles
import PeachInstrumentModel

/// Folders and files in memory.
struct MemoryFolders: Sendable {
  /// Contents by absolute path.
  var files: [String: [UInt8]] = [:]
  /// Links by absolute path, to an absolute path.
  var links: [String: String] = [:]

  var access: FolderAccess {
    let all = self
    return FolderAccess(
      list: { folder, limit in all.list(folder).map { Array($0.prefix(limit)) } },
      open: { path in
        all.real(path).flatMap { all.files[$0] }.map { ByteStorage(copying: $0) }
      },
      resolve: { path in all.real(path) })
  }

  /// Returns the folders of an instrument in `own`.
  func folders(own: String, adding added: [String] = []) -> SampleFolders {
    SampleFolders(own: own, added: added, access: access)
  }

  private func list(_ folder: String) -> [FolderAccess.Entry]? {
    guard let real = real(folder) else { return nil }
    let prefix = real == "/" ? "/" : real + "/"
    var names: [String: Bool] = [:]
    for path in Array(files.keys) + Array(links.keys) where path.hasPrefix(prefix) {
      let rest = path.dropFirst(prefix.count).split(separator: "/")
      guard let name = rest.first else { continue }
      let isLink = links[prefix + name] != nil
      names[String(name)] =
        rest.count > 1 || (isLink && files[self.real(prefix + name) ?? ""] == nil)
    }
    return names.sorted { $0.key < $1.key }.map { .init(name: $0.key, isFolder: $0.value) }
  }

  /// Returns the path with links resolved; `nil` if it does not exist.
  private func real(_ path: String) -> String? {
    var resolved = ""
    for part in path.split(separator: "/") {
      resolved += "/" + part
      if let target = links[resolved] { resolved = target }
    }
    if resolved.isEmpty { return "/" }
    let isThere = files[resolved] != nil || files.keys.contains { $0.hasPrefix(resolved + "/") }
    return isThere ? resolved : nil
  }
}
