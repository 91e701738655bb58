import Foundation
import SoundFontFixtures
import Testing

@testable import PeachServices

@Suite("Intonation cache")
struct IntonationCacheTests {
  let folder: RenderFolder

  init() throws { folder = try RenderFolder() }

  private var cachePath: String { folder.path("cache/peach") }

  /// Two presets, about 18 cents sharp and 11 flat.
  static let rates: [UInt32] = [44_460, 43_720]

  private func bank(_ rates: [UInt32] = Self.rates, name: String = "bank.sf2") throws -> SoundBank {
    let path = folder.path(name)
    let builder = MistunedBank.builder(rates.map { MistunedBank.tone(rate: $0) })
    // In place, as some programs save: the inode stays.
    if let file = FileHandle(forWritingAtPath: path) {
      try file.write(contentsOf: Data(builder.chunks.file))
      try file.close()
    } else {
      try Data(builder.chunks.file).write(to: URL(filePath: path))
    }
    return try SoundBank(contentsOf: path)
  }

  /// Whether a preset's correction is right.
  private func isRight(
    _ cache: IntonationCache, _ bank: SoundBank, program: Int = 0, rates: [UInt32] = Self.rates
  ) throws -> Bool {
    let found = try cache.corrections(of: BankPreset(bank: bank, index: program))
    return found.count == 1 && found[0].status == .applied
      && abs(found[0].cents + MistunedBank.cents(rate: rates[program])) < 0.01
  }

  private func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private func maps() -> [String] { names(cachePath).filter { $0 != "files" } }

  @Test("A preset is measured once: other runs and copies of the bank use the cache")
  func kept() throws {
    let bank = try bank()
    let first = IntonationCache(folder: cachePath)
    #expect(try isRight(first, bank) && first.measuredSampleCount == 1)
    #expect(try isRight(first, bank) && first.measuredSampleCount == 1)
    #expect(maps() == [ContentHash(of: bank.storage).text])
    let second = IntonationCache(folder: cachePath)
    #expect(try isRight(second, bank) && second.measuredSampleCount == 0)
    // The second preset is added to the same map.
    #expect(try isRight(second, bank, program: 1) && second.measuredSampleCount == 1)
    let third = IntonationCache(folder: cachePath)
    let copy = try self.bank(name: "copy.sf2")
    #expect(try isRight(third, copy) && isRight(third, copy, program: 1))
    #expect(third.measuredSampleCount == 0 && maps().count == 1)
    // Additions by another process are used.
    #expect(try isRight(first, bank, program: 1) && first.measuredSampleCount == 1)
  }

  @Test("A changed bank of the same size is measured again immediately")
  func changed() throws {
    let cache = IntonationCache(folder: cachePath)
    #expect(try isRight(cache, bank()))
    for rate: UInt32 in [44_100, 43_900, 44_330] {
      let changed: [UInt32] = [rate, Self.rates[1]]
      #expect(try isRight(cache, bank(changed), rates: changed))
    }
    #expect(cache.measuredSampleCount == 4 && maps().count == 4)
    let memory = IntonationCache(folder: nil)
    for rate: UInt32 in [44_100, 43_900] {
      let changed: [UInt32] = [rate, Self.rates[1]]
      #expect(try isRight(memory, bank(changed), rates: changed))
    }
  }

