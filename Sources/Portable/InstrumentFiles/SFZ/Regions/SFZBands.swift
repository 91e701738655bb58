import PeachInstrumentModel

/// The active equalizer bands of an SFZ region, and their modulation.
struct SFZBands {
  private(set) var bands: [RegionBand] = []
  /// The modulation by velocity.
  private(set) var modulations: [RegionModulation] = []
  private var numbers: [Int] = []

  init(_ settings: SFZSettings) {
    for (number, band) in zip(1..., settings.bands) {
      let isModulated = settings.modulations.contains { $0.target == .band(number, .gain) }
      guard band.gain != 0 || band.velocityToGain != 0 || isModulated else { continue }
      let index = UInt8(bands.count)
      numbers.append(number)
      bands.append(
        RegionBand(hertz: band.frequency, octaves: band.bandwidth, gainCentibels: 10 * band.gain))
      for (target, amount) in [
        (RegionModulation.Target.band(index, .hertz), band.velocityToFrequency),
        (.band(index, .gain), 10 * band.velocityToGain),
      ] where amount != 0 {
        modulations.append(RegionModulation(source: .velocity, target: target, amount: amount))
      }
    }
  }

  /// Returns the model's target of a modulation, and the factor of its amount.
  func target(_ number: Int, _ parameter: SFZTarget.BandParameter) -> [SFZModulations.Target] {
    guard let index = numbers.firstIndex(of: number).map({ UInt8($0) }) else { return [] }
    return switch parameter {
    case .frequency: [(.band(index, .hertz), 1)]
    case .bandwidth: [(.band(index, .octaves), 1)]
    case .gain: [(.band(index, .gain), 10)]
    }
  }
}

extension SFZOpcodeRule {
  static let bands: [SFZOpcodeRule] = [
    band("freq", "Hz", "center frequency of band N; default 50, 500 and 5000", 0...30_000) {
      $0.frequency = $1
    },
    band("bw", "octaves", "bandwidth of band N", 0.001...4) { $0.bandwidth = $1 },
    band("gain", "dB", "gain of band N, 1 to 3", -96...24) { $0.gain = $1 },
    band("vel2freq", "Hz", velocityMeaning, -30_000...30_000) { $0.velocityToFrequency = $1 },
    band("vel2gain", "dB", velocityMeaning, -96...24) { $0.velocityToGain = $1 },
  ]

  private static func band(
    _ suffix: String, _ unit: String, _ meaning: String, _ range: ClosedRange<Float>,
    _ set: @escaping @Sendable (inout SFZSettings.Band, Float) -> Void
  ) -> SFZOpcodeRule {
    .init("eqN_\(suffix)", unit, meaning) { settings, argument in
      guard (1...3).contains(argument.number) else { return }
      set(&settings.bands[argument.number - 1], argument.real(range))
    }
  }
}
