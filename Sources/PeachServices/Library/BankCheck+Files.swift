public import PeachBankValidation
import PeachFileIO
public import PeachInstrumentFiles
public import PeachInstrumentModel
import PeachIntonation

extension BankCheck {
  /// The last stage of a check. Each stage includes the previous ones.
  public enum Depth: UInt8, CaseIterable, Sendable {
    /// The file's tables, which takes milliseconds.
    case structure
    /// The samples, which are all decoded.
    case sound
    /// The intonation of pitched presets, which are measured unless the cache contains them.
    case tuning
  }

  /// The maximum number of regions whose tuning is checked.
  private static var regionLimit: Int { 1 << 18 }

  /// Checks the bank file at `path`, or the audio files of a folder. An invalid file is one of the
  /// ``BankCheck/findings``.
  ///
  /// - Parameters:
  ///   - sampleFolders: Folders of external samples, in addition to the file's folder.
  ///   - progress: Called with the completed fraction, 0…1. Cancels the check by throwing.
  /// - Throws: `FileAccessError` if the file cannot be opened.
  public init(
    contentsOf path: String, sampleFolders: [String] = [], depth: Depth = .tuning,
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    if FileAccess.isFolder(path) {
      try self.init(SoundBank(contentsOf: path), depth: depth, progress: progress)
      return
    }
    try self.init(
      FileAccess.map(path: path),
      folders: SampleFolders(ofInstrumentAt: path, adding: sampleFolders), depth: depth,
      progress: progress)
  }

  /// Checks a bank in memory.
  ///
  /// - Parameter progress: Called with the completed fraction, 0…1. Cancels the check by throwing.
  public init(
    _ storage: ByteStorage, folders: SampleFolders? = nil, depth: Depth,
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    self.init(structureOf: storage, folders: folders)
    try check(depth, progress)
  }

  /// Checks a bank that is not a single file. Parameters as in ``init(_:folders:depth:progress:)``.
  init(
    _ bank: SoundBank, depth: Depth, progress: (Double) throws -> Void = { _ in }
  ) throws {
    self.init(structureOf: bank)
    try check(depth, progress)
  }

  private mutating func check(_ depth: Depth, _ progress: (Double) throws -> Void) throws {
    guard depth >= .sound else { return }
    // Decoding takes about a third of the time.
    let decodingFraction = depth == .tuning ? 0.3 : 1
    var interruption: (any Error)?
    checkSound(decoder: DefaultSampleDecoder.decoder) { done, total in
      do {
        try progress(decodingFraction * Double(done) / Double(max(total, 1)))
        return true
      } catch {
        interruption = error
        return false
      }
    }
    if let interruption { throw interruption }
    guard depth == .tuning, let bank else { return }
    let isMelodic = Self.melodicPresets(bank.presets)
    var remaining = Self.regionLimit
    let cache = IntonationCache()
    var start = 0
    while start < bank.presets.count {
      let fraction = Double(start) / Double(bank.presets.count)
      try progress(decodingFraction + (1 - decodingFraction) * fraction)
      // Measurements are stored for several presets at a time: rewriting them for each preset would
      // take time in proportion to the square of their number.
      let end = min(start + max(bank.presets.count / 32, 1), bank.presets.count)
      let isOver = checkTuning(
        ofPresetsAt: start..<end, of: bank, cache, &remaining, isMelodic: { isMelodic[$0] })
      if isOver { return }
      start = end
    }
  }

  /// Returns for each preset whether it plays a melody. Others are drum kits: of SoundFont's bank
  /// 128, or of General MIDI 2's bank 120 (General MIDI Level 2 §3.3.1), in which some files have
  /// them, too; and in a bank of General MIDI, which has nearly all programs, the reverse cymbal
  /// and the sound effects, programs 119 to 127 (General MIDI System Level 1, sound set), with
  /// their variations.
  package static func melodicPresets(_ presets: [Preset]) -> [Bool] {
    let programs = Set(presets.filter { $0.bank == 0 }.map(\.program))
    let isGeneral = programs.count > 100
    return presets.map {
      $0.bank != 128 && $0.bank != 120 && !(isGeneral && $0.program >= 119)
    }
  }

  /// Checks the intonation of some presets. Returns whether the limit of regions is reached.
  private mutating func checkTuning(
    ofPresetsAt indices: Range<Int>, of bank: SoundBank, _ cache: IntonationCache,
    _ remaining: inout Int, isMelodic: (Int) -> Bool
  ) -> Bool {
    var presets: [(index: Int, regions: [Region])] = []
    for index in indices {
      let regions = bank.regions(ofPresetAt: index)
      remaining -= regions.count
      if remaining < 0 { break }
      if isMelodic(index) { presets.append((index, regions)) }
    }
    // Decoding errors have already been reported; they concern the preset with that sample only.
    let together = try? cache.measuredMap(for: presets.flatMap(\.regions), of: bank)
    for (index, regions) in presets {
      guard let map = together ?? (try? cache.measuredMap(for: regions, of: bank)) else { continue }
      let corrections = MeasuredPreset(regions, in: bank, map: map).corrections
      checkTuning(ofPresetAt: index, corrections: corrections)
    }
    return remaining < 0
  }
}

extension BankCheck.Depth: Comparable {
  /// Compares stages by their order.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
