import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement

/// A replaced recording of a sine at 441 Hz, and the pitch that mathematics expects of it.
struct VibratoTone {
  static let recordedRate = 44_100.0
  static let outputRate = Render.rate
  static let framesPerEntry = 176

  var replacement: SampleReplacement
  /// The first frame of the loop, which is a second long: 441 periods.
  let loopStart: Int
  private let extent: Double
  private let vibratoHertz: Double

  /// Creates a tone with a sinusoidal vibrato of `extent` cents at a whole number of cycles a
  /// second, with a lead-in before the loop.
  init(extent: Double = 50, hertz: Double = 5, loopStart: Int = 4410) {
    self.loopStart = loopStart
    self.extent = extent
    vibratoHertz = hertz
    let count = loopStart + Int(Self.recordedRate)
    replacement = SampleReplacement(
      frames: Self.sine(count: count), loop: loopStart..<count,
      correctionCents: -TestBank.toneCents)
    replacement.framesPerVibratoEntry = Self.framesPerEntry
    replacement.vibratoCents = (0...(count / Self.framesPerEntry)).map { entry in
      Float(Self.cents(at: Double(entry * Self.framesPerEntry), extent, hertz))
    }
  }

  /// Returns a sine with a period of 100 frames.
  static func sine(count: Int) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * Double.pi * Double($0 % 100) / 100)) }
  }

  private static func cents(at position: Double, _ extent: Double, _ hertz: Double) -> Double {
    extent * sin(2 * .pi * hertz * position / recordedRate)
  }

  /// Returns the cents at a position in frames, for an amount. The loop is a whole number of
  /// cycles, and its mean frequency that of the straight tone.
  func cents(at position: Double, amount: Double) -> Double {
    amount * Self.cents(at: position, extent, vibratoHertz) + slowness(amount)
  }

  /// Returns how much longer a cycle takes than a straight one, in cents: the integral of
  /// 2^(−amount · c / 1200), by the rectangle rule.
  private func slowness(_ amount: Double) -> Double {
    let count = 1000
    let sum = (0..<count).reduce(0.0) {
      let phase = Double($1) / Double(count)
      return $0 + exp2(-amount * extent * sin(2 * .pi * phase) / 1200)
    }
    return 1200 * log2(sum / Double(count))
  }

  /// Returns the position in the recording at each frame of the output: the solution of
  /// p' = speed · 2^(cents(p) / 1200), by the midpoint method.
  ///
  /// - Parameters:
  ///   - ratio: The pitch relative to that of the recording.
  ///   - amount: The amount at each frame.
  func positions(frames: Int, ratio: Double, amount: (Int) -> Double) -> [Double] {
    let speed = ratio * Self.recordedRate / Self.outputRate
    var position = 0.0
    var slowness = (amount: 0.0, cents: 0.0)
    return (0..<frames).map { frame in
      let now = position
      let amount = amount(frame)
      if amount != slowness.amount { slowness = (amount, self.slowness(amount)) }
      func step(_ position: Double) -> Double {
        let cents = amount * Self.cents(at: position, extent, vibratoHertz) + slowness.cents
        return speed * exp2(cents / 1200)
      }
      position += step(now + 0.5 * step(now))
      return now
    }
  }

  /// Returns the times of rising zero crossings, in frames, from `start` on.
  static func crossings(_ audio: [Float], from start: Int = 1) -> [Double] {
    (start..<audio.count).compactMap { index in
      guard audio[index - 1] < 0 && audio[index] >= 0 else { return nil }
      let step = Double(audio[index]) - Double(audio[index - 1])
      return Double(index - 1) - Double(audio[index - 1]) / step
    }
  }

  /// Returns the frequency of each period of `audio` in cents above `reference`, with the time of
  /// the period's middle, in frames.
  static func contour(
    _ audio: [Float], above reference: Double, from start: Int = 1
  ) -> [(time: Double, cents: Double)] {
    let times = crossings(audio, from: start)
    return zip(times, times.dropFirst()).map { first, next in
      ((first + next) / 2, 1200 * log2(outputRate / (next - first) / reference))
    }
  }
}
