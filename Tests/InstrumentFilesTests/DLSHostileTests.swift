import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("Untrusted DLS bytes")
struct DLSHostileTests {
  /// Two small collections: all features of Level 2, and a Level 1 kit with 8-bit waves.
  static let fixtures: [[UInt8]] = {
    var full = DLSBuilder()
    full.waves = [
      .init([1, 2, 3, 4, 5, 6], settings: .init(unity: 62, fine: 3, loop: (0, 1, 4))),
      .init([1, 2, 3, 4], settings: nil),
    ]
    full.instruments = [
      .init(
        "one",
        regions: [
          .init(settings: .init(unity: 60, loop: (1, 2, 3)), connections: [(2, 0, 0x206, 0, 99)]),
          .init(wave: 1, keys: 3...60),
        ]), .init("two", regions: [.init(wave: 1)]),
    ]
    full.instruments[0].connections = [
      (0, 0, 0x207, 0, 7 << 16), (3, 0, 0x207, 0, -5 << 16), (1, 0x81, 3, 0x4000, 9 << 16),
      (0, 0, 0x500, 0, 8000 << 16), (6, 0x100, 3, 0x4000, 12800 << 16),
    ]
    full.instruments[1].program = 1
    full.instruments[1].condition = [0x10, 0, 1, 0, 0, 0, 0x10, 0, 2, 0, 0, 0, 4, 0]
    var kit = DLSBuilder()
    kit.waves[0].bits = 8
    kit.waves[0].data = [128, 200, 128, 60, 128]
    kit.instruments[0].bank = 0x8000_0000
    kit.instruments[0].isLevel2 = false
    kit.instruments[0].connections = [(2, 0, 1, 1, -960 << 16), (0, 0, 0x20A, 0, 500)]
    kit.instruments[0].regions[0].isLevel2 = false
    kit.instruments[0].regions[0].group = 2
    return [full.file, kit.file]
  }()

  @discardableResult
  private func open(_ file: [UInt8]) -> Int? {
    HostileBank.open(file) { bank, regions in
      for region in regions {
        for generator in Generator.allCases where generator != .initialAttenuation {
          #expect(generator.range.contains(region.generators[generator]), "\(generator)")
        }
        #expect(abs(region.generators[.initialAttenuation]) <= 1440)
      }
      for sample in bank.samples {
        switch sample.encoding {
        case .integer24, .compressed: Issue.record("no DLS file has such samples")
        default: break
        }
      }
    }
  }

  @Test("The complete files are banks")
  func whole() { #expect(DLSHostileTests.fixtures.map { open($0) } == [3, 1]) }

  @Test("A file truncated at any byte is refused", arguments: fixtures)
  func truncations(file: [UInt8]) {
    // The last list is required completely.
    for length in 0..<file.count { #expect(open(Array(file[..<length])) == nil, "\(length)") }
  }

  @Test("Random bytes are read or refused")
  func corruptions() {
    let count = TestScale.count(short: 6_000, full: 200_000)
    var random = RandomNumbers(seed: 20_260_407)
    var banks = 0
    let time = cpuTime {
      for round in 0..<count {
        var file = DLSHostileTests.fixtures[round % 2]
        for _ in 0..<(round % 4 == 0 ? 1 + random.next() % 16 : 1) {
          file[Int(random.next() % UInt64(file.count))] = UInt8(truncatingIfNeeded: random.next())
        }
        if open(file) != nil { banks += 1 }
      }
    }
    print("\(banks) of \(count) corrupted DLS files were still banks, in \(time)")
    #expect(banks > 0 && banks < count)
  }

  @Test("Every field of two or four bytes at its extremes", arguments: fixtures)
  func extremes(file: [UInt8]) {
    let step = TestScale.cases(short: 4, full: 1)
    for offset in stride(from: 0, to: file.count - 4, by: step) {
      let long = (0..<4).reduce(UInt32(0)) { $0 | UInt32(file[offset + $1]) << (8 * UInt32($1)) }
      for value in [0, 1, long &- 1, long &+ 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
        var changed = file
        for byte in 0..<4 {
          changed[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
        }
        open(changed)
        changed[offset + 2] = file[offset + 2]
        changed[offset + 3] = file[offset + 3]
        open(changed)
      }
    }
  }

  @Test("A recursive list is an error that states the nesting depth")
  func nesting() {
    var inner: [UInt8] = []
    for _ in 0..<200 {
      let size = UInt32(inner.count + 4)
      inner =
        Array("LIST".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * UInt32($0))) }
        + Array("lins".utf8) + inner
    }
    // Unknown lists are not parsed, so this file is shallow and has no instruments.
    var file = Array("RIFF".utf8)
    let size = UInt32(inner.count + 4)
    file += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * UInt32($0))) }
    file += Array("DLS ".utf8) + inner
    #expect(open(file) == nil)
  }

  @Test("Half a megabyte of regions that share a thousand connections is read in bounded time")
  func many() {
    var builder = DLSBuilder()
    builder.instruments[0].regions = [DLSBuilder.Region](repeating: .init(), count: 8000)
    builder.instruments[0].connections = (0..<3000).map {
      (2, 0x81, 0x206, UInt16(truncatingIfNeeded: $0 << 4), Int32($0))
    }
    let file = builder.file
    let time = cpuTime { #expect(open(file) == 8000) }
    print("8,000 regions in \(file.count) bytes: \(time)")
    #if !DEBUG
      #expect(time < .seconds(1))
    #endif
  }
}
