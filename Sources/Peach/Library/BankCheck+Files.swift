public import PeachBankValidation
import PeachFileIO
public import PeachInstrumentFiles
public import PeachInstrumentModel

extension BankCheck {
  /// How far a check goes; each includes what is before it.
  public enum Depth: UInt8, CaseIterable, Sendable {
    /// The file's tables: milliseconds.
    case structure
    /// What its samples sound like: every one is decoded.
    case sound
    /// How well its pitched presets are in tune: each is measured, unless it was before.
    case tuning
  }

  /// More regions than this in all presets together are not looked at for their tuning.
  private static var regionLimit: Int { 1 << 18 }

  /// Checks the bank file at `path`. Throws `FileError` where it cannot be opened; what is wrong within
  /// are ``BankCheck/findings``, a file that is no bank among them. Samples in files of their own are
  /// looked for in the file's folder and in `sampleFolders`.
  public init(
    contentsOf path: String, sampleFolders: [String] = [], depth: Depth = .tuning,
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    try self.init(
      FileAccess.map(path: path),
      folders: SampleFolders(ofInstrumentAt: path, adding: sampleFolders), depth: depth,
      progress: progress)
  }

  /// Checks a bank. `progress` is told what part is done, 0…1, and ends the check by throwing.
  public init(
    _ storage: ByteStorage, folders: SampleFolders? = nil, depth: Depth,
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    self.init(structureOf: storage, folders: folders)
    guard depth >= .sound else { return }
    // Of what takes long, sound is about a third.
    let share = depth == .tuning ? 0.3 : 1
    var interruption: (any Error)?
    checkSound(decoder: DefaultSampleDecoder.decoder) { done, total in
      do {
        try progress(share * Double(done) / Double(max(total, 1)))
        return true
      } catch {
        interruption = error
        return false
      }
    }
    if let interruption { throw interruption }
    guard depth == .tuning, let bank else { return }
    let cache = IntonationCache()
    var regions = 0
    for index in bank.presets.indices {
      try progress(share + (1 - share) * Double(index) / Double(bank.presets.count))
      regions += bank.regions(ofPresetAt: index).count
      if regions > Self.regionLimit { return }
      // A drum's keys have no pitch to be beside.
      let preset = BankPreset(bank: bank, index: index)
      if preset.isPercussion { continue }
      // What cannot be decoded was told of above.
      guard let corrections = try? cache.corrections(of: preset) else { continue }
      checkTuning(ofPresetAt: index, corrections: corrections)
    }
  }
}

extension BankCheck.Depth: Comparable {
  /// Deeper is greater.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
