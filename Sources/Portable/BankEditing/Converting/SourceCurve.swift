import PeachInstrumentModel
import PeachMusicUnits

/// The source of a modulator as a function of its 7-bit position (SoundFont 2.04 §8.2, §9.5.3).
struct SourceCurve {
  enum Input: Hashable {
    case none, controller(UInt8), velocity, key, keyPressure, channelPressure
    case pitchWheel, pitchWheelRange
  }

  let input: Input
  private let bits: UInt16

  /// Returns `nil` for links and undefined sources.
  init?(_ bits: UInt16) {
    self.bits = bits
    let index = UInt8(bits & 0x7F)
    if bits >> 10 > 3 { return nil }
    switch (bits & 0x80 != 0, index) {
    case (true, _): input = .controller(index)
    case (false, 0): input = .none
    case (false, 2): input = .velocity
    case (false, 3): input = .key
    case (false, 10): input = .keyPressure
    case (false, 13): input = .channelPressure
    case (false, 14): input = .pitchWheel
    case (false, 16): input = .pitchWheelRange
    default: return nil
    }
  }

  /// The values for all positions.
  var values: [Double] { (0..<128).map { value(at: UInt8($0)) } }

  /// Returns the value, −1…1, at a position of 0 through 127; 64 is the center of the pitch wheel.
  func value(at position: UInt8) -> Double {
    if input == .none { return 1 }
    let isReversed = bits & 0x100 != 0
    if bits & 0x200 == 0 {
      let fraction = Double(position) / 127
      return shaped(isReversed ? 1 - fraction : fraction, limit: maximum)
    }
    let offset = Double(position) - 64
    let isNegative = offset < 0
    let size = isSwitch ? 1 : abs(offset) / (isNegative ? 64 : 63)
    let value = shaped(size, limit: isNegative ? 1 : maximum)
    return isNegative != isReversed ? -value : value
  }

  private var isSwitch: Bool { bits >> 10 == 3 }

  /// The maximum of a 7-bit source (§9.5.3). A pitch bend reaches its range.
  private var maximum: Double {
    input == .pitchWheel || input == .pitchWheelRange ? 1 : 127.0 / 128
  }

  private func shaped(_ fraction: Double, limit: Double) -> Double {
    switch bits >> 10 {
    case 0: fraction * limit
    case 1: min(1 - Self.convex(1 - fraction), limit)
    case 2: min(Self.convex(fraction), limit)
    default: fraction >= 0.5 ? limit : 0
    }
  }

  /// Returns the convex curve, 0…1 over 96 dB.
  private static func convex(_ x: Double) -> Double {
    x <= 0 ? 0 : min(max(1 + 40.0 / 96 * 0.30102999566398120 * Exponential.log2(x), 0), 1)
  }
}
