import PeachInstrumentModel
import Testing

@Suite("Generators")
struct GeneratorTests {
  @Test("All generators of SoundFont 2.04 §8.1.2 except unused and reserved ones")
  func numbers() {
    let unused: Set<UInt8> = [14, 18, 19, 20, 42, 49, 55, 59, 60]
    let expected = (0..<UInt8(Generator.tableCount)).filter { !unused.contains($0) }
    #expect(Generator.allCases.map(\.rawValue) == expected)
  }

  @Test("Defaults match §8.1.3")
  func defaults() {
    var expected: [UInt8: Float] = [8: 13500, 46: -1, 47: -1, 56: 100, 58: -1]
    for time: UInt8 in [21, 23, 25, 26, 27, 28, 30, 33, 34, 35, 36, 38] { expected[time] = -12000 }
    let values = GeneratorValues()
    for generator in Generator.allCases {
      #expect(values[generator] == expected[generator.rawValue] ?? 0, "\(generator)")
      #expect(generator.range.contains(generator.defaultValue), "\(generator)")
    }
  }

  @Test(
    "Useful ranges match §8.1.3",
    arguments: [
      (5, -12000, 12000), (8, 1500, 13500), (9, 0, 960), (13, -960, 960), (15, 0, 1000),
      (16, 0, 1000), (17, -500, 500), (21, -12000, 5000), (22, -16000, 4500), (26, -12000, 8000),
      (27, -12000, 5000), (29, 0, 1000), (31, -1200, 1200), (33, -12000, 5000), (34, -12000, 8000),
      (36, -12000, 8000), (37, 0, 1440), (38, -12000, 8000), (40, -1200, 1200), (48, 0, 1440),
      (51, -120, 120), (52, -99, 99), (57, 0, 127),
    ])
  func ranges(number: UInt8, low: Float, high: Float) {
    #expect(Generator(rawValue: number)?.range == low...high)
  }

  @Test("Values are stored until clamped; NaN becomes the default")
  func values() {
    var values = GeneratorValues()
    values[.pan] = 900
    values[.initialFilterCutoff] = .nan
    #expect(values[.pan] == 900)
    #expect(values[.initialFilterCutoff] == 13500)
    values[.fineTune] = -.infinity
    values.clamp()
    #expect(values[.pan] == 500)
    #expect(values[.fineTune] == -99)
  }

  @Test("Modulators are equal if all but the amount is (§9.5.1)")
  func modulators() {
    let first = Modulator(
      source: 0x0502, destination: 48, amount: 960, amountSource: 0, transform: 0)
    var second = first
    second.amount = 0
    #expect(first.hasSameIdentity(as: second))
    for change in [\Modulator.source, \.destination, \.amountSource, \.transform] {
      var other = first
      other[keyPath: change] += 1
      #expect(!first.hasSameIdentity(as: other))
    }
  }
}
