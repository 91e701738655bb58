import PeachMusicUnits

/// The attack and the level of a note as a synthesizer plays it, measured as the tones of
/// recordings are.
package struct PlayedTone: Hashable, Sendable {
  /// The time from note-on to the attack; `nil` if the note is silent.
  package let attackSeconds: Double?
  /// The K-weighted power of all channels from 100 to 600 ms, in decibels.
  package let sustainedDecibels: Double
  /// The same from 5 to 205 ms.
  package let decayingDecibels: Double
  /// Whether the level halfway to −20 dB has fallen like that of a decaying tone.
  package let isDecaying: Bool

  /// Measures a note from note-on to at least 600 ms.
  ///
  /// - Parameters:
  ///   - channels: The channels, of equal length.
  ///   - hertz: The nominal pitch.
  package init(_ channels: [[Float]], hertz: Double, sampleRate: Double) {
    let power = KWeighting.power(of: channels, sampleRate: sampleRate)
    let envelope = PowerEnvelope(power: power, sampleRate: sampleRate)
    let onset = ToneOnset(
      envelope.decibels(windowSeconds: ToneOnset.windowSeconds(hertz: hertz)),
      hopSeconds: envelope.hopSeconds)
    attackSeconds = onset?.attackSeconds
    isDecaying =
      onset.map {
        ToneDecay(envelope, attackSeconds: $0.attackSeconds).decibelsHalfway
          > ToneDecay.maxSustainedDecibels
      } ?? false
    func level(_ seconds: ClosedRange<Double>) -> Double {
      let frames = power[
        min(
          Int(seconds.lowerBound * sampleRate), power.count)..<min(
            Int(seconds.upperBound * sampleRate), power.count)]
      let sum = frames.reduce(0.0) { $0 + Double($1) }
      return Levels.decibels(Double(channels.count) * sum / Double(max(frames.count, 1)))
    }
    sustainedDecibels = level(0.1...0.6)
    decayingDecibels = level(0.005...0.205)
  }
}
