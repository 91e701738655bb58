import CDSPKernels
import Foundation
import SoundMeasurement
import Testing

@testable import PeachSynthesis

/// Every instruction set's kernels, compared with reference implementations and with each other.
@Suite("Voice kernels")
struct VoiceKernelTests {
  static let levels = SIMDLevel.allCases.filter(\.isSupported)
  static let frameCount = 64

  /// Returns lane `lane`'s filter, and the target of its ramp if `isRamping`.
  private static func filter(
    _ lane: Int, isRamping: Bool, _ tables: ModulationTables
  ) -> (start: StateVariableFilter, target: StateVariableFilter) {
    let cents = Float(3000 + lane * 650)
    let damping = StateVariableFilter.damping(resonanceCentibels: Float(lane * 15))
    func filter(_ cents: Float) -> StateVariableFilter {
      StateVariableFilter(tangent: tables.tangent(cutoffCents: cents), damping: damping)
    }
    return (filter(cents), filter(isRamping ? cents + 1000 : cents))
  }

  private static func input(_ lane: Int, _ frame: Int) -> Float {
    Float(sin(Double(frame * (lane + 3)) * 0.11))
  }

  /// Returns sixteen filtered voices, lanes of frame 0 first, computed in runs of these lengths.
  private static func filtered(
    _ level: SIMDLevel, isRamping: Bool, runs: [Int] = [frameCount]
  ) -> [Float] {
    let kernels = VoiceKernels(quality: .cubic, simdLevel: level)
    let batch = FilterBatch()
    defer { batch.deallocate() }
    let tables = ModulationTables(sampleRate: 48_000)
    defer { tables.deallocate() }
    let filters = UnsafeMutablePointer<VoiceFilter>.allocate(capacity: FilterBatch.laneCount)
    defer { filters.deallocate() }
    for lane in 0..<FilterBatch.laneCount {
      let (start, target) = Self.filter(lane, isRamping: isRamping, tables)
      var filter = VoiceFilter()
      filter.reset(to: start, isBypassed: isRamping && lane % 2 == 1)
      if isRamping { filter.setTarget(to: target, perFrame: 1 / Float(frameCount)) }
      (filters + lane).initialize(to: filter)
      batch.filters[lane] = filters + lane
    }
    var result: [Float] = []
    var frame = 0
    for run in runs {
      for lane in 0..<FilterBatch.laneCount {
        for offset in 0..<run { batch.buffer(lane)[offset] = input(lane, frame + offset) }
      }
      kernels.filter(batch, lanes: FilterBatch.laneCount, count: run)
      for offset in 0..<run {
        for lane in 0..<FilterBatch.laneCount { result.append(batch.buffer(lane)[offset]) }
      }
      frame += run
    }
    return result
  }

  /// Returns the output of ``filtered(_:isRamping:runs:)``, by the trapezoidal rule with states in
  /// double precision. Coefficients ramp in single precision, as specified by ``VoiceFilter``.
  private static func referenceFiltered(isRamping: Bool) -> [Float] {
    let tables = ModulationTables(sampleRate: 48_000)
    defer { tables.deallocate() }
    var result = [Float](repeating: 0, count: frameCount * FilterBatch.laneCount)
    for lane in 0..<FilterBatch.laneCount {
      let (start, target) = Self.filter(lane, isRamping: isRamping, tables)
      var coefficients = SIMD4(start.a1, start.a2, start.a3, isRamping && lane % 2 == 1 ? 1 : 0)
      let end = SIMD4(target.a1, target.a2, target.a3, 0)
      let step = isRamping ? (end - coefficients) * (1 / Float(frameCount)) : SIMD4()
      var (s1, s2) = (0.0, 0.0)
      for frame in 0..<frameCount {
        let a = SIMD4<Double>(coefficients)
        let x = Double(input(lane, frame))
        let band = 0.5 * (a[0] * s1 + a[1] * (x - s2))
        let change = a[1] * s1 + a[2] * (x - s2)
        let low = s2 + 0.5 * change
        (s1, s2) = (2 * band - s1, s2 + change)
        result[frame * FilterBatch.laneCount + lane] = Float(low + (x - low) * a[3])
        coefficients += step
      }
    }
    return result
  }

  @Test("Filters match the reference implementation, for any block size", arguments: levels)
  func filters(level: SIMDLevel) {
    for isRamping in [false, true] {
      let reference = Self.referenceFiltered(isRamping: isRamping)
      let output = Self.filtered(level, isRamping: isRamping)
      let difference = Level.greatestDifference(output, reference)
      #expect(difference < 1e-5, "\(20 * log10(difference)) dB")
      #expect(output == Self.filtered(level, isRamping: isRamping, runs: [1, 7, 8, 9, 39]))
      #expect(output.contains { abs($0) > 0.1 })
    }
  }

  @Test(
    "Filters with AVX-512 are bit-identical to AVX2",
    .enabled(if: SIMDLevel.avx512.isSupported, "The processor has no AVX-512."),
    arguments: [false, true])
  func filtersAVX512(isRamping: Bool) {
    let wide = Self.filtered(.avx512, isRamping: isRamping)
    #expect(wide == Self.filtered(.avx2, isRamping: isRamping))
  }

