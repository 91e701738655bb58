import PeachInstrumentModel
import PeachMusicUnits

/// Finds the audio files of an instrument, even if they were moved. Search order:
///
/// 1. The given path.
/// 2. The path from `Sounds`, `Sampler Files`, `EXS Factory Samples` or `Apple Loops` on, below
///    each folder (Apple, Technical Note 2283).
/// 3. Ever shorter ends of the path, below each folder.
/// 4. The file name anywhere below the folders, if there is a unique best match.
/// 5. For samples of Apple's formats, the standard folders of Technical Note 2283.
///
/// The instrument's own folder precedes the others. The search ignores ASCII case, the kind of
/// slash and the composition of accents. Files outside the folders are never read, regardless of
/// `..`, absolute paths and links. `SampleFolders.openOutside` makes an exception for relative
/// paths with `..`: see `climb`.
package struct SampleResolver {
  private static var markers: [String] {
    ["sounds", "sampler files", "exs factory samples", "apple loops"]
  }
  /// The maximum number of path components that are searched for.
  private static var partLimit: Int { 8 }

  /// The maximum number of folders that `..` may leave.
  private static var climbLimit: Int { 3 }

  private let access: FolderAccess
  private let openOutside: (@Sendable (_ path: String) -> ByteStorage?)?
  private let findInStandardFolders: SampleFolders.StandardSearch?
  /// The folders without links.
  private let roots: [String]
  private var listings: FolderListings
  private var tree: FolderTree?
  private var known = KeyedArray<String, SampleSearchResult>()

  /// Creates a search in these folders, without those that do not exist.
  package init(_ folders: SampleFolders) {
    access = folders.access
    openOutside = folders.openOutside
    findInStandardFolders = folders.findInStandardFolders
    listings = FolderListings(folders.access)
    roots = folders.all.compactMap { folders.access.resolve($0.isEmpty ? "." : $0) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns the path of a file by its name in the instrument. Caches results and folder contents.
  ///
  /// ```swift
  /// resolver.find("..\\Samples\\a4.WAV")  // .found(path: "/sounds/Cello/Samples/A4.wav")
  /// ```
  ///
  /// - Parameter extensions: Interchangeable file extensions, without a dot. A missing file with
  ///   one of them may be replaced by a converted one.
  package mutating func find(_ reference: String, extensions: [String] = []) -> SampleSearchResult {
    if let result = known[reference] { return result }
    let result = search(FilePath.plain(reference), extensions: extensions)
    known.setValue(result, for: reference)
    return result
  }

  /// Returns the path of an included text file: the given path, relative to each folder. A path
  /// that leaves the instrument's folder by `..` is then searched below it without `..`, because an
  /// import moves the file there.
  mutating func find(include reference: String) -> SampleSearchResult {
    let parts = FilePath.parts(reference)
    guard let own = roots.first, let name = parts.last, name != ".." else {
      return .missing(tried: [])
    }
    var tried: [String] = []
    for root in FilePath.isAbsolute(reference) ? ["/"] : roots {
      let (path, inside) = locate(FilePath.parts(root) + parts)
      tried.append(path)
      if let inside {
        if let found = look(inside.below, inside.root, []) { return .found(path: found) }
      } else if root == own {
        let climbed = climb(parts, of: .include, [])
        if let climbed, case .found = climbed { return climbed }
        let below = Array(parts.drop { $0 == ".." })
        if let found = look(below, own, []) { return .found(path: found) }
        return climbed ?? .refused(path: path)
      } else if root == "/" {
        return .refused(path: path)
      }
    }
    return .missing(tried: tried)
  }

  private mutating func search(_ reference: String, extensions: [String]) -> SampleSearchResult {
    let parts = FilePath.parts(reference)
    guard let name = parts.last, name != "..", let own = roots.first else {
      return .missing(tried: [])
    }
    let path = FilePath.isAbsolute(reference) ? parts : FilePath.parts(own) + parts
    let (absolute, inside) = locate(path)
    if let inside, let found = look(inside.below, inside.root, extensions) {
      return .found(path: found)
    }
    let climbed =
      inside == nil && !FilePath.isAbsolute(reference)
      ? climb(parts, of: .sample, extensions) : nil
    if let climbed, case .found = climbed { return climbed }
    var tried = [absolute]
    let searched = Array(parts.drop { $0 == ".." }.suffix(Self.partLimit))
    for tail in Self.tails(of: searched) {
      for root in roots {
        let candidate = FilePath.join(root, tail)
        if tried.contains(candidate) { continue }
        tried.append(candidate)
        if let found = look(tail, root, extensions) { return .found(path: found) }
      }
    }
    if let found = lookEverywhere(searched) { return .found(path: found) }
    if let climbed { return climbed }
    if let findInStandardFolders {
      let (found, others) = findInStandardFolders(parts, extensions)
      if let found { return .found(path: found) }
      // The path is of another machine.
      if access.resolve(absolute) == nil { return .missing(tried: tried + others) }
    }
    return inside == nil
      ? .refused(path: absolute) : .missing(tried: tried + roots.map { $0 + "/**" })
  }

  /// Returns the result for a relative path that leaves the instrument's folder by `..`; `nil` if
  /// it may not. It may leave three folders, but not lead to the root of the file system. The file
  /// must have the extension and the contents of its kind, and links must not lead elsewhere.
  private mutating func climb(
    _ parts: [String], of kind: ExternalFileKind, _ extensions: [String]
  ) -> SampleSearchResult? {
    guard let openOutside, let own = roots.first else { return nil }
    let levels = parts.prefix { $0 == ".." }.count
    let folder = FilePath.parts(own).dropLast(levels)
    guard (1...Self.climbLimit).contains(levels), !folder.isEmpty else { return nil }
    let root = FilePath.join("/", folder)
    let below = Array(parts.dropFirst(levels))
    guard let path = look(below, root, extensions, within: [root]) else {
      return .missing(tried: [FilePath.join(root, below)])
    }
    guard kind.includes(path), let storage = openOutside(path), kind.recognizes(storage) else {
      return .unsuitable(path: path)
    }
    return .found(path: path)
  }

  /// Returns an absolute path without `..`, and its components below the root that contains it.
  private func locate(
    _ parts: [String]
  ) -> (path: String, inside: (root: String, below: [String])?) {
    let path = FilePath.join("/", FilePath.parts(parts.joined(separator: "/")))
    guard let root = roots.first(where: { FilePath.isWithin(path, $0) }) else { return (path, nil) }
    return (path, (root, Array(FilePath.parts(path).dropFirst(FilePath.parts(root).count))))
  }

  /// Returns the path ends to search for below each folder, the most likely first.
  private static func tails(of parts: [String]) -> [[String]] {
    let marked = marked(parts)
    return (marked.map { [$0, ["Audio"] + $0] } ?? [])
      + stride(from: parts.count, to: 0, by: -1).map { parts.suffix($0) }
  }

  /// Returns the end of a path from a folder of ``markers`` on; `nil` without one.
  private static func marked(_ parts: [String]) -> [String]? {
    parts.dropLast().firstIndex { markers.contains(FilePath.folded($0)) }.map {
      Array(parts[$0...])
    }
  }

  /// Returns the paths to search for below a standard folder, the most likely first: the end from a
  /// known folder on, or else ever shorter ends in the folder `Sounds`.
  package static func standardTails(of parts: [String]) -> [[String]] {
    let parts = Array(parts.drop { $0 == ".." }.suffix(partLimit))
    if let marked = marked(parts) { return [marked] }
    return stride(from: parts.count, to: 0, by: -1).map { ["Sounds"] + parts.suffix($0) }
  }

  private mutating func look(
    _ parts: [String], _ root: String, _ extensions: [String], within folders: [String]? = nil
  ) -> String? {
    guard let name = parts.last else { return nil }
    for name in Self.alternatives(of: name, extensions) {
      let path = listings.file(at: parts.dropLast() + [name], below: root)
      if let real = path.flatMap({ permitted($0, within: folders ?? roots) }) { return real }
    }
    return nil
  }

  /// Returns the path without links if it is within the folders.
  private func permitted(_ path: String, within folders: [String]) -> String? {
    guard let real = access.resolve(path) else { return nil }
    return folders.contains { FilePath.isWithin(real, $0) } ? real : nil
  }

  /// Returns a file's name, and the names of files that may replace it.
  package static func alternatives(of name: String, _ extensions: [String]) -> [String] {
    guard let dot = name.lastIndex(of: "."),
      extensions.contains(FilePath.folded(String(name[name.index(after: dot)...])))
    else { return [name] }
    return [name] + extensions.map { name[..<dot] + "." + $0 }
  }

  /// Returns the file below the folders whose path has the longest matching end, if it is unique.
  private mutating func lookEverywhere(_ parts: [String]) -> String? {
    guard let name = parts.last else { return nil }
    let tree = tree ?? FolderTree(below: roots, &listings)
    self.tree = tree
    let folded = parts.map { FilePath.folded($0) }
    var best: (path: String?, length: Int) = (nil, 0)
    for path in tree.paths(ofFilesNamed: name) {
      let other = FilePath.parts(path).map { FilePath.folded($0) }
      let length = zip(folded.reversed(), other.reversed()).prefix { $0 == $1 }.count
      if length > best.length {
        best = (path, length)
      } else if length == best.length {
        best.path = nil
      }
    }
    return best.path.flatMap { permitted($0, within: roots) }
  }
}
