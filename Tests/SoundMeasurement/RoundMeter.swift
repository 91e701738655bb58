import Foundation

/// Measures the duration of the rounds of a loop, and so its mean pitch, whichever vibrato it has.
public enum RoundMeter {
  /// The length of the compared segments.
  private static let segmentSeconds = 0.3

  /// Returns the mean pitch of a tone that repeats itself after `period` seconds if its mean pitch
  /// is `hertz`, in cents above it. Searches four tenths of a period of the tone to each side.
  ///
  /// The lag at which two segments have the highest correlation is the duration.
  public static func meanCents(
    of audio: [Float], from start: Double, period: Double, above hertz: Double, sampleRate: Double
  ) -> Double? {
    let count = Int(segmentSeconds * sampleRate)
    let first = Int(start * sampleRate)
    let reach = Int(0.4 * sampleRate / hertz)
    let middle = Int((period * sampleRate).rounded())
    guard first >= 0, first + middle + reach + count <= audio.count, reach > 1 else { return nil }
    let segment = Array(audio[first..<first + count])
    let scores = (-reach...reach).map { shift in
      let begin = first + middle + shift
      return Level.correlation(segment, Array(audio[begin..<begin + count]))
    }
    guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), best > 0,
      best < scores.count - 1, scores[best] > 0.9
    else { return nil }
    let (before, peak, after) = (scores[best - 1], scores[best], scores[best + 1])
    let offset = 0.5 * (before - after) / (before - 2 * peak + after)
    let lag = Double(middle + best - reach) + offset
    return 1200 * log2(period * sampleRate / lag)
  }
}
