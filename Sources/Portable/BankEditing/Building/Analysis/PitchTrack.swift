import PeachMusicUnits

/// The pitch of a tone over time, by the phases of its first six partials.
struct PitchTrack {
  /// The distance from the nominal pitch, in cents, every ``hopSeconds``.
  private(set) var cents: [Double] = []
  /// The power of the partials, which weights the pitch.
  private(set) var power: [Double] = []

  static var hopSeconds: Double { 0.005 }
  private static var maxPartials: Int { 6 }

  /// Measures a channel. `hertz` is the nominal pitch.
  init(_ channel: [Float], hertz: Double, sampleRate: Double) {
    let hop = max(Int(Self.hopSeconds * sampleRate), 1)
    let size = Int(max(4 / hertz, 0.02) * sampleRate) | 1
    let partialCount = max(
      min(Self.maxPartials, Int(min(0.42 * sampleRate, 9000) / hertz)), 1)
    let frameCount = channel.count / hop
    guard hertz > 0, frameCount > 1 else { return }
    var sums = [(frequency: Double, power: Double)](
      repeating: (0, 0), count: frameCount - 1)
    let window = (0..<size).map {
      1 - Exponential.sineAndCosine(cycles: Double($0 + 1) / Double(size + 1)).cosine
    }
    for number in 1...partialCount {
      let cycles = Double(number) * hertz / sampleRate
      let values = Self.demodulated(channel, cycles, window, hop: hop, count: frameCount)
      let turn = Exponential.sineAndCosine(cycles: -cycles * Double(hop))
      for index in 0..<frameCount - 1 {
        let (a, b) = (values[index], values[index + 1])
        let product = (
          real: b.real * a.real + b.imaginary * a.imaginary,
          imaginary: b.imaginary * a.real - b.real * a.imaginary
        )
        let angle = Self.cycles(
          product.real * turn.cosine - product.imaginary * turn.sine,
          product.real * turn.sine + product.imaginary * turn.cosine)
        let power =
          min(
            a.real * a.real + a.imaginary * a.imaginary,
            b.real * b.real + b.imaginary * b.imaginary) * Double(number)
        sums[index].power += power
        sums[index].frequency += power * angle * sampleRate / Double(hop) / Double(number)
      }
    }
    for sum in sums {
      let deviation = sum.frequency / max(sum.power, 1e-20)
      cents.append(1200 * Exponential.log2(max(1 + deviation / hertz, 0.5)))
      power.append(sum.power)
    }
  }

  /// Returns the mean pitch of the second after the attack, in hertz; `nil` if it fluctuates like
  /// noise.
  static func mean(
    _ channel: [Float], from attackSeconds: Double, hertz: Double, sampleRate: Double
  ) -> Double? {
    let first = min(Int((attackSeconds + 0.05) * sampleRate), channel.count)
    let part = Array(channel[first..<min(first + Int(sampleRate), channel.count)])
    let track = PitchTrack(part, hertz: hertz, sampleRate: sampleRate)
    var (weight, sum, squares) = (0.0, 0.0, 0.0)
    for (cents, power) in zip(track.cents, track.power) {
      weight += power
      sum += power * cents
      squares += power * cents * cents
    }
    guard weight > 0 else { return nil }
    let mean = sum / weight
    let variance = squares / weight - mean * mean
    return variance < maxDeviation * maxDeviation ? hertz * Exponential.exp2(mean / 1200) : nil
  }

  /// The standard deviation of a tone, in cents.
  private static var maxDeviation: Double { 40 }

  /// Returns windowed sums of the channel times an oscillation, whose phase restarts with each
  /// window.
  private static func demodulated(
    _ channel: [Float], _ cycles: Double, _ window: [Double], hop: Int, count: Int
  ) -> [(real: Double, imaginary: Double)] {
    let kernel = window.enumerated().map { index, weight -> SIMD2<Double> in
      let turn = Exponential.sineAndCosine(cycles: -cycles * Double(index))
      return SIMD2(weight * turn.cosine, weight * turn.sine)
    }
    let half = window.count / 2
    return channel.withUnsafeBufferPointer { frames in
      kernel.withUnsafeBufferPointer { kernel in
        (0..<count).map { index in
          let first = index * hop - half
          var sum = SIMD2<Double>()
          for tap in max(-first, 0)..<min(kernel.count, frames.count - first) {
            sum += kernel[tap] * Double(frames[first + tap])
          }
          return (sum.x, sum.y)
        }
      }
    }
  }

  /// Returns the angle of a complex number, −0.5…0.5 cycles.
  static func cycles(_ real: Double, _ imaginary: Double) -> Double {
    let (x, y) = (abs(real), abs(imaginary))
    guard x + y > 0 else { return 0 }
    // The arctangent of the smaller ratio: a minimax polynomial with an error below 2e-6 cycles.
    let ratio = min(x, y) / max(x, y)
    let square = ratio * ratio
    var angle = -0.0117212
    angle = angle * square + 0.05265332
    angle = angle * square - 0.11643287
    angle = angle * square + 0.19354346
    angle = angle * square - 0.33262347
    angle = (angle * square + 0.99997726) * ratio / 6.28318530717958647693
    if y > x { angle = 0.25 - angle }
    if real < 0 { angle = 0.5 - angle }
    return imaginary < 0 ? -angle : angle
  }
}
