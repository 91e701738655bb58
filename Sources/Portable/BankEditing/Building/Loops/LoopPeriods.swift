import PeachMusicUnits

/// The number of periods of a tone in a loop, by the phases of its first partials. In a loop, each
/// phase advances by a whole number of cycles, regardless of vibrato. Most partials decide, by
/// their loudness, because one that fades may slip by a cycle. In a loop that is not a whole number
/// of periods, the phases jump at the joint, and those before it decide.
struct LoopPeriods {
  /// The number of periods, with a fraction if the partials disagree.
  let count: Double
  /// Whether most partials advance by this number of periods, which is whole.
  let isWhole: Bool

  private static var maxPartials: Int { 8 }
  /// The fraction of its mean power below which the phase of a partial is undefined.
  private static var silence: Double { 0.003 }
  private static var minShare: Double { 0.6 }

  private struct Partial {
    var number: Int
    /// The cycles of a loop.
    var cycles: Int
    /// The cycles of a loop as before the joint.
    var steady: Double
    /// The mean power.
    var power: Double
    /// Near the loudness (Stevens's power law, exponent 0.3); 0 if the partial fades.
    var weight: Double
  }

  /// Returns `nil` for silence.
  init?(_ channel: [Float], _ loop: Range<Int>, hertz: Double, sampleRate: Double) {
    let size = min(Int(max(4 / hertz, 0.02) * sampleRate), loop.count)
    guard size >= 16, loop.upperBound <= channel.count else { return nil }
    let window = (0..<size).map {
      1 - Exponential.sineAndCosine(cycles: (Double($0) + 0.5) / Double(size)).cosine
    }
    var partials: [Partial] = []
    for number in 1...Self.maxPartials where Double(number) * hertz < 0.42 * sampleRate {
      let cycles = Double(number) * hertz / sampleRate
      let values = Self.demodulated(channel, loop, cycles, window)
      let powers = values.map { $0.real * $0.real + $0.imaginary * $0.imaginary }
      let mean = powers.reduce(0, +) / Double(powers.count)
      guard mean > 0 else { continue }
      let fades = (powers.min() ?? 0) <= Self.silence * mean
      let advances = Self.advances(values, cycles, loop.count)
      // Windows that contain the joint, and its crossfade of up to 80 ms.
      let joined = min(size + Int(0.08 * sampleRate), loop.count / 2)
      let inner = max(advances.count * (loop.count - joined) / loop.count, 1)
      let frames = Self.position(inner, advances.count, loop.count)
      let steady = advances[..<inner].reduce(0, +) * Double(loop.count) / Double(frames)
      partials.append(
        Partial(
          number: number, cycles: Int(advances.reduce(0, +) + 0.5), steady: steady,
          power: mean, weight: fades ? 0 : Exponential.exp2(0.3 * Exponential.log2(mean))))
    }
    let total = partials.reduce(0) { $0 + $1.weight }
    let power = partials.reduce(0) { $0 + $1.power }
    guard power > 0 else { return nil }
    let agreed = partials.map { Int(Double($0.cycles) / Double($0.number) + 0.5) }.first { count in
      let weight = partials.reduce(0) {
        $1.cycles == count * $1.number ? $0 + $1.weight : $0
      }
      return weight > 0 && weight >= Self.minShare * total
    }
    isWhole = agreed != nil
    count =
      agreed.map { Double($0) }
      ?? partials.reduce(0) { $0 + $1.power * $1.steady / Double($1.number) } / power
  }

  /// Returns the phase advances around the loop, in cycles.
  private static func advances(
    _ values: [(real: Double, imaginary: Double)], _ cycles: Double, _ frameCount: Int
  ) -> [Double] {
    values.indices.map { index in
      let (a, b) = (values[index], values[(index + 1) % values.count])
      let frames =
        position(index + 1, values.count, frameCount) - position(index, values.count, frameCount)
      let turn = Exponential.sineAndCosine(cycles: -cycles * Double(frames))
      let real = b.real * a.real + b.imaginary * a.imaginary
      let imaginary = b.imaginary * a.real - b.real * a.imaginary
      return cycles * Double(frames)
        + PitchTrack.cycles(
          real * turn.cosine - imaginary * turn.sine, real * turn.sine + imaginary * turn.cosine)
    }
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
