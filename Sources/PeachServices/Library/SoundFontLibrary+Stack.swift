public import PeachBankFiles
import PeachFileIO
import PeachInstrumentModel
public import PeachSequencing

extension SoundFontLibrary {
  /// Creates a library of the banks of texts as in `peach play --bank`, for notes. Presets of later
  /// banks have precedence, and parts of banks have only the presets that they use.
  ///
  /// ```swift
  /// let library = try SoundFontLibrary(banks: ["gm.sf2", "cello.sfz=0:42"])
  /// let number = PresetIdentifier(bank: 0, program: 42)
  /// try library.preset(for: .preset(file: nil, number)).preset.name  // cello
  /// ```
  ///
  /// - Throws: `FileAccessError`, `BankFileError`, or an error that names a bank without the
  ///   presets of its part.
  public init(banks texts: [String], sampleFolders: [String] = []) throws {
    try self.init(texts: texts) { path in
      try SoundFontLibrary(file: path, sampleFolders: sampleFolders).banks.first
    }
  }

  /// Creates a library of the banks of texts; see ``init(banks:sampleFolders:)``.
  ///
  /// - Parameter open: Returns the bank at a path; `nil` to omit it.
  package init(texts: [String], open: (_ path: String) throws -> Bank?) throws {
    var banks: [Bank] = []
    for text in texts.reversed() {
      let parsed = BankLayerText(file: text)
      guard var found = try open(parsed.path) else { continue }
      guard let layer = parsed.layer(of: found.bank) else {
        throw BankLayerError(path: parsed.path, presets: parsed.pattern?.description ?? "")
      }
      if !parsed.isWhole { found.identifiers = layer.identifiers }
      banks.append(found)
    }
    self.init(opened: banks)
  }

  /// Creates a library of a stack of banks, which are searched in its order.
  public init(_ stack: BankStack) {
    self.init(
      opened: stack.layers.map { layer in
        let path = layer.bank.storage.path ?? layer.bank.information.name
        return Bank(
          file: File(path: path, name: FileAccess.fileName(of: path), identity: path),
          origin: .given, bank: layer.bank, identifiers: layer.identifiers)
      })
  }

  /// Returns the library with the banks of another one after its own, except for files that it has
  /// as a whole.
  package func followed(by other: SoundFontLibrary) -> SoundFontLibrary {
    let own = Set(banks.filter { $0.identifiers == nil }.map { Self.identity($0.file.path) })
    let rest = other.banks.filter { !own.contains(Self.identity($0.file.path)) }
    return SoundFontLibrary(opened: banks + rest, problems: problems + other.problems)
  }

  private static func identity(_ path: String) -> String { FileAccess.resolved(path) ?? path }
}

extension BankStack.Layer {
  /// The numbers that select each preset of the bank; `nil` for one that is not used.
  fileprivate var identifiers: [PresetIdentifier?] {
    bank.presets.indices.map { identifier(ofPresetAt: $0) }
  }
}
