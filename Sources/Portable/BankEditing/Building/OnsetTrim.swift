import PeachMusicUnits

/// The start of a sample in its recording, so that its attack follows note-on within a limit.
struct OnsetTrim: Hashable, Sendable {
  /// The first frame that is kept.
  private(set) var firstFrame = 0
  /// The length of the fade-in, in frames.
  private(set) var fadeFrameCount = 0
  /// The time from the first frame to the attack.
  var attackSeconds: Double

  /// Audio that is kept before the physical onset.
  private static var leadSeconds: Double { 0.003 }
  private static var maxFadeSeconds: Double { 0.012 }
  private static var minFadeSeconds: Double { 0.001 }

  /// Keeps all frames.
  init(keeping onset: ToneOnset) { attackSeconds = onset.attackSeconds }

  /// Cuts what precedes the rise to the attack, and a rise that is longer than `limit` seconds.
  init(_ onset: ToneOnset, limit: Double, sampleRate: Double) {
    let rise = onset.attackSeconds - onset.physicalSeconds + Self.leadSeconds
    let seconds = min(rise, limit)
    // Recordings that begin later are never padded.
    firstFrame = max(Int((onset.attackSeconds - seconds) * sampleRate), 0)
    let isCut = rise > limit
    let fade = isCut ? min(Self.maxFadeSeconds, seconds / 2) : Self.minFadeSeconds
    if firstFrame > 0 { fadeFrameCount = max(Int(fade * sampleRate), 2) }
    attackSeconds = onset.attackSeconds - Double(firstFrame) / sampleRate
  }

  /// Begins later, because the attack is late in the trimmed sample.
  mutating func shorten(by seconds: Double, sampleRate: Double) {
    firstFrame += max(Int(seconds * sampleRate + 0.5), 1)
    attackSeconds -= seconds
    let fade = max(min(Self.maxFadeSeconds, attackSeconds / 2), Self.minFadeSeconds)
    fadeFrameCount = max(Int(fade * sampleRate), 2)
  }

  /// Limits the start, so that it does not exceed a loop.
  mutating func limit(to frame: Int, sampleRate: Double) {
    guard firstFrame > frame else { return }
    attackSeconds += Double(firstFrame - frame) / sampleRate
    firstFrame = frame
  }

  /// Returns the frames from the start on, with the fade-in.
  func applied(to frames: [Float]) -> [Float] {
    guard firstFrame > 0 else { return frames }
    var result = Array(frames[min(firstFrame, frames.count)...])
    for index in 0..<min(fadeFrameCount, result.count) {
      let phase = Double(index) / Double(max(fadeFrameCount - 1, 1))
      let sine = Exponential.sineAndCosine(cycles: phase / 4).sine
      result[index] *= Float(sine * sine)
    }
    return result
  }
}
