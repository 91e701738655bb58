public import PeachInstrumentModel

/// The banks there are, found by themselves, and their presets in one list (L1 to L3).
///
/// It reads metadata only: no sample is touched. What a file system and a file format are is handed
/// in as functions. Not for the audio thread.
public struct SoundFontLibrary: Sendable {
  /// A file in a folder.
  public struct File: Hashable, Sendable {
    /// The path it was found by.
    public var path: String
    /// The name without its folder.
    public var name: String
    /// The same for two paths that lead to the same file, through links.
    public var identity: String

    /// A file.
    public init(path: String, name: String, identity: String) {
      self.path = path
      self.name = name
      self.identity = identity
    }
  }

  /// A bank that was found and could be read.
  public struct Bank: Sendable {
    /// Where.
    public var file: File
    /// Whose folder it is in.
    public var origin: BankFolder.Origin
    /// Its metadata, and its presets when chosen.
    public var bank: SoundBank
  }

  /// A folder or file that could not be read, and why.
  public struct Problem: Hashable, Sendable {
    /// The folder or file.
    public var path: String
    /// A sentence for a person.
    public var reason: String
  }

  /// The banks that could be read, in the order of their folders.
  public let banks: [Bank]
  /// What could not be read; a folder that is not there is not a problem.
  public let problems: [Problem]

  /// Looks through `folders`.
  ///
  /// `list` gives a folder's files in a stable order, or nil where there is no such folder; `open`
  /// reads a bank's metadata. Files whose names end in none of `extensions` are passed over,
  /// unless that is nil, and a file found twice, by links, counts once.
  public init(
    folders: [BankFolder], extensions: [String]? = ["sf2", "sf3", "dls"],
    list: (_ folder: String) throws -> [File]?, open: (_ path: String) throws -> SoundBank
  ) {
    var banks: [Bank] = []
    var problems: [Problem] = []
    var known: Set<String> = []
    for folder in folders {
      do {
        for file in try list(folder.path) ?? [] {
          if let extensions, !Self.hasExtension(file.name, among: extensions) { continue }
          guard known.insert(file.identity).inserted else { continue }
          do {
            banks.append(Bank(file: file, origin: folder.origin, bank: try open(file.path)))
          } catch {
            problems.append(Problem(path: file.path, reason: "\(error)"))
          }
        }
      } catch {
        problems.append(Problem(path: folder.path, reason: "\(error)"))
      }
    }
    self.banks = banks
    self.problems = problems
  }

  /// All presets of all banks: by origin and file, then by bank and program.
  public var entries: [LibraryEntry] {
    banks.flatMap { found in
      found.bank.presets.enumerated().map { index, preset in
        LibraryEntry(
          path: found.file.path, file: found.file.name, origin: found.origin, index: index,
          preset: preset, isPitched: found.bank.isPitched(presetAt: index))
      }
    }
  }

  private static func hasExtension(_ name: String, among extensions: [String]) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    let own = name[name.index(after: dot)...].lowercased()
    return extensions.contains(own)
  }
}

extension SoundBank {
  /// False for the percussion banks (128 of SoundFont files, 120 of GM 2, 126 and 127 of XG), and
  /// for presets whose keys do not change the pitch.
  fileprivate func isPitched(presetAt index: Int) -> Bool {
    if [120, 126, 127, 128].contains(presets[index].bank) { return false }
    // The first region tells of nearly every preset.
    for limit in [1, Int.max] {
      let regions = regions(ofPresetAt: index, limit: limit)
      if regions.contains(where: { $0.generators[.scaleTuning] != 0 }) { return true }
    }
    return false
  }
}
