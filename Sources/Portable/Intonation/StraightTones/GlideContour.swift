import PeachMusicUnits

/// The common glide of the partials of a tone that decays, such as a plucked string. Its partials
/// are no multiples of the first, so each is demodulated at its own frequency.
struct GlideContour {
  /// The relative deviation of the pitch from its mean in each `hop` frames.
  private var deviations: [Double]
  /// The frames between two deviations.
  private let hop: Int

  private static let hopSeconds = 0.004
  private static let blocksPerHop = 6
  /// The standard deviation of the low-pass filter that separates adjacent partials.
  private static let filterSeconds = 0.015
  private static let varianceSeconds = 0.03
  private static let smoothingSeconds = 0.06
  /// A semitone, as a relative frequency: more is not a glide.
  private static let largestDeviation = 0.06
  /// The noise of the attack, after which the glide is measured.
  private static let attackSeconds = 0.03
  /// The relative errors below which no partial, and no time, is trusted more than another.
  private static let leastVariance = 0.0005 * 0.0005
  private static let leastError = 0.0002 * 0.0002

  /// Measures the glide of the first frames of all channels, before a loop. Returns `nil` if they
  /// are too short.
  ///
  /// - Parameters:
  ///   - partials: The frequencies of the partials in hertz.
  ///   - onset: The first audible frame.
  ///   - count: The number of frames.
  init?(_ channels: [PaddedFrames], partials: [Double], onset: Int, count: Int, sampleRate: Double)
  {
    let block = max(Int(Self.hopSeconds * sampleRate) / Self.blocksPerHop, 1)
    hop = block * Self.blocksPerHop
    let hopSeconds = Double(hop) / sampleRate
    let rows = count / hop
    let first = (onset + Int(Self.attackSeconds * sampleRate)) / hop + 1
    // A window of 120 ms, from which a glide can be told.
    guard !partials.isEmpty, Double(rows - first) * hopSeconds > 0.12 else { return nil }
    let filter = GaussianSmoothing(deviation: Self.filterSeconds * sampleRate / Double(block))
    var turns: [[Double]] = []
    var weights: [[Double]] = []
    for hertz in partials {
      let phasors = channels.map {
        Self.demodulate($0, at: hertz / sampleRate, block: block, rows: rows, filter)
      }
      let partial = Self.turns(phasors, rows: rows)
      turns.append(partial.turns.map { $0 / (hopSeconds * hertz) })
      weights.append(partial.weights)
    }
    let variance = GaussianSmoothing(deviation: Self.varianceSeconds / hopSeconds)
    let (common, certainty) = Self.common(turns, weights, variance)
    let inside = certainty.indices.map { $0 >= first ? certainty[$0] : 0 }
    deviations = GaussianSmoothing(deviation: Self.smoothingSeconds / hopSeconds)
      .smooth(common, weights: inside)
      .map { min(max($0, -Self.largestDeviation), Self.largestDeviation) }
    removeMean(from: first, through: (onset + Int(sampleRate)) / hop)
  }

  /// Returns the relative deviation at a frame. It is constant beyond the ends.
  func deviation(at frame: Double) -> Double {
    // A deviation is between two multiples of the hop.
    let position = min(max(frame / Double(hop) - 0.5, 0), Double(deviations.count - 1))
    let index = min(Int(position), max(deviations.count - 2, 0))
    let next = deviations[min(index + 1, deviations.count - 1)]
    return deviations[index] + (position - Double(index)) * (next - deviations[index])
  }

  /// Returns the contour of a tone with this glide and a mean pitch, over some frames and a period
  /// beyond both ends.
  func contour(hertz: Double, sampleRate: Double, frameCount: Int) -> PitchContour {
    func period(from time: Double) -> Double {
      let period = sampleRate / hertz
      return period / (1 + deviation(at: time + period / 2))
    }
    var last = -period(from: 0)
    var times = [last]
    while times.count < 3 || last < Double(frameCount) + sampleRate / hertz {
      last += period(from: last)
      times.append(last)
    }
    return PitchContour(times: times)
  }

