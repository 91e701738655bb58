public import PeachBankEditing
import PeachFileIO
import PeachInstrumentModel
import PeachSampleCodec

extension BuiltBank {
  /// The extensions of recordings, if a recipe names no files: the formats of ``DecodedAudio``.
  private static let extensions: Set = [
    "wav", "wave", "w64", "rf64", "aif", "aiff", "aifc", "flac", "ogg", "oga", "opus", "mp3", "caf",
    "au", "snd", "wv",
  ]
  /// The extensions of recordings that Peach does not read.
  private static let unreadableExtensions: Set = [
    "aac", "ac3", "ape", "dff", "dsf", "m4a", "mp4", "mpc", "wma",
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
    var recipe = recipe
    let files = try Self.files(of: &recipe, in: folder, &skipped)
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

  /// Returns the files of each preset. Removes presets without any whose folders are optional, and
  /// used presets whose number an earlier preset has.
  private static func files(
    of recipe: inout BuildRecipe, in folder: String, _ skipped: inout [String]
  ) throws -> [[FolderFile]] {
    var presets: [BuildRecipe.Preset] = []
    var all: [[FolderFile]] = []
    var numbers: Set<[UInt16]> = []
    // Presets of the recipe itself precede used ones of the same number.
    let own = Set(recipe.presets.filter { !$0.isUsed }.map { [$0.bank, $0.program] })
    for preset in recipe.presets {
      let number = [preset.bank, preset.program]
      if preset.isUsed && (own.contains(number) || numbers.contains(number)) {
        var messages: [String] = []
        let replaced = try files(of: preset, in: folder, &messages)
        if let first = replaced.first {
          let place = FileAccess.folder(of: first.path)
          let plural = replaced.count == 1 ? "" : "s"
          skipped.append(
            "Skipped preset \(preset.bank):\(preset.program) \(preset.name) (\(replaced.count) "
              + "file\(plural) in \(place)): an earlier preset has its number.")
        }
        continue
      }
      let files = try files(of: preset, in: folder, &skipped)
      if files.isEmpty { continue }
      numbers.insert(number)
      presets.append(preset)
      all.append(files)
    }
    guard !presets.isEmpty else {
      throw BuildingError.noFiles(
        preset: recipe.presets.first?.name ?? "",
        folders: recipe.presets.first?.settings.folders.map { "\(folder)/\($0)" } ?? [])
    }
    recipe.presets = presets
    return all
  }

  private static func files(
    of preset: BuildRecipe.Preset, in folder: String, _ skipped: inout [String]
  ) throws -> [FolderFile] {
    let declared = preset.settings.allFolders
    let folders = declared.isEmpty ? [BuildRecipe.Folder(path: "")] : declared
    let paths = folders.map { entry in
      entry.path.hasPrefix("/")
        ? entry.path : entry.path.isEmpty ? folder : "\(folder)/\(entry.path)"
    }
    var files: [FolderFile] = []
    for (entry, folder) in zip(folders, paths) {
      if entry.isOptional && !FileAccess.isFolder(folder) { continue }
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
    if files.isEmpty {
      let error = BuildingError.noFiles(preset: preset.name, folders: paths)
      guard folders.allSatisfy({ $0.isOptional }) else { throw error }
      skipped.append("Skipped preset \(preset.bank):\(preset.program): \(error).")
    }
    return files
  }
}