  @Test(
    "Filters with AVX2 are within −120 dB of the baseline",
    .enabled(if: SIMDLevel.avx2.isSupported, "The processor has no AVX2."),
    arguments: [false, true])
  func filtersAVX2(isRamping: Bool) {
    let difference = Level.greatestDifference(
      Self.filtered(.avx2, isRamping: isRamping), Self.filtered(.baseline, isRamping: isRamping))
    #expect(difference < 1e-6, "\(20 * log10(difference)) dB")
  }

  /// Returns the four outputs of a voice with these gains, mixed in runs of these lengths; the
  /// sends together with the channels, or as another pair of channels.
  private static func mixed(
    _ level: SIMDLevel, from start: SIMD4<Float>, to end: SIMD4<Float>, runs: [Int] = [frameCount],
    withSends: Bool = true
  ) -> [Float] {
    let kernels = VoiceKernels(quality: .cubic, simdLevel: level)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 5 * frameCount)
    defer { memory.deallocate() }
    for frame in 0..<frameCount { memory[frame] = voice(frame) }
    let outputs = memory + frameCount
    for index in 0..<4 * frameCount { outputs[index] = 0.5 }
    func gains(_ indices: SIMD4<Int>) -> RampedGains {
      func permuted(_ gains: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4(gains[indices[0]], gains[indices[1]], gains[indices[2]], gains[indices[3]])
      }
      var gains = RampedGains(permuted(start))
      gains.setTarget(to: permuted(end), perFrame: 1 / Float(frameCount))
      return gains
    }
    let (all, ofSends) = (gains(SIMD4(0, 1, 2, 3)), gains(SIMD4(2, 3, 0, 1)))
    var done = 0
    for run in runs {
      let channels = (outputs + done, outputs + frameCount + done)
      let sends = (outputs + 2 * frameCount + done, outputs + 3 * frameCount + done)
      let buffer = memory + done
      if withSends {
        kernels.mix(
          buffer, count: run, elapsedFrames: done, all, to: channels, sends: sends)
      } else {
        kernels.mix(buffer, count: run, elapsedFrames: done, all, to: channels)
        kernels.mix(buffer, count: run, elapsedFrames: done, ofSends, to: sends)
      }
      done += run
    }
    return (0..<4 * frameCount).map { outputs[$0] }
  }

  private static func voice(_ frame: Int) -> Float { Float(sin(Double(frame) * 0.7)) }

  /// Constant and ramping gains, with and without a chorus send.
  static let gains: [(start: SIMD4<Float>, end: SIMD4<Float>)] = [Float(0.125), 0].flatMap {
    let start = SIMD4(0.25, 0.5, 0.75, $0)
    return [(start, SIMD4(0.75, 0.5, 0.1, $0)), (start, start)]
  }

  @Test("Mixing matches the reference implementation, for any block size", arguments: levels)
  func mixing(level: SIMDLevel) {
    for (start, end) in Self.gains {
      let output = Self.mixed(level, from: start, to: end)
      for channel in 0..<4 {
        for frame in 0..<Self.frameCount {
          let fraction = Float(frame) / Float(Self.frameCount)
          let gain = start[channel] + (end[channel] - start[channel]) * fraction
          let expected = 0.5 + Self.voice(frame) * gain
          #expect(abs(output[channel * Self.frameCount + frame] - expected) < 1e-6)
        }
      }
      for runs in [[64], [1, 7, 8, 48], [63, 1]] {
        #expect(output == Self.mixed(level, from: start, to: end, runs: runs))
        #expect(output == Self.mixed(level, from: start, to: end, runs: runs, withSends: false))
      }
    }
  }

  @Test(
    "Mixing with AVX-512 is bit-identical to AVX2",
    .enabled(if: SIMDLevel.avx512.isSupported, "The processor has no AVX-512."))
  func mixingAVX512() {
    for (start, end) in Self.gains {
      #expect(
        Self.mixed(.avx512, from: start, to: end) == Self.mixed(.avx2, from: start, to: end))
    }
  }

  @Test(
    "Mixing with AVX2 is within −120 dB of the baseline",
    .enabled(if: SIMDLevel.avx2.isSupported, "The processor has no AVX2."))
  func mixingAVX2() {
    for (start, end) in Self.gains {
      let difference = Level.greatestDifference(
        Self.mixed(.avx2, from: start, to: end), Self.mixed(.baseline, from: start, to: end))
      #expect(difference < 1e-6)
    }
  }

  @Test("Powers of two are within 1e-10, cutoffs below 20 kHz within 0.02 cents")
  func tables() {
    let tables = ModulationTables(sampleRate: 48_000)
    defer { tables.deallocate() }
    for step in -60_000...60_000 {
      let x = Double(step) * 0.000_37
      #expect(abs(tables.exp2(x) / exp2(x) - 1) < 1e-10, "at \(x)")
    }
    #expect(tables.exp2(1e9) == exp2(1000) && tables.exp2(-1e9) == exp2(-1000))
    for cents in stride(from: Float(1500), through: 13500, by: 3.7) {
      let hertz = 8.17579891564371 * exp2(Double(cents) / 1200)
      if hertz > 20_000 { continue }
      let hertzOfTable = atan(tables.tangent(cutoffCents: cents)) / .pi * 48_000
      let error = 1200 * log2(hertzOfTable / hertz)
      #expect(abs(error) < 0.02, "\(error) cents off at \(cents)")
    }
  }
}
