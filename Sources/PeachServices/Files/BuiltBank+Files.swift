public import PeachBankEditing
import PeachFileIO
import PeachInstrumentModel
import PeachSampleCodec

extension BuiltBank {
  /// The extensions of recordings, if a recipe names no files: the formats of ``DecodedAudio``.
  private static let extensions: Set = [
    "wav", "wave", "w64", "rf64", "aif", "aiff", "aifc", "flac", "ogg", "oga", "opus", "mp3", "caf",
    "au", "snd",
  ]
  /// The extensions of recordings that Peach does not read.
  private static let unreadableExtensions: Set = [
    "aac", "ac3", "ape", "dff", "dsf", "m4a", "mp4", "mpc", "wma", "wv",
  ]

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
    var skipped: [String] = []
    let files = try recipe.presets.map { try Self.files(of: $0, in: folder, &skipped) }
    let count = max(files.reduce(0) { $0 + $1.count }, 1)
    var done = 0
    var recordings: [[PreparedSample]] = []
    for (preset, files) in zip(recipe.presets, files) {
      let steps = RecordingSteps(preset, bits: recipe.bits)
      recordings.append(
        try steps.prepare(files, &skipped) { fraction in
          try progress((Double(done) + fraction * Double(files.count)) / Double(count))
        })
      done += files.count
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
    of preset: BuildRecipe.Preset, in folder: String, _ skipped: inout [String]
  ) throws -> [FolderFile] {
    let names = preset.settings.folders.isEmpty ? [""] : preset.settings.folders
    let folders = names.map { $0.hasPrefix("/") ? $0 : $0.isEmpty ? folder : "\(folder)/\($0)" }
    var files: [FolderFile] = []
    for folder in folders {
      var unreadable: [String: Int] = [:]
      for file in try FileAccess.files(in: folder) where preset.settings.includes(file.name) {
        let ending = file.name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if extensions.contains(ending) {
          files.append(file)
        } else if unreadableExtensions.contains(ending) {
          unreadable[ending, default: 0] += 1
        }
      }
      for (ending, count) in unreadable.sorted(by: { $0.key < $1.key }) {
        skipped.append(
          "Skipped \(count) .\(ending) file\(count == 1 ? "" : "s") in \(folder): Peach does not "
            + "read this format. Convert them to FLAC.")
      }
    }
    if files.isEmpty { throw BuildingError.noFiles(preset: preset.name, folders: folders) }
    return files
  }
}
