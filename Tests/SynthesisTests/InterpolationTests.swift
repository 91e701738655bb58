import Foundation
import SoundMeasurement
import Testing

@testable import PeachSynthesis

/// Sines that are known exactly, read between their frames: what is not the same sine, higher, is
/// noise.
@Suite("Reading between frames")
struct InterpolationTests {
  /// A reader of one quality, and the memory that it needs.
  final class Reader {
    let kernels: VoiceKernels
    let tables: SincTables
    private let row: UnsafeMutablePointer<Float>

    init(_ quality: InterpolationQuality, width: KernelWidth = .avx512) {
      kernels = VoiceKernels(quality: quality, width: width)
      tables = SincTables(kernels)
      row = .allocate(capacity: 64 + VoiceKernels.rowMargin)
      row.initialize(repeating: 0, count: 64 + VoiceKernels.rowMargin)
    }

    deinit {
      tables.deallocate()
      row.deallocate()
    }

    /// `count` frames from `start` on, raised by `octaves`, in runs of these lengths.
    func read(
      _ frames: SampleFrames, from start: Double, octaves: Double, count: Int, runs: [Int] = [64]
    ) -> [Float] {
      var playback = SamplePlayback(
        frames: frames.place.pointee.frames.unsafelyUnwrapped, phase: Int64(start * 4_294_967_296),
        increment: SamplePlayback.increment(ratio: exp2(octaves)),
        end: Int64(frames.turningPoint) << 32, loopLength: Int64(frames.turningLength) << 32)
      var result: [Float] = []
      var index = 0
      while result.count < count {
        let run = min(runs[index % runs.count], count - result.count)
        index += 1
        playback.read(
          count: run, table: tables.table(octaves: octaves), kernels: kernels, to: row)
        result += UnsafeBufferPointer(start: row, count: run)
      }
      return result
    }
  }

  static func sine(turnsPerFrame: Double, count: Int) -> [Float] {
    (0..<count).map { Float(0.5 * sin(2 * .pi * turnsPerFrame * Double($0))) }
  }

  static func once(_ values: [Float]) -> SampleFrames {
    values.withUnsafeBufferPointer { SampleFrames(playingOnce: $0) }
  }

