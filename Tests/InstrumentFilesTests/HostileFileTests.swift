import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("Untrusted SoundFont bytes")
struct HostileFileTests {
  /// Three small banks: 16-bit, 24-bit, and compressed.
  static let fixtures: [[UInt8]] = {
    let linked = [
      Modulator(source: 2, destination: 0x8001, amount: 1, amountSource: 0, transform: 0),
      Modulator(source: 127, destination: 8, amount: 9, amountSource: 0x81, transform: 2),
    ]
    var builder = SoundFontBuilder.simple
    builder.version = (2, 1)
    builder.framesBetween = 2
    builder.samples.append(SoundFontSample(frames: [1, 2, 3, 4], loop: 1..<3, link: 0, type: 4))
    builder.instruments = [
      .init(
        "one",
        zones: [
          .init([.init(.pan, 5)], modulators: linked, plays: nil),
          .init([.init(.keyRange, from: 0, to: 60)], plays: 0), .init(plays: 1),
        ]),
      .init("two", zones: [.init(modulators: linked, plays: 1)]),
    ]
    builder.presets = [
      .init("a", zones: [.init([.init(.fineTune, 3)], plays: nil), .init(plays: 0)]),
      .init("b", program: 1, zones: [.init(modulators: linked, plays: 1), .init(plays: 0)]),
    ]
    var deep = builder
    deep.version = (2, 4)
    deep.samples[0].lowBytes = [UInt8](repeating: 7, count: 100)
    var compressed = builder
    compressed.version = (3, 0)
    compressed.samples[0] = SoundFontSample(
      compressed: Array("OggS".utf8) + [UInt8](repeating: 3, count: 37), loop: 5..<900)
    var chunks = compressed.chunks
    chunks.padsOddChunks = false
    return [builder.chunks.file, deep.chunks.file, chunks.file]
  }()

  @discardableResult
  private func open(_ file: [UInt8]) -> Int? {
    HostileBank.open(file) { _, regions in
      for region in regions {
        for modulator in region.modulators where modulator.destination & 0x8000 != 0 {
          #expect(region.modulators.indices.contains(Int(modulator.destination & 0x7FFF)))
        }
      }
    }
  }

  /// Fails if a file takes a second of CPU time or more.
  private func timed(_ work: () -> Void) -> Duration {
    let time = cpuTime(work)
    #expect(time < .seconds(1))
    return time
  }

  // Preset a plays instrument one (two zones); preset b plays two (one zone) and one.
  @Test("The complete files are banks", arguments: fixtures)
  func whole(file: [UInt8]) { #expect(open(file) == 2 + 1 + 2) }

  @Test("A file truncated at any byte is read or refused", arguments: fixtures)
  func truncations(file: [UInt8]) {
    var banks = 0
    for length in 0..<file.count {
      _ = timed { if open(Array(file[..<length])) != nil { banks += 1 } }
    }
    // The last list is required completely.
    #expect(banks == 0)
  }

  @Test("100,000 files with a random byte are read or refused")
  func corruptions() {
    let count = TestScale.count(short: 6_000, full: 100_000)
    var random = RandomNumbers(seed: 20_240_704)
    var banks = 0
    var slowest = Duration.zero
    for round in 0..<count {
      var file = HostileFileTests.fixtures[round % 3]
      let offset = Int(random.next() % UInt64(file.count))
      file[offset] = UInt8(truncatingIfNeeded: random.next())
      slowest = max(slowest, timed { if open(file) != nil { banks += 1 } })
    }
    print("\(banks) of \(count) corrupted files were still banks; the slowest took \(slowest)")
    #expect(banks > 0 && banks < count)
  }

  @Test("Files with several random bytes are read or refused")
  func manyCorruptions() {
    let count = TestScale.count(short: 2_000, full: 50_000)
    var random = RandomNumbers(seed: 99)
    for round in 0..<count {
      var file = HostileFileTests.fixtures[round % 3]
      for _ in 0..<(1 + random.next() % 16) {
        file[Int(random.next() % UInt64(file.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = timed { open(file) }
    }
  }

  @Test("Every field of two or four bytes at its extremes", arguments: fixtures)
  func extremes(file: [UInt8]) {
    let step = TestScale.cases(short: 8, full: 1)
    for offset in stride(from: 0, to: file.count - 4, by: step) {
      let long =
        UInt32(file[offset]) | UInt32(file[offset + 1]) << 8
        | UInt32(file[offset + 2]) << 16 | UInt32(file[offset + 3]) << 24
      for value in [0, 1, long &- 1, long &+ 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
        var changed = file
        for byte in 0..<4 {
          changed[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
        }
        _ = timed { open(changed) }
      }
      let short = UInt16(truncatingIfNeeded: long)
      for value: UInt16 in [0, 1, short &- 1, short &+ 1, 0x7FFF, 0x8000, 0xFFFF] {
        var changed = file
        changed[offset] = UInt8(truncatingIfNeeded: value)
        changed[offset + 1] = UInt8(truncatingIfNeeded: value >> 8)
        _ = timed { open(changed) }
      }
    }
  }

  @Test("The largest tables, all referring to each other, are read in bounded time")
  func largest() {
    // Zone n starts at generator n and at modulator n or 0; every zone plays sample 0.
    var bags: [UInt8] = []
    for index in 0..<65536 {
      bags += [UInt8(index & 0xFF), UInt8(index >> 8), 0, 0]
    }
    func generators(_ number: UInt8) -> [UInt8] {
      (0..<65536).flatMap { _ in [number, 0, 0, 0] }
    }
    var chunks = SoundFontBuilder.simple.chunks
    chunks["pbag"] = bags
    chunks["ibag"] = bags
    chunks["pgen"] = generators(41)
    chunks["igen"] = generators(53)
    chunks["phdr"].replaceSubrange(62..<64, with: [0xFF, 0xFF])
    chunks["inst"].replaceSubrange(42..<44, with: [0xFF, 0xFF])
    var modulators: [UInt8] = []
    for index in 0..<65536 {
      modulators += [2, 0, 17, 0, UInt8(index & 0x7F), 0, 2, 0, UInt8(index & 2), 0]
    }
    var time = cpuTime { #expect(open(chunks.file) == 65536) }
    print("65,536 regions: \(time)")
    #if !DEBUG
      #expect(time < .seconds(1))
    #endif
    // The same with the maximum number of modulators per zone, in the global zones.
    chunks["pmod"] = modulators
    chunks["imod"] = modulators
    for code in ["pbag", "ibag"] {
      for zone in 1..<65536 {
        chunks[code].replaceSubrange((4 * zone + 2)..<(4 * zone + 4), with: [0xFF, 0])
      }
    }
    time = cpuTime { open(chunks.file) }
    print("with modulators: \(time)")
    #if !DEBUG
      #expect(time < .seconds(1))
    #endif
  }
}
