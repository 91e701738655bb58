import PeachBankFiles
import PeachBankValidation
import PeachFileIO
import PeachInstrumentFiles
import PeachInstrumentModel

// Instruments whose samples are separate files: each is a folder of the library.
extension UserLibrary {
  /// Imports an instrument file and the files that it refers to. Paths with `..` may lead to audio
  /// files and SFZ text outside the folders; see `SampleFolders.openOutside`.
  func importInstrument(
    _ storage: ByteStorage, at path: String, named name: String, sampleFolders: [String],
    replacing: Bool, progress: (Double) throws -> Void
  ) throws -> Import {
    let opened = OpenedFiles()
    let own = FileAccess.folder(of: path)
    let check = try BankCheck(
      storage,
      folders: SampleFolders(
        own: own, added: sampleFolders, access: opened.access, openOutside: FolderAccess.system.open
      ),
      depth: .sound
    ) { try progress(0.8 * $0) }
    let bank = try Self.playableBank(of: check, at: path)
    let copy = InstrumentCopy(storage, named: name, opened: opened, roots: [own] + sampleFolders)
    let isNew = try store(copy, as: name, replacing: replacing, progress) { folder in
      if try copy.isComplete(in: folder) { return }
      throw UserLibraryError.needsOtherFiles(path: path)
    }
    return Import(
      path: "\(folder)/\(name)/\(name)", isNew: isNew, presets: bank.presets,
      findings: check.findings)
  }

  /// Imports the audio files of a folder as one instrument.
  func importAudioFiles(
    in path: String, replacing: Bool, progress: (Double) throws -> Void
  ) throws -> Import {
    let resolved = FileAccess.resolved(path) ?? path
    let check = try BankCheck(SoundBank(contentsOf: resolved), depth: .sound) {
      try progress(0.8 * $0)
    }
    let bank = try Self.playableBank(of: check, at: path)
    // Libraries skip partial folders.
    let last = (FilePath.parts(resolved).last ?? "").replacing(".partial", with: "")
    let name = last.isEmpty ? "Recordings" : last
    let copy = InstrumentCopy(audioFiles: bank.sampleFiles.map(\.storage))
    let isNew = try store(copy, as: name, replacing: replacing, progress) { _ in }
    return Import(
      path: "\(folder)/\(name)", isNew: isNew, presets: bank.presets, findings: check.findings)
  }

  /// Returns the bank; throws if it is broken, or if none of its samples can be read.
  private static func playableBank(
    of check: BankCheck, at path: String
  ) throws(UserLibraryError) -> SoundBank {
    let errors = check.findings.filter { $0.severity == .error }
    guard let bank = check.bank, errors.isEmpty else {
      throw .refused(path: path, findings: errors)
    }
    let isPlayable = bank.presets.indices.contains { preset in
      bank.regions(ofPresetAt: preset).contains { region in
        if case .missing = bank.samples[region.sample].encoding { false } else { true }
      }
    }
    if !isPlayable { throw .refused(path: path, findings: check.findings) }
    return bank
  }

  /// Stores a copy as the folder `name`, after `verify` has accepted it. Returns `false` if the
  /// library already has it.
  private func store(
    _ copy: InstrumentCopy, as name: String, replacing: Bool,
    _ progress: (Double) throws -> Void, verify: (_ folder: String) throws -> Void
  ) throws -> Bool {
    let destination = "\(folder)/\(name)"
    if copy.isStored(in: destination) { return false }
    if FileAccess.exists(destination), !replacing {
      throw UserLibraryError.nameTaken(path: destination)
    }
    try FileAccess.makeFolder(folder)
    let partial = try PartialFolder(for: destination)
    try copy.write(to: partial.path) { try progress(0.8 + 0.2 * $0) }
    try verify(partial.path)
    try partial.commit(replacing: replacing)
    sentinel.clear(path: destination)
    return true
  }
}
