import Foundation
import SoundMeasurement
import Testing

@testable import PeachSynthesis

/// Resampled sines, where any difference from the transposed sine is noise.
@Suite("Interpolation")
struct InterpolationTests {
  /// A resampler of one quality, with its buffer.
  final class Reader {
    let kernels: VoiceKernels
    let tables: SincTables
    private let buffer: UnsafeMutablePointer<Float>

    init(_ quality: InterpolationQuality, simdLevel: SIMDLevel = .avx512) {
      kernels = VoiceKernels(quality: quality, simdLevel: simdLevel)
      tables = SincTables(kernels)
      buffer = .allocate(capacity: 64 + VoiceKernels.bufferPadding)
      buffer.initialize(repeating: 0, count: 64 + VoiceKernels.bufferPadding)
    }

    deinit {
      tables.deallocate()
      buffer.deallocate()
    }

    /// Returns `count` frames from `start`, transposed by `octaves`, read in runs of these lengths.
    func read(
      _ frames: SampleData, from start: Double, octaves: Double, count: Int, runs: [Int] = [64]
    ) -> [Float] {
      var playback = SamplePlayback(
        frames: frames.reference.pointee.frames.unsafelyUnwrapped,
        phase: Int64(start * 4_294_967_296),
        increment: SamplePlayback.increment(ratio: exp2(octaves)),
        end: Int64(frames.unrolledLoopEnd) << 32, loopLength: Int64(frames.unrolledLoopLength) << 32
      )
      var result: [Float] = []
      var index = 0
      while result.count < count {
        let run = min(runs[index % runs.count], count - result.count)
        index += 1
        playback.read(
          count: run, table: tables.table(octaves: octaves), kernels: kernels, to: buffer)
        result += UnsafeBufferPointer(start: buffer, count: run)
      }
      return result
    }
  }