  @Test("Truncated, changed and foreign maps are measured again and replaced")
  func damaged() throws {
    let bank = try bank()
    #expect(try isRight(IntonationCache(folder: cachePath), bank))
    let path = "\(cachePath)/\(maps()[0])"
    let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))
    var wrongHertz = whole
    wrongHertz[28 + 22 + 5] ^= 1
    var nextVersion = whole
    nextVersion[4] += 1
    let other = IntonationMap().encoded(for: ContentHash(first: 1, second: 2))
    for bytes in [[], Array(whole.dropLast()), whole + [0], wrongHertz, nextVersion, other] {
      try Data(bytes).write(to: URL(filePath: path))
      let cache = IntonationCache(folder: cachePath)
      #expect(try isRight(cache, bank) && cache.measuredSampleCount == 1)
      #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == whole)
    }
    // A folder at the file's path cannot be replaced, and is harmless.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(try isRight(IntonationCache(folder: cachePath), bank))
  }

  @Test("A cache folder that cannot be written is not an error: results stay in memory")
  func noFolder() throws {
    let bank = try bank()
    try Data([1]).write(to: URL(filePath: folder.path("file")))
    let locked = folder.path("locked")
    try FileManager.default.createDirectory(
      atPath: locked, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o500])
    for path in [folder.path("file/below"), "/proc/none/of/this", "", locked, nil] {
      let cache = IntonationCache(folder: path)
      #expect(try isRight(cache, bank) && isRight(cache, bank))
      #expect(cache.measuredSampleCount == 1)
    }
    #expect(try Data(contentsOf: URL(filePath: folder.path("file"))) == Data([1]))
  }

  @Test("A file unchanged for 2 s is not hashed again; a wrong marker is harmless")
  func settled() async throws {
    let bank = try bank()
    try await Task.sleep(for: .seconds(2.1))
    #expect(try isRight(IntonationCache(folder: cachePath), bank))
    let record = try #require(names(cachePath + "/files").first)
    let path = "\(cachePath)/files/\(record)"
    let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))
    #expect(whole.count == 56)
    for index in [0, 39, 40, 55] {
      var bytes = whole
      bytes[index] ^= 0x10
      try Data(bytes).write(to: URL(filePath: path))
      #expect(try isRight(IntonationCache(folder: cachePath), bank))
    }
    try Data(whole.dropLast()).write(to: URL(filePath: path))
    let cache = IntonationCache(folder: cachePath)
    #expect(try isRight(cache, bank) && cache.measuredSampleCount == 0)
    #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == whole)
  }

  @Test("Concurrent users of a folder or an object lose no measurement")
  func concurrentUsers() async throws {
    let rates = (0..<8).map { UInt32(44_000 + 40 * $0) }
    let bank = try bank(rates)
    let shared = IntonationCache(folder: nil)
    let cachePath = cachePath
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in rates.indices {
        group.addTask {
          let preset = BankPreset(bank: bank, index: index)
          _ = try IntonationCache(folder: cachePath).corrections(of: preset)
          _ = try shared.corrections(of: preset)
        }
      }
      try await group.waitForAll()
    }
    let later = IntonationCache(folder: cachePath)
    for index in rates.indices {
      #expect(try isRight(later, bank, program: index, rates: rates))
      #expect(try isRight(shared, bank, program: index, rates: rates))
    }
    #expect(later.measuredSampleCount == 0 && shared.measuredSampleCount == 8)
    #expect(maps().count == 1)
  }

  @Test("The folder follows the XDG specification")
  func standardFolder() {
    func folder(_ environment: [String: String]) -> String? {
      IntonationCache(environment: environment).folder
    }
    #expect(folder(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/peach/intonation")
    #expect(folder(["XDG_CACHE_HOME": "c", "HOME": "/h"]) == "/h/.cache/peach/intonation")
    #expect(folder(["XDG_CACHE_HOME": "", "HOME": "/h"]) == "/h/.cache/peach/intonation")
    #expect(folder(["HOME": "h"]) == nil && folder([:]) == nil)
  }

  @Test("Percussion and regions of constant pitch are unchanged")
  func leftAlone() throws {
    var builder = MistunedBank.builder(
      [MistunedBank.tone(rate: 44_460)],
      presets: [[MistunedBank.zone(0), MistunedBank.zone(0, [.init(.scaleTuning, 0)])]])
    builder.presets.append(.init("Kit", bank: 128, zones: [.init(plays: 0)]))
    let bank = try MistunedBank.bank(builder, in: folder)
    let cache = IntonationCache(folder: nil)
    let found = try cache.corrections(of: BankPreset(bank: bank, index: 0))
    #expect(abs(found[0].cents + MistunedBank.cents(rate: 44_460)) < 0.01)
    #expect(found[1].cents == 0)
    let kit = BankPreset(bank: bank, index: 1)
    #expect(try cache.corrections(of: kit).allSatisfy { $0.cents == 0 })
    #expect(try cache.intonation(of: kit) == nil)
  }

  @Test("A bank in memory is measured each time; measuring can be skipped")
  func memory() throws {
    let bytes = MistunedBank.builder([MistunedBank.tone(rate: 44_460)]).chunks.file
    let bank = try InstrumentFile.read(ByteStorage(copying: bytes))
    let cache = IntonationCache(folder: cachePath)
    for count in 1...2 {
      #expect(try isRight(cache, bank) && cache.measuredSampleCount == count)
    }
    #expect(maps().isEmpty)
    let file = BankPreset(bank: try self.bank(), index: 0)
    #expect(try cache.intonation(of: file, measuring: false) == nil)
    #expect(try cache.intonation(of: file)?.badge == .exact)
    #expect(try IntonationCache(folder: cachePath).intonation(of: file, measuring: false) != nil)
  }

  @Test("Concurrent and serial measurements are equal; a damaged sample is not corrected")
  func parallel() throws {
    let rates = (0..<23).map { UInt32(43_600 + 37 * $0) }
    let bank = try bank(rates)
    let regions = rates.indices.flatMap { bank.regions(ofPresetAt: $0) }
    var expected = IntonationMap()
    try expected.measure(regions, of: bank, using: PitchEstimator())
    let known = IntonationMap()
    #expect(expected.entries.count == 23)
    #expect(try ParallelMeasurement.measure(regions, of: bank, knowing: known) == expected)
    #expect(try ParallelMeasurement.measure(regions, of: bank, knowing: expected) == expected)
    #expect(try ParallelMeasurement.measure([], of: bank, knowing: known) == IntonationMap())
    // One of many samples is not audio.
    var broken = MistunedBank.builder(
      rates.map { MistunedBank.tone(rate: $0) } + [SoundFontSample(compressed: [1, 2, 3])],
      presets: [(0...23).map { MistunedBank.zone($0) }])
    broken.version = (3, 0)
    let bad = try InstrumentFile.read(ByteStorage(copying: broken.chunks.file))
    let corrections = try IntonationCache(folder: nil).corrections(
      of: BankPreset(bank: bad, index: 0))
    #expect(corrections.count == 24 && corrections.last?.cents == 0)
    #expect(corrections.contains { $0.cents != 0 })
  }
}
