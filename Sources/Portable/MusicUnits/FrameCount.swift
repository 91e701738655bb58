/// Checked conversions of durations to frames. `Int(seconds * rate)` traps for infinities, NaN and
/// products beyond `Int`; these never do.
public enum FrameCount {
  /// The greatest magnitude of a result: 2⁵³ frames, which `Double` still counts one by one. Half
  /// of `Int.max` if that is less, so that a count may be added to another.
  public static var limit: Int { min(Int(clamping: Int64(1) << 53), .max / 2) }

  /// Returns the number of frames of a duration, rounded to the nearest, ties away from zero; `nil`
  /// if the product is NaN or its magnitude exceeds ``limit``. For durations that a caller states
  /// and that an error may refuse.
  @inlinable public static func frames(seconds: Double, rate: Double) -> Int? {
    let frames = (seconds * rate).rounded()
    // False for NaN.
    guard frames.magnitude <= Double(limit) else { return nil }
    return Int(frames)
  }

  /// Returns the number of frames of a duration, rounded to the nearest, ties away from zero, and
  /// clamped to −``limit``…``limit``; 0 if the product is NaN. For durations that cannot be
  /// refused.
  @inlinable public static func frames(clampingSeconds seconds: Double, rate: Double) -> Int {
    let limit = Double(limit)
    let frames = (seconds * rate).rounded()
    return frames.isNaN ? 0 : Int(min(max(frames, -limit), limit))
  }
}

extension FixedWidthInteger {
  /// Creates the integer nearest to a number in the direction of zero, clamped to the type's range;
  /// 0 for NaN. `Int16(saturating: 1e9)` is 32,767.
  @inlinable public init(saturating value: Double) {
    if value.isNaN {
      self = 0
    } else if value <= Double(Self.min) {
      self = .min
    } else if value >= Double(Self.max) {
      // `Double(Int64.max)` is 2⁶³; every lesser number fits.
      self = .max
    } else {
      self = Self(value)
    }
  }
}
