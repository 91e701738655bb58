import CDSPKernels
import Foundation
import TestEnvironment
import Testing

@testable import PeachSynthesis

/// The modulation kernels, compared with the formulas in terms of the C library.
@Suite("Modulation kernels")
struct ModulationKernelTests {
  /// Returns random modulation states of eight voices.
  private static func states() -> [peach_modulation] {
    var random = RandomNumbers(seed: 5)
    func number(_ range: ClosedRange<Double>) -> Double {
      random.between(range.lowerBound, range.upperBound)
    }
    return (0..<8).map { _ in
      var state = peach_modulation()
      (state.vibrato_lfo_phase, state.vibrato_lfo_increment) = (number(0...1), number(0...0.001))
      (state.mod_lfo_phase, state.mod_lfo_increment) = (number(0...1), number(0...0.001))
      (state.octaves, state.envelope) = (number(-3...3), number(0...1))
      state.envelope_step = -number(0...0.000_01)
      (state.vibrato_lfo_octaves, state.mod_lfo_octaves) = (number(-1...1), number(-1...1))
      (state.envelope_octaves, state.damping) = (number(-1...1), number(0.1...2))
      state.amplitude = Float(number(0...1))
      state.mod_lfo_amplitude_octaves = Float(number(-2...2))
      state.decay_octaves = Float(number(0...0.000_1))
      state.cutoff_cents = Float(number(2000...12_000))
      state.mod_lfo_cutoff_cents = Float(number(-3000...3000))
      state.envelope_cutoff_cents = Float(number(-3000...3000))
      return state
    }
  }

  private static func triangle(_ cycles: Double) -> Double {
    asin(sin(2 * .pi * cycles)) * 2 / .pi
  }

  /// Returns the kernel's outputs: pitches and ratios, amplitudes, and filters, which were ramping.
  private static func updated(
    _ states: [peach_modulation], elapsed: Double, _ level: SIMDLevel
  ) -> (pitches: [Double], amplitudes: [Float], filters: [peach_filter]) {
    let memory = UnsafeMutablePointer<peach_modulation>.allocate(capacity: states.count)
    defer { memory.deallocate() }
    for (lane, state) in states.enumerated() { (memory + lane).initialize(to: state) }
    let batch = ModulationBatch(dummyState: memory)
    defer { batch.deallocate() }
    for lane in states.indices {
      batch.states[lane] = UnsafePointer(memory + lane)
      batch.elapsedFrames[lane] = elapsed + Double(lane * 64)
    }
    let filters = UnsafeMutablePointer<peach_filter>.allocate(capacity: states.count)
    defer { filters.deallocate() }
    for lane in states.indices {
      (filters + lane).initialize(to: start(lane))
      batch.filters[lane] = filters + lane
    }
    let tables = ModulationTables(sampleRate: 48_000)
    defer { tables.deallocate() }
    VoiceKernels(quality: .cubic, simdLevel: level)
      .updateModulation(batch, tables: tables, filters: true)
    return (
      (0..<16).map { batch.pitches[$0] }, (0..<8).map { batch.amplitudes[$0] },
      (0..<8).map { filters[$0] }
    )
  }

  /// Returns a ramping filter, one of whose states is nearly denormal.
  private static func start(_ lane: Int) -> peach_filter {
    var filter = VoiceFilter()
    let factor = Double(lane + 1)
    filter.reset(
      to: StateVariableFilter(tangent: 0.01 * factor, damping: 0.1 * factor), isBypassed: true)
    filter.setTarget(
      to: StateVariableFilter(tangent: 0.02 * factor, damping: 0.1 * factor), perFrame: 1 / 64)
    (filter.s1, filter.s2) = (0.25 * Float(factor), -1e-21)
    return filter
  }

  @Test("Filter ramps end at their targets and continue to the next")
  func filters() {
    for level in SIMDLevel.allCases {
      let (_, _, filters) = Self.updated(Self.states(), elapsed: 64, level)
      for (lane, filter) in filters.enumerated() {
        var expected = Self.start(lane)
        expected.finishRamp(isComplete: true)
        // The target is checked against formulas below.
        let target = StateVariableFilter(
          a1: filter.target_a1, a2: filter.target_a2, a3: filter.target_a3,
          damping: expected.damping)
        #expect(target.a1 != expected.a1 && target.a2 != expected.a2)
        expected.setTarget(to: target, perFrame: 1 / 64)
        #expect(Self.fields(filter) == Self.fields(expected))
        #expect(filter.s1 == 0.25 * Float(lane + 1) && filter.s2 == 0)
      }
    }
  }

