import PeachMusicUnits

/// The sustained segment of a recording, between attack and release.
struct SustainedPart {
  let frames: Range<Int>

  /// A tone that decays faster is not sustained; a loop would hold it like an organ.
  private static var maxDecayDecibelsPerSecond: Double { 4 }
  /// The maximum decay between the second and the fourth fifth of the tone.
  private static var maxDecayDecibels: Double { 8 }
  private static var minSeconds: Double { 0.4 }
  private static var attackSeconds: Double { 0.1 }
  private static var blockSeconds: Double { 0.02 }

  /// Returns `nil` if the tone decays or is too short.
  init?(of channels: [[Float]], sampleRate: Double) {
    let block = max(Int(sampleRate * Self.blockSeconds), 1)
    let powers = Self.powers(channels, block)
    let peak = powers.max() ?? 0
    // −80 dB.
    guard peak > 1e-8, let first = powers.firstIndex(where: { $0 > peak / 4 }),
      let last = powers.lastIndex(where: { $0 > peak / 100 }),
      let lastLoud = powers.lastIndex(where: { $0 > peak / 8 })
    else { return nil }
    let count = last + 1 - first
    let seconds = Double(count * block) / sampleRate
    guard seconds >= Self.minSeconds else { return nil }
    let decay =
      Self.decibels(powers[first + count / 5..<first + count * 2 / 5])
      - Self.decibels(powers[first + count * 3 / 5..<first + count * 4 / 5])
    // The centers of both segments are two fifths apart.
    guard decay <= Self.maxDecayDecibelsPerSecond * 0.4 * seconds, decay <= Self.maxDecayDecibels
    else { return nil }
    let start = first * block + Int(Self.attackSeconds * sampleRate)
    // The last blocks may contain the start of the release.
    let end = (lastLoud - 1) * block
    guard Double(end - start) >= (Self.minSeconds - Self.attackSeconds) * 0.5 * sampleRate
    else { return nil }
    frames = start..<end
  }

  private static func powers(_ channels: [[Float]], _ block: Int) -> [Double] {
    let count = channels.first?.count ?? 0
    return stride(from: 0, to: count - block + 1, by: block).map { start in
      var sum = 0.0
      for channel in channels {
        channel.withUnsafeBufferPointer { frames in
          for frame in frames[start..<start + block] { sum += Double(frame) * Double(frame) }
        }
      }
      return sum / Double(block)
    }
  }

  private static func decibels(_ powers: ArraySlice<Double>) -> Double {
    let mean = powers.reduce(0, +) / Double(max(powers.count, 1))
    return 10 * 0.30102999566398120 * Exponential.log2(max(mean, 1e-30))
  }
}
