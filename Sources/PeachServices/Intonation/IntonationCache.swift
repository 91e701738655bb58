import PeachBankFiles
import PeachFileIO
public import PeachInstrumentModel
public import PeachIntonation
import PeachSynthesis
import Synchronization

/// A cache of the measured intonation of banks, in memory and in the user's cache folder.
///
/// A preset is measured when it is first requested. The key is the hash of the bank's file, so that
/// copies of the file share the measurement. File errors are ignored, and lead to a new
/// measurement. A bank without a file is always measured. A `SoundBank` from a file must not be
/// modified; load it from memory instead. Call on any thread but the audio thread.
///
/// ```swift
/// let cache = IntonationCache()
/// let cello = try SoundBank(contentsOf: "TimGM6mb.sf2").preset(bank: 0, program: 42)
/// try cache.intonation(of: cello)?.worstCents(after: false)  // 3.866…
/// try cello.playedIntonation(cache)?.badge                  // straight
/// cache.measuredSampleCount                              // 0 from the second run on
/// ```
public final class IntonationCache: Sendable {
  /// The folder of stored maps; `nil` to store none.
  public let folder: String?
  private let memory = Mutex(Memory())

  private struct Memory {
    var maps: [ContentHash: IntonationMap] = [:]
    /// The content hashes of files that were not modified recently.
    var contents: [FileIdentity: ContentHash] = [:]
    var measuredCount = 0
    var inharmonicities: [InharmonicPreset: [Double?]?] = [:]
  }

  /// A preset of a file.
  private struct InharmonicPreset: Hashable {
    var content: ContentHash
    var preset: Int
  }

  /// Creates a cache in `folder`, or in memory only if it is `nil` or empty.
  public init(folder: String?) { self.folder = folder == "" ? nil : folder }

  package convenience init(environment: [String: String]) {
    self.init(folder: UserFolders.cache(environment: environment).map { $0 + "/intonation" })
  }

  /// Creates a cache in the user's cache folder: `XDG_CACHE_HOME`, or `.cache` in `HOME`; on
  /// Apple's systems `Library/Caches`.
  public convenience init() { self.init(environment: UserFolders.environment) }

  /// The number of samples that this object has measured.
  public var measuredSampleCount: Int { memory.withLock { $0.measuredCount } }

  /// Returns the corrections of a preset's regions, in order. Measures unknown samples, which takes
  /// up to a third of a second. Percussion, and regions with the same pitch on all keys, are not
  /// corrected. Throws if a sample cannot be decoded.
  package func corrections(of chosen: BankPreset) throws(SampleCodecError) -> [RegionCorrection] {
    if let measured = try measured(chosen) { return measured.corrections }
    return chosen.bank.regions(ofPresetAt: chosen.index).map { _ in
      RegionCorrection(status: .unmeasured)
    }
  }

  /// Returns the intonation of a preset before and after correction; `nil` for percussion, and if
  /// `measuring` is `false` and the preset has not been measured.
  public func intonation(
    of chosen: BankPreset, measuring: Bool = true
  ) throws(SampleCodecError) -> PresetIntonation? {
    try measured(chosen, measuring: measuring)?.intonation()
  }

  /// Returns the measurements of a preset; `nil` if ``intonation(of:measuring:)`` is.
  func measured(
    _ chosen: BankPreset, measuring: Bool = true
  ) throws(SampleCodecError) -> MeasuredPreset? {
    guard !chosen.isPercussion else { return nil }
    let regions = chosen.bank.regions(ofPresetAt: chosen.index)
    return try map(for: regions, of: chosen.bank, measuring: measuring).map {
      MeasuredPreset(regions, in: chosen.bank, map: $0)
    }
  }

  /// Returns the inharmonicity of each of 128 keys of a preset, `nil` for unknown ones; `nil` if
  /// its recordings are not those of stiff strings. Kept in memory only.
  func inharmonicities(of chosen: BankPreset) throws(SampleCodecError) -> [Double?]? {
    let key = chosen.bank.storage.file.map {
      InharmonicPreset(content: content(of: chosen.bank, file: $0), preset: chosen.index)
    }
    if let key, let known = memory.withLock({ $0.inharmonicities[key] }) { return known }
    guard let measured = try measured(chosen) else { return nil }
    let found = try LoadSentinel().watch(chosen.bank.storage.path) { () throws(SampleCodecError) in
      StringRecordings(measured).inharmonicities(in: chosen.bank)
    }
    if let key { memory.withLock { $0.inharmonicities[key] = .some(found) } }
    return found
  }

