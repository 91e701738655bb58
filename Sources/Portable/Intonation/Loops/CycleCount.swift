import PeachMusicUnits

/// How many periods a tone goes through in a loop, counted turn by turn.
///
/// A partial that wavers, as vibrato makes it, spreads over many lines, and none need be the
/// strongest. But where the loop closes its phase has made a whole number of turns, and that number
/// over the loop's length is its frequency's mean over time, however wide the vibrato. Partials of
/// one player agree about it; those of several players need not.
struct CycleCount {
  /// The periods that most of the partials' power goes through; 0 where none was counted.
  private(set) var periods = 0
  /// The share of the partials' power that goes through so many, 0…1.
  private(set) var agreement = 0.0

  /// A partial wavers within this part of its frequency, half a semitone, and a little more.
  private static let reach = 0.03
  private static let partialLimit = 6
  /// Below this part of its mean power, −25 dB, a partial has no phase to be counted.
  private static let silence = 0.003

  /// Counts those of the strongest partials of `series` that a tone of `periods` in the loop has.
  init(of sound: AudioFrames, loop: Range<Int>, periods: Int, series: PartialSeries) {
    // Over fewer periods no window tells one partial from the next.
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
      // Where it dies away in between, as two equal tones do that beat, its turns are anybody's.
      guard found.lowest > Self.silence * found.power else { continue }
      counts.append(Count(ratio: ratio, turns: middle + found.turns, power: found.power))
    }
    var best = 0.0
    for count in counts {
      // A partial high up tells a fraction of a period: the nearest whole one explains it.
      let candidate = Int(Double(count.turns) / count.ratio + 0.5)
      var power = 0.0
      for other in counts
      where abs(Double(other.turns) - Double(candidate) * other.ratio) <= 0.5 {
        power += other.power
      }
      if power > best { (self.periods, best) = (candidate, power) }
    }
    if total > 0 { agreement = best / total }
  }

  /// The share of the partials' power that goes through `count` periods.
  func agreement(with count: Int) -> Double { count == periods ? agreement : 0 }

  private struct Count {
    /// The partial's place over the fundamental's.
    var ratio: Double
    var turns: Int
    var power: Double
  }

  /// How often what sounds within `reach` lines or so of a line turns in the loop, beyond the
  /// line's own turns; its mean power, and the lowest.
  ///
  /// Turned back by the line, the loop is summed up in short pieces; sixteen at a time, under a
  /// raised cosine, are its slow motion at one moment, and four pieces later is the next.
  private static func count(
    _ sound: AudioFrames, _ loop: Range<Int>, line: Int, reach: Int
  ) -> (turns: Int, power: Double, lowest: Double) {
    let moments = 8 * max(reach, 1)
    let pieces = Self.pieces(sound, loop, line: line, count: 4 * moments)
    let window = (0..<16).map {
      1 - Exponential.sineAndCosine(cycles: (Double($0) + 0.5) / 16).cosine
    }
    var turns = 0.0
    var power = 0.0
    var lowest = Double.infinity
    var last = 0.0
    for moment in 0...moments {
      var now = (real: 0.0, imaginary: 0.0)
      for index in 0..<16 {
        let piece = pieces[(4 * moment + index) % pieces.count]
        now.real += window[index] * piece.real
        now.imaginary += window[index] * piece.imaginary
      }
      let angle = Self.angle(now.real, now.imaginary)
      if moment > 0 {
        let own = now.real * now.real + now.imaginary * now.imaginary
        power += own / Double(moments)
        lowest = min(lowest, own)
        let turn = angle - last
        turns += turn > 0.5 ? turn - 1 : turn < -0.5 ? turn + 1 : turn
      }
      last = angle
    }
    return (Int(turns + (turns < 0 ? -0.5 : 0.5)), power, lowest)
  }

  /// The sums of `count` pieces of the loop, each turned back by the line.
  private static func pieces(
    _ sound: AudioFrames, _ loop: Range<Int>, line: Int, count: Int
  ) -> [(real: Double, imaginary: Double)] {
    let turns = Self.turns(line, loop.count, count: loop.count / count + 1)
    var pieces: [(real: Double, imaginary: Double)] = []
    pieces.reserveCapacity(count)
    var first = 0
    for index in 1...count {
      let end = loop.count * index / count
      // Two sums, so that one need not wait for the other.
      var even = SIMD2<Double>()
      var odd = SIMD2<Double>()
      var place = 0
      while place &+ 1 < end &- first {
        let frame = loop.lowerBound &+ first &+ place
        even += turns[place] * sound.clean(frame)
        odd += turns[place &+ 1] * sound.clean(frame &+ 1)
        place &+= 2
      }
      if place < end - first {
        even += turns[place] * sound.clean(loop.lowerBound + first + place)
      }
      let sum = even + odd
      // Whole turns are left out in integers, exactly.
      let start = Exponential.sineAndCosine(
        cycles: Double((first * line) % loop.count) / Double(loop.count))
      pieces.append(
        (
          real: sum.x * start.cosine - sum.y * start.sine,
          imaginary: -sum.x * start.sine - sum.y * start.cosine
        ))
      first = end
    }
    return pieces
  }

  /// Cosine and sine of the first `count` frames at `line` cycles over `length`.
  private static func turns(_ line: Int, _ length: Int, count: Int) -> [SIMD2<Double>] {
    let step = Exponential.sineAndCosine(cycles: Double(line) / Double(length))
    var turns: [SIMD2<Double>] = []
    turns.reserveCapacity(count)
    var (cosine, sine) = (1.0, 0.0)
    for _ in 0..<count {
      turns.append(SIMD2(cosine, sine))
      let next = cosine * step.cosine - sine * step.sine
      sine = sine * step.cosine + cosine * step.sine
      cosine = next
    }
    return turns
  }

  /// Where a vector points, −0.5…0.5 turns, along a diamond instead of a circle: it goes round once
  /// when the vector does, and what lies between does not matter.
  private static func angle(_ real: Double, _ imaginary: Double) -> Double {
    let length = abs(real) + abs(imaginary)
    guard length > 0 else { return 0 }
    let quarter = 0.25 * abs(imaginary) / length
    let turns = real >= 0 ? quarter : 0.5 - quarter
    return imaginary < 0 ? -turns : turns
  }
}
