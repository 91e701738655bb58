import Foundation

/// A channel of a held note, unrolled, and its measures: levels of bands and of partials, noise,
/// and the seam of its loop.
package struct HeldSound {
  package let frames: [Double]
  package let loop: Range<Int>?
  package let sampleRate: Double

  private static let seconds = 2.2

  /// Repeats the loop up to 2.2 seconds.
  package init(_ channel: [Float], loop: Range<Int>?, sampleRate: Double) {
    self.loop = loop
    self.sampleRate = sampleRate
    guard let loop, !loop.isEmpty else {
      frames = channel.map { Double($0) }
      return
    }
    let count = max(loop.upperBound, Int(Self.seconds * sampleRate))
    frames = (0..<count).map { index in
      let position =
        index < loop.upperBound ? index : loop.lowerBound + (index - loop.lowerBound) % loop.count
      return Double(channel[position])
    }
  }

  package var peak: Double { frames.reduce(0) { max($0, abs($1)) } }

  /// Returns the power spectrum of a segment with a Hann window, and the width of a bin in hertz.
  package func spectrum(from first: Double, to last: Double) -> (power: [Double], binHertz: Double)
  {
    let start = min(Int(first * sampleRate), frames.count)
    let part = frames[start..<max(min(Int(last * sampleRate), frames.count), start)]
    var size = 1
    while size < part.count { size *= 2 }
    var real = [Double](repeating: 0, count: size)
    for (index, value) in part.enumerated() {
      real[index] = value * HannWindow.value(at: index, of: part.count)
    }
    var imaginary = [Double](repeating: 0, count: size)
    Self.transform(&real, &imaginary)
    let power = (0..<size / 2).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
    return (power, sampleRate / Double(size))
  }

  /// Returns the levels of bands from 0.15 s to the end of the first round, in dB. A band has at
  /// least the width of an ERB (Glasberg and Moore 1990). Its edges lie between partials, so that
  /// vibrato does not move a partial into another band.
  package func bandLevels(hertz: Double) -> [Double] {
    let end = Double(loop?.upperBound ?? frames.count) / sampleRate
    let (power, binHertz) = spectrum(from: 0.15, to: end)
    // By Parseval's theorem, the mean power of the segment.
    let scale = 1 / (Double(power.count) * (end - 0.15))
    var levels: [Double] = []
    var low = 0.5 * hertz
    while true {
      let width = 24.7 * (1 + 0.00437 * low)
      let high = (max(((low + width) / hertz - 0.5).rounded(.up), 1) + 0.5) * hertz
      guard high < 0.45 * sampleRate else { return levels }
      let bins = Int(low / binHertz) + 1...Int(high / binHertz)
      levels.append(10 * log10(power[bins].reduce(0, +) * scale + 1e-30))
      low = high
    }
  }

  /// Returns the largest difference of a band within 45 dB of the highest, in dB.
  package func largestBandChange(from before: HeldSound, hertz: Double) -> Double {
    let (own, earlier) = (bandLevels(hertz: hertz), before.bandLevels(hertz: hertz))
    let highest = earlier.max() ?? 0
    return zip(own, earlier).filter { $0.1 > highest - 45 }.map { abs($0.0 - $0.1) }.max() ?? 0
  }

  /// Returns the level between partials 2 to 8, in dB, from 0.15 s to 1 s.
  package func noiseLevel(hertz: Double) -> Double {
    let (power, binHertz) = spectrum(from: 0.15, to: 1)
    var sum = 0.0
    for number in 2...7 {
      let first = Int((Double(number) + 0.35) * hertz / binHertz)
      let last = Int((Double(number) + 0.65) * hertz / binHertz)
      for bin in first...last where bin < power.count { sum += power[bin] }
    }
    return 10 * log10(sum + 1e-30)
  }

  /// Returns the rms fluctuation of the level of each partial between two times, in dB.
  package func fluctuations(hertz: Double, partials: Int, from first: Double, to last: Double)
    -> [Double]
  {
    let count = Int(max(0.03, 4 / hertz) * sampleRate)
    let window = (0..<count).map { HannWindow.value(at: $0, of: count) }
    let starts = stride(from: Int(first * sampleRate), to: Int(last * sampleRate) - count, by: 441)
    return (1...partials).map { number in
      let step: Double = 2 * Double.pi * Double(number) * hertz / sampleRate
      let levels = starts.map { (start: Int) -> Double in
        var (x, y) = (0.0, 0.0)
        for index in 0..<count {
          let value = frames[start + index] * window[index]
          x += value * cos(step * Double(index))
          y += value * sin(step * Double(index))
        }
        let power: Double = x * x + y * y
        return 10 * log10(power + 1e-30)
      }
      let mean = levels.reduce(0, +) / Double(levels.count)
      let variance = levels.reduce(0.0) { $0 + ($1 - mean) * ($1 - mean) } / Double(levels.count)
      return variance.squareRoot()
    }
  }

  /// The largest second difference at the seam of the loop relative to that elsewhere in the loop,
  /// in dB. A click exceeds 0 dB. `nil` without a loop.
  package var seamDecibels: Double? {
    guard let loop, loop.upperBound + 32 < frames.count, loop.count > 200 else { return nil }
    func bend(_ index: Int) -> Double {
      abs(frames[index + 1] - 2 * frames[index] + frames[index - 1])
    }
    let around = max(loop.upperBound - 8_000, loop.lowerBound + 1)..<loop.upperBound - 16
    let reference = around.map(bend).max() ?? 0
    let seam = (loop.upperBound - 4..<loop.upperBound + 4).map(bend).max() ?? 0
    return 20 * log10(seam / max(reference, 1e-12))
  }

  /// The fast Fourier transform, in place.
  private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let count = real.count
    var other = 0
    for index in 1..<count {
      var bit = count >> 1
      while other & bit != 0 {
        other ^= bit
        bit >>= 1
      }
      other |= bit
      if index < other {
        real.swapAt(index, other)
        imaginary.swapAt(index, other)
      }
    }
    var length = 2
    while length <= count {
      let half = length / 2
      for column in 0..<half {
        let angle = -2 * Double.pi * Double(column) / Double(length)
        let (cosine, sine) = (cos(angle), sin(angle))
        for start in stride(from: column, to: count, by: length) {
          let (x, y) = (real[start + half], imaginary[start + half])
          let (a, b) = (x * cosine - y * sine, x * sine + y * cosine)
          (real[start + half], imaginary[start + half]) = (real[start] - a, imaginary[start] - b)
          (real[start], imaginary[start]) = (real[start] + a, imaginary[start] + b)
        }
      }
      length *= 2
    }
  }
}
