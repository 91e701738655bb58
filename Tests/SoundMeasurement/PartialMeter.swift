import Foundation

/// Follows the pitch of the first partial by its phase, independently of the engine.
///
/// The windows are short against a vibrato, so that the result is proportional to its extent. That
/// of ``CombMeter`` is not: the spectral lines of a wide vibrato differ from those of a narrow one.
public enum PartialMeter {
  /// Returns the pitch every `step` seconds, in cents above `hertz`, by the phase that the first
  /// partial advances in that time. Hann windows of at least 20 ms and 4 periods, at whole periods,
  /// in which adjacent partials vanish.
  public static func cents(
    _ audio: [Float], from first: Double, through last: Double, step: Double = 0.01,
    above hertz: Double, sampleRate: Double
  ) -> [Double] {
    let count = Int((max(4, (0.02 * hertz).rounded(.up)) / hertz * sampleRate).rounded())
    let cyclesPerFrame = hertz / sampleRate
    let phases = stride(from: first, through: last + step, by: step).map { time in
      let start = Int(time * sampleRate) - count / 2
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<count {
        let window = 1 - cos(2 * .pi * (Double(index) + 0.5) / Double(count))
        let cycles = cyclesPerFrame * Double(start + index)
        let angle = 2 * Double.pi * cycles.truncatingRemainder(dividingBy: 1)
        real += Double(audio[start + index]) * window * cos(angle)
        imaginary -= Double(audio[start + index]) * window * sin(angle)
      }
      return (frame: start, radians: atan2(imaginary, real))
    }
    return zip(phases, phases.dropFirst()).map { before, after in
      let turn = remainder(after.radians - before.radians, 2 * .pi)
      let cycles = cyclesPerFrame * Double(after.frame - before.frame)
      return 1200 * log2(1 + turn / (2 * .pi * cycles))
    }
  }
}