  // MARK: Maps

  /// Returns a map with the measurements of some regions; `nil` if `measuring` is `false` and one
  /// has not been measured.
  func map(
    for regions: [Region], of bank: SoundBank, measuring: Bool
  ) throws(SampleCodecError) -> IntonationMap? {
    if measuring { return try measuredMap(for: regions, of: bank) }
    let map = storedMap(for: regions, of: bank).map
    return Self.lacks(map, regions, bank) ? nil : map
  }

  /// Returns a map with the measurements of some regions. Measures unknown samples.
  func measuredMap(
    for regions: [Region], of bank: SoundBank
  ) throws(SampleCodecError) -> IntonationMap {
    if regions.isEmpty { return IntonationMap() }
    let (before, content) = storedMap(for: regions, of: bank)
    guard Self.lacks(before, regions, bank) else { return before }
    let measured = try LoadSentinel().watch(bank.storage.path) { () throws(SampleCodecError) in
      try ParallelMeasurement.measure(regions, of: bank, knowing: before)
    }
    memory.withLock { $0.measuredCount += measured.entries.count - before.entries.count }
    guard let content else { return measured }
    if let folder { IntonationFiles(folder: folder).add(measured, to: content) }
    return remember(measured, of: content)
  }

  /// Returns the known measurements, and the bank's content hash; `nil` for a bank without a file.
  /// Reads the folder if memory is incomplete, because another process may have added to it.
  private func storedMap(
    for regions: [Region], of bank: SoundBank
  ) -> (map: IntonationMap, content: ContentHash?) {
    guard let file = bank.storage.file else { return (IntonationMap(), nil) }
    let content = content(of: bank, file: file)
    let map = memory.withLock { $0.maps[content] } ?? IntonationMap()
    guard Self.lacks(map, regions, bank), let folder,
      let stored = IntonationFiles(folder: folder).map(of: content)
    else { return (map, content) }
    return (remember(stored, of: content), content)
  }

  /// Merges a map into memory, and returns the result.
  private func remember(_ map: IntonationMap, of content: ContentHash) -> IntonationMap {
    memory.withLock { memory in
      let merged = Self.merged(memory.maps[content] ?? IntonationMap(), map)
      memory.maps[content] = merged
      return merged
    }
  }

  /// Returns the hash of a bank's contents. A file whose identity, size and dates are known is not
  /// read.
  func content(of bank: SoundBank) -> ContentHash {
    guard let file = bank.storage.file else { return ContentHash(of: bank) }
    return content(of: bank, file: file)
  }

  fileprivate func content(of bank: SoundBank, file: FileIdentity) -> ContentHash {
    if bank.hasOtherFiles { return ContentHash(of: bank) }
    if let content = memory.withLock({ $0.contents[file] }) { return content }
    let content =
      folder.map { IntonationFiles(folder: $0).content(of: bank, file: file) }
      ?? ContentHash(of: bank.storage)
    if IntonationFiles.isSettled(file) { memory.withLock { $0.contents[file] = content } }
    return content
  }

  private static func lacks(_ map: IntonationMap, _ regions: [Region], _ bank: SoundBank) -> Bool {
    regions.contains { bank.samples.indices.contains($0.sample) && map[RegionSample($0)] == nil }
  }

  /// Returns the entries of both maps. The first map takes precedence.
  static func merged(_ one: IntonationMap, _ two: IntonationMap) -> IntonationMap {
    var result = one
    result.merge(two)
    return result
  }
}

extension IntonationCache {
  /// Returns the stored notes of a preset that have been verified.
  func verifiedNotes(of chosen: BankPreset, _ kind: VerifiedNotes.Kind) -> NoteShares? {
    guard let file = chosen.bank.storage.file, let folder else { return nil }
    let content = content(of: chosen.bank, file: file)
    return IntonationFiles(folder: folder).verifiedNotes(of: content, preset: chosen.index, kind)
  }

  /// Stores verified notes of a preset.
  func add(_ notes: NoteShares, of chosen: BankPreset, _ kind: VerifiedNotes.Kind) {
    guard let file = chosen.bank.storage.file, let folder else { return }
    let content = content(of: chosen.bank, file: file)
    IntonationFiles(folder: folder).add(notes, to: content, preset: chosen.index, kind)
  }
}
