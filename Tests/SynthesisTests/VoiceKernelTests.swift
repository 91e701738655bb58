import CVoiceKernels
import Foundation
import SoundMeasurement
import Testing

@testable import PeachSynthesis

/// The inner loops of all processors with AVX2 give the same bits, and those for any processor what
/// differs by less than −120 dB of full scale; what moves is computed as exactly as it says.
@Suite("The kernels of the voices")
struct VoiceKernelTests {
  /// The rows of a batch after filters with random coefficients that `move` or stand still.
  static func filtered(_ kernels: VoiceKernels, areMoving: Bool, runs: [Int]) -> [Float] {
    let batch = FilterBatch()
    defer { batch.deallocate() }
    let tables = ControlTables(sampleRate: 48_000)
    defer { tables.deallocate() }
    let filters = UnsafeMutablePointer<VoiceFilter>.allocate(capacity: FilterBatch.laneCount)
    defer { filters.deallocate() }
    for lane in 0..<FilterBatch.laneCount {
      var filter = VoiceFilter()
      let cents = Float(3000 + lane * 650)
      let damping = StateVariableFilter.damping(resonanceCentibels: Float(lane * 15))
      filter.begin(
        StateVariableFilter(tangent: tables.tangent(cutoffCents: cents), damping: damping),
        isFadedIn: areMoving && lane % 2 == 1)
      let target = StateVariableFilter(
        tangent: tables.tangent(cutoffCents: cents + 1000), damping: damping)
      if areMoving { filter.plan(to: target, perFrame: 1 / 64) }
      (filters + lane).initialize(to: filter)
      batch.filters[lane] = filters + lane
    }
    var result: [Float] = []
    var frame = 0
    for run in runs {
      for lane in 0..<FilterBatch.laneCount {
        for place in 0..<run {
          batch.row(lane)[place] = Float(sin(Double((frame + place) * (lane + 3)) * 0.11))
        }
      }
      kernels.filter(batch, lanes: FilterBatch.laneCount, count: run)
      for place in 0..<run {
        for lane in 0..<FilterBatch.laneCount { result.append(batch.row(lane)[place]) }
      }
      frame += run
    }
    return result
  }

  @Test("filters give the same bits with AVX2 or more, and however a block is cut")
  func filters() {
    for areMoving in [false, true] {
      func filtered(_ width: KernelWidth, _ runs: [Int]) -> [Float] {
        let kernels = VoiceKernels(quality: .cubic, width: width)
        return Self.filtered(kernels, areMoving: areMoving, runs: runs)
      }
      let whole = filtered(.avx512, [64])
      #expect(whole == filtered(.avx2, [64]))
      for width in KernelWidth.allCases {
        #expect(filtered(width, [64]) == filtered(width, [1, 7, 8, 9, 39]))
      }
      let greatest = Level.greatestDifference(whole, filtered(.any, [64]))
      #expect(greatest < 1e-6, "\(20 * log10(greatest)) dB")
      #expect(whole.contains { abs($0) > 0.1 })
    }
  }

  @Test("gains are what a straight line says, on every processor and however a block is cut")
  func gains() {
    let row = (0..<64).map { Float(cos(Double($0) * 0.3)) }
    var gains = MovingGains(SIMD4(0.25, 0.5, 0, 0))
    gains.plan(to: SIMD4(0.75, 0.5, 0, 0), perFrame: 1 / 64)
    let planned = gains
    func mixed(_ kernels: VoiceKernels, runs: [Int]) -> [Float] {
      var left = [Float](repeating: 0, count: 64)
      var right = left
      var done = 0
      for run in runs {
        left.withUnsafeMutableBufferPointer { left in
          right.withUnsafeMutableBufferPointer { right in
            row.withUnsafeBufferPointer { row in
              guard let left = left.baseAddress, let right = right.baseAddress,
                let row = row.baseAddress
              else { return }
              kernels.mix(
                row + done, count: run, passed: done, planned, to: (left + done, right + done))
            }
          }
        }
        done += run
      }
      return left + right
    }
    let whole = mixed(VoiceKernels(quality: .cubic), runs: [64])
    for frame in 0..<64 {
      let expected = row[frame] * (0.25 + 0.5 * Float(frame) / 64)
      #expect(abs(whole[frame] - expected) < 1e-6 && whole[64 + frame] == row[frame] * 0.5)
    }
    #expect(whole == mixed(VoiceKernels(quality: .cubic), runs: [5, 8, 51]))
    #expect(whole == mixed(VoiceKernels(quality: .cubic, width: .avx2), runs: [64]))
    let portable = VoiceKernels(quality: .cubic, width: .any)
    #expect(Level.greatestDifference(whole, mixed(portable, runs: [64])) < 1e-6)
    #expect(mixed(portable, runs: [64]) == mixed(portable, runs: [5, 8, 51]))
  }

