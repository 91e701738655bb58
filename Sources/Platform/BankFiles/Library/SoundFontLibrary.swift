public import PeachInstrumentModel

/// The installed sound banks and their presets. Reads only metadata, no samples. Functions provide
/// access to files and formats. Call on any thread but the audio thread.
public struct SoundFontLibrary: Sendable {
  /// A file in a folder.
  public struct File: Hashable, Sendable {
    /// The path.
    public var path: String
    /// The file name.
    public var name: String
    /// A value that is equal for all paths of the same file.
    public var identity: String

    /// Creates a file.
    public init(path: String, name: String, identity: String) {
      self.path = path
      self.name = name
      self.identity = identity
    }
  }

  /// A readable bank.
  public struct Bank: Sendable {
    /// The bank's file.
    public var file: File
    /// The origin of the bank.
    public var origin: BankFolder.Origin
    /// The bank.
    public var bank: SoundBank
    /// The numbers that select each preset, by its index, instead of its own; an element is `nil`
    /// for a preset that is not used. `nil` if all presets are used by their numbers.
    package var identifiers: [PresetIdentifier?]?

    /// Creates a bank of a stack.
    package init(
      file: File, origin: BankFolder.Origin, bank: SoundBank,
      identifiers: [PresetIdentifier?]? = nil
    ) {
      self.file = file
      self.origin = origin
      self.bank = bank
      self.identifiers = identifiers
    }

    /// Returns the numbers that select a preset; `nil` if it is not used.
    package func identifier(ofPresetAt index: Int) -> PresetIdentifier? {
      identifiers == nil ? bank.presets[index].identifier : identifiers?[index]
    }
  }

  /// A folder or file that could not be read.
  public struct Problem: Sendable {
    /// The path of the folder or file.
    public var path: String
    /// The error.
    public var error: any Error
    /// The error's message.
    public var reason: String { "\(error)" }

    package init(path: String, error: any Error) {
      self.path = path
      self.error = error
    }
  }

  /// The readable banks, in the order of their folders.
  public let banks: [Bank]
  /// The folders and files that could not be read, except folders that do not exist.
  public let problems: [Problem]

  /// Creates a library of the banks in `folders`. A file with several paths is listed once.
  ///
  /// - Parameters:
  ///   - extensions: The extensions of bank files; `nil` for all files.
  ///   - list: Returns a folder's files in a stable order, or `nil` if the folder does not exist.
  ///   - open: Reads a bank's metadata.
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
          } catch { problems.append(Problem(path: file.path, error: error)) }
        }
      } catch { problems.append(Problem(path: folder.path, error: error)) }
    }
    self.banks = banks
    self.problems = problems
  }

  /// Creates a library of open banks.
  package init(opened banks: [Bank], problems: [Problem] = []) {
    self.banks = banks
    self.problems = problems
  }

  /// The presets of all banks, sorted by origin, file, bank and program, with the numbers that
  /// select them. Without those that the parts of a stack do not use.
  public var entries: [LibraryEntry] {
    banks.flatMap { found in
      found.bank.presets.enumerated().compactMap { index, preset in
        guard let identifier = found.identifier(ofPresetAt: index) else { return nil }
        var preset = preset
        preset.identifier = identifier
        return LibraryEntry(
          path: found.file.path, file: found.file.name, origin: found.origin, index: index,
          preset: preset,
          isPitched: identifier.bank != 128 && found.bank.isPitched(presetAt: index))
      }
    }
  }

  /// Returns the keys from the lowest to the highest region of a preset, or `nil` without regions.
  /// Reads no samples.
  public func keys(of entry: LibraryEntry) -> ClosedRange<UInt8>? {
    guard let bank = banks.first(where: { $0.file.path == entry.path })?.bank,
      bank.presets.indices.contains(entry.index)
    else { return nil }
    return bank.keys(ofPresetAt: entry.index)
  }

  private static func hasExtension(_ name: String, among extensions: [String]) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}