  /// How far all that is not a sine of this frequency lies below it, in decibels: the sine that
  /// fits best by least squares is taken off.
  static func signalToNoise(_ audio: [Float], turnsPerFrame: Double) -> Double {
    var (ss, cc, sc, xs, xc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (frame, value) in audio.enumerated() {
      let (s, c) = (
        sin(2 * .pi * turnsPerFrame * Double(frame)), cos(2 * .pi * turnsPerFrame * Double(frame))
      )
      (ss, cc, sc) = (ss + s * s, cc + c * c, sc + s * c)
      (xs, xc) = (xs + Double(value) * s, xc + Double(value) * c)
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant)
    var (signal, noise) = (0.0, 0.0)
    for (frame, value) in audio.enumerated() {
      let angle = 2 * .pi * turnsPerFrame * Double(frame)
      let fitted = a * sin(angle) + b * cos(angle)
      signal += fitted * fitted
      noise += (Double(value) - fitted) * (Double(value) - fitted)
    }
    return 10 * log10(signal / noise)
  }

  @Test(
    "a sine raised by 7 or 11 semitones keeps its distance from noise, 440 Hz to 8.8 kHz",
    arguments: [(InterpolationQuality.sinc8, 70.0), (.sinc16, 96), (.sinc32, 100)])
  func raisedSine(quality: InterpolationQuality, least: Double) {
    let reader = Reader(quality)
    for hertz in [440.0, 1000, 2000, 4400, 8800] {
      let frames = Self.once(Self.sine(turnsPerFrame: hertz / 48_000, count: 9000))
      for semitones in [-12.0, -5, 0.3, 7, 11] {
        let audio = reader.read(frames, from: 100.37, octaves: semitones / 12, count: 4000)
        let ratio = Self.signalToNoise(
          audio, turnsPerFrame: hertz / 48_000 * exp2(semitones / 12))
        #expect(ratio > least, "\(quality), \(hertz) Hz, \(semitones) semitones: \(ratio) dB")
      }
    }
  }

  @Test("a partial at 20 kHz that is raised beyond half the rate is held back, not folded down")
  func heldBack() {
    let frames = Self.once(Self.sine(turnsPerFrame: 20_000 / 48_000, count: 12_000))
    for (quality, most) in [(InterpolationQuality.sinc16, -20.0), (.sinc32, -90)] {
      let reader = Reader(quality)
      for semitones in [7.0, 11, 12, 19] {
        let audio = reader.read(frames, from: 100, octaves: semitones / 12, count: 3500)
        let power = audio.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(audio.count)
        let level = 10 * log10(power / 0.125)
        #expect(level < most, "\(quality) at \(semitones) semitones: \(level) dB")
      }
    }
  }

  @Test(
    "a loop of whole periods has no seam, however short and however the taps reach over it",
    arguments: [(1, 7), (2, 9), (3, 31), (10, 441), (100, 3000)])
  func seam(periods: Int, length: Int) {
    let turns = Double(periods) / Double(length)
    for quality in [InterpolationQuality.sinc16, .sinc32] {
      let reader = Reader(quality)
      for before in [0, 5, 100] {
        let values = Self.sine(turnsPerFrame: turns, count: before + length)
        let frames = values.withUnsafeBufferPointer {
          SampleFrames(looping: $0, loop: before..<(before + length))
        }
        // Behind the first taps, which still reach into the silence before the recording.
        let audio = reader.read(frames, from: 40, octaves: 0.31, count: 12_000)
        let ratio = Self.signalToNoise(audio, turnsPerFrame: turns * exp2(0.31))
        #expect(ratio > 100, "\(quality), \(periods) periods in \(length): \(ratio) dB")
      }
    }
  }

  @Test("what stands still is read exactly, and what is over is silent")
  func constant() {
    for quality in InterpolationQuality.allCases {
      let reader = Reader(quality)
      let frames = Self.once([Float](repeating: 0.5, count: 500))
      let audio = reader.read(frames, from: 20, octaves: 0.5, count: 400)
      #expect(audio[..<300].allSatisfy { abs($0 - 0.5) < 1e-6 })
      #expect(audio[340...].allSatisfy { $0 == 0 })
    }
  }

  @Test("frames read in pieces are those read at once; with AVX2 or more they are the same bits")
  func sameBits() {
    let frames = Self.once((0..<4000).map { Float(sin(Double($0 * $0) * 0.001)) })
    for quality in InterpolationQuality.allCases {
      for octaves in [-1.7, 0, 0.583, 0.9, 0.95, 2.2] {
        func read(_ width: KernelWidth, runs: [Int] = [64]) -> [Float] {
          Reader(quality, width: width).read(
            frames, from: 33.3, octaves: octaves, count: 700, runs: runs)
        }
        let whole = read(.avx512)
        #expect(whole == read(.avx2), "\(quality) at \(octaves)")
        for width in KernelWidth.allCases {
          let cut = read(width, runs: [1, 7, 8, 9, 64, 3, 15])
          #expect(read(width) == cut, "\(quality) at \(octaves), \(width)")
        }
        let greatest = Level.greatestDifference(whole, read(.any))
        #expect(greatest < 1e-6, "\(quality) at \(octaves): \(20 * log10(greatest)) dB")
      }
    }
  }

  @Test("a quality is found by its number of taps")
  func tapCounts() {
    #expect(InterpolationQuality.allCases.map(\.tapCount) == [4, 8, 16, 32])
    #expect(InterpolationQuality(tapCount: 16) == .sinc16)
    #expect(InterpolationQuality(tapCount: 5) == nil)
    #expect(SynthesizerConfiguration(interpolation: .sinc8).interpolation == .sinc8)
  }
}