  static func sine(phaseIncrement: Double, count: Int) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * .pi * phaseIncrement * Double($0))) }
  }

  static func once(_ values: [Float], _ quality: InterpolationQuality) -> SampleData {
    values.withUnsafeBufferPointer { SampleData($0, form: quality.sampleForm) }
  }

  /// Returns the signal-to-noise ratio in decibels, after a least-squares fit of the sine.
  static func signalToNoise(_ audio: [Float], phaseIncrement: Double) -> Double {
    let (signal, noise) = fit(audio, phaseIncrement: phaseIncrement)
    return 10 * log10(signal / noise)
  }

  /// Returns the energies of a sine, by a least-squares fit, and of all else.
  private static func fit(
    _ audio: [Float], phaseIncrement: Double
  ) -> (signal: Double, noise: Double) {
    var (ss, cc, sc, xs, xc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (frame, value) in audio.enumerated() {
      let (s, c) = (
        sin(2 * .pi * phaseIncrement * Double(frame)), cos(2 * .pi * phaseIncrement * Double(frame))
      )
      (ss, cc, sc) = (ss + s * s, cc + c * c, sc + s * c)
      (xs, xc) = (xs + Double(value) * s, xc + Double(value) * c)
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant)
    var (signal, noise) = (0.0, 0.0)
    for (frame, value) in audio.enumerated() {
      let angle = 2 * .pi * phaseIncrement * Double(frame)
      let fitted = a * sin(angle) + b * cos(angle)
      signal += fitted * fitted
      noise += (Double(value) - fitted) * (Double(value) - fitted)
    }
    return (signal, noise)
  }

  @Test(
    "The signal-to-noise ratio of transposed sines, 440 Hz to 8.8 kHz, meets the quality",
    arguments: [(InterpolationQuality.sinc8, 70.0), (.sinc16, 96), (.sinc32, 100), (.doubled, 96)])
  func raisedSine(quality: InterpolationQuality, minRatio: Double) {
    let reader = Reader(quality)
    for hertz in [440.0, 1000, 2000, 4400, 8800] {
      let frames = Self.once(Self.sine(phaseIncrement: hertz / 48_000, count: 9000), quality)
      for semitones in [-12.0, -5, 0.3, 7, 11] {
        let audio = reader.read(frames, from: 100.37, octaves: semitones / 12, count: 4000)
        let ratio = Self.signalToNoise(
          audio, phaseIncrement: hertz / 48_000 * exp2(semitones / 12))
        #expect(ratio > minRatio, "\(quality), \(hertz) Hz, \(semitones) semitones: \(ratio) dB")
      }
    }
  }

  @Test("A 20 kHz partial transposed above Nyquist is suppressed and not aliased")
  func aliasing() {
    let sine = Self.sine(phaseIncrement: 20_000 / 48_000, count: 12_000)
    let limits = [(InterpolationQuality.sinc16, -20.0), (.sinc32, -90), (.doubled, -20)]
    for (quality, maxLevel) in limits {
      let reader = Reader(quality)
      let frames = Self.once(sine, quality)
      for semitones in [7.0, 11, 12, 19] {
        let audio = reader.read(frames, from: 100, octaves: semitones / 12, count: 3500)
        let power = audio.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(audio.count)
        let level = 10 * log10(power / 0.125)
        #expect(level < maxLevel, "\(quality) at \(semitones) semitones: \(level) dB")
      }
    }
  }

  @Test(
    "Above a ratio of 1.12, doubled samples have the aliases and the pass band of 16 taps",
    arguments: [2.5, 3, 5, 7, 12, 19, 24, 36])
  func aliasesOfDoubledSamples(semitones: Double) {
    let count = 3000
    let fullScale = 0.125 * Double(count)
    let kernels = [InterpolationQuality.sinc16, .doubled].map { ($0, Reader($0)) }
    for hertz in stride(from: 500.0, through: 20_000, by: 500) {
      let increment = hertz / 44_100
      let sine = Self.sine(phaseIncrement: increment, count: 400 + count * 8)
      let output = increment * exp2(semitones / 12)
      // The level of all that is not the sine, and the gain of the sine.
      let levels = kernels.map { quality, reader in
        let audio = reader.read(
          Self.once(sine, quality), from: 100.3, octaves: semitones / 12, count: count)
        let energy = audio.reduce(0.0) { $0 + Double($1) * Double($1) }
        let (signal, noise) =
          output < 0.5 ? Self.fit(audio, phaseIncrement: output) : (0, energy)
        return (10 * log10(noise / fullScale), 10 * log10(signal / fullScale))
      }
      #expect(levels[1].0 < max(levels[0].0 + 0.1, -95), "\(hertz) Hz: \(levels) dB")
      if hertz <= 17_000 && output < 0.5 {
        #expect(levels[1].1 > levels[0].1 - 0.25, "\(hertz) Hz: \(levels) dB")
      }
    }
  }

  @Test(
    "A loop of whole periods has no discontinuity, even if shorter than the filter",
    arguments: [(1, 7), (2, 9), (3, 31), (10, 441), (100, 3000)])
  func seam(periods: Int, length: Int) {
    let phaseIncrement = Double(periods) / Double(length)
    let cases: [(InterpolationQuality, Double)] = [
      (.sinc16, 0.31), (.sinc32, 0.31), (.doubled, 0.31), (.doubled, 0.11),
    ]
    for (quality, octaves) in cases {
      let reader = Reader(quality)
      for before in [0, 5, 100] {
        let values = Self.sine(phaseIncrement: phaseIncrement, count: before + length)
        let frames = values.withUnsafeBufferPointer {
          SampleData($0, loop: before..<(before + length), form: quality.sampleForm)
        }
        // The first taps would include the silence before the sample.
        let audio = reader.read(frames, from: Double(before + 80), octaves: octaves, count: 12_000)
        let ratio = Self.signalToNoise(audio, phaseIncrement: phaseIncrement * exp2(octaves))
        #expect(ratio > 100, "\(quality), \(periods) periods in \(length): \(ratio) dB")
      }
    }
  }

  @Test("DC is reproduced exactly, and the output is silent after the end")
  func constant() {
    for quality in InterpolationQuality.allCases {
      let reader = Reader(quality)
      let frames = Self.once([Float](repeating: 0.5, count: 600), quality)
      for octaves in [0.1, 0.5] {
        let audio = reader.read(frames, from: 60, octaves: octaves, count: 700)
        #expect(audio[..<300].allSatisfy { abs($0 - 0.5) < 1e-6 }, "\(quality)")
        #expect(audio[600...].allSatisfy { $0 == 0 }, "\(quality)")
      }
    }
  }

  private static func resample(
    _ quality: InterpolationQuality, octaves: Double, _ level: SIMDLevel, runs: [Int] = [64]
  ) -> [Float] {
    let frames = once((0..<4000).map { Float(sin(Double($0 * $0) * 0.001)) }, quality)
    return Reader(quality, simdLevel: level).read(
      frames, from: 33.3, octaves: octaves, count: 700, runs: runs)
  }

  private static let octaves = [-1.7, -0.1, 0, 0.15, 0.583, 0.9, 0.95, 2.2]

  @Test("The output does not depend on the block size", arguments: SIMDLevel.allCases)
  func blocks(level: SIMDLevel) {
    for quality in InterpolationQuality.allCases {
      for octaves in Self.octaves {
        let cut = Self.resample(quality, octaves: octaves, level, runs: [1, 7, 8, 9, 64, 3, 15])
        #expect(Self.resample(quality, octaves: octaves, level) == cut, "\(quality) at \(octaves)")
      }
    }
  }

  @Test(
    "AVX-512 is bit-identical to AVX2",
    .enabled(if: SIMDLevel.avx512.isSupported, "The processor has no AVX-512."))
  func avx512() {
    for quality in InterpolationQuality.allCases {
      for octaves in Self.octaves {
        let wide = Self.resample(quality, octaves: octaves, .avx512)
        #expect(wide == Self.resample(quality, octaves: octaves, .avx2), "\(quality) at \(octaves)")
      }
    }
  }

  @Test(
    "AVX2 is within −120 dB of the baseline",
    .enabled(if: SIMDLevel.avx2.isSupported, "The processor has no AVX2."))
  func avx2() {
    for quality in InterpolationQuality.allCases {
      for octaves in Self.octaves {
        let difference = Level.greatestDifference(
          Self.resample(quality, octaves: octaves, .avx2),
          Self.resample(quality, octaves: octaves, .baseline))
        #expect(difference < 1e-6, "\(quality) at \(octaves): \(20 * log10(difference)) dB")
      }
    }
  }

  @Test("A quality is initialized from its number of taps")
  func tapCounts() {
    #expect(InterpolationQuality.allCases.map(\.tapCount) == [4, 6, 8, 16, 32])
    #expect(InterpolationQuality(tapCount: 16) == .sinc16)
    #expect(InterpolationQuality(tapCount: 5) == nil)
    #expect(SynthesizerConfiguration(interpolation: .sinc8).interpolation == .sinc8)
  }
}
