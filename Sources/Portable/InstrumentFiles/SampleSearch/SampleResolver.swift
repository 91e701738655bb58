/// Finds the audio files that an instrument names, also where they were moved.
///
/// In this order: the place named; the part from `Sounds`, `Sampler Files`, `EXS Factory Samples` or
/// `Apple Loops` on, below each folder (Apple, Technical Note 2283); ever shorter ends of the path
/// below each folder; and the name alone anywhere below, where only one file fits best. Folders are
/// the instrument's own and then the caller's. Capitals, either slash and the composition of accents
/// do not matter. A file outside of these folders is never read, whatever `..`, absolute paths or
/// links say.
public struct SampleResolver {
  private static var markers: [String] {
    ["sounds", "sampler files", "exs factory samples", "apple loops"]
  }
  /// Longer paths are looked for by so many of their last parts.
  private static var partLimit: Int { 8 }

  private let access: FolderAccess
  /// Without links.
  private let roots: [String]
  private var listings: FolderListings
  private var tree: FolderTree?
  private var known: [String: SampleSearchResult] = [:]

  /// A search in these folders; those that do not exist are left out.
  public init(_ folders: SampleFolders) {
    access = folders.access
    listings = FolderListings(folders.access)
    var roots: [String] = []
    for folder in folders.all {
      let name = folder.isEmpty ? "." : folder
      if let real = folders.access.resolve(name), !roots.contains(real) { roots.append(real) }
    }
    self.roots = roots
  }

  /// Where the file is that an instrument names.
  ///
  /// Where it is missing and has one of `extensions` (without a dot), a file of the same name with
  /// another of them will do: people convert samples. Asks for each folder's contents once; a second
  /// question of the same name costs nothing.
  ///
  /// ```swift
  /// resolver.find("..\\Samples\\a4.WAV")  // .found(path: "/sounds/Cello/Samples/A4.wav")
  /// ```
  public mutating func find(
    _ reference: String, extensions: [String] = []
  ) -> SampleSearchResult {
    if let result = known[reference] { return result }
    let result = search(FilePath.plain(reference), extensions: extensions)
    known[reference] = result
    return result
  }

  /// Where a file of text is that an instrument includes: the place named, below its own folder or
  /// one of the caller's, and no other.
  mutating func find(include reference: String) -> SampleSearchResult {
    let parts = FilePath.parts(reference)
    guard let own = roots.first, let name = parts.last, name != ".." else {
      return .missing(tried: [])
    }
    var tried: [String] = []
    for root in FilePath.isAbsolute(reference) ? ["/"] : roots {
      let place = FilePath.join(
        "/", FilePath.parts((FilePath.parts(root) + parts).joined(separator: "/")))
      tried.append(place)
      if let inside = roots.first(where: { FilePath.isWithin(place, $0) }) {
        let below = Array(FilePath.parts(place).dropFirst(FilePath.parts(inside).count))
        if let found = look(below, inside, []) { return .found(path: found) }
      } else if root == own || root == "/" {
        return .refused(path: place)
      }
    }
    return .missing(tried: tried)
  }

  private mutating func search(_ path: String, extensions: [String]) -> SampleSearchResult {
    let parts = FilePath.parts(path)
    guard let name = parts.last, name != "..", let own = roots.first else {
      return .missing(tried: [])
    }
    let named = FilePath.isAbsolute(path) ? parts : FilePath.parts(own) + parts
    let place = FilePath.join("/", FilePath.parts(named.joined(separator: "/")))
    var tried = [place]
    var isOutside = true
    if let root = roots.first(where: { FilePath.isWithin(place, $0) }) {
      isOutside = false
      let below = Array(FilePath.parts(place).dropFirst(FilePath.parts(root).count))
      if let found = look(below, root, extensions) { return .found(path: found) }
    }
    let kept = Array(parts.drop { $0 == ".." }.suffix(Self.partLimit))
    for tail in Self.tails(of: kept) {
      for root in roots {
        let candidate = FilePath.join(root, tail)
        if tried.contains(candidate) { continue }
        tried.append(candidate)
        if let found = look(tail, root, extensions) { return .found(path: found) }
      }
    }
    if let found = lookEverywhere(kept) { return .found(path: found) }
    return isOutside ? .refused(path: place) : .missing(tried: tried + roots.map { $0 + "/**" })
  }

  /// The ends of a path to look for below each folder, the likeliest first.
  private static func tails(of parts: [String]) -> [[String]] {
    var tails: [[String]] = []
    for (index, part) in parts.dropLast().enumerated()
    where markers.contains(FilePath.folded(part)) {
      let tail = Array(parts[index...])
      tails.append(tail)
      tails.append(["Audio"] + tail)
      break
    }
    for count in stride(from: parts.count, to: 0, by: -1) { tails.append(parts.suffix(count)) }
    return tails
  }

  private mutating func look(
    _ parts: [String], _ root: String, _ extensions: [String]
  ) -> String? {
    guard let name = parts.last else { return nil }
    for name in Self.alternatives(of: name, extensions) {
      if let path = listings.file(at: parts.dropLast() + [name], below: root),
        let real = permitted(path)
      {
        return real
      }
    }
    return nil
  }

  /// The path without links, where that is within the folders that may be read.
  private func permitted(_ path: String) -> String? {
    guard let real = access.resolve(path) else { return nil }
    return roots.contains { FilePath.isWithin(real, $0) } ? real : nil
  }

  private static func alternatives(of name: String, _ extensions: [String]) -> [String] {
    guard let dot = name.lastIndex(of: "."),
      extensions.contains(FilePath.folded(String(name[name.index(after: dot)...])))
    else { return [name] }
    return [name] + extensions.map { name[..<dot] + "." + $0 }
  }

  /// The one file anywhere below the folders whose path ends most like this.
  private mutating func lookEverywhere(_ parts: [String]) -> String? {
    guard let name = parts.last else { return nil }
    let tree = tree ?? FolderTree(below: roots, &listings)
    self.tree = tree
    let folded = parts.map { FilePath.folded($0) }
    var best: String?
    var bestLength = 0
    for path in tree.paths(ofFilesNamed: name) {
      let other = FilePath.parts(path).map { FilePath.folded($0) }
      let length = zip(folded.reversed(), other.reversed()).prefix { $0 == $1 }.count
      if length > bestLength {
        best = path
        bestLength = length
      } else if length == bestLength {
        best = nil
      }
    }
    return best.flatMap { permitted($0) }
  }
}
