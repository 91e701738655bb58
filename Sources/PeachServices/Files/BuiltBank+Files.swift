public import PeachBankEditing
import PeachFileIO
import PeachInstrumentModel
import PeachSampleCodec

extension BuiltBank {
  /// The extensions of recordings, if a recipe names no files.
  private static let extensions = [".wav", ".aif", ".aiff", ".aifc", ".flac"]

  /// Builds a bank in memory from the recordings in a recipe's folders, which are relative to
  /// `folder`. Unusable recordings are skipped, with a message in ``warnings``. Call on any thread
  /// but the audio thread.
  ///
  /// - Parameter progress: Called with the completed fraction, 0…1. Its errors are rethrown.
  /// - Throws: `FileAccessError`, ``AudioFileError`` or `BuildingError`.
  ///
  /// ```swift
  /// let recipe = try BuildRecipe(parsing: "preset 0:42 Cello\nfolder cello")
  /// let bank = try BuiltBank(recipe, in: "recordings")
  /// try bank.write(to: "cello.sf2")
  /// ```
  public init(
    _ recipe: BuildRecipe, in folder: String, progress: (Double) throws -> Void = { _ in }
  ) throws {
    let files = try recipe.presets.map { try Self.files(of: $0, in: folder) }
    let count = files.reduce(0) { $0 + $1.count }
    var done = 0
    var recordings: [[PreparedSample]] = []
    var skipped: [String] = []
    for (preset, files) in zip(recipe.presets, files) {
      let preparation = RecordingPreparation(preset.settings, bits: recipe.bits)
      var prepared: [PreparedSample] = []
      for file in files {
        try progress(Double(done) / Double(max(count, 1)))
        done += 1
        let audio = try DecodedAudio(contentsOf: file.path)
        let storage = try FileAccess.map(path: file.path)
        let chunks = withExtendedLifetime(storage) { RecordingChunks(storage.bytes) }
        do {
          prepared.append(try preparation.prepare(file: file.name, audio, chunks: chunks))
        } catch { skipped.append("Skipped \(file.path): \(error.reason).") }
      }
      recordings.append(prepared)
    }
    do {
      try self.init(recipe, recordings: recordings)
    } catch {
      // The problem of a recording is more specific than that no recording is left.
      if case .nothingLeft = error, let first = skipped.first {
        throw BuildingError.unusable(file: "\(error)", reason: first)
      }
      throw error
    }
    add(warnings: skipped)
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
          && extensions.contains { file.name.lowercased().hasSuffix($0) }
      }
    }
    if files.isEmpty { throw BuildingError.noFiles(preset: preset.name, folders: folders) }
    return files
  }
}
