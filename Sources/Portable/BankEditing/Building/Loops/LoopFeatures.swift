import PeachIntonation
import PeachMusicUnits

/// The pitch, the level and the timbre of a tone every 5 ms, in units of about a just noticeable
/// difference.
struct LoopFeatures {
  /// The interval, in frames.
  let hop: Int
  /// The values of each frame, in sequence.
  private let values: [Double]
  /// The number of values per frame.
  private let width: Int
  /// The number of frames.
  let count: Int

  private static var hopSeconds: Double { PitchTrack.hopSeconds }
  /// A difference of six cents counts as much as 1 dB of level, or 1.5 dB of timbre.
  private static var centsUnit: Double { 6 }
  private static var timbreUnit: Double { 1.5 }
  private static var bandCount: Int { 18 }

  /// Measures frames `segment` of a channel.
  init(_ channel: [Float], in segment: Range<Int>, hertz: Double, sampleRate: Double) {
    hop = max(Int(Self.hopSeconds * sampleRate), 1)
    let (hop, period) = (hop, sampleRate / hertz)
    let first = segment.lowerBound / hop
    var logarithm = 6
    while Double(1 << logarithm) < max(0.02 * sampleRate, 3 * period) { logarithm += 1 }
    let size = 1 << logarithm
    let track = PitchTrack(
      Array(channel[first * hop..<min(segment.upperBound + size, channel.count)]), hertz: hertz,
      sampleRate: sampleRate)
    let count = max(min(segment.count / hop, track.cents.count), 0)
    self.count = count
    let bands = Self.bands(
      channel, from: first, count: count, hop: hop, logarithm: logarithm, sampleRate: sampleRate)
    let cents = MovingAverage.gaussian(
      MovingAverage.median(Array(track.cents.prefix(count)))
    ).map { min(max($0, -150), 150) }
    let totals = MovingAverage.gaussian(
      (0..<count).map { frame in bands.reduce(0) { $0 + $1[frame] } }
    ).map { Levels.decibels($0) }
    let peak = bands.reduce(0.0) { max($0, $1.max() ?? 0) }
    let logs = bands.map { band in
      MovingAverage.gaussian(band.map { Levels.decibels($0 + 1e-7 * peak) })
    }
    let means = logs.map { $0.reduce(0, +) / Double(max(count, 1)) }
    let loudest = means.max() ?? 0
    // The square root of the amplitude.
    let weights = means.map { Levels.amplitude(($0 - loudest) / 2) }
    let scale = 1 / (Self.timbreUnit * weights.reduce(0, +).squareRoot())
    width = 2 + logs.count
    var values: [Double] = []
    values.reserveCapacity(count * width)
    for frame in 0..<count {
      values.append(cents[frame] / Self.centsUnit)
      values.append(totals[frame])
      for (band, weight) in zip(logs, weights) { values.append(band[frame] * weight * scale) }
    }
    self.values = values
  }

  /// Returns the power of half-octave bands from 80 Hz on, by band.
  private static func bands(
    _ channel: [Float], from first: Int, count: Int, hop: Int, logarithm: Int, sampleRate: Double
  ) -> [[Double]] {
    let transform = FourierTransform(logarithm: logarithm)
    let size = transform.count
    let window = (0..<size).map {
      0.5 - 0.5 * Exponential.sineAndCosine(cycles: Double($0) / Double(size - 1)).cosine
    }
    let bandOfBin = (0..<size / 2).map { bin -> Int in
      let hertz = Double(bin) * sampleRate / Double(size)
      guard hertz >= 80 else { return 0 }
      return min(Int(2 * Exponential.log2(hertz / 80)) + 1, bandCount - 1)
    }
    var bands = [[Double]](
      repeating: [Double](repeating: 0, count: count), count: bandCount)
    var frames = [Double](repeating: 0, count: size)
    var power = [Double](repeating: 0, count: size / 2)
    for frame in 0..<count {
      let start = (first + frame) * hop - size / 2
      for index in 0..<size {
        let position = start + index
        frames[index] =
          channel.indices.contains(position) ? window[index] * Double(channel[position]) : 0
      }
      transform.power(of: frames, into: &power)
      for bin in 0..<size / 2 { bands[bandOfBin[bin]][frame] += power[bin] }
    }
    return bands
  }

  /// Returns the squared distances of frames `lag` apart, averaged over `width` frames.
  func distances(lag: Int, over width: Int) -> [Double] {
    let count = count - lag
    guard count > 1 else { return [] }
    let size = self.width
    let distances = values.withUnsafeBufferPointer { values in
      (0..<count).map { frame -> Double in
        var sum = 0.0
        let (a, b) = (frame * size, (frame + lag) * size)
        for index in 0..<size {
          let difference = values[a + index] - values[b + index]
          sum += difference * difference
        }
        return sum
      }
    }
    let length = min(width, count)
    var sums = [0.0]
    sums.reserveCapacity(count + 1)
    for distance in distances { sums.append(sums[sums.count - 1] + distance) }
    return (0..<count).map { center in
      let first = min(max(center - length / 2, 0), count - length)
      return (sums[first + length] - sums[first]) / Double(length)
    }
  }
}
