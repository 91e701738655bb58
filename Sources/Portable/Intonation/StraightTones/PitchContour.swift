/// The pitch of a recording as the times at which its periods begin, in frames. A phase is a number
/// of periods; phase 0 is at the first time, about a period before the first frame.
struct PitchContour {
  /// The times of phases 0, 1, 2, …; at least three, increasing.
  var times: [Double]
  /// The disagreement of the partials in each period, in cents.
  var disagreementCents: [Double] = []

  var periodCount: Int { times.count - 1 }
  var meanPeriod: Double { (times[periodCount] - times[0]) / Double(periodCount) }

  /// Creates a contour from the times of its phases, at least three.
  init(times: [Double]) { self.times = times }

  /// Creates a contour of constant pitch over `count` frames and a period beyond both ends.
  init(constantPeriod period: Double, frameCount count: Int) {
    times = (0..<Int(Double(count) / period) + 3).map { Double($0 - 1) * period }
  }

  /// Returns the frames from the start of a period to that of the next.
  func duration(_ period: Int) -> Double { times[period + 1] - times[period] }

  /// Returns the polynomial of the time within a period: cubic Hermite, with the slopes of
  /// Catmull and Rom.
  @inline(__always)
  static func segment(
    _ times: UnsafeBufferPointer<Double>, _ period: Int
  ) -> (a: Double, b: Double, c: Double, d: Double) {
    let (start, end) = (times[period], times[period &+ 1])
    let first = period > 0 ? 0.5 * (end - times[period &- 1]) : end - start
    let last = period &+ 2 < times.count ? 0.5 * (times[period &+ 2] - start) : end - start
    let rise = end - start
    return (start, first, 3 * rise - 2 * first - last, first + last - 2 * rise)
  }

  /// Returns the time of a phase. The pitch is constant beyond the ends.
  func time(atPhase phase: Double) -> Double {
    let last = Double(periodCount)
    if phase <= 0 { return times[0] + phase * duration(0) }
    if phase >= last { return times[periodCount] + (phase - last) * duration(periodCount - 1) }
    let period = min(Int(phase), periodCount - 1)
    let share = phase - Double(period)
    let (a, b, c, d) = times.withUnsafeBufferPointer { Self.segment($0, period) }
    return a + share * (b + share * (c + share * d))
  }

  /// Returns the phase at a time: the inverse of ``time(atPhase:)``.
  func phase(atTime time: Double) -> Double {
    if time <= times[0] { return (time - times[0]) / duration(0) }
    let last = times[periodCount]
    if time >= last { return Double(periodCount) + (time - last) / duration(periodCount - 1) }
    var (low, high) = (0, periodCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let (a, b, c, d) = times.withUnsafeBufferPointer { Self.segment($0, low) }
    var share = (time - a) / duration(low)
    for _ in 0..<6 {
      let slope = b + share * (2 * c + share * 3 * d)
      guard slope > 0 else { break }
      share -= (a + share * (b + share * (c + share * d)) - time) / slope
      share = min(max(share, 0), 1)
    }
    return Double(low) + share
  }
}

extension PitchContour {
  /// Adds relative deviations, positive where the recording is higher than the contour, one per
  /// period. Moves the times to the whole numbers of the corrected phase.
  mutating func add(_ deviations: [Double]) {
    var phases = [Double](repeating: 0, count: times.count)
    for index in 0..<periodCount { phases[index + 1] = phases[index] + 1 + deviations[index] }
    let slopes = Self.slopes(of: times, at: phases)
    var corrected: [Double] = []
    corrected.reserveCapacity(times.count + 8)
    var segment = 0
    var phase = 0
    while Double(phase) <= phases[periodCount] {
      while segment < periodCount - 1 && phases[segment + 1] <= Double(phase) { segment += 1 }
      let width = phases[segment + 1] - phases[segment]
      let share = (Double(phase) - phases[segment]) / width
      let rest = 1 - share
      corrected.append(
        (1 + 2 * share) * rest * rest * times[segment]
          + share * rest * rest * width * slopes[segment]
          + share * share * (3 - 2 * share) * times[segment + 1]
          - share * share * rest * width * slopes[segment + 1])
      phase += 1
    }
    times = corrected
  }

  /// Returns the derivative of values at unevenly spaced positions, exact for parabolas.
  private static func slopes(of values: [Double], at positions: [Double]) -> [Double] {
    let last = values.count - 1
    return (0...last).map { index in
      if index == 0 { return (values[1] - values[0]) / (positions[1] - positions[0]) }
      if index == last {
        return (values[last] - values[last - 1]) / (positions[last] - positions[last - 1])
      }
      let before = positions[index] - positions[index - 1]
      let after = positions[index + 1] - positions[index]
      return
        (before * before * values[index + 1] + (after * after - before * before) * values[index]
        - after * after * values[index - 1]) / (before * after * (before + after))
    }
  }
}
