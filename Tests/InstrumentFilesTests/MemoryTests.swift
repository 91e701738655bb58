import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

/// Memory is proportional to the file size for any contents, measured as the peak of a process.
@Suite(
  "Memory of bank loading",
  .enabled(
    if: FileManager.default.fileExists(atPath: "/proc/self/status"), "needs Linux's /proc"))
struct MemoryTests {
  /// The only kind of file that uses more than four times its size: a header of 46 bytes becomes a
  /// sample of 96 and a name of 64. With at most 65,535 headers, this ends at 18 MB.
  @Test("The maximum number of sample headers uses at most six times their size")
  func sampleHeaders() async throws {
    await #expect(processExitsWith: .success) {
      var chunks = SoundFontBuilder.simple.chunks
      let one = Array(chunks["shdr"].prefix(46))
      var headers: [UInt8] = []
      headers.reserveCapacity(65_536 * 46)
      for index in 0..<65_535 {
        headers += one
        // Names of twenty different letters, the maximum length.
        for offset in 0..<20 {
          headers[headers.count - 46 + offset] = UInt8(65 + (index >> (offset % 16)) % 26)
        }
      }
      headers += [UInt8](repeating: 0, count: 46)
      chunks["shdr"] = headers
      try Self.read(chunks.file, most: 6)
    }
  }

  @Test("The maximum number of presets uses less than four times their size")
  func presets() async throws {
    await #expect(processExitsWith: .success) {
      var chunks = SoundFontBuilder.simple.chunks
      let one = Array(chunks["phdr"].prefix(38))
      var headers: [UInt8] = []
      headers.reserveCapacity(65_536 * 38)
      for index in 0..<65_535 {
        headers += one
        headers[headers.count - 38 + 20] = UInt8(index & 127)
        headers[headers.count - 38 + 22] = UInt8(index >> 7 & 255)
        headers[headers.count - 38 + 23] = UInt8(index >> 15)
      }
      headers += chunks["phdr"].suffix(38)
      chunks["phdr"] = headers
      try Self.read(chunks.file, most: 4)
    }
  }

  @Test("Thousands of broken files in sequence use no more memory than one")
  func manyFiles() async throws {
    await #expect(processExitsWith: .success) {
      let file = SoundFontBuilder.simple.chunks.file
      let growth = try Self.peakGrowth {
        for offset in file.indices {
          for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
            var changed = file
            changed[offset] = value
            if let bank = try? InstrumentFile.read(ByteStorage(copying: changed)) {
              for index in bank.presets.indices { _ = bank.regions(ofPresetAt: index) }
            }
          }
        }
      }
      print("\(file.count * 4) files of \(file.count) bytes: \(growth) bytes more than before")
      // Four times the file, and the allocator's overhead.
      try #require(growth < 4 * file.count + 4_000_000)
    }
  }

  private static func read(_ file: [UInt8], most times: Int) throws {
    let storage = ByteStorage(copying: file)
    var bank: SoundBank?
    let growth = try peakGrowth { bank = try InstrumentFile.read(storage) }
    print("\(file.count) bytes: \(growth) bytes more than before at the most")
    try #require(bank?.presets.isEmpty == false && growth > 0)
    try #require(growth < times * file.count)
  }

  /// Returns the growth of the peak during `body`, without pages of the test program's code, of
  /// which it maps more in a debug build.
  private static func peakGrowth(_ body: () throws -> Void) throws -> Int {
    let before = (all: try bytes("VmRSS:"), code: try bytes("RssFile:"))
    // Resets the peak.
    try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    try body()
    let code = try bytes("RssFile:") - before.code
    return try bytes("VmHWM:") - before.all - code
  }

  private static func bytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
    let number = try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first)
    return try #require(Int(number)) * 1024
  }
}
