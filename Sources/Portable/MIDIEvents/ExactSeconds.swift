/// A time as a fraction of integers, without rounding errors.
public struct ExactSeconds: Hashable, Sendable, BitwiseCopyable {
  /// The time in units, 0 through 2^62.
  public let units: Int64
  /// The number of units per second, 1 through 2^35.
  public let unitsPerSecond: Int64

  init(units: Int64, unitsPerSecond: Int64) {
    self.units = units
    self.unitsPerSecond = unitsPerSecond
  }

  /// The time in seconds, correct to one ULP.
  public var seconds: Double {
    Double(units / unitsPerSecond) + Double(units % unitsPerSecond) / Double(unitsPerSecond)
  }

  /// Returns the nearest frame, halves rounded up.
  ///
  /// - Parameter sampleRate: The sample rate, 1…768,000 Hz.
  public func frame(sampleRate: Int) -> Int64 {
    precondition(
      sampleRate > 0 && sampleRate <= ExactSeconds.largestSampleRate,
      "The sample rate must be 1 through 768,000 Hz.")
    // Integral seconds separately, so that no product overflows: 2^42 · 2^20 and 2^35 · 2^20.
    let rate = Int64(sampleRate)
    let whole = units / unitsPerSecond * rate
    let rest = units % unitsPerSecond * rate
    return whole + (rest + unitsPerSecond / 2) / unitsPerSecond
  }

  /// The maximum sample rate, in hertz.
  static var largestSampleRate: Int { 768_000 }
}
