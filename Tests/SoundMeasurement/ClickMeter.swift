import Foundation

/// Hears clicks in a tone of few partials: what is left when the partials are taken away.
///
/// A sine keeps x[n+1] − 2·cos(w)·x[n] + x[n−1] at 0, whatever its phase and level; one such filter
/// for each partial leaves nothing of the tone. A step or a spike of height h comes out as h at its
/// first frame.
public enum ClickMeter {
  /// The largest rest, in decibels relative to the audio's peak; −∞ for none. `frequency` is the
  /// first partial's.
  public static func decibels(
    of audio: ArraySlice<Float>, frequency: Double, partials: Int, sampleRate: Double
  ) -> Double {
    var rest = audio.map { Double($0) }
    let peak = rest.reduce(0) { max($0, abs($1)) }
    for partial in 1...partials {
      let factor = 2 * cos(2 * Double.pi * frequency * Double(partial) / sampleRate)
      var index = rest.count - 1
      while index >= 2 {
        rest[index] += rest[index - 2] - factor * rest[index - 1]
        index -= 1
      }
      rest.removeFirst(2)
    }
    return 20 * log10(rest.reduce(0) { max($0, abs($1)) } / peak)
  }
}
