import PeachMusicUnits

/// A noise after a decaying tone, such as the thump of a damper, a released key or a second note.
/// It would be the peak of the sample, and limit its level.
struct LateNoise: Hashable, Sendable {
  /// The time at which the noise begins.
  let seconds: Double

  /// A decaying tone does not rise by as much, in decibels.
  private static var riseDecibels: Double { 12 }
  /// The time from the attack on in which a tone may still swell.
  private static var toneSeconds: Double { 0.3 }
  private static var fadeSeconds: Double { 0.02 }

  /// Returns `nil` if the level only decays, or if the noise is softer than the tone by 20 dB.
  init?(_ envelope: PowerEnvelope, onset: ToneOnset) {
    let levels = envelope.decibels(windowSeconds: 0.03)
    let first = Int((onset.attackSeconds + Self.toneSeconds) / envelope.hopSeconds)
    guard first < levels.count else { return nil }
    var lowest = (level: levels[first], index: first)
    for index in first..<levels.count {
      if levels[index] < lowest.level { lowest = (levels[index], index) }
      guard levels[index] > lowest.level + Self.riseDecibels,
        levels[index] > onset.levelDecibels - 20
      else { continue }
      // Goes back to the start of the rise.
      var start = index
      while start > lowest.index, levels[start] > lowest.level + 3 { start -= 1 }
      seconds = Double(start) * envelope.hopSeconds
      return
    }
    return nil
  }

  /// Returns the frames before the noise, with a fade-out.
  func cut(_ frames: [Float], sampleRate: Double) -> [Float] {
    let fade = Int(Self.fadeSeconds * sampleRate)
    var result = Array(frames.prefix(Int(seconds * sampleRate)))
    let count = min(fade, result.count)
    for index in 0..<count {
      let cosine = Exponential.sineAndCosine(cycles: Double(index) / Double(4 * count)).cosine
      result[result.count - count + index] *= Float(cosine * cosine)
    }
    return result
  }
}
