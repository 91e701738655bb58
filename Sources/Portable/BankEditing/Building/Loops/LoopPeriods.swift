import PeachMusicUnits

/// Counts the periods of a tone in a loop by the phases of its first partials. In a loop, each
/// phase advances by a whole number of cycles, regardless of vibrato. Most partials decide, because
/// one that fades may slip by a cycle.
enum LoopPeriods {
  private static var maxPartials: Int { 8 }
  /// The fraction of its mean power below which the phase of a partial is undefined.
  private static var silence: Double { 0.003 }
  private static var minSupporters: Int { 3 }
  private static var minShare: Double { 0.6 }

  /// Returns the number of periods, with a fraction if the partials disagree; `nil` if all of them
  /// fade.
  static func count(
    _ channel: [Float], _ loop: Range<Int>, hertz: Double, sampleRate: Double
  ) -> Double? {
    let size = min(Int(max(4 / hertz, 0.02) * sampleRate), loop.count)
    guard size >= 16, loop.upperBound <= channel.count else { return nil }
    let window = (0..<size).map {
      1 - Exponential.sineAndCosine(cycles: (Double($0) + 0.5) / Double(size)).cosine
    }
    var partials: [(number: Int, cycles: Int, weight: Double)] = []
    for number in 1...maxPartials where Double(number) * hertz < 0.42 * sampleRate {
      let cycles = Double(number) * hertz / sampleRate
      let values = demodulated(channel, loop, cycles, window)
      let powers = values.map { $0.real * $0.real + $0.imaginary * $0.imaginary }
      let mean = powers.reduce(0, +) / Double(powers.count)
      guard mean > 0, (powers.min() ?? 0) > silence * mean else { continue }
      let total = advance(values, cycles, loop.count)
      partials.append((number, Int(total + 0.5), Exponential.exp2(0.3 * Exponential.log2(mean))))
    }
    return agreed(partials)
  }

  private static func agreed(_ partials: [(number: Int, cycles: Int, weight: Double)]) -> Double? {
    let total = partials.reduce(0) { $0 + $1.weight }
    for partial in partials {
      let count = Int(Double(partial.cycles) / Double(partial.number) + 0.5)
      let supporters = partials.filter { $0.cycles == count * $0.number }
      let weight = supporters.reduce(0) { $0 + $1.weight }
      if supporters.count >= minSupporters, weight >= minShare * total { return Double(count) }
    }
    let counts = partials.map { (count: Double($0.cycles) / Double($0.number), weight: $0.weight) }
      .sorted { $0.count < $1.count }
    var sum = 0.0
    for (count, weight) in counts {
      sum += weight
      if sum >= total / 2 { return count }
    }
    return nil
  }

  /// Returns the sum of the phase advances once around the loop, in cycles.
  private static func advance(
    _ values: [(real: Double, imaginary: Double)], _ cycles: Double, _ frameCount: Int
  ) -> Double {
    var sum = 0.0
    for index in values.indices {
      let (a, b) = (values[index], values[(index + 1) % values.count])
      let frames =
        position(index + 1, values.count, frameCount)
        - position(index, values.count, frameCount)
      let turn = Exponential.sineAndCosine(cycles: -cycles * Double(frames))
      let real = b.real * a.real + b.imaginary * a.imaginary
      let imaginary = b.imaginary * a.real - b.real * a.imaginary
      sum += cycles * Double(frames)
      sum += PitchTrack.cycles(
        real * turn.cosine - imaginary * turn.sine, real * turn.sine + imaginary * turn.cosine)
    }
    return sum
  }

  private static func position(_ index: Int, _ count: Int, _ frameCount: Int) -> Int {
    index * frameCount / count
  }

  /// Returns windowed sums around the loop, eight per window.
  private static func demodulated(
    _ channel: [Float], _ loop: Range<Int>, _ cycles: Double, _ window: [Double]
  ) -> [(real: Double, imaginary: Double)] {
    let kernel = window.enumerated().map { index, weight -> SIMD2<Double> in
      let turn = Exponential.sineAndCosine(cycles: -cycles * Double(index))
      return SIMD2(weight * turn.cosine, weight * turn.sine)
    }
    let count = max(8 * loop.count / window.count, 8)
    return channel.withUnsafeBufferPointer { frames in
      (0..<count).map { index in
        var frame = position(index, count, loop.count)
        var sum = SIMD2<Double>()
        for tap in kernel {
          sum += tap * Double(frames[loop.lowerBound + frame])
          frame += 1
          if frame == loop.count { frame = 0 }
        }
        return (sum.x, sum.y)
      }
    }
  }
}
