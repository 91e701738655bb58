import PeachMusicUnits

/// The part of a recording where its tone is held: behind the attack, before the release.
struct SustainedPart {
  /// The frames of it.
  let frames: Range<Int>

  /// A tone that falls faster than this is dying, and a loop would make an organ of it.
  private static var fallLimitDecibelsPerSecond: Double { 4 }
  /// One that has fallen by this between its early and its late part is dying slowly.
  private static var fallLimitDecibels: Double { 8 }
  private static var shortestSeconds: Double { 0.4 }
  private static var attackSeconds: Double { 0.1 }
  private static var blockSeconds: Double { 0.02 }

  /// Nil where no tone is held: one that dies away, or is too short.
  init?(of channels: [[Float]], sampleRate: Double) {
    let block = max(Int(sampleRate * Self.blockSeconds), 1)
    let powers = Self.powers(channels, block)
    let loudest = powers.max() ?? 0
    // −80 dB, squared.
    guard loudest > 1e-8, let first = powers.firstIndex(where: { $0 > loudest / 4 }),
      let last = powers.lastIndex(where: { $0 > loudest / 100 }),
      let full = powers.lastIndex(where: { $0 > loudest / 8 })
    else { return nil }
    let count = last + 1 - first
    let seconds = Double(count * block) / sampleRate
    guard seconds >= Self.shortestSeconds else { return nil }
    let early = Self.decibels(powers[first + count / 5..<first + count * 2 / 5])
    let late = Self.decibels(powers[first + count * 3 / 5..<first + count * 4 / 5])
    let fall = early - late
    // From the middle of one part to that of the other.
    guard fall <= Self.fallLimitDecibelsPerSecond * 0.4 * seconds, fall <= Self.fallLimitDecibels
    else { return nil }
    let start = first * block + Int(Self.attackSeconds * sampleRate)
    // The last blocks may hold the release's beginning.
    let end = (full - 1) * block
    guard Double(end - start) >= (Self.shortestSeconds - Self.attackSeconds) * 0.5 * sampleRate
    else { return nil }
    frames = start..<end
  }

  private static func powers(_ channels: [[Float]], _ block: Int) -> [Double] {
    let count = channels.first?.count ?? 0
    var powers: [Double] = []
    for start in stride(from: 0, to: count - block + 1, by: block) {
      var sum = 0.0
      for channel in channels {
        channel.withUnsafeBufferPointer { frames in
          for index in start..<start + block {
            sum += Double(frames[index]) * Double(frames[index])
          }
        }
      }
      powers.append(sum / Double(block))
    }
    return powers
  }

  private static func decibels(_ powers: ArraySlice<Double>) -> Double {
    let mean = powers.reduce(0, +) / Double(max(powers.count, 1))
    return 10 * 0.30102999566398120 * Exponential.log2(max(mean, 1e-30))
  }
}
