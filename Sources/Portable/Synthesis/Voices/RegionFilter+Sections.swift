import PeachInstrumentModel

extension RegionFilter {
  var sectionResponse: VoiceFilter.Response {
    switch self {
    case .lowPass, .lowPass4Pole, .lowPass6Pole: .lowPass
    case .lowPass1Pole: .lowPass1Pole
    case .highPass, .highPass4Pole, .highPass6Pole: .highPass
    case .highPass1Pole: .highPass1Pole
    case .bandPass: .bandPass
    case .bandReject: .bandReject
    }
  }

  /// Returns the damping of a section, given that of a 2-pole filter with the same resonance.
  /// Without resonance the sections are those of a Butterworth filter of order 2n, with damping
  /// 2 sin(π (2k + 1) / 4n). Resonance scales that of the first section, which has the highest Q.
  @inline(__always) func damping(ofSection number: Int, _ damping: Double) -> Double {
    let half = 0.707106781186547524
    switch (sectionCount, number) {
    case (2, 0): return 0.765366864730179543 * half * damping
    case (2, _): return 1.84775906502257351
    case (3, 0): return 0.517638090205041525 * half * damping
    case (3, 1): return 2 * half
    case (3, _): return 1.93185165257813657
    default: return damping
    }
  }
}
