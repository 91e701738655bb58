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
    case PEACH_TONE_SMOOTH: return .straight(vibrato: vibrato, smoothsLevels: true)
    case PEACH_TONE_RECORDED: return .recorded
    default: throw LibraryError(.argument, "\(tone) is not a tone.")
    }
  }

  /// Returns the options for pure chords; `nil` if they are off.
  static func adaptive(
    _ adaptive: Int32, purity: Double, glide: Double, fixed: UInt16, untuned: UInt16
  ) throws(LibraryError) -> AdaptiveTuning? {
    try require(0...1 ~= purity, "The purity is \(purity). Use 0 to 1.")
    try require(0...100 ~= glide, "The glide is \(glide) cents per second. Use 0 to 100.")
    var options = AdaptiveTuning()
    switch Int(adaptive) {
    case PEACH_ADAPTIVE_OFF: return nil
    case PEACH_ADAPTIVE_FIVE: options.sevenths = .five
    case PEACH_ADAPTIVE_SEVEN: options.sevenths = .seven
    default: throw LibraryError(.argument, "\(adaptive) is not a kind of adaptive tuning.")
    }
    (options.purity, options.glideRate) = (purity, glide)
    (options.fixedChannels, options.untunedChannels) = (SongChannels(fixed), SongChannels(untuned))
    return options
  }

  /// Returns the stretch of octaves; `nil` if it is off.
  static func stretch(_ stretch: Int32, amount: Double) throws(LibraryError) -> OctaveStretch? {
    try require(0...2 ~= amount, "The amount of the stretch is \(amount). Use 0 to 2.")
    switch Int(stretch) {
    case PEACH_STRETCH_OFF: return nil
    case PEACH_STRETCH_MIXED: return OctaveStretch(.mixed, amount: amount)
    case PEACH_STRETCH_2_TO_1: return OctaveStretch(.twoToOne, amount: amount)
    case PEACH_STRETCH_4_TO_2: return OctaveStretch(.fourToTwo, amount: amount)
    case PEACH_STRETCH_6_TO_3: return OctaveStretch(.sixToThree, amount: amount)
    default: throw LibraryError(.argument, "\(stretch) is not a kind of stretch.")
    }
  }

  /// Returns the tuning of a handle; `nil` for a null one.
  static func tuning(_ handle: OpaquePointer?) throws -> KeyboardTuning? {
    guard let handle else { return nil }
    return try HandleTable.use(handle, as: TuningObject.self) { $0.tuning }
  }

  static func interpolation(_ taps: Int32) throws(LibraryError) -> InterpolationQuality {
    guard let quality = InterpolationQuality(tapCount: Int(taps)) else {
      throw LibraryError(.argument, "The interpolation has \(taps) taps. Use 4, 6, 8, 16 or 32.")
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
