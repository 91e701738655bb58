public import PeachInstrumentModel
import PeachMusicUnits

/// The structure of an SFZ file, included files and macros put in: headers with their opcodes.
public struct SFZDocument: Sendable {
  /// A header and the opcodes that follow it.
  public struct Section: Hashable, Sendable {
    /// What kind it is.
    public var header: SFZHeader
    /// Its opcodes, in the file's order.
    public var opcodes: [SFZOpcode]
  }

  /// The headers in the file's order.
  public internal(set) var sections: [Section] = []
  /// The files that were included, each once, by their paths.
  public internal(set) var includedFiles: [ByteStorage] = []
  /// What was wrong and could be lived with, one sentence each.
  public internal(set) var warnings: [String] = []

  /// Reads a file and those it includes, which are looked for in `folders`; without, none is.
  ///
  /// Any bytes give a document: what is not SFZ leaves no sections. Files that include themselves
  /// are taken once, and bounds are kept on all that includes and macros can multiply. Any thread
  /// but the audio thread.
  ///
  /// ```swift
  /// SFZDocument.read(storage, folders: folders).sections.count { $0.header == .region }  // 18
  /// ```
  public static func read(_ storage: ByteStorage, folders: SampleFolders? = nil) -> SFZDocument {
    read(storage, folders: folders, limits: SFZLimits())
  }

  static func read(
    _ storage: ByteStorage, folders: SampleFolders?, limits: SFZLimits
  ) -> SFZDocument {
    var reader = SFZReader(folders, limits)
    reader.read(storage, path: storage.path ?? "", depth: 0)
    return reader.finish()
  }
}

/// Reads an SFZ file and those it includes into one document.
struct SFZReader {
  private var document = SFZDocument()
  private var warnings = WarningList()
  private let limits: SFZLimits
  private var macros: SFZMacros
  private let access: FolderAccess?
  private var resolver: SampleResolver?
  /// The files that are being read, the outermost first.
  private var open: [String] = []
  private var texts: [String: ByteStorage] = [:]
  private var includeCount = 0
  private var textBytes = 0
  private var regionCount = 0
  private var isFull = false
  /// Whether what follows belongs to the last section; false under an unknown header.
  private var isListening = false

  init(_ folders: SampleFolders?, _ limits: SFZLimits) {
    self.limits = limits
    macros = SFZMacros(limits)
    access = folders?.access
    resolver = folders.map { SampleResolver($0) }
  }

  mutating func finish() -> SFZDocument {
    document.warnings = warnings.all
    document.includedFiles = texts.sorted { $0.key < $1.key }.map { $0.value }
    return document
  }

  mutating func read(_ storage: ByteStorage, path: String, depth: Int) {
    textBytes += storage.bytes.count
    guard textBytes <= limits.textBytes else {
      return stop("The file and those it includes are longer than \(limits.textBytes) bytes")
    }
    open.append(access?.resolve(path) ?? path)
    var syntax = SFZSyntax(storage.bytes)
    while !isFull, let item = syntax.next() {
      switch item {
      case .header(let name): begin(name)
      case .opcode(let name, let value): add(name, value)
      case .define(let name, let value): macros.define(name, as: value)
      case .include(let path): include(path, depth: depth)
      case .stray:
        warnings.add(.table, "A word that is neither header nor opcode is passed over.")
      }
      if macros.isExhausted {
        stop("Macros put in more than \(limits.expandedBytes) bytes")
      }
    }
    open.removeLast()
  }

  private mutating func stop(_ reason: String) {
    if !isFull { warnings.add(.file, "\(reason); the rest is left out.") }
    isFull = true
  }

  private mutating func begin(_ name: String) {
    guard let header = SFZHeader(rawValue: name) else {
      isListening = false
      warnings.add(.zone, "The header <\(name)> is not known.")
      return
    }
    if header == .region { regionCount += 1 }
    guard document.sections.count < limits.headerCount, regionCount <= limits.regionCount else {
      return stop(
        "There are more than \(limits.headerCount) headers or \(limits.regionCount) regions")
    }
    isListening = true
    document.sections.append(SFZDocument.Section(header: header, opcodes: []))
  }

  private mutating func add(_ name: [UInt8], _ value: [UInt8]) {
    guard isListening, let last = document.sections.indices.last else { return }
    guard document.sections[last].opcodes.count < limits.opcodeCount else {
      warnings.add(.range, "A header has more than \(limits.opcodeCount) opcodes.")
      return
    }
    document.sections[last].opcodes.append(
      SFZOpcode(
        name: FilePath.folded(String(fileText: macros.expand(name))),
        value: String(fileText: macros.expand(value))))
  }

  private mutating func include(_ name: [UInt8], depth: Int) {
    let reference = String(fileText: macros.expand(name))
    includeCount += 1
    guard depth + 1 < limits.includeDepth, includeCount <= limits.includeCount else {
      return warnings.add(
        .preset, "‘\(reference)’ is not included: too many files, or too deep in each other.")
    }
    guard let access, let result = resolver?.find(include: reference) else {
      return warnings.add(.preset, "‘\(reference)’ is not included: no folder was given.")
    }
    guard case .found(let path) = result else {
      let complaint = result.complaint(about: reference) ?? reference
      return warnings.add(.preset, "The included file \(complaint)")
    }
    guard !open.contains(path) else {
      return warnings.add(.preset, "‘\(reference)’ includes itself, and is taken once.")
    }
    guard let storage = texts[path] ?? access.open(path) else {
      return warnings.add(.preset, "‘\(reference)’ cannot be read.")
    }
    texts[path] = storage
    read(storage, path: path, depth: depth + 1)
  }
}
