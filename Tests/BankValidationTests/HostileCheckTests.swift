import PeachBankValidation
import PeachInstrumentModel
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("Untrusted bytes")
struct HostileCheckTests {
  private static let file: [UInt8] = {
    var builder = CheckedBank.clean
    builder.samples[0].frames = Array(builder.samples[0].frames[..<300])
    builder.samples[0].loop = 100..<200
    builder.instruments[0].zones.insert(.init([.init(.pan, 3)], plays: nil), at: 0)
    builder.instruments[0].zones[1].modulators = [
      Modulator(source: 2, destination: 0x8001, amount: 1, amountSource: 0, transform: 0),
      Modulator(source: 127, destination: 8, amount: 9, amountSource: 0x81, transform: 2),
    ]
    return builder.chunks.file
  }()

  @Test("A truncated file is an error, and nothing else")
  func truncations() {
    for length in stride(from: 0, to: Self.file.count, by: 3) {
      let check = CheckedBank.check(Array(Self.file[..<length]))
      #expect(check.worst == .error && check.findings.map(\.rule) == [.unreadable])
    }
  }

  @Test("Random bytes yield findings in bounded time, and never a crash")
  func corruptions() {
    let count = TestScale.count(short: 2_000, full: 40_000)
    var random = RandomNumbers(seed: 77)
    var broken = 0
    for _ in 0..<count {
      var file = Self.file
      for _ in 0...(random.next() % 4) {
        file[Int(random.next() % UInt64(file.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let time = cpuTime {
        if CheckedBank.check(file).worst == .error { broken += 1 }
      }
      #expect(time < .seconds(1))
    }
    #expect(broken > 0 && broken < count)
  }

  @Test("The largest possible tables yield few findings in bounded time")
  func largest() {
    var chunks = CheckedBank.clean.chunks
    // 65,535 zones of instrument 0, each with an unknown modulator and an invalid sample.
    var bags: [UInt8] = []
    for index in 0..<65536 {
      bags += [UInt8(index & 0xFF), UInt8(index >> 8), UInt8(index & 0xFF), UInt8(index >> 8)]
    }
    chunks["ibag"] = bags
    chunks["igen"] = (0..<65536).flatMap { _ in [53, 0, 9, 0] as [UInt8] }
    chunks["imod"] = (0..<65536).flatMap { _ in [9, 0, 8, 0, 1, 0, 0, 0, 0, 0] as [UInt8] }
    chunks["inst"].replaceSubrange(42..<44, with: [0xFF, 0xFF])
    let time = cpuTime {
      let check = CheckedBank.check(chunks.file)
      #expect(check.count(of: .danglingSample) == 65_535 && check.findings.count < 3_000)
    }
    print("65,535 broken zones: \(time)")
    #if !DEBUG
      #expect(time < .seconds(1))
    #endif
  }
}
