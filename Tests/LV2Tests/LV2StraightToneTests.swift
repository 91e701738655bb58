#if LV2
  import Foundation
  import PeachServices
  import PeachLV2
  import PeachLV2Bundle
  import SoundFontFixtures
  import SoundMeasurement
  import TestEnvironment
  import Testing

  /// A violin with a vibrato of ±20 cents that is 7 cents sharp, measured by `CombMeter`, which
  /// shares no code with Peach.
  @Suite("LV2 straight tones")
  struct LV2StraightToneTests {
    private static let rate = 48_000
    private let folder: TemporaryFolder
    private let straightTone: Int
    private let vibratoAmount: Int

    init() throws {
      folder = try TemporaryFolder()
      try folder.put("bank.sf2", VibratoRecording.bank.chunks.file)
      let identifiers = LV2Description.parameters.map(\.identifier)
      straightTone = try #require(identifiers.firstIndex(of: "straightTone"))
      vibratoAmount = try #require(identifiers.firstIndex(of: "vibratoAmount"))
    }

    private func host() throws -> LV2Host {
      let host = try #require(LV2Host(sampleRate: Double(Self.rate)))
      host.run(64, object: host.message(settingBankTo: folder.path("bank.sf2")))
      // The violin on all channels, without effects.
      for channel in UInt8(0)..<16 {
        host.run(
          64,
          midi: [
            (0, [0xC0 | channel, 40]), (0, [0xB0 | channel, 91, 0]), (0, [0xB0 | channel, 93, 0]),
          ])
      }
      return host
    }

    /// Returns a note of A4.
    private func note(_ host: LV2Host, seconds: Double = 1) -> [Float] {
      let start = host.left.count
      host.run(4096, midi: [(0, [0xB0, 120, 0]), (4000, [0x90, 69, 100])])
      for _ in 0..<Int(seconds * 48_000 / 512) { host.run(512) }
      return Array(host.left[(start + 4000)...])
    }

    private func contour(
      _ audio: [Float], from first: Double = 0.15, through last: Double = 0.9
    ) -> [Double] {
      let cents = CombMeter.cents(
        audio, from: first, through: last, step: 0.05, above: 440, sampleRate: Double(Self.rate))
      #expect(cents.count >= 15)
      return cents
    }

    private func deviation(_ cents: [Double]) -> Double {
      let mean = cents.reduce(0, +) / Double(cents.count)
      let sum = cents.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (sum / Double(cents.count)).squareRoot()
    }

    @Test("The port switches straight tones on, in the worker; the amount applies to active notes")
    func ports() throws {
      let host = try host()
      let recorded = deviation(contour(note(host)))
      #expect(recorded > 7)
      host.values[straightTone] = 1
      host.values[vibratoAmount] = 0
      host.run(64)
      let straight = contour(note(host))
      #expect(straight.allSatisfy { abs($0) <= 0.8 })
      // During one note: a second each of 0, 100 and 200 %.
      let start = host.left.count
      host.run(512, midi: [(0, [0xB0, 120, 0]), (0, [0x90, 69, 100])])
      for percent: Float in [0, 100, 200] {
        host.values[vibratoAmount] = percent
        for _ in 0..<94 { host.run(512) }
      }
      let audio = Array(host.left[start...])
      let deviations = (0..<3).map { second in
        deviation(contour(audio, from: Double(second) + 0.15, through: Double(second) + 0.95))
      }
      print("straight \(straight.map(abs).max() ?? 0), deviations \(recorded), \(deviations)")
      #expect(deviations[0] < 0.5 && abs(deviations[1] / recorded - 1) < 0.15)
      #expect(abs(deviations[2] / deviations[1] - 2) < 0.2)
      host.values[straightTone] = 0
      host.run(64)
      #expect(abs(deviation(contour(note(host))) - recorded) < 0.1)
    }

    @Test("A restored session is straight from its first note, without the worker")
    func state() throws {
      let first = try host()
      first.values[straightTone] = 1
      first.values[vibratoAmount] = 0
      first.run(64)
      let saved = first.save()
      #expect(saved.count == 2)
      let expected = note(first)
      #expect(contour(expected).allSatisfy { abs($0) <= 0.8 })
      let second = try #require(LV2Host(sampleRate: Double(Self.rate), hasWorker: false))
      // A host connects ports with the saved values, before or after it restores the state.
      second.values = first.values
      #expect(second.restore(saved))
      second.run(first.left.count - expected.count - 4000)
      #expect(note(second) == expected)
      #expect(second.save().mapValues { $0.bytes } == saved.mapValues { $0.bytes })
    }

    @Test("The ports are a toggle and a percentage")
    func description() throws {
      let ports = LV2Description.plugin.components(separatedBy: "lv2:symbol ")
      let first = try #require(ports.first { $0.hasPrefix("\"straightTone\"") })
      #expect(first.contains("lv2:name \"Straight Tone\""))
      #expect(first.contains("lv2:portProperty lv2:toggled"))
      let last = try #require(ports.first { $0.hasPrefix("\"vibratoAmount\"") })
      #expect(last.contains("lv2:name \"Vibrato Amount\""))
      for text in ["units:unit units:pc", "lv2:default 100", "lv2:minimum 0", "lv2:maximum 200"] {
        #expect(last.contains(text), "\(text)")
      }
    }
  }
#endif
