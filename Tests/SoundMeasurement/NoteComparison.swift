import Foundation

/// Measures the interval between two notes of one recording.
///
/// Each pitch is measured separately: a line fitted to the phase of a partial in successive windows
/// is the mean frequency, which is defined for vibrato and fluctuating samples as well.
public struct NoteComparison {
  /// Windows of 80 ms every 10 ms, in which a nearby partial advances by less than half a cycle.
  private static let windowSeconds = 0.08
  private static let stepSeconds = 0.01

  /// The interval from the first to the second note, in cents.
  public let cents: Double

  /// Compares notes with requested frequencies at `hertz` and near it.
  public init(_ first: [Float], _ second: [Float], hertz: Double, sampleRate: Double = 48_000) {
    let tones = [first, second].map { Self.steadyPart($0, sampleRate: sampleRate) }
    // The most prominent partial; for a horn it may be the second.
    let levels = (1...6).map { partial in
      Level.amplitude(
        of: tones[0].prefix(12_000), at: hertz * Double(partial), sampleRate: sampleRate)
    }
    let strongest = (levels.indices.max { levels[$0] < levels[$1] } ?? 0) + 1
    let heard = tones.map {
      Self.frequency($0, near: hertz * Double(strongest), sampleRate: sampleRate)
    }
    cents = 1200 * log2(heard[1] / heard[0])
  }

  /// Returns 90 % of the audible part, from 0.1 s after its start.
  private static func steadyPart(_ audio: [Float], sampleRate: Double) -> ArraySlice<Float> {
    let threshold = Level.peak(audio[...]) / 1000
    let first = audio.firstIndex { abs($0) > threshold } ?? 0
    let last = audio.lastIndex { abs($0) > threshold } ?? 0
    let start = min(first + Int(0.1 * sampleRate), last)
    return audio[start..<(start + (last - start) * 9 / 10)]
  }

  private static func frequency(
    _ audio: ArraySlice<Float>, near guess: Double, sampleRate: Double
  ) -> Double {
    let window = Int(windowSeconds * sampleRate)
    let step = Int(stepSeconds * sampleRate)
    var turns: [Double] = []
    var start = audio.startIndex
    while start + window <= audio.endIndex {
      let offset = Double(start - audio.startIndex)
      let phase =
        phase(audio[start..<(start + window)], guess / sampleRate)
        - (offset * guess / sampleRate).truncatingRemainder(dividingBy: 1)
      let last = turns.last ?? phase
      turns.append(last + (phase - last).remainder(dividingBy: 1))
      start += step
    }
    // The slope of the least-squares line, in cycles per window.
    let middle = Double(turns.count - 1) / 2
    var (moment, square) = (0.0, 0.0)
    for (index, value) in turns.enumerated() {
      moment += (Double(index) - middle) * value
      square += (Double(index) - middle) * (Double(index) - middle)
    }
    return guess + moment / square * sampleRate / Double(step)
  }

  /// Returns the phase of a component in cycles, under a Hann window. Plain loops and a rotation
  /// instead of sines: debug builds run without optimization.
  private static func phase(_ audio: ArraySlice<Float>, _ phaseIncrement: Double) -> Double {
    audio.withUnsafeBufferPointer { samples in
      let (cosine, sine) = (cos(2 * .pi * phaseIncrement), sin(2 * .pi * phaseIncrement))
      let (slowCosine, slowSine) = (
        cos(2 * .pi / Double(samples.count)), sin(2 * .pi / Double(samples.count))
      )
      var (x, y) = (1.0, 0.0)
      var (slowX, slowY) = (1.0, 0.0)
      var (real, imaginary) = (0.0, 0.0)
      var index = 0
      while index < samples.count {
        let value = Double(samples[index]) * (1 - slowX)
        real += value * x
        imaginary -= value * y
        (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
        (slowX, slowY) = (
          slowX * slowCosine - slowY * slowSine, slowX * slowSine + slowY * slowCosine
        )
        index += 1
      }
      return atan2(imaginary, real) / (2 * .pi)
    }
  }
}
