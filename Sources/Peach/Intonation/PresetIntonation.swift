import PeachInstrumentModel
import PeachIntonation

/// How well in tune a preset sounds once it is corrected.
///
/// ```swift
/// let cello = try SoundBank(contentsOf: "FluidR3_GM.sf2").preset(bank: 0, program: 42)
/// if let found = try IntonationCache().intonation(of: cello) {
///   print(found.badge)  // wavers by 22.9 cents, within 13.1 cents
/// }
/// ```
public struct PresetIntonation: Hashable, Sendable {
  /// What a picker shows beside a preset (I6).
  public enum Badge: Hashable, Sendable, CustomStringConvertible {
    /// Every key is in tune to a cent.
    case exact
    /// At the worst key so many cents may be left.
    case within(cents: Double)
    /// The recordings themselves waver by more than a cent: vibrato, or several players. Their mean
    /// pitch is in tune to so many cents.
    case wavering(cents: Double, within: Double)
    /// There is no pitch to be in tune.
    case unpitched

    /// `exact`, `within 3.1 cents`, `wavers by 12.0 cents`, `no pitch`.
    public var description: String {
      func text(_ cents: Double) -> String { "\((cents * 10).rounded() / 10)" }
      return switch self {
      case .exact: "exact"
      case .within(let cents): "within \(text(cents)) cents"
      case .wavering(let cents, let rest) where rest <= 1: "wavers by \(text(cents)) cents"
      case .wavering(let cents, let rest):
        "wavers by \(text(cents)) cents, within \(text(rest)) cents"
      case .unpitched: "no pitch"
      }
    }
  }

  /// The farthest that a recording is out of tune as the bank has it, in cents.
  public var worstErrorCents = 0.0
  /// The most that may be left of that when it is corrected, in cents: how uncertain the measurement
  /// is, or the whole error where it is too large or too uncertain to be corrected.
  public var worstRemainderCents = 0.0
  /// The largest standard deviation of a recording's pitch in time, in cents.
  public var worstSpreadCents = 0.0
  /// How many of its recordings have a pitch.
  public var pitchedCount = 0
  /// How many have none, such as a breath or a key's noise.
  public var unpitchedCount = 0

  /// What a picker shows.
  public var badge: Badge {
    if pitchedCount == 0 { return .unpitched }
    if worstSpreadCents > 1 {
      return .wavering(cents: worstSpreadCents, within: worstRemainderCents)
    }
    return worstRemainderCents > 1 ? .within(cents: worstRemainderCents) : .exact
  }

  /// What regions, their corrections and the measurements they come from amount to.
  init(regions: [Region], corrections: [RegionCorrection], map: IntonationMap) {
    for (region, correction) in zip(regions, corrections) {
      // What sounds when a key is let go is no pitch that anybody compares.
      if region.looping == .fromRelease { continue }
      guard let measurement = map[RegionRecording(region)], measurement.isPitched else {
        unpitchedCount += 1
        continue
      }
      pitchedCount += 1
      let isApplied = correction.status == .applied || correction.status == .appliedAside
      let error = isApplied ? abs(correction.cents) : min(abs(correction.errorCents), 600)
      let uncertainty = correction.uncertaintyCents
      worstErrorCents = max(worstErrorCents, error)
      worstRemainderCents = max(
        worstRemainderCents, isApplied ? uncertainty : max(error, uncertainty))
      worstSpreadCents = max(worstSpreadCents, measurement.spreadCents)
    }
  }
}