  @Test("a row goes to both sides and both effects as it goes to two and two")
  func sends() {
    let row = (0..<64).map { Float(sin(Double($0) * 0.7)) }
    for (moves, chorus) in [(true, Float(0.125)), (true, 0), (false, 0.125), (false, 0)] {
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: 5 * 64)
      defer { memory.deallocate() }
      for frame in 0..<64 { memory[frame] = row[frame] }
      let start = SIMD4(0.25, 0.5, 0.75, chorus)
      let end = moves ? SIMD4(0.75, 0.5, 0.1, chorus) : start
      func gains(_ places: SIMD4<Int>) -> MovingGains {
        func chosen(_ four: SIMD4<Float>) -> SIMD4<Float> {
          SIMD4(four[places[0]], four[places[1]], four[places[2]], four[places[3]])
        }
        var gains = MovingGains(chosen(start))
        gains.plan(to: chosen(end), perFrame: 1 / 64)
        return gains
      }
      let all = gains(SIMD4(0, 1, 2, 3))
      let ofSends = gains(SIMD4(2, 3, 0, 1))
      /// Both sides, then both effects.
      func mixed(_ kernels: VoiceKernels, runs: [Int], together: Bool) -> [Float] {
        let sums = memory + 64
        for place in 0..<4 * 64 { sums[place] = 0.5 }
        var done = 0
        for run in runs {
          let sides = (sums + done, sums + 64 + done)
          let sends = (sums + 128 + done, sums + 192 + done)
          let row = memory + done
          if together {
            kernels.mix(row, count: run, passed: done, all, to: sides, sends: sends)
          } else {
            kernels.mix(row, count: run, passed: done, all, to: sides)
            kernels.mix(row, count: run, passed: done, ofSends, to: sends)
          }
          done += run
        }
        return (0..<4 * 64).map { sums[$0] }
      }
      for width in KernelWidth.allCases {
        let kernels = VoiceKernels(quality: .cubic, width: width)
        let whole = mixed(kernels, runs: [64], together: false)
        for runs in [[64], [1, 7, 8, 48], [63, 1]] {
          #expect(whole == mixed(kernels, runs: runs, together: true))
        }
        let wide = mixed(VoiceKernels(quality: .cubic), runs: [64], together: true)
        #expect(Level.greatestDifference(whole, wide) < (width == .any ? 1e-6 : 1e-30))
      }
    }
  }

  @Test("powers of two for what moves are within 1e-10, cutoffs below 20 kHz within 0.02 cent")
  func tables() {
    let tables = ControlTables(sampleRate: 48_000)
    defer { tables.deallocate() }
    for step in -60_000...60_000 {
      let x = Double(step) * 0.000_37
      #expect(abs(tables.exp2(x) / exp2(x) - 1) < 1e-10, "at \(x)")
    }
    #expect(tables.exp2(1e9) == exp2(1000) && tables.exp2(-1e9) == exp2(-1000))
    for cents in stride(from: Float(1500), through: 13500, by: 3.7) {
      let hertz = 8.17579891564371 * exp2(Double(cents) / 1200)
      if hertz > 20_000 { continue }
      let found = atan(tables.tangent(cutoffCents: cents)) / .pi * 48_000
      let error = 1200 * log2(found / hertz)
      #expect(abs(error) < 0.02, "\(error) cents off at \(cents)")
    }
  }
}
