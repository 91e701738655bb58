import Foundation
import PeachServices
import TestEnvironment
import Testing

@Suite(
  "Listing a large bank",
  .enabled(if: TestFiles.exists(RenderTools.largeBank), "Requires FluidR3_GM.sf2."))
struct ListingTests {
  @Test("Listing the presets of 148 MB reads no sample pages")
  func untouched() throws {
    let bank = try SoundBank(contentsOf: RenderTools.largeBank)
    #expect(bank.presets.count > 100 && bank.storage.bytes.count > 100_000_000)
    let ranges = bank.samples.compactMap { sample -> Range<Int>? in
      if case .integer16(let range) = sample.encoding, !range.isEmpty { return range }
      return nil
    }
    let first = try #require(ranges.map(\.lowerBound).min())
    let end = try #require(ranges.map(\.upperBound).max())
    #expect(end - first > 100_000_000)

    let present = try Self.presentPages(bank.storage.bytes)
    let page = Int(getpagesize())
    let total = present.count { $0 }
    // The kernel may map up to 64 KiB of cached pages around an access.
    let around = 1 << 16
    let samplePages = present[((first + around) / page)..<((end - around) / page)].count { $0 }
    print(
      "\(bank.presets.count) presets listed; \(total * page) of \(bank.storage.bytes.count) bytes",
      "are mapped in, \(samplePages) pages of them samples")
    #expect(total > 0 && total * page < 2_000_000)
    #expect(samplePages == 0)

    // The same measurement detects an access to a sample.
    let middle = (first + end) / 2
    #expect(bank.storage.bytes[middle] == bank.storage.bytes[middle])
    #expect(try Self.presentPages(bank.storage.bytes)[middle / page])
  }

  @Test("Listing the presets of 148 MB takes less than 20 MB of memory")
  func memory() async throws {
    // In a process of its own, without allocations of other tests.
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let before = try Self.residentBytes()
      let bank = try SoundBank(contentsOf: RenderTools.largeBank)
      let names = bank.presets.map(\.name)
      let growth = try Self.residentBytes() - before
      print("memory grows by \(growth) bytes while \(names.count) presets are listed")
      try #require(growth > 0 && growth < 20_000_000)
      withExtendedLifetime(bank) {}
    }
    if let result {
      let output = String(decoding: result.standardOutputContent, as: UTF8.self)
      print(output.split(separator: "\n").first { $0.contains("memory grows") } ?? "no figure")
    }
  }

  /// Returns which pages of a mapping are resident: bit 63 of Linux's page map.
  private static func presentPages(_ bytes: UnsafeRawBufferPointer) throws -> [Bool] {
    let page = Int(getpagesize())
    let start = Int(bitPattern: bytes.baseAddress)
    let map = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/pagemap"))
    try map.seek(toOffset: UInt64(start / page * 8))
    let count = (bytes.count + page - 1) / page
    let entries = try #require(try map.read(upToCount: count * 8))
    try #require(entries.count == count * 8)
    return (0..<count).map { entries[entries.startIndex + $0 * 8 + 7] & 0x80 != 0 }
  }

  private static func residentBytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try #require(Int(status.split(separator: " ")[1])) * Int(getpagesize())
  }
}
