import PeachIntonation
import PeachMusicUnits

/// Finds the time at which a note begins while the former one sounds: each spectrum around the
/// border is a sum of those of both notes, and the part of the former note begins to fall at the
/// onset of the next one. The next note itself may rise slowly.
final class LegatoOnset {
  private let channel: [Float]
  private let sampleRate: Double
  private let transform: FourierTransform
  private let window: [Double]
  /// The bins of both notes' partials.
  private let bins: Range<Int>
  private var frames: [Double]
  private var power: [Double]

  private static var hopSeconds: Double { 0.002 }
  private static var windowSeconds: Double { 0.03 }
  /// The spectra of the notes are averages of these times relative to the border, in seconds.
  private static var before: ClosedRange<Double> { -0.16 ... -0.045 }
  private static var after: ClosedRange<Double> { 0.07...0.2 }
  /// The time of the search on each side of the border.
  private static var reachSeconds: Double { 0.06 }
  /// The amplitude of the former note shortly after the onset, and the time that has passed by then
  /// in a transition of 40 ms.
  private static var fallenAmplitude: Double { 0.75 }
  private static var fallenSeconds: Double { 0.01 }

  /// - Parameter hertz: The pitch of the lowest note.
  init(_ channel: [Float], hertz: Double, sampleRate: Double) {
    self.channel = channel
    self.sampleRate = sampleRate
    let count = max(Int(max(Self.windowSeconds, 2 / hertz) * sampleRate), 16)
    window = (0..<count).map {
      1 - Exponential.sineAndCosine(cycles: (Double($0) + 0.5) / Double(count)).cosine
    }
    var logarithm = 4
    while 1 << logarithm < 2 * count { logarithm += 1 }
    transform = FourierTransform(logarithm: logarithm)
    let perHertz = Double(transform.count) / sampleRate
    let first = min(max(Int(0.9 * hertz * perHertz), 1), transform.half - 1)
    bins = first..<max(min(Int(5000 * perHertz), transform.half), first + 1)
    frames = [Double](repeating: 0, count: transform.count)
    power = [Double](repeating: 0, count: transform.half)
  }

  /// Returns the onset near a border, in seconds; `nil` if the notes do not differ.
  func seconds(near border: Double) -> Double? {
    let former = mean(border, Self.before)
    let next = mean(border, Self.after)
    let (own, cross, other) = (
      Self.product(former, former), Self.product(former, next), Self.product(next, next)
    )
    let determinant = own * other - cross * cross
    // Spectra with a cosine of 0.95 are too similar.
    guard determinant > 0.1 * own * other, own > 0 else { return nil }
    let count = Int(2 * Self.reachSeconds / Self.hopSeconds)
    let parts = (0...count).map { index -> (former: Double, next: Double) in
      let time = border - Self.reachSeconds + Double(index) * Self.hopSeconds
      let amplitudes = amplitudes(at: time)
      let (a, b) = (Self.product(amplitudes, former), Self.product(amplitudes, next))
      return (
        max((a * other - b * cross) / determinant, 0), max((b * own - a * cross) / determinant, 0)
      )
    }
    // The first time from which on the next note is the stronger one.
    guard let last = parts.lastIndex(where: { $0.former > $0.next }), last < count else {
      return nil
    }
    var index = last
    while index > 0, parts[index].former < Self.fallenAmplitude { index -= 1 }
    guard index > 0 else { return nil }
    return border - Self.reachSeconds + Double(index) * Self.hopSeconds - Self.fallenSeconds
  }

  private static func product(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
  }

  private func mean(_ border: Double, _ times: ClosedRange<Double>) -> [Double] {
    let count = Int((times.upperBound - times.lowerBound) / Self.hopSeconds / 2)
    var sums = [Double](repeating: 0, count: bins.count)
    for index in 0..<count {
      let time = border + times.lowerBound + 2 * Double(index) * Self.hopSeconds
      let amplitudes = amplitudes(at: time)
      for bin in sums.indices { sums[bin] += amplitudes[bin] / Double(count) }
    }
    return sums
  }

  /// Returns the amplitudes of the spectrum around a time.
  private func amplitudes(at seconds: Double) -> [Double] {
    let first = Int(seconds * sampleRate) - window.count / 2
    for index in window.indices {
      let position = first + index
      frames[index] =
        channel.indices.contains(position) ? window[index] * Double(channel[position]) : 0
    }
    transform.power(of: frames, into: &power)
    return bins.map { power[$0].squareRoot() }
  }
}
