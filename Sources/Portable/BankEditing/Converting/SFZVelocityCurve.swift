import PeachInstrumentModel
import PeachMusicUnits

/// The level of a region by velocity, as SFZ's `amp_veltrack` and `amp_velcurve_N`.
struct SFZVelocityCurve {
  /// The velocity tracking in percent.
  private(set) var tracking = 100.0
  /// Points of the curve; none for the default (v/127)².
  private(set) var points: [(velocity: Int, amplitude: Double)] = []
  /// The gain that keeps the curve within 1.
  private(set) var gainDecibels = 0.0

  /// Combines the extended parameters with an `attenuation` in centibels for 128 velocities, that
  /// of modulators.
  init(_ region: Region, attenuation: [Double]?) {
    let extendedParameters = region.extendedParameters
    let ownTracking = extendedParameters?.velocityTracking ?? 0
    let isModulated = (extendedParameters?.modulations ?? []).contains {
      $0.target == .velocityTracking
    }
    guard let attenuation, !(isModulated && ownTracking != 0) else {
      tracking = Double(ownTracking) * 100
      let curve = extendedParameters?.velocityCurve ?? []
      if curve.count == 128 {
        points = (Array(stride(from: 0, through: 126, by: 7)) + [127]).map {
          ($0, Double(curve[$0]))
        }
      }
      return
    }
    if ownTracking == 0, Self.isDefault(attenuation) { return }
    // The level is limited to full scale (SoundFont 2.04 §8.1.3, generator 48).
    let base = Double(max(region.generators[.initialAttenuation], 0))
    let amplitudes = attenuation.enumerated().map { velocity, centibels in
      Exponential.exp2(-max(centibels, -base) / 60.205999132796239)
        * (extendedParameters.map { Self.amplitude($0, velocity) } ?? 1)
    }
    let peak = max(amplitudes.dropFirst().max() ?? 1, 1)
    gainDecibels = 20 * 0.30102999566398120 * Exponential.log2(peak)
    // Lines between points deviate by at most 0.2 dB from SoundFont's curves.
    let velocities = Array(1...12) + [14, 16, 19, 22, 26, 30, 35] + [40, 48, 56, 63]
    points = (velocities + Array(stride(from: 64, through: 120, by: 8)) + [127]).map {
      ($0, Double(Float(amplitudes[$0] / peak)))
    }
  }

  /// The attenuation of the default modulator (§8.4.1), the same as SFZ's curve.
  private static let defaultAttenuation = SourceCurve(0x0502)?.values.map { 960 * $0 } ?? []

  private static func isDefault(_ attenuation: [Double]) -> Bool {
    zip(attenuation, defaultAttenuation).allSatisfy { abs($0 - $1) < 0.5 }
  }

  private static func amplitude(_ parameters: ExtendedParameters, _ velocity: Int) -> Double {
    let curve = parameters.velocityCurve
    let full = curve.count == 128 ? Double(curve[velocity]) : Double(velocity * velocity) / 16129
    let depth = Double(min(max(parameters.velocityTracking, -1), 1))
    if depth == 0 { return 1 }
    return depth > 0 ? 1 - depth * (1 - full) : 1 + depth * full
  }
}
