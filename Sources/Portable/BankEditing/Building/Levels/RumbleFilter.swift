/// Removes rumble below a tone, whose peaks would limit its level. Microphones near plucked strings
/// record handling noise at 10 to 25 Hz, inaudible but stronger than the tone.
enum RumbleFilter {
  /// The cutoff frequency in hertz, and as a fraction of the pitch.
  private static var maxHertz: Double { 45 }
  private static var pitchFraction: Double { 1.0 / 3 }
  /// The highest cutoff frequency of filtered audio that is measured and not kept, in hertz.
  private static var maxMeasuredHertz: Double { 150 }
  /// The reduction of the peak that justifies the filter, in decibels.
  private static var minDecibels: Double { 1 }

  /// Returns filtered channels and the reduction of their peak; `nil` if it is not worthwhile.
  static func applied(
    to channels: [[Float]], hertz: Double, sampleRate: Double
  ) -> (channels: [[Float]], decibels: Double)? {
    guard
      let filtered = filtered(
        channels, cutoff: min(maxHertz, hertz * pitchFraction), sampleRate: sampleRate)
    else { return nil }
    let reduction = ToneLevel.peakDecibels(channels) - ToneLevel.peakDecibels(filtered)
    return reduction >= minDecibels ? (filtered, reduction) : nil
  }

  /// Returns channels for the measurement of a tone of `hertz`, or of any tone.
  static func measured(_ channels: [[Float]], hertz: Double?, sampleRate: Double) -> [[Float]] {
    let cutoff = hertz.map { min(maxMeasuredHertz, $0 * pitchFraction) } ?? minHertz
    return filtered(channels, cutoff: cutoff, sampleRate: sampleRate) ?? channels
  }

  /// The cutoff frequency for tones of unknown pitch.
  private static var minHertz: Double { 20 }

  /// Returns `nil` if the sample rate is too low.
  private static func filtered(
    _ channels: [[Float]], cutoff: Double, sampleRate: Double
  ) -> [[Float]]? {
    guard cutoff > 0, cutoff < 0.2 * sampleRate else { return nil }
    return channels.map { channel -> [Float] in
      // A Butterworth filter of the fourth order.
      var first = Biquad.highPass(hertz: cutoff, quality: 0.5412, sampleRate)
      var second = Biquad.highPass(hertz: cutoff, quality: 1.3066, sampleRate)
      return channel.map { Float(second.process(first.process(Double($0)))) }
    }
  }
}
