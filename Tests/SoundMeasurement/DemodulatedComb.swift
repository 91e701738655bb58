import Foundation

/// Measures the pitch of windows by nonlinear least squares: the fundamental at which demodulated
/// partials up to 5 kHz contain the most power. Newton's method on the exact derivatives, from few
/// partials to all. Shares no code with the tested estimators.
package struct DemodulatedComb {
  package var sampleRate: Double
  package var hertz: Double

  package init(sampleRate: Double, hertz: Double) {
    self.sampleRate = sampleRate
    self.hertz = hertz
  }

  /// The length of a window: 100 ms or six periods.
  package var windowSeconds: Double { max(0.1, 6 / hertz) }

  /// Returns the deviations from ``hertz`` of windows of a held note of one channel or two, in
  /// cents.
  package func windows(
    of channels: [[Float]], loop: Range<Int>?, from first: Double, to last: Double, step: Double
  ) -> [Double] {
    let count = Int(windowSeconds * sampleRate)
    let window = (0..<count).map { HannWindow.value(at: $0, of: count) }
    var result: [Double] = []
    var time = first
    while time + windowSeconds <= last {
      let start = Int(time * sampleRate)
      let parts = channels.map { frames in
        (0..<count).map { index in
          var position = start + index
          if let loop, position >= loop.upperBound {
            position = loop.lowerBound + (position - loop.lowerBound) % loop.count
          }
          return position < frames.count ? window[index] * Double(frames[position]) : 0
        }
      }
      result.append(cents(parts))
      time += step
    }
    return result
  }

  /// Returns the largest deviation of a held note of `last` seconds from 50 ms on.
  package func largest(
    of channels: [[Float]], loop: Range<Int>?, from first: Double = 0.05, to last: Double = 2.1,
    step: Double = 0.04
  ) -> Double {
    windows(of: channels, loop: loop, from: first, to: last, step: step).map { abs($0) }.max()
      ?? .nan
  }

  private func cents(_ channels: [[Double]]) -> Double {
    var frequency = hertz
    for (highest, rounds) in [(700.0, 3), (2000, 2), (5000, 3)] {
      let partials = max(Int(min(highest, 0.42 * sampleRate) / hertz), 1)
      for _ in 0..<rounds {
        var (slope, bend) = (0.0, 0.0)
        for frames in channels {
          for number in 1...partials { add(number, frequency, frames, &slope, &bend) }
        }
        guard bend < 0 else { break }
        let change = -slope / bend
        frequency += min(max(change, -0.01 * hertz), 0.01 * hertz)
        if abs(change) < 1e-6 * hertz { break }
      }
    }
    return 1200 * log2(frequency / hertz)
  }

  /// Adds a partial's first and second derivative of the power by the fundamental.
  private func add(
    _ number: Int, _ frequency: Double, _ frames: [Double], _ slope: inout Double,
    _ bend: inout Double
  ) {
    let step = 2 * .pi * Double(number) * frequency / sampleRate
    let (stepCosine, stepSine) = (cos(step), sin(step))
    let middle = Double(frames.count - 1) / 2
    var (cosine, sine) = (cos(step * middle), sin(step * middle))
    var (x, y, x1, y1, x2, y2) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for index in frames.indices {
      let time = Double(index) - middle
      let (real, imaginary) = (frames[index] * cosine, frames[index] * sine)
      x += real
      y += imaginary
      x1 += time * real
      y1 += time * imaginary
      x2 += time * time * real
      y2 += time * time * imaginary
      // Demodulates with e^(−i·step·time).
      (cosine, sine) = (
        cosine * stepCosine + sine * stepSine, sine * stepCosine - cosine * stepSine
      )
    }
    let unit = 2 * .pi * Double(number) / sampleRate
    slope += unit * 2 * (x * y1 - y * x1)
    bend += unit * unit * 2 * (x1 * x1 + y1 * y1 - x * x2 - y * y2)
  }
}
