import PeachBankEditing
import PeachFileIO
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import PeachSampleCodec

/// Prepares the recordings of a preset on all processors. Between the steps, all of them decide on
/// root keys and levels.
struct RecordingSteps {
  private var preset: BuildRecipe.Preset
  private let bits: Int

  /// The number of recordings that share the tables of an analysis.
  private static var sliceCount: Int { 4 }

  init(_ preset: BuildRecipe.Preset, bits: Int) {
    self.preset = preset
    // A drum kit keeps its balance.
    if preset.bank == 128 && preset.settings.levelChoice == nil {
      self.preset.settings.levelChoice = .recorded
    }
    self.bits = bits
  }

  /// Returns the samples in the order of the files, without unusable ones.
  ///
  /// - Parameters:
  ///   - skipped: Messages on unusable recordings are appended.
  ///   - progress: Called with the completed fraction, 0…1. Its errors are rethrown.
  func prepare(
    _ files: [FolderFile], _ skipped: inout [String], progress: (Double) throws -> Void
  ) throws -> [PreparedSample] {
    var recordings: [AnalyzedRecording] = []
    var paths: [String] = []
    var analyzed = try map(files, progress: { try progress(0.4 * $0) }) { file, preparation in
      try Self.analyze(file, preparation)
    }
    Self.removeDuplicates(&analyzed, files)
    for (file, result) in zip(files, analyzed) {
      recordings += result.recordings
      paths += result.recordings.map { _ in file.path }
      skipped += result.messages
    }
    let decision = PresetDecision(&recordings, preset.settings)
    for index in decision.unusable {
      let reason = RecordingPreparation.withoutRoot(paths[index]).reason
      skipped.append("Skipped \(paths[index]): \(reason).")
    }
    skipped += decision.warnings.map { "\(preset.name): \($0)." }
    var usable = recordings.filter { $0.root != nil }
    recordings = []
    if preset.settings.takes == .best { try chooseTakes(&usable, &skipped) }
    var finished = try map(usable, progress: { try progress(0.4 + 0.4 * $0) }) {
      recording, preparation in preparation.finish(recording, decision)
    }
    RecordingPreparation.balance(&finished, preset.settings)
    return try map(finished, progress: { try progress(0.8 + 0.2 * $0) }) { entry, preparation in
      preparation.encode(entry)
    }
  }

  /// Removes the notes of scales that are those of another scale.
  private static func removeDuplicates(_ analyzed: inout [FileAnalysis], _ files: [FolderFile]) {
    let scales = analyzed.indices.filter {
      analyzed[$0].recordings.contains { $0.scaleSeconds != nil }
    }
    let all = analyzed.map { $0.recordings }
    for (position, index) in scales.enumerated() {
      for other in scales[..<position] {
        let count = ScaleDuplicates.count(analyzed[index].recordings, in: all[other])
        guard count > 0 else { continue }
        let isWhole = count == analyzed[index].recordings.count
        analyzed[index].recordings.removeFirst(count)
        let notes = isWhole ? "its notes" : "its first \(count) notes"
        analyzed[index].messages.append(
          "\(files[index].path): \(notes) are skipped as duplicates, because they are those of "
            + "\(files[other].name).")
        break
      }
    }
  }

  /// Removes all but the best recordings of each key and layer.
  private func chooseTakes(
    _ recordings: inout [AnalyzedRecording], _ skipped: inout [String]
  ) throws {
    let choice = TakeChoice(recordings)
    let compared = choice.compared.map { recordings[$0] }
    let qualities = try map(compared, progress: { _ in }) { recording, _ in
      TakeQuality(recording)
    }
    let unused = choice.choose(&recordings, qualities)
    skipped += unused.map { $0.message }
    let indices = Set(unused.map { $0.index })
    recordings = recordings.indices.filter { !indices.contains($0) }.map { recordings[$0] }
  }

  /// The recordings of a file: one, or the notes of a scale.
  private struct FileAnalysis {
    var recordings: [AnalyzedRecording] = []
    var messages: [String] = []
  }

  private static func analyze(
    _ file: FolderFile, _ preparation: RecordingPreparation
  ) throws -> FileAnalysis {
    let audio = try DecodedAudio(contentsOf: file.path)
    let storage = try FileAccess.map(path: file.path)
    var source = RecordingSource(file: file.name, audio)
    withExtendedLifetime(storage) {
      source.chunks = RecordingChunks(storage.bytes)
      source.seed = ContentHash(of: storage).first
    }
    source.lossyFormat = lossyFormat(storage)
    var analysis = FileAnalysis()
    for source in preparation.notes(of: source, &analysis.messages) {
      do throws(BuildingError) {
        analysis.recordings.append(try preparation.analyze(source))
      } catch {
        let note = source.file == file.name ? "" : " (\(source.file))"
        analysis.messages.append("Skipped \(file.path)\(note): \(error.reason).")
      }
    }
    return analysis
  }

  /// Returns the format of a file if it is lossy.
  private static func lossyFormat(_ storage: ByteStorage) -> String? {
    withExtendedLifetime(storage) {
      let bytes = storage.bytes
      switch AudioFileInformation.format(of: bytes) {
      case .wav, .aiff, .caf, .flac: return nil
      case .ogg: return "Ogg Vorbis"
      case .wavPack: return WavPackBlocks(bytes).isHybrid ? "hybrid WavPack" : nil
      case nil: break
      }
      let start = Array(bytes.prefix(64))
      if start.starts(with: "OggS".utf8) { return "Ogg" }
      // An ID3 tag, or the 11 bits that begin each frame of MPEG audio (ISO 11172-3 §2.4.1.3).
      let isMPEG = start.count > 1 && start[0] == 0xFF && start[1] & 0xE0 == 0xE0
      return start.starts(with: "ID3".utf8) || isMPEG ? "MP3" : nil
    }
  }

  /// Returns the results of `work` for each item, in order, on all processors.
  private func map<Item: Sendable, Output: Sendable>(
    _ items: [Item], progress: (Double) throws -> Void,
    _ work: @Sendable (Item, RecordingPreparation) throws -> Output
  ) throws -> [Output] {
    let slices = stride(from: 0, to: items.count, by: Self.sliceCount).map {
      Array(items[$0..<min($0 + Self.sliceCount, items.count)])
    }
    let (settings, bits) = (preset.settings, bits)
    let outputs = try ConcurrentMap.map(slices, batchSize: 1, progress: progress) { slice in
      let preparation = RecordingPreparation(settings, bits: bits)
      return try slice.map { try work($0, preparation) }
    }
    return outputs.flatMap { $0 }
  }
}
