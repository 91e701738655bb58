import PeachMusicUnits

/// The number of periods of a tone in a loop, counted by the phase of its partials. Vibrato spreads
/// a partial over many harmonics of the loop, of which none need dominate. However, the phase
/// advances by an integer number of cycles per loop. Divided by the loop's length, this number is
/// the partial's mean frequency, regardless of the depth of the vibrato. The partials of one player
/// agree on it; those of several players may not.
struct CycleCount {
  /// The number of periods that most of the partials' power supports; 0 if there is no result.
  private(set) var periods = 0
  /// The fraction of the partials' power that supports ``periods``, 0…1.
  private(set) var agreement = 0.0

  /// The maximum deviation of a partial, as a fraction of its frequency: half a semitone.
  private static let reach = 0.03
  private static let partialLimit = 6
  /// The fraction of its mean power, −25 dB, below which a partial's phase is undefined.
  private static let silence = 0.003

  /// Counts the cycles of the strongest partials of `series`. `periods` is the estimated number.
  init(of sound: AudioFrames, loop: Range<Int>, periods: Int, series: PartialSeries) {
    // With fewer periods, no window separates adjacent partials.
    guard periods >= 32 else { return }
    let members = series.members.filter { $0.number <= 12 }.sorted { $0.power > $1.power }
    var counts: [Count] = []
    var total = 0.0
    for member in members.prefix(Self.partialLimit) {
      let ratio = series.position(member.number) / series.fundamental
      let middle = Int(Double(periods) * ratio + 0.5)
      guard 5 * middle < 2 * loop.count else { continue }
      let reach = min(Double(middle) * Self.reach + 1, Double(periods) / 8)
      let found = Self.count(sound, loop, line: middle, reach: Int(reach))
      total += found.power
      // The phase is ambiguous if the partial fades, as in the beating of two equal tones.
      guard found.lowest > Self.silence * found.power else { continue }
      counts.append(Count(ratio: ratio, cycles: middle + found.cycles, power: found.power))
    }
    var best = 0.0
    for count in counts {
      // High partials resolve fractions of a period, so round to the nearest integer.
      let candidate = Int(Double(count.cycles) / count.ratio + 0.5)
      let power =
        counts.filter { abs(Double($0.cycles) - Double(candidate) * $0.ratio) <= 0.5 }
        .reduce(0) { $0 + $1.power }
      if power > best { (self.periods, best) = (candidate, power) }
    }
    if total > 0 { agreement = best / total }
  }

  /// Returns the fraction of the partials' power that supports `count` periods.
  func agreement(with count: Int) -> Double { count == periods ? agreement : 0 }

  private struct Count {
    /// The ratio of the partial's frequency to the fundamental.
    var ratio: Double
    var cycles: Int
    var power: Double
  }

  /// Returns the phase advance of the band around harmonic `line`, in cycles relative to the
  /// harmonic, with its mean and minimum power. Demodulates the loop by the harmonic, and sums it
  /// in short blocks. A raised-cosine window of sixteen blocks, with a hop of four, is the low-pass
  /// filter.
  private static func count(
    _ sound: AudioFrames, _ loop: Range<Int>, line: Int, reach: Int
  ) -> (cycles: Int, power: Double, lowest: Double) {
    let hops = 8 * max(reach, 1)
    let blocks = Self.blocks(sound, loop, line: line, count: 4 * hops)
    let window = (0..<16).map {
      1 - Exponential.sineAndCosine(cycles: (Double($0) + 0.5) / 16).cosine
    }
    var (cycles, power, lowest, last) = (0.0, 0.0, Double.infinity, 0.0)
    for hop in 0...hops {
      var now = (real: 0.0, imaginary: 0.0)
      for index in 0..<16 {
        let block = blocks[(4 * hop + index) % blocks.count]
        now.real += window[index] * block.real
        now.imaginary += window[index] * block.imaginary
      }
      let angle = Self.angle(now.real, now.imaginary)
      if hop > 0 {
        let own = now.real * now.real + now.imaginary * now.imaginary
        power += own / Double(hops)
        lowest = min(lowest, own)
        let advance = angle - last
        cycles += advance > 0.5 ? advance - 1 : advance < -0.5 ? advance + 1 : advance
      }
      last = angle
    }
    return (Int(cycles + (cycles < 0 ? -0.5 : 0.5)), power, lowest)
  }

  /// Returns the sums of `count` blocks of the loop, demodulated by the harmonic.
  private static func blocks(
    _ sound: AudioFrames, _ loop: Range<Int>, line: Int, count: Int
  ) -> [(real: Double, imaginary: Double)] {
    let phasors = Self.phasors(line, loop.count, count: loop.count / count + 1)
    var blocks: [(real: Double, imaginary: Double)] = []
    blocks.reserveCapacity(count)
    var first = 0
    for index in 1...count {
      let end = Int(Int64(loop.count) * Int64(index) / Int64(count))
      // Two independent sums avoid a dependency between additions.
      var (even, odd, offset) = (SIMD2<Double>(), SIMD2<Double>(), 0)
      while offset &+ 1 < end &- first {
        let frame = loop.lowerBound &+ first &+ offset
        even += phasors[offset] * sound.clean(frame)
        odd += phasors[offset &+ 1] * sound.clean(frame &+ 1)
        offset &+= 2
      }
      if offset < end - first {
        even += phasors[offset] * sound.clean(loop.lowerBound + first + offset)
      }
      let sum = even + odd
      // Integer arithmetic removes whole cycles exactly. `Int` has 32 bits in WebAssembly.
      let cycles = Int64(first) * Int64(line) % Int64(loop.count)
      let start = Exponential.sineAndCosine(cycles: Double(cycles) / Double(loop.count))
      blocks.append(
        (
          real: sum.x * start.cosine - sum.y * start.sine,
          imaginary: -sum.x * start.sine - sum.y * start.cosine
        ))
      first = end
    }
    return blocks
  }

  /// Returns the cosine and sine of the first `count` frames at `line` cycles per `length`.
  private static func phasors(_ line: Int, _ length: Int, count: Int) -> [SIMD2<Double>] {
    let step = Exponential.sineAndCosine(cycles: Double(line) / Double(length))
    var phasors: [SIMD2<Double>] = []
    phasors.reserveCapacity(count)
    var (cosine, sine) = (1.0, 0.0)
    for _ in 0..<count {
      phasors.append(SIMD2(cosine, sine))
      let next = cosine * step.cosine - sine * step.sine
      sine = sine * step.cosine + cosine * step.sine
      cosine = next
    }
    return phasors
  }

  /// Returns an approximate angle, −0.5…0.5 cycles, by a diamond: only whole cycles matter.
  private static func angle(_ real: Double, _ imaginary: Double) -> Double {
    let length = abs(real) + abs(imaginary)
    guard length > 0 else { return 0 }
    let quarter = 0.25 * abs(imaginary) / length
    let cycles = real >= 0 ? quarter : 0.5 - quarter
    return imaginary < 0 ? -cycles : cycles
  }
}
