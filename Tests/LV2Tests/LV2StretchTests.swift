#if LV2
  import Foundation
  import PeachLV2
  import PeachLV2Bundle
  import SoundFontFixtures
  import TestEnvironment
  import Testing

  /// Synthetic strings, whose partials are measured without the engine.
  @Suite("LV2 octaves of strings")
  struct LV2StretchTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try folder.put("strings.sf2", StringBank.builder().chunks.file)
    }

    private func host() throws -> LV2Host {
      let host = try #require(LV2Host(sampleRate: StringBank.rate))
      host.run(64, object: host.message(settingBankTo: folder.path("strings.sf2")))
      host.run(64, midi: [(0, [0xC0, 0]), (0, [0xB0, 91, 0]), (0, [0xB0, 93, 0])])
      return host
    }

    /// Returns the fastest beats of octaves of all keys, which play one after the other.
    private func beats(_ host: LV2Host, _ lower: Int, _ upper: Int) -> Double {
      let start = host.left.count
      let count = Int(StringBank.noteSeconds * StringBank.rate)
      for key in StringBank.keys {
        host.run(480, midi: [(0, [0xB0, 120, 0]), (0, [0x90, key, 100])])
        for _ in 1..<count / 480 { host.run(480) }
      }
      return StringBank.beats(StringBank.partials(Array(host.left[start...])), lower, upper)
    }

    @Test("The ports stretch octaves in the host's worker, and a session keeps that")
    func ports() throws {
      let stretch = try #require(LV2Host.port("octaveStretch"))
      let amount = try #require(LV2Host.port("stretchAmount"))
      let host = try host()
      #expect(beats(host, 1, 0) > 1)
      host.values[stretch] = 2
      host.run(64)
      #expect(beats(host, 1, 0) <= 0.3)
      host.values[amount] = 0
      host.run(64)
      #expect(beats(host, 1, 0) > 1)
      host.values[amount] = 100
      host.values[stretch] = 3
      host.run(64)
      #expect(beats(host, 2, 1) <= 0.3)
      #expect(!host.followsTuning)
      let other = try self.host()
      #expect(other.restore(host.save()))
      (other.values[stretch], other.values[amount]) = (3, 100)
      other.run(64)
      #expect(beats(other, 2, 1) <= 0.3)
    }
  }
#endif
