/// A time as a fraction of integers, without rounding errors.
public struct ExactSeconds: Hashable, Sendable, BitwiseCopyable {
  /// The time in units, 0 through 2^62.
  public let units: Int64
  /// The number of units per second, 1 through 2^35.
  public let unitsPerSecond: Int64

  /// The time in seconds, correct to one ULP.
  public var seconds: Double {
    Double(units / unitsPerSecond) + Double(units % unitsPerSecond) / Double(unitsPerSecond)
  }

  /// Returns the nearest frame, halves rounded up.
  ///
  /// - Parameter sampleRate: The sample rate, 1…768,000 Hz.
  public func frame(sampleRate: Int) -> Int64 {
    precondition(1...768_000 ~= sampleRate, "The sample rate must be 1 through 768,000 Hz.")
    // Integral seconds separately, so that no product overflows: 2^42 · 2^20 and 2^35 · 2^20.
    let rest = units % unitsPerSecond * Int64(sampleRate)
    return units / unitsPerSecond * Int64(sampleRate) + (rest + unitsPerSecond / 2) / unitsPerSecond
  }
}