  /// Returns all fields of a filter.
  private static func fields(_ filter: peach_filter) -> [Float] {
    withUnsafeBytes(of: filter) { [Float]($0.bindMemory(to: Float.self)) }
  }

  @Test("Pitch is within 1e-10 octaves, amplitude within −120 dB, and cutoffs match the tables")
  func formulas() {
    let states = Self.states()
    let tables = ModulationTables(sampleRate: 48_000)
    defer { tables.deallocate() }
    for elapsed in [64.0, 6_400, 640_000] {
      let (pitches, amplitudes, filters) = Self.updated(states, elapsed: elapsed, .avx512)
      for (lane, state) in states.enumerated() {
        let end = elapsed + Double(lane * 64)
        let middle = end - 32
        let vibrato = Self.triangle(state.vibrato_lfo_phase + middle * state.vibrato_lfo_increment)
        let pitchLFO = Self.triangle(state.mod_lfo_phase + middle * state.mod_lfo_increment)
        let envelope = state.envelope + middle * state.envelope_step
        let octaves =
          state.octaves + vibrato * state.vibrato_lfo_octaves + pitchLFO * state.mod_lfo_octaves
          + envelope * state.envelope_octaves
        #expect(abs(pitches[lane] - octaves) < 1e-10)
        #expect(abs(log2(pitches[8 + lane]) - octaves) < 1e-10)
        let modLFO = Self.triangle(state.mod_lfo_phase + end * state.mod_lfo_increment)
        let level =
          Double(state.mod_lfo_amplitude_octaves) * modLFO - Double(state.decay_octaves) * end
        #expect(abs(amplitudes[lane] - state.amplitude * Float(exp2(level))) < 1e-6)
        let filterEnvelope = Float(state.envelope + end * state.envelope_step)
        let cents =
          state.cutoff_cents + state.mod_lfo_cutoff_cents * Float(modLFO)
          + state.envelope_cutoff_cents * filterEnvelope
        let filter = StateVariableFilter(
          tangent: tables.tangent(cutoffCents: cents), damping: state.damping)
        // A cutoff in single precision is accurate to 0.001 cents.
        #expect(abs(filters[lane].target_a1 / filter.a1 - 1) < 1e-5)
        #expect(abs(filters[lane].target_a2 / filter.a2 - 1) < 1e-5)
        #expect(abs(filters[lane].target_a3 / filter.a3 - 1) < 1e-5)
      }
    }
  }

  @Test(
    "AVX-512 is bit-identical to AVX2",
    .enabled(if: SIMDLevel.avx512.isSupported, "The processor has no AVX-512."))
  func avx512() {
    for elapsed in [64.0, 6_400, 640_000] {
      let wide = Self.updated(Self.states(), elapsed: elapsed, .avx512)
      let narrow = Self.updated(Self.states(), elapsed: elapsed, .avx2)
      #expect(wide.pitches == narrow.pitches && wide.amplitudes == narrow.amplitudes)
      #expect(wide.filters.map(Self.fields) == narrow.filters.map(Self.fields))
    }
  }

  @Test(
    "AVX2 is within −100 dB of the baseline",
    .enabled(if: SIMDLevel.avx2.isSupported, "The processor has no AVX2."))
  func avx2() {
    for elapsed in [64.0, 6_400, 640_000] {
      let wide = Self.updated(Self.states(), elapsed: elapsed, .avx2)
      let baseline = Self.updated(Self.states(), elapsed: elapsed, .baseline)
      for (x, y) in zip(wide.pitches, baseline.pitches) { #expect(abs(x - y) < 1e-9) }
      for (x, y) in zip(wide.amplitudes, baseline.amplitudes) { #expect(abs(x - y) < 1e-5) }
      for (x, y) in zip(wide.filters, baseline.filters) {
        for (x, y) in zip(Self.fields(x), Self.fields(y)) { #expect(abs(x - y) < 1e-5) }
      }
    }
  }
}
