import PeachServices

/// The banks that commands play.
extension Arguments {
  /// Returns the banks for notes: those of `--bank`, the last one first, or else those of the
  /// settings. If each of them has only some presets, the installed banks follow, and always those
  /// of the settings.
  func library() throws -> SoundFontLibrary {
    let texts = all("bank")
    if texts.isEmpty {
      return try library(of: CommonOptions.settings().banks).followed(by: installedLibrary())
    }
    let library = try library(of: texts)
    return Self.areParts(texts) ? library.followed(by: try installedLibrary()) : library
  }

  /// Returns the banks to list: those of `--bank`, or else of the settings, and those installed. A
  /// bank of the settings that cannot be read is one of the library's problems.
  func listedLibrary() throws -> SoundFontLibrary {
    if has("bank") { return try library(of: all("bank")) }
    var library = SoundFontLibrary(opened: [])
    for text in CommonOptions.settings().banks.reversed() {
      do {
        library = library.followed(by: try self.library(of: [text]))
      } catch {
        let problem = SoundFontLibrary.Problem(path: text, error: error)
        library = library.followed(by: SoundFontLibrary(opened: [], problems: [problem]))
      }
    }
    return library.followed(by: try installedLibrary())
  }

  /// Returns the banks of texts such as `FILE:PRESETS`.
  private func library(of texts: [String]) throws -> SoundFontLibrary {
    try CommonOptions.namingPresets {
      try SoundFontLibrary(texts: texts) { try library(ofBankAt: $0).banks.first }
    }
  }

  /// Whether every bank of texts has only some presets.
  private static func areParts(_ texts: [String]) -> Bool {
    !texts.contains { BankLayerText(file: $0).isWhole }
  }

  private func library(ofBankAt name: String) throws -> SoundFontLibrary {
    try StandardStream.checkInput(name)
    let path = CommonOptions.bankPath(name)
    do {
      let library = try SoundFontLibrary(file: path, sampleFolders: all("sample-path"))
      // The bank loaded without a crash.
      LoadSentinel(environment: Console.environment).clear(path: path)
      return library
    } catch let error as FileAccessError {
      throw CommandFailure(
        reason: "\(Console.punctuated("\(error)")) Pass the path of an SF2 or SF3 file, or of "
          + "another instrument, to --bank.")
    }
  }

  private func installedLibrary() throws -> SoundFontLibrary {
    CommonOptions.resolveInterruptedLoads()
    // Otherwise a load that Ctrl-C interrupts would count as a crash.
    Interruption.watch()
    let library = SoundFontLibrary(folders: BankFolder.standard(environment: Console.environment))
    try Interruption.check()
    return library
  }

  /// Returns the first preset of the first bank for notes, and prints the bank's warnings.
  func firstPreset() throws -> BankPreset {
    let library = try library()
    guard let entry = library.entries.first,
      let found = library.banks.first(where: { $0.file.path == entry.path })
    else { throw SoundSourceError.notFound("bank", bankCount: 0) }
    Console.warn(of: found.bank, named: found.file.name)
    return BankPreset(bank: found.bank, index: entry.index)
  }

  /// Returns the banks for songs: those of `--bank`, or else of the settings, the last one first.
  /// If each of them has only some presets, the first installed bank follows. Empty if there are
  /// none.
  func bankStack() throws -> BankStack {
    let texts = all("bank")
    let stack = try bankStack(of: texts.isEmpty ? CommonOptions.settings().banks : texts)
    if !has("json") {
      for layer in stack.layers {
        let path = layer.bank.storage.path ?? layer.bank.information.name
        Console.warn(of: layer.bank, named: FileAccess.fileName(of: path))
      }
    }
    return stack
  }

  /// Returns the banks of texts such as `FILE:PRESETS`.
  func bankStack(of texts: [String]) throws -> BankStack {
    var stack = try CommonOptions.namingPresets {
      try BankStack(texts: texts) { try library(ofBankAt: $0).banks.first?.bank }
    }
    if Self.areParts(texts), let bank = try installedLibrary().banks.first?.bank {
      stack.layers.append(BankStack.Layer(bank))
    }
    return stack
  }

  /// Returns the banks for a song, which may bring its own. Throws if there are none.
  func bankStack(for song: MIDIFile) throws -> BankStack {
    let stack = try bankStack()
    try CommonOptions.checkBanks(stack, for: song)
    return stack
  }
}

extension CommonOptions {
  /// Runs `body`; if a bank lacks its presets, throws an error that names the command which lists
  /// those that it has.
  static func namingPresets<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as BankLayerError {
      throw CommandFailure(
        reason: "\(error) `peach sounds --bank \(error.path)` lists its presets.")
    }
  }

  /// Throws if there are no banks for a song.
  static func checkBanks(_ banks: BankStack, for song: MIDIFile) throws {
    if !banks.layers.isEmpty || song.hasEmbeddedBank { return }
    throw SoundSourceError.notFound("bank", bankCount: 0)
  }

  /// Returns the error for a sound that is the path of a file; `nil` for another one. Files that
  /// cannot be read are named by their format.
  static func fileFailure(_ source: SoundSource) -> (any Error)? {
    guard case .named(let path) = source, FileAccess.resolved(path) != nil else { return nil }
    do {
      _ = try SoundBank(contentsOf: path)
      return CommandFailure(
        reason: "\(path) is a file, not the name of a sound. Pass --bank \(path), and the name of "
          + "one of its presets to --sound.")
    } catch { return error }
  }

  /// Offers to remove banks that crashed the program while loading. Without a terminal, prints a
  /// warning; the library skips those banks.
  fileprivate static func resolveInterruptedLoads() {
    for load in LoadSentinel(environment: Console.environment).interruptedLoads {
      guard Console.isInteractive else {
        Console.warning(
          "\(SuspectBankError(path: load.path)) Run `peach remove \(load.file)` to delete the "
            + "bank, or load it with --bank to try again.")
        continue
      }
      switch Console.confirm("Peach crashed while loading \(load.path). Remove this file?") {
      case true?:
        do {
          try load.removeBank()
          Console.info("Removed \(load.path).")
        } catch {
          Console.error("\(error)")
        }
      case false?: load.keepBank()
      case nil: Console.info("")
      }
    }
  }

  /// The paths of the banks that are skipped because they crashed the program while loading.
  static func suspectPaths() -> Set<String> {
    Set(LoadSentinel(environment: Console.environment).interruptedLoads.map(\.path))
  }
}
