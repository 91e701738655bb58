import PeachInstrumentModel

/// Which of the three bands of an SFZ region's equalizer do anything, and what moves them.
struct SFZBands {
  private(set) var bands: [RegionBand] = []
  /// What velocity moves.
  private(set) var modulations: [RegionModulation] = []
  private var numbers: [Int] = []

  init(_ settings: SFZSettings) {
    for (place, own) in settings.bands.enumerated() {
      let number = place + 1
      let isMoved = settings.modulations.contains { $0.target == .band(number, .gain) }
      guard own.gain != 0 || own.velocityToGain != 0 || isMoved else { continue }
      let index = UInt8(bands.count)
      numbers.append(number)
      bands.append(
        RegionBand(hertz: own.frequency, octaves: own.bandwidth, gainCentibels: 10 * own.gain))
      for (part, amount) in [
        (RegionBand.Part.hertz, own.velocityToFrequency), (.gain, 10 * own.velocityToGain),
      ] where amount != 0 {
        modulations.append(
          RegionModulation(source: .velocity, target: .band(index, part), amount: amount))
      }
    }
  }

  /// What a controller moves, and what its amount is multiplied by.
  func target(_ number: Int, _ part: SFZTarget.Band) -> [(RegionModulation.Target, Float)] {
    guard let index = numbers.firstIndex(of: number).map({ UInt8($0) }) else { return [] }
    return switch part {
    case .frequency: [(.band(index, .hertz), 1)]
    case .bandwidth: [(.band(index, .octaves), 1)]
    case .gain: [(.band(index, .gain), 10)]
    }
  }
}

/// The equalizer.
extension SFZOpcodeRule {
  static let bands: [SFZOpcodeRule] = [
    band("freq", "Hz", "the middle of band N: 50, 500 and 5000", 0...30_000) { $0.frequency = $1 },
    band("bw", "octaves", "how wide band N is", 0.001...4) { $0.bandwidth = $1 },
    band("gain", "dB", "by how much band N, 1 to 3, raises its middle", -96...24) { $0.gain = $1 },
    band("vel2freq", "Hz", "added at velocity 127, in proportion below", -30_000...30_000) {
      $0.velocityToFrequency = $1
    },
    band("vel2gain", "dB", "added at velocity 127, in proportion below", -96...24) {
      $0.velocityToGain = $1
    },
  ]

  private static func band(
    _ word: String, _ unit: String, _ meaning: String, _ range: ClosedRange<Float>,
    _ set: @escaping @Sendable (inout SFZSettings.Band, Float) -> Void
  ) -> SFZOpcodeRule {
    SFZOpcodeRule("eqN_\(word)", unit, meaning) { settings, argument in
      guard (1...3).contains(argument.number) else { return }
      set(&settings.bands[argument.number - 1], argument.real(range))
    }
  }
}
