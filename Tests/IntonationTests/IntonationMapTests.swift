import Foundation
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import Testing

@Suite("Intonation corrections")
struct IntonationMapTests {
  /// Returns a looped region of the sample, with a fine tuning in cents.
  static func region(
    _ sample: Int, keys: ClosedRange<UInt8> = 0...127, fine: Float = 0, coarse: Float = 0
  ) -> Region {
    var region = Region(keys: keys, sample: sample)
    region.generators[.sampleModes] = 1
    region.generators[.fineTune] = fine
    region.generators[.coarseTune] = coarse
    return region
  }

  /// Returns looped sines of 100 frames per period at 44,100 Hz (441 Hz), with these root keys.
  static func bank(
    roots: [UInt8], sides: [Sample.Side] = [], presets: [[Region]]
  ) -> SoundBank {
    var bytes: [UInt8] = []
    var samples: [Sample] = []
    for (index, root) in roots.enumerated() {
      let start = bytes.count
      for frame in 0..<1000 {
        let value = Int16((16_000 * sin(2 * .pi * Double(frame) / 100)).rounded())
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
      }
      samples.append(
        Sample(
          name: "Sine", encoding: .integer16(start..<bytes.count), sampleRate: 44_100,
          rootKey: root, loop: 0..<1000, side: index < sides.count ? sides[index] : .mono))
    }
    return SoundBank(
      information: .init(name: "Sines"),
      presets: presets.indices.map {
        Preset(identifier: PresetIdentifier(bank: 0, program: UInt8($0)), name: "Sine")
      }, samples: samples, storage: ByteStorage(copying: bytes),
      regionSource: { preset, _ in presets[preset] })
  }

  /// The cents from A4 to 441 Hz.
  static let sharp = 1200 * log2(441.0 / 440)

  private func corrections(_ bank: SoundBank) throws -> [RegionCorrection] {
    var map = IntonationMap()
    try map.measure(bank.regions(ofPresetAt: 0), of: bank, using: PitchEstimator())
    return map.corrections(of: bank.regions(ofPresetAt: 0), in: bank)
  }

  @Test("The correction covers the sample's error and the file's tuning")
  func plain() throws {
    let bank = Self.bank(roots: [69], presets: [[Self.region(0, fine: 10)]])
    let found = try corrections(bank)
    #expect(found[0].status == .applied)
    #expect(abs(found[0].cents + Self.sharp + 10) < 0.001)
    #expect(abs(found[0].errorCents - Self.sharp - 10) < 0.001)
  }

  @Test("Octaves and transpositions stay, and the rest is corrected")
  func aside() throws {
    let regions = [
      Self.region(0), Self.region(1, coarse: 7), Self.region(2, coarse: -7), Self.region(3),
    ]
    let bank = Self.bank(roots: [57, 69, 62, 63], presets: [regions])
    let found = try corrections(bank)
    #expect(found.map(\.status) == [.appliedAside, .appliedAside, .applied, .tooFar])
    for correction in found[0..<3] { #expect(abs(correction.cents + Self.sharp) < 0.001) }
    #expect(found[3].cents == 0 && abs(found[3].errorCents - 600 - Self.sharp) < 0.001)
  }

  @Test("A sample that plays twice in a note keeps its detuning")
  func chorus() throws {
    let regions = [
      Self.region(0, keys: 0...60, fine: -8), Self.region(0, keys: 0...60, fine: 8),
      Self.region(0, keys: 61...127, fine: 20),
    ]
    let found = try corrections(Self.bank(roots: [69], presets: [regions]))
    #expect(abs(found[0].cents + Self.sharp) < 0.001 && found[0].cents == found[1].cents)
    #expect(abs(found[2].cents + Self.sharp + 20) < 0.001)
  }

  @Test("Stereo pairs share a correction, and report their difference")
  func pair() throws {
    let regions = [Self.region(0), Self.region(1, fine: 6)]
    let bank = Self.bank(roots: [69, 69], sides: [.left, .right], presets: [regions])
    let found = try corrections(bank)
    #expect(found[0].cents == found[1].cents)
    #expect(abs(found[0].cents + Self.sharp + 3) < 0.001)
    #expect(found.allSatisfy { abs(($0.pairDifferenceCents ?? 0) - 6) < 0.001 })
    #expect(found[0].pairDisagrees)
  }

  @Test("Errors smaller than their uncertainty are reported, not corrected")
  func uncertain() {
    let bank = Self.bank(roots: [69], presets: [[Self.region(0)]])
    let region = bank.regions(ofPresetAt: 0)
    var map = IntonationMap()
    #expect(map.corrections(of: region, in: bank)[0].status == .unmeasured)
    let regionSample = RegionSample(region[0])
    for (uncertainty, status) in [
      (4.0, RegionCorrection.Status.applied), (15, .tooUncertain), (25, .tooUncertain),
    ] {
      map[regionSample] = PitchMeasurement(
        kind: .longLoop, frequency: .hertz(441), uncertaintyCents: uncertainty)
      #expect(map.corrections(of: region, in: bank)[0].status == status)
    }
    let strict = CorrectionRule(farthestCents: 3, uncertaintyCents: 50)
    #expect(map.corrections(of: region, in: bank, rule: strict)[0].status == .tooFar)
    map[regionSample] = .unpitched
    #expect(map.corrections(of: region, in: bank)[0].status == .unpitched)
    map[regionSample] = nil
    #expect(map == IntonationMap())
  }

  @Test("Equal samples are measured once, and measuring can be interrupted and resumed")
  func sharing() throws {
    let regions = (0..<5).map { Self.region($0 % 3, fine: Float($0)) }
    let bank = Self.bank(roots: [69, 69, 69], presets: [regions])
    let estimator = PitchEstimator()
    var map = IntonationMap()
    let first = try map.measure(regions, of: bank, using: estimator) { done, total in
      #expect(total == 3)
      return done < 2
    }
    #expect(first == 2 && map.entries.count == 2)
    #expect(try map.measure(regions, of: bank, using: estimator) == 1)
    #expect(try map.measure(regions, of: bank, using: estimator) == 0)
    #expect(map.entries.map(\.regionSample.sample) == [0, 1, 2])
  }

  @Test("Invalid regions and offsets are harmless")
  func hostile() throws {
    var regions = [Region(sample: -1), Region(sample: 7), Region(sample: .max)]
    for generator in Generator.allCases {
      for value: Float in [-32_768, 32_767, 1e30, -1e30, .infinity] {
        var region = Self.region(0)
        region.generators[generator] = value
        regions.append(region)
      }
    }
    let bank = Self.bank(roots: [69], presets: [regions])
    #expect(try corrections(bank).count == regions.count)
  }
}
