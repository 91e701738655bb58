import CPeach
import PeachAudioEncoding
import PeachMusicUnits
import PeachServices
import PeachSynthesis

/// Conversions of the members of options, which throw a ``LibraryError`` if they are out of range.
enum OptionValue {
  static func sampleRate(_ hertz: Double) throws(LibraryError) -> Double {
    try require(
      8_000...384_000 ~= hertz, "The sample rate is \(hertz) Hz. Use 8000 to 384000.")
    return hertz
  }

  static func voices(_ count: Int32) throws(LibraryError) -> Int {
    try require(1...4_096 ~= count, "The number of voices is \(count). Use 1 to 4096.")
    return Int(count)
  }

  static func gain(_ decibels: Double) throws(LibraryError) -> Decibels {
    try require(-60...20 ~= decibels, "The gain is \(decibels) dB. Use -60 to 20.")
    return Decibels(decibels)
  }

  static func referencePitch(_ hertz: Double) throws(LibraryError) -> Frequency {
    try require(
      FrequencyCalculation.referencePitches ~= hertz,
      "The frequency of A4 is \(hertz) Hz. Use 380 to 480.")
    return .hertz(hertz)
  }

  static func tone(_ tone: Int32, vibrato: Double) throws(LibraryError) -> ToneStyle {
    try require(0...2 ~= vibrato, "The vibrato is \(vibrato). Use 0 to 2.")
    switch Int(tone) {
    case PEACH_TONE_STRAIGHT: return .straight(vibrato: vibrato)
    case PEACH_TONE_RECORDED: return .recorded
    default: throw LibraryError(.argument, "\(tone) is not a tone.")
    }
  }

  static func interpolation(_ taps: Int32) throws(LibraryError) -> InterpolationQuality {
    guard let quality = InterpolationQuality(tapCount: Int(taps)) else {
      throw LibraryError(.argument, "The interpolation has \(taps) taps. Use 4, 8, 16 or 32.")
    }
    return quality
  }

  static func format(_ format: Int32) throws(LibraryError) -> WAVSampleFormat {
    switch Int(format) {
    case PEACH_FORMAT_INTEGER16: return .integer16
    case PEACH_FORMAT_INTEGER24: return .integer24
    case PEACH_FORMAT_FLOAT32: return .float32
    default: throw LibraryError(.argument, "\(format) is not a sample format.")
    }
  }
}
