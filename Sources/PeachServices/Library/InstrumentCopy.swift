import PeachBankFiles
import PeachFileIO
import PeachInstrumentFiles
import PeachInstrumentModel
import Synchronization

/// The files of an instrument and their paths in a copy of it. Files keep their paths relative to
/// the instrument, to the added folder that contains them, or to the deepest folder that contains
/// both, so that the search for samples finds them.
struct InstrumentCopy {
  struct File {
    var storage: ByteStorage
    /// Relative to the folder of the copy, without `..`.
    var path: String
  }

  /// The instrument and its other files, each once.
  let files: [File]
  /// The paths of the files that reading the copy must open, in this order.
  private let opened: [String]

  /// - Parameters:
  ///   - opened: The files that were opened to read the instrument. Their paths are canonical.
  ///   - roots: The folder of the instrument, and the added folders.
  init(_ instrument: ByteStorage, named name: String, opened: OpenedFiles, roots: [String]) {
    let roots = roots.compactMap { FileAccess.resolved($0).map { FilePath.parts($0) } }
    var list = [File(storage: instrument, path: name)]
    var taken: Set<String> = [FilePath.folded(name)]
    var known: [String: String] = [:]
    func add(_ path: String, _ storage: ByteStorage, from root: [String]) {
      let parts = FilePath.parts(path)
      let below = parts.count - root.count
      // A file whose path is taken is copied with more of its parent folders.
      let candidates = (below...max(below, parts.count)).map {
        parts.suffix($0).joined(separator: "/")
      }
      let target = candidates.first { !taken.contains(FilePath.folded($0)) }
      guard let target else { return }
      taken.insert(FilePath.folded(target))
      known[path] = target
      list.append(File(storage: storage, path: target))
    }
    // The files of the instrument's own folder first: they keep their paths.
    for root in roots {
      for (path, storage) in opened.all where known[path] == nil {
        if FilePath.parts(path).starts(with: root) { add(path, storage, from: root) }
      }
    }
    // Files to which `..` led keep their paths relative to the folder that contains the instrument,
    // too. In the copy, the search finds them without `..`.
    for (path, storage) in opened.all where known[path] == nil {
      let common = zip(FilePath.parts(path), roots.first ?? []).prefix { $0 == $1 }
      add(path, storage, from: common.map(\.0))
    }
    files = list
    self.opened = opened.all.map { known[$0.path] ?? "" }
  }

  /// The files of an instrument of audio files in one folder.
  init(audioFiles: [ByteStorage]) {
    files = audioFiles.compactMap { storage in
      storage.path.map { File(storage: storage, path: FileAccess.fileName(of: $0)) }
    }
    opened = []
  }

  /// Whether `folder` contains the same files.
  func isStored(in folder: String) -> Bool {
    files.allSatisfy { file in
      (try? FileAccess.map(path: "\(folder)/\(file.path)"))
        .map { FileAccess.haveEqualBytes($0, file.storage) } ?? false
    }
  }

  /// Copies the files into `folder`.
  func write(to folder: String, progress: (Double) throws -> Void) throws {
    let total = Double(max(files.reduce(0) { $0 + $1.storage.bytes.count }, 1))
    var done = 0.0
    for file in files {
      let fraction = Double(file.storage.bytes.count) / total
      let target = "\(folder)/\(file.path)"
      try FileAccess.makeFolder(ofFileAt: target)
      try FileAccess.copy(file.storage, to: target) { try progress(done + fraction * $0) }
      done += fraction
    }
  }

  /// Whether the copy in `folder` finds its files, and not others.
  func isComplete(in folder: String) throws -> Bool {
    guard let root = FileAccess.resolved(folder), let name = files.first?.path else { return false }
    let again = OpenedFiles()
    _ = try InstrumentFile.read(
      FileAccess.map(path: "\(folder)/\(name)"),
      folders: SampleFolders(own: folder, access: again.access))
    return again.all.map(\.path) == opened.map { "\(root)/\($0)" }
  }
}

/// Access to the file system that records the files opened.
final class OpenedFiles: Sendable {
  private let opened = Mutex<[(path: String, storage: ByteStorage)]>([])

  var all: [(path: String, storage: ByteStorage)] { opened.withLock { $0 } }

  var access: FolderAccess {
    let system = FolderAccess.system
    return FolderAccess(
      list: system.list,
      open: { [self] path in
        guard let storage = system.open(path) else { return nil }
        opened.withLock { $0.append((path, storage)) }
        return storage
      }, resolve: system.resolve)
  }
}
