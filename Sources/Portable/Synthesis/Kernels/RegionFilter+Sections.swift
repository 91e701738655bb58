import PeachInstrumentModel

extension RegionFilter {
  /// The damping of one of its sections, where a filter of second order with the same resonance
  /// would have `damping`.
  ///
  /// Of those of a Butterworth filter of order 2n, 2 sin(π (2k + 1) / 4n), the first is changed by
  /// what the resonance changes of √2.
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
