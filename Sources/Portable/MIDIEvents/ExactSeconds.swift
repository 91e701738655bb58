/// A time as a fraction of whole numbers, so that hours of ticks add up without any error.
public struct ExactSeconds: Hashable, Sendable, BitwiseCopyable {
  /// How many units; 0 through 2^62.
  public let units: Int64
  /// How many of them are a second; 1 through 2^35.
  public let unitsPerSecond: Int64

  init(units: Int64, unitsPerSecond: Int64) {
    self.units = units
    self.unitsPerSecond = unitsPerSecond
  }

  /// The nearest `Double`, give or take one unit in the last place.
  public var seconds: Double {
    Double(units / unitsPerSecond) + Double(units % unitsPerSecond) / Double(unitsPerSecond)
  }

  /// The nearest frame at `sampleRate` frames a second, 1…``largestSampleRate``; halves upward.
  public func frame(sampleRate: Int) -> Int64 {
    precondition(
      sampleRate > 0 && sampleRate <= ExactSeconds.largestSampleRate,
      "A sample rate is 1 through 768,000 hertz.")
    // Whole seconds apart, so that no product leaves 64 bits: 2^42 · 2^20 and 2^35 · 2^20.
    let rate = Int64(sampleRate)
    let whole = units / unitsPerSecond * rate
    let rest = units % unitsPerSecond * rate
    return whole + (rest + unitsPerSecond / 2) / unitsPerSecond
  }

  /// The highest sample rate that frames are counted at, in hertz.
  public static var largestSampleRate: Int { 768_000 }
}
