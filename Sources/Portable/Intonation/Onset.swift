/// The onset and the audible end of a sample.
struct Onset {
  /// The first frame after the steepest segment of the attack.
  var frame: Int
  /// The first frame that is at most 20 dB below the peak.
  var audible: Int
  /// The frames of the rise from 26 to 20 dB below the peak, at the resolution of blocks.
  var rise: Int
  /// The frame at which the amplitude has decayed to 1 % of its peak, or the end.
  var end: Int
  /// Whether the loop contains only the tail: the amplitude there is less than half.
  var fadesBeforeLoop = false

  /// The length of the blocks whose levels are compared.
  private static let blockSeconds = 0.01

  /// Returns `nil` for a silent sample.
  init?(of sound: AudioFrames) {
    let block = max(Int(sound.sampleRate * Self.blockSeconds), 16)
    let limit = min(sound.end, Int(sound.sampleRate * 8))
    let levels = stride(from: 0, to: limit, by: block).map {
      Self.level(sound, $0..<min($0 + block, limit))
    }
    let peak = levels.max() ?? 0
    // −120 dB: rounding noise.
    guard peak > 1e-12 else { return nil }
    let first = levels.firstIndex { $0 > peak * 0.06 } ?? 0
    let last = levels.lastIndex { $0 > peak * 1e-4 } ?? levels.count - 1
    frame = min(first * block, sound.end - 1)
    let audible = levels.firstIndex { $0 > peak * 0.01 } ?? 0
    self.audible = min(audible * block, sound.end - 1)
    let earlier = levels.firstIndex { $0 > peak * 0.0025 } ?? audible
    rise = (audible - earlier) * block
    end = min((last + 1) * block, sound.end)
    guard let loop = sound.loop, Double(loop.lowerBound - frame) > 0.5 * sound.sampleRate
    else { return }
    let early = levels[first..<min(first + 30, levels.count)]
    let mean = early.reduce(0, +) / Double(early.count)
    let count = min(loop.count, limit)
    fadesBeforeLoop = Self.level(sound, loop.lowerBound..<loop.lowerBound + count) < mean / 4
  }

  private static func level(_ sound: AudioFrames, _ frames: Range<Int>) -> Double {
    var sum = 0.0
    for index in frames {
      let value = sound.clean(index)
      sum += value * value
    }
    return sum / Double(frames.count)
  }
}
