import PeachInstrumentModel
import PeachMusicUnits

/// Reads an SFZ file and its includes into one document.
struct SFZReader {
  private var document = SFZDocument()
  private var warnings = WarningList()
  private var macros = SFZMacros()
  private let access: FolderAccess?
  private var resolver: SampleResolver?
  /// The paths of the files being read, the outermost first.
  private var openPaths: [String] = []
  /// The included files by path.
  private var files = KeyedArray<String, ByteStorage>()
  private var includeCount = 0
  private var textBytes = 0
  /// The size of the file and its includes, each once.
  private var fileBytes = 0
  private var regionCount = 0
  private var isFull = false
  /// Whether opcodes belong to the last section; false after an unknown header.
  private var isInSection = false
  /// Whether text before the first header was reported.
  private var hasReportedText = false

  init(_ folders: SampleFolders?) {
    access = folders?.access
    resolver = folders.map { SampleResolver($0.withoutStandardFolders) }
  }

  mutating func finish() -> SFZDocument {
    document.warnings = warnings.all
    document.includedFiles = files.keys.sortedTexts().compactMap { files[$0] }
    return document
  }

  mutating func read(_ storage: ByteStorage, path: String, depth: Int) {
    textBytes += storage.bytes.count
    if depth == 0 { fileBytes = storage.bytes.count }
    let limit = SFZLimits.textBytes(fileBytes: fileBytes)
    guard textBytes <= limit else {
      return stop("The file and its repeated includes exceed \(limit) bytes")
    }
    macros.expansionLimit = SFZLimits.expandedBytes(textBytes: textBytes)
    openPaths.append(access?.resolve(path) ?? path)
    read(SFZSyntax(SFZText.bytes(storage.bytes)), depth: depth, isExpanded: false)
    openPaths.removeLast()
  }

  /// - Parameter isExpanded: Whether macros have been expanded in the text.
  private mutating func read(_ text: SFZSyntax, depth: Int, isExpanded: Bool) {
    var syntax = text
    while !isFull, let item = syntax.next() {
      switch item {
      case .header(let name): beginSection(expand(header: name))
      case .opcode(let name, let value):
        add(name, value, depth: depth, isExpanded: isExpanded)
      case .define(let name, let value): macros.define(name, as: value)
      case .include(let path): include(path, depth: depth)
      case .stray(let token):
        let expanded = isExpanded ? token : macros.expand(token)
        if expanded != token {
          read(SFZSyntax(expanded), depth: depth, isExpanded: true)
        } else if depth == 0 && document.sections.isEmpty {
          reportInitialText()
          syntax.skipLine()
        } else {
          warnings.add(.table, "Ignored a token that is neither a header nor an opcode.")
        }
      }
      if macros.isExhausted { stop("Macros expand to more than \(macros.expansionLimit) bytes") }
    }
  }

  private mutating func reportInitialText() {
    if !hasReportedText { warnings.add(.file, "Ignored the text before the first header.") }
    hasReportedText = true
  }

  private mutating func expand(header name: String) -> String {
    guard name.utf8.contains(0x24) else { return name }
    return FilePath.folded(String(decoding: macros.expand(Array(name.utf8)), as: UTF8.self))
  }

  private mutating func stop(_ reason: String) {
    if !isFull { warnings.add(.file, "\(reason); the rest of the file is ignored.") }
    isFull = true
  }

  private mutating func beginSection(_ name: String) {
    guard let header = SFZHeader(rawValue: name) else {
      isInSection = false
      return warnings.add(.zone, "Ignored the unknown header <\(name)>.")
    }
    if header == .region { regionCount += 1 }
    guard document.sections.count < SFZLimits.headerCount, regionCount <= SFZLimits.regionCount
    else {
      return stop(
        "The file has more than \(SFZLimits.headerCount) headers or "
          + "\(SFZLimits.regionCount) regions"
      )
    }
    isInSection = true
    document.sections.append(SFZDocument.Section(header: header, opcodes: []))
  }

  /// Adds an opcode. Macros in its value may contain further opcodes.
  private mutating func add(
    _ name: [UInt8], _ value: [UInt8], depth: Int, isExpanded: Bool
  ) {
    if isExpanded || !value.contains(0x24) { return add(name, value) }
    let text = macros.expand(value)
    guard let next = SFZSyntax(text).laterOpcode() else { return add(name, text) }
    let last = text[..<next].lastIndex { $0 > 0x20 }
    add(name, Array(text[..<(last.map { $0 + 1 } ?? 0)]))
    read(SFZSyntax(Array(text[next...])), depth: depth, isExpanded: true)
  }

  /// Adds an opcode with an expanded value.
  private mutating func add(_ name: [UInt8], _ value: [UInt8]) {
    guard isInSection, let last = document.sections.indices.last else {
      if document.sections.isEmpty { reportInitialText() }
      return
    }
    guard document.sections[last].opcodes.count < SFZLimits.opcodeCount else {
      return warnings.add(
        .range, "A header has more than \(SFZLimits.opcodeCount) opcodes; the others are ignored.")
    }
    document.sections[last].opcodes.append(
      SFZOpcode(
        name: FilePath.folded(SFZText.string(macros.expand(name))),
        value: SFZText.string(value)))
  }

  private mutating func include(_ name: [UInt8], depth: Int) {
    let reference = SFZText.string(macros.expand(name))
    includeCount += 1
    guard depth + 1 < SFZLimits.includeDepth, includeCount <= SFZLimits.includeCount else {
      return warnings.add(
        .preset, "Did not include \(quoted: reference): too many files, or nested too deep.")
    }
    guard let access, let result = resolver?.find(include: reference) else {
      return warnings.add(
        .preset, "Did not include \(quoted: reference): no folder for it was given.")
    }
    guard case .found(let path) = result else {
      let problem = result.problem(with: reference) ?? "\(quoted: reference)"
      return warnings.add(.preset, "The included file \(problem)")
    }
    guard !openPaths.contains(path) else {
      return warnings.add(.preset, "Ignored a recursion: \(quoted: reference) includes itself.")
    }
    guard let storage = files[path] ?? access.open(path) else {
      return warnings.add(.preset, "Cannot read the included file \(quoted: reference).")
    }
    if files[path] == nil { fileBytes += storage.bytes.count }
    files.setValue(storage, for: path)
    read(storage, path: path, depth: depth + 1)
  }
}

/// Limits of an SFZ file, whose includes and macros could turn ten lines into gigabytes.
enum SFZLimits {
  static var includeDepth: Int { 32 }
  /// The number of includes, with repetitions.
  static var includeCount: Int { 4096 }
  /// Returns the size of the text, with included files as often as they occur.
  static func textBytes(fileBytes: Int) -> Int { min((1 << 20) + 16 * fileBytes, 64 << 20) }
  /// Returns the total size of macro expansions.
  static func expandedBytes(textBytes: Int) -> Int { min((1 << 16) + 64 * textBytes, 16 << 20) }
  static var macroBytes: Int { 4096 }
  static var macroCount: Int { 4096 }
  /// The number of headers of all kinds.
  static var headerCount: Int { 200_000 }
  static var regionCount: Int { 100_000 }
  /// The number of opcodes of a header.
  static var opcodeCount: Int { 4096 }
}
