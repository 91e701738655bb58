/// Where a recording becomes loud, and how long it stays so.
struct Onset {
  /// The first frame after the attack's steepest part.
  var frame: Int
  /// Where it has fallen to a hundredth of its loudest, or ends.
  var end: Int
  /// The loop begins late, when the tone has fallen to less than half: the loop is only its
  /// tail.
  var fadesBeforeLoop = false

  /// Levels are compared in blocks of so many seconds.
  private static let blockSeconds = 0.01

  /// nil for silence.
  init?(of sound: AudioFrames) {
    let block = max(Int(sound.sampleRate * Self.blockSeconds), 16)
    let limit = min(sound.end, Int(sound.sampleRate * 8))
    var levels: [Double] = []
    var start = 0
    while start < limit {
      let last = min(start + block, limit)
      var sum = 0.0
      for index in start..<last {
        let value = sound.clean(index)
        sum += value * value
      }
      levels.append(sum / Double(last - start))
      start = last
    }
    let loudest = levels.max() ?? 0
    // −120 dB: rounding, not sound.
    guard loudest > 1e-12 else { return nil }
    let first = levels.firstIndex { $0 > loudest * 0.06 } ?? 0
    let last = levels.lastIndex { $0 > loudest * 1e-4 } ?? levels.count - 1
    frame = min(first * block, sound.end - 1)
    end = min((last + 1) * block, sound.end)
    guard let loop = sound.loop,
      Double(loop.lowerBound - frame) > 0.5 * sound.sampleRate
    else { return }
    var sum = 0.0
    let count = min(loop.count, limit)
    for index in 0..<count {
      let value = sound.clean(loop.lowerBound + index)
      sum += value * value
    }
    let early = levels[first..<min(first + 30, levels.count)]
    let mean = early.reduce(0, +) / Double(early.count)
    fadesBeforeLoop = sum / Double(count) < mean / 4
  }
}
