public import PeachBankEditing
import PeachFileBytes
import PeachInstrumentModel
import PeachSampleDecoding

extension BuiltBank {
  /// The endings of files that are taken for recordings where a recipe names none.
  private static let endings = [".wav", ".aif", ".aiff", ".aifc", ".flac"]

  /// A bank of the recordings in a recipe's folders, which are found from `folder`.
  ///
  /// What it plays is in memory, so a bank of a gigabyte takes one. `progress` is told how much is
  /// done, 0…1, and what it throws is thrown on. Recordings that cannot be used are left out, and
  /// are among ``warnings``. Throws `FileError`, ``AudioFileError`` or `BuildingError`; not for the
  /// audio thread.
  ///
  /// ```swift
  /// let recipe = try BuildRecipe(parsing: "preset 0:42 Cello\nfolder cello")
  /// let bank = try BuiltBank(recipe, in: "recordings")
  /// try SoundFontWriter(bank.contents).write(to: "cello.sf2")
  /// ```
  public init(
    _ recipe: BuildRecipe, in folder: String, progress: (Double) throws -> Void = { _ in }
  ) throws {
    let files = try recipe.presets.map { try Self.files(of: $0, in: folder) }
    let count = files.reduce(0) { $0 + $1.count }
    var done = 0
    var recordings: [[PreparedRecording]] = []
    var leftOut: [String] = []
    for (preset, files) in zip(recipe.presets, files) {
      let preparation = RecordingPreparation(preset.settings, bits: recipe.bits)
      var prepared: [PreparedRecording] = []
      for file in files {
        try progress(Double(done) / Double(max(count, 1)))
        done += 1
        let audio = try DecodedAudio(contentsOf: file.path)
        let storage = try FileAccess.map(path: file.path)
        let chunks = withExtendedLifetime(storage) { RecordingChunks(storage.bytes) }
        do {
          prepared.append(try preparation.prepare(file: file.name, audio, chunks: chunks))
        } catch {
          leftOut.append("\(file.path) is left out: \(error.reason).")
        }
      }
      recordings.append(prepared)
    }
    do {
      try self.init(recipe, recordings: recordings)
    } catch {
      // What was wrong with each tells more than that nothing is left.
      if case .nothingLeft = error, let first = leftOut.first {
        throw BuildingError.unusable(file: "\(error)", reason: first)
      }
      throw error
    }
    add(warnings: leftOut)
    try progress(1)
  }

  private static func files(
    of preset: BuildRecipe.Preset, in folder: String
  ) throws -> [FolderFile] {
    let names = preset.settings.folders.isEmpty ? [""] : preset.settings.folders
    let folders = names.map { $0.hasPrefix("/") ? $0 : $0.isEmpty ? folder : "\(folder)/\($0)" }
    var files: [FolderFile] = []
    for folder in folders {
      files += try FileAccess.files(in: folder).filter { file in
        preset.settings.includes(file.name)
          && endings.contains { file.name.lowercased().hasSuffix($0) }
      }
    }
    if files.isEmpty {
      throw BuildingError.noFiles(preset: preset.name, folders: folders)
    }
    return files
  }
}
