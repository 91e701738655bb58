import PeachFileBytes
public import PeachInstrumentModel
public import PeachIntonation
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is known about the tuning of banks, kept in the user's cache folder.
///
/// A preset is measured the first time it is asked for and remembered from then on, by the contents
/// of its bank's file: a copy of the file, or the same file elsewhere, is known too. What cannot be
/// written or read again is measured again; nothing about the files is ever an error. A bank that is
/// in no file is measured every time. A `SoundBank` whose samples a program has changed after reading
/// it is taken for the file; load it from memory instead. Any thread but the audio thread.
///
/// ```swift
/// let cache = IntonationCache()
/// let cello = try SoundBank(contentsOf: "TimGM6mb.sf2").preset(bank: 0, program: 42)
/// try cache.intonation(of: cello)?.worstCents(after: false)  // 3.866…
/// try cache.intonation(of: cello)?.badge                    // .exact
/// cache.measuredRecordingCount                              // 0 from the second run on
/// ```
public final class IntonationCache: Sendable {
  /// Where maps are kept; nil for nowhere.
  public let folder: String?
  private let memory = Mutex(Memory())

  private struct Memory {
    var maps: [ContentHash: IntonationMap] = [:]
    /// Of files that have been as they are for a while.
    var contents: [FileIdentity: ContentHash] = [:]
    var measuredCount = 0
  }

  /// What is kept in `folder`, which is made when there is something to keep; with nil, or an empty
  /// path, this object remembers until it goes.
  public init(folder: String?) { self.folder = folder == "" ? nil : folder }

  /// What the user's cache folder holds, where the XDG base directory specification puts it: in
  /// `XDG_CACHE_HOME`, where that is an absolute path, else in `.cache` of `HOME`.
  public convenience init(environment: [String: String]) {
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
      self.init(folder: folder + "/peach/intonation")
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      self.init(folder: home + "/.cache/peach/intonation")
    } else {
      self.init(folder: nil)
    }
  }

  /// The same in this program's own environment.
  public convenience init() { self.init(environment: ProcessInfo.processInfo.environment) }

  /// How many recordings this object has measured because nobody had before.
  public var measuredRecordingCount: Int { memory.withLock { $0.measuredCount } }

  /// The corrections of a preset's regions, in their order; measures what is not known yet, which
  /// takes up to a third of a second.
  ///
  /// Percussion and regions of one pitch on all keys are left as they are. Throws where a sample
  /// cannot be decoded.
  public func corrections(
    of chosen: BankPreset
  ) throws(SampleDecodingError) -> [RegionCorrection] {
    if let measured = try measured(chosen) { return measured.corrections }
    return chosen.bank.regions(ofPresetAt: chosen.index).map { _ in
      RegionCorrection(status: .unmeasured)
    }
  }

  /// How well in tune a preset is once corrected; nil for percussion, and where `measuring` is false
  /// and it has not been measured before.
  public func intonation(
    of chosen: BankPreset, measuring: Bool = true
  ) throws(SampleDecodingError) -> PresetIntonation? {
    try measured(chosen, measuring: measuring)?.intonation()
  }

  /// What there is to know of a preset; nil for percussion, and where `measuring` is false and it
  /// has not been measured before.
  func measured(
    _ chosen: BankPreset, measuring: Bool = true
  ) throws(SampleDecodingError) -> MeasuredPreset? {
    guard !chosen.isPercussion else { return nil }
    let regions = chosen.bank.regions(ofPresetAt: chosen.index)
    let map: IntonationMap
    if measuring {
      map = try measuredMap(for: regions, of: chosen.bank)
    } else {
      map = storedMap(for: regions, of: chosen.bank).map
      guard !Self.lacks(map, regions, chosen.bank) else { return nil }
    }
    return MeasuredPreset(regions, in: chosen.bank, map: map)
  }

  // MARK: Maps

  private func measuredMap(
    for regions: [Region], of bank: SoundBank
  ) throws(SampleDecodingError) -> IntonationMap {
    let (before, content) = storedMap(for: regions, of: bank)
    guard Self.lacks(before, regions, bank) else { return before }
    let measured = try LoadSentinel().watch(bank.storage.path) {
      () throws(SampleDecodingError) in
      try ParallelMeasurement.measure(regions, of: bank, knowing: before)
    }
    memory.withLock { $0.measuredCount += measured.entries.count }
    guard let content else { return measured }
    if let folder { IntonationFiles(folder: folder).add(measured, to: content) }
    return remember(Self.merged(before, measured), of: content)
  }

  /// What is known without measuring, and the bank's contents; nil for a bank that is in no file.
  /// The folder is read where memory lacks something: another program may have added it.
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

  /// Adds to what is remembered, and gives all of it.
  private func remember(_ map: IntonationMap, of content: ContentHash) -> IntonationMap {
    memory.withLock { memory in
      let merged = Self.merged(memory.maps[content] ?? IntonationMap(), map)
      memory.maps[content] = merged
      return merged
    }
  }

  private func content(of bank: SoundBank, file: FileIdentity) -> ContentHash {
    if bank.hasOtherFiles { return ContentHash(of: bank) }
    if let content = memory.withLock({ $0.contents[file] }) { return content }
    let content =
      folder.map { IntonationFiles(folder: $0).content(of: bank, file: file) }
      ?? ContentHash(of: bank.storage)
    if IntonationFiles.isSettled(file) { memory.withLock { $0.contents[file] = content } }
    return content
  }

  private static func lacks(
    _ map: IntonationMap, _ regions: [Region], _ bank: SoundBank
  ) -> Bool {
    regions.contains {
      bank.samples.indices.contains($0.sample) && map[RegionRecording($0)] == nil
    }
  }

  /// Both maps' entries; of one recording in both the first's.
  static func merged(_ one: IntonationMap, _ two: IntonationMap) -> IntonationMap {
    var result = one
    for entry in two.entries where result[entry.recording] == nil {
      result[entry.recording] = entry.measurement
    }
    return result
  }
}