  /// Makes the mean of the first second 0.
  private mutating func removeMean(from first: Int, through last: Int) {
    let range = min(first, deviations.count - 1)...min(max(last, first), deviations.count - 1)
    var sum = 0.0
    for index in range { sum += deviations[index] }
    let mean = sum / Double(range.count)
    for index in deviations.indices { deviations[index] -= mean }
  }

  // MARK: Partials

  private struct Phasor {
    var real = 0.0
    var imaginary = 0.0
  }

  /// Returns a partial at 0 Hz, low-pass filtered, at multiples of the hop.
  private static func demodulate(
    _ channel: PaddedFrames, at cyclesPerFrame: Double, block: Int, rows: Int,
    _ filter: GaussianSmoothing
  ) -> [Phasor] {
    let step = Exponential.sineAndCosine(cycles: cyclesPerFrame)
    let frames = channel.frames
    let sums = (0..<min(rows * blocksPerHop, channel.count / block)).map { number in
      let first = number * block
      let cycles = cyclesPerFrame * Double(first)
      let start = Exponential.sineAndCosine(cycles: cycles - cycles.rounded(.down))
      var (cosine, sine) = (start.cosine, start.sine)
      var sum = Phasor()
      for index in first..<first + block {
        let value = Double(frames[index])
        sum.real += value * cosine
        sum.imaginary -= value * sine
        (cosine, sine) = (
          cosine * step.cosine - sine * step.sine, sine * step.cosine + cosine * step.sine
        )
      }
      return sum
    }
    return (0..<rows).map { row in
      var result = Phasor()
      filter.forEachWeight(around: row * blocksPerHop, count: sums.count) { index, weight in
        result.real += weight * sums[index].real
        result.imaginary += weight * sums[index].imaginary
      }
      return result
    }
  }

  /// Returns how far a partial turns between two hops, in cycles, and its weight: the amplitude to
  /// the power of ¾, as in the definition of the pitch of decaying tones.
  private static func turns(
    _ channels: [[Phasor]], rows: Int
  ) -> (turns: [Double], weights: [Double]) {
    var turns = [Double](repeating: 0, count: max(rows - 1, 0))
    var weights = turns
    for row in turns.indices {
      var (real, imaginary, power) = (0.0, 0.0, 0.0)
      for phasors in channels {
        let (own, next) = (phasors[row], phasors[row + 1])
        real += own.real * next.real + own.imaginary * next.imaginary
        imaginary += own.real * next.imaginary - own.imaginary * next.real
        power += own.real * own.real + own.imaginary * own.imaginary
      }
      turns[row] = PhaseAngle.cycles(SIMD4(repeating: real), SIMD4(repeating: imaginary))[0]
      weights[row] = power > 0 ? Exponential.exp2(0.375 * Exponential.log2(power)) : 0
    }
    return (turns, weights)
  }

  /// Returns the weighted means of the partials' deviations, and the reciprocals of their
  /// variances.
  private static func common(
    _ turns: [[Double]], _ heard: [[Double]], _ smoothing: GaussianSmoothing
  ) -> (common: [Double], certainty: [Double]) {
    let count = turns.first?.count ?? 0
    let even = [Double](repeating: 1, count: count)
    var weights = heard
    var common = [Double](repeating: 0, count: count)
    var certainty = common
    for _ in 0..<3 {
      for row in 0..<count {
        var (sum, total) = (0.0, 0.0)
        for partial in turns.indices {
          sum += weights[partial][row] * turns[partial][row]
          total += weights[partial][row]
        }
        common[row] = total > 0 ? sum / total : 0
      }
      let variances = turns.map { turns in
        smoothing.smooth(
          (0..<count).map { (turns[$0] - common[$0]) * (turns[$0] - common[$0]) }, weights: even)
      }
      for row in 0..<count {
        var (noise, total) = (0.0, 0.0)
        for partial in turns.indices {
          let own = heard[partial][row] / (variances[partial][row] + leastVariance)
          weights[partial][row] = own
          noise += own * own * variances[partial][row]
          total += own
        }
        certainty[row] = total > 0 ? 1 / (noise / (total * total) + leastError) : 0
      }
    }
    return (common, certainty)
  }
}
