import CDSPKernels
import Foundation
import TestEnvironment
import Testing

/// Expected values follow from definitions, in double precision.
@Suite("Analysis kernels")
struct AnalysisKernelTests {
  private static let levels = [peach_baseline, peach_avx2].filter {
    $0.rawValue <= peach_detect_simd_level().rawValue
  }

  private static func kernels(_ level: peach_simd_level) -> peach_analysis_kernels {
    peach_analysis_kernels_for(level).pointee
  }

  private static func numbers(_ count: Int, seed: UInt64) -> [Double] {
    var random = RandomNumbers(seed: seed)
    return (0..<count).map { _ in 2 * random.unit() - 1 }
  }

  @Test("The stages of a Fourier transform match its definition", arguments: [4, 8, 16, 32, 512])
  func transform(count: Int) {
    let real = Self.numbers(count, seed: 1)
    let imaginary = Self.numbers(count, seed: 2)
    // Groups of four in bit-reversed order, transformed by the definition.
    let groups = count / 4
    let bits = groups.trailingZeroBitCount
    var (x, y) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
    for group in 0..<groups {
      var first = 0
      for bit in 0..<bits where group & 1 << bit != 0 { first |= 1 << (bits - 1 - bit) }
      for bin in 0..<4 {
        for point in 0..<4 {
          let (own, turn) = (first + groups * point, -2 * Double.pi * Double(bin * point) / 4)
          x[4 * group + bin] += real[own] * cos(turn) - imaginary[own] * sin(turn)
          y[4 * group + bin] += real[own] * sin(turn) + imaginary[own] * cos(turn)
        }
      }
    }
    var (cosines, sines) = ([1.0], [0.0])
    var span = 1
    while span < count {
      for index in 0..<span {
        cosines.append(cos(Double.pi * Double(index) / Double(span)))
        sines.append(sin(Double.pi * Double(index) / Double(span)))
      }
      span *= 2
    }
    var results: [[Double]] = []
    for level in Self.levels {
      var (ownReal, ownImaginary) = (x, y)
      Self.kernels(level).transform(&ownReal, &ownImaginary, cosines, sines, count)
      results.append(ownReal + ownImaginary)
    }
    for bin in 0..<count {
      var sum = (real: 0.0, imaginary: 0.0)
      for point in 0..<count {
        let turn = -2 * Double.pi * Double(bin * point % count) / Double(count)
        sum.real += real[point] * cos(turn) - imaginary[point] * sin(turn)
        sum.imaginary += real[point] * sin(turn) + imaginary[point] * cos(turn)
      }
      #expect(abs(results[0][bin] - sum.real) < 1e-10)
      #expect(abs(results[0][count + bin] - sum.imaginary) < 1e-10)
    }
    #expect(results.allSatisfy { $0 == results[0] })
  }

  /// With a table of triangular taps, the reader interpolates linearly.
  @Test("Frames are read with the taps of their position; beyond the ends they are 0")
  func reading() {
    let (phases, lead) = (Int(peach_reader_phases), Int(peach_reader_lead))
    let frames = Self.numbers(300, seed: 3).map { Float($0) }
    let margin = 64
    let silence = [Float](repeating: 0, count: margin)
    let padded = silence + frames + silence
    var positions = Self.numbers(400, seed: 4).map { 150 + 170 * $0 }
    positions += [0, 1, 299, 0.5, 17.25, -16, -16.5, 316, 320, .nan, .infinity, 1e300]
    for taps in [16, 32] {
      var table = [Float](repeating: 0, count: phases * 2 * taps)
      for phase in 0..<phases {
        let share = Float(phase) / Float(phases)
        let middle = phase * 2 * taps + taps / 2 - 1
        (table[middle], table[middle + 1]) = (1 - share, share)
        (table[middle + taps], table[middle + taps + 1]) = (-1 / Float(phases), 1 / Float(phases))
      }
      var results: [[Float]] = []
      for level in Self.levels {
        var result = [Float](repeating: .nan, count: positions.count)
        let kernels = Self.kernels(level)
        padded.withUnsafeBufferPointer { padded in
          table.withUnsafeBufferPointer { table in
            guard let first = padded.baseAddress, let table = table.baseAddress else { return }
            var reader = peach_sinc_reader(
              table: table, frames: first + margin - (lead + taps / 2 - 1),
              count: Double(frames.count))
            let read = taps == 16 ? kernels.read_16 : kernels.read_32
            read(&reader, positions, positions.count, &result)
          }
        }
        results.append(result)
      }
      for (position, frame) in zip(positions, results[0]) {
        var expected = 0.0
        if position > -16, position < Double(frames.count) + 16 {
          let first = Int(position.rounded(.down))
          let share = position - Double(first)
          expected =
            Double(padded[margin + first]) * (1 - share) + Double(padded[margin + first + 1])
            * share
        }
        #expect(abs(Double(frame) - expected) < 3e-7, "\(position)")
      }
      #expect(results.allSatisfy { $0 == results[0] })
    }
  }

  @Test("Partials are interpolated by the Gaussian kernel", arguments: [1, 3, 4, 9, 40])
  func partials(count: Int) {
    let (half, channels, decay) = (2_048, 2, 0.48)
    let size = half * channels + Int(peach_kernel_taps)
    let (real, imaginary) = (Self.numbers(size, seed: 5), Self.numbers(size, seed: 6))
    let reach = Int(peach_kernel_reach)
    var taps = [Double](repeating: 0, count: Int(peach_kernel_taps))
    for tap in 0..<2 * reach { taps[tap] = exp2(-decay * pow(Double(tap - reach + 1), 2)) }
    let ratios = (1...count).map { Double($0) }
    for first in [21.0, 33.37, 49.999] {
      var (power, amplitude) = (0.0, 0.0)
      for ratio in ratios {
        let bin = Int(ratio * first)
        var own = 0.0
        for channel in 0..<channels {
          var sum = (0.0, 0.0)
          for index in bin - reach + 1...bin + reach {
            let weight = exp2(-decay * pow(ratio * first - Double(index), 2))
            sum.0 += weight * real[channel * half + index]
            sum.1 += weight * imaginary[channel * half + index]
          }
          own += sum.0 * sum.0 + sum.1 * sum.1
        }
        power += own
        amplitude += own.squareRoot()
      }
      var results: [[Double]] = []
      for level in Self.levels {
        real.withUnsafeBufferPointer { real in
          imaginary.withUnsafeBufferPointer { imaginary in
            taps.withUnsafeBufferPointer { taps in
              guard let x = real.baseAddress, let y = imaginary.baseAddress,
                let weights = taps.baseAddress
              else { return }
              var spectrum = peach_interpolated_spectrum(
                real: x, imaginary: y, stride: half, channels: channels, taps: weights,
                decay: decay)
              results.append(
                [1, 0].map {
                  Self.kernels(level).sum_partials(&spectrum, ratios, ratios.count, first, $0)
                })
            }
          }
        }
      }
      #expect(abs(results[0][0] / power - 1) < 1e-12)
      #expect(abs(results[0][1] / amplitude - 1) < 1e-12)
      #expect(results.allSatisfy { $0 == results[0] })
    }
  }
}
