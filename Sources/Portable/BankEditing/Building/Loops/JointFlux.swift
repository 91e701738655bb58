import PeachIntonation
import PeachMusicUnits

/// The spectral change at the joint of a loop, relative to the changes within the loop: the mean
/// difference of third-octave levels within 30 ms. A joint that changes as much as the tone does
/// anyway is not heard.
final class JointFlux {
  private let channel: [Float]
  private let sampleRate: Double
  private let transform: FourierTransform
  private let window: [Double]
  private let bandOfBin: [Int]
  private let hop: Int
  /// The distance of compared frames, in hops.
  private let step: Int
  /// The band powers of the channel by hop.
  private var powers: [[Double]] = []
  private var frames: [Double]
  private var power: [Double]

  private static var bandCount: Int { 27 }
  /// The distance from the joint up to which changes belong to it, and from which they don't.
  private static var nearSeconds: Double { 0.03 }
  private static var farSeconds: Double { 0.08 }
  /// Bands 60 dB below the strongest are masked.
  private static var masked: Double { 1e-6 }
  /// An inaudible change, in bels.
  private static var minFlux: Double { 0.05 }

  /// - Parameter channel: The frames in which loops are judged.
  init(_ channel: [Float], hertz: Double, sampleRate: Double) {
    self.channel = channel
    self.sampleRate = sampleRate
    let size = max(Int(max(0.03, 3 / hertz) * sampleRate), 8)
    var logarithm = 3
    while 1 << logarithm < size { logarithm += 1 }
    transform = FourierTransform(logarithm: logarithm)
    window = (0..<size).map {
      0.5 - 0.5 * Exponential.sineAndCosine(cycles: Double($0) / Double(size - 1)).cosine
    }
    bandOfBin = (0..<transform.half).map { bin in
      let hertz = Double(bin) * sampleRate / Double(1 << logarithm)
      guard hertz >= 75.6 else { return 0 }
      return min(Int(3 * Exponential.log2(hertz / 60)), Self.bandCount - 1)
    }
    hop = max(size / 8, 1)
    step = max(Int(Self.nearSeconds * sampleRate / Double(hop)), 1)
    frames = [Double](repeating: 0, count: transform.count)
    power = [Double](repeating: 0, count: transform.half)
    powers = stride(from: 0, to: channel.count - size + 1, by: hop).map { start in
      bands { Double(self.channel[start + $0]) }
    }
  }

  /// Returns the flux at the joint relative to the 90th percentile of the loop's own; `nil` if the
  /// loop is too short to tell.
  ///
  /// - Parameter tail: The frames before the end of the loop that differ from the channel.
  func relative(_ loop: Range<Int>, tail: [Float]) -> Double? {
    let size = window.count
    let far = Int(Self.farSeconds * sampleRate)
    // Frames of the channel whose comparison is far from the joint.
    let span = size + step * hop
    let first = (loop.lowerBound + far + hop) / hop
    let last = (loop.upperBound - max(far + span, tail.count)) / hop - step
    guard last - first >= 9, last + step < powers.count else { return nil }
    let strongest = powers[first...last].reduce(0.0) { max($0, $1.max() ?? 0) }
    let floor = max(Self.masked * strongest, 1e-30)
    func logs(_ bands: [Double]) -> [Double] { bands.map { Exponential.log2($0 + floor) } }
    func change(_ a: [Double], _ b: [Double]) -> Double {
      var sum = 0.0
      for index in a.indices { sum += abs(a[index] - b[index]) }
      return sum * 0.30102999566398120 / Double(a.count)
    }
    let own = powers[first...last + step].map { logs($0) }
    let changes = (0...last - first).map { change(own[$0], own[$0 + step]) }
    // Frames around the joint, of the end and the start of the loop.
    let start = -size - step * hop
    let joint = stride(from: start, through: hop, by: hop).map { offset in
      logs(bands { self.frame(offset + $0, of: loop, tail) })
    }
    let near = Int(Self.nearSeconds * sampleRate)
    var largest = 0.0
    for index in 0..<max(joint.count - step, 0) {
      let center = start + index * hop + span / 2
      if abs(center) < near { largest = max(largest, change(joint[index], joint[index + step])) }
    }
    return largest / max(Levels.quantile(changes, 0.9), Self.minFlux)
  }

  /// Returns a frame at an offset from the joint.
  private func frame(_ offset: Int, of loop: Range<Int>, _ tail: [Float]) -> Double {
    if offset >= 0 { return Double(channel[loop.lowerBound + offset % loop.count]) }
    if -offset <= tail.count { return Double(tail[tail.count + offset]) }
    return Double(channel[max(loop.upperBound + offset, 0)])
  }

  /// Returns the power of third-octave bands of frames in the window.
  private func bands(_ frame: (Int) -> Double) -> [Double] {
    for index in window.indices { frames[index] = window[index] * frame(index) }
    transform.power(of: frames, into: &power)
    var bands = [Double](repeating: 0, count: Self.bandCount)
    for bin in power.indices { bands[bandOfBin[bin]] += power[bin] }
    return bands
  }
}
