import CVoiceKernels
import Foundation
import TestEnvironment
import Testing

@testable import PeachSynthesis

/// Where the kernels say that eight voices are, against the formulas in the C library's own functions.
@Suite("The kernel of voices in motion")
struct MotionKernelTests {
  /// What eight voices are given: oscillators, an envelope, and what each moves.
  private static func courses() -> [peach_motion] {
    var random = RandomNumbers(seed: 5)
    func number(_ range: ClosedRange<Double>) -> Double {
      random.between(range.lowerBound, range.upperBound)
    }
    return (0..<8).map { _ in
      var course = peach_motion()
      (course.vibrato_turn, course.vibrato_step) = (number(0...1), number(0...0.001))
      (course.swing_turn, course.swing_step) = (number(0...1), number(0...0.001))
      (course.octaves, course.envelope) = (number(-3...3), number(0...1))
      course.envelope_step = -number(0...0.000_01)
      (course.vibrato_octaves, course.swing_octaves) = (number(-1...1), number(-1...1))
      (course.envelope_octaves, course.damping) = (number(-1...1), number(0.1...2))
      course.floats = (
        Float(number(0...1)), Float(number(-2...2)), Float(number(0...0.000_1)),
        Float(number(2000...12_000)), Float(number(-3000...3000)), Float(number(-3000...3000)), 0, 0
      )
      return course
    }
  }

  private static func triangle(_ turns: Double) -> Double {
    asin(sin(2 * .pi * turns)) * 2 / .pi
  }

  /// What the kernels of this width write: both rows of pitch, amplitudes, and filters, which were on
  /// their way.
  private static func moved(
    _ courses: [peach_motion], passed: Double, width: KernelWidth
  ) -> (pitches: [Double], amplitudes: [Float], filters: [peach_filter]) {
    let memory = UnsafeMutablePointer<peach_motion>.allocate(capacity: courses.count)
    defer { memory.deallocate() }
    for (lane, course) in courses.enumerated() { (memory + lane).initialize(to: course) }
    let batch = MotionBatch(none: memory)
    defer { batch.deallocate() }
    for lane in courses.indices {
      batch.motions[lane] = UnsafePointer(memory + lane)
      batch.passed[lane] = passed + Double(lane * 64)
    }
    let filters = UnsafeMutablePointer<peach_filter>.allocate(capacity: courses.count)
    defer { filters.deallocate() }
    for lane in courses.indices {
      (filters + lane).initialize(to: start(lane))
      batch.filters[lane] = filters + lane
    }
    let tables = ControlTables(sampleRate: 48_000)
    defer { tables.deallocate() }
    VoiceKernels(quality: .cubic, width: width).move(batch, tables: tables, filters: true)
    return (
      (0..<16).map { batch.pitches[$0] }, (0..<8).map { batch.amplitudes[$0] },
      (0..<8).map { filters[$0] }
    )
  }

  /// A filter on its way, one of whose states is too small to compute with quickly.
  private static func start(_ lane: Int) -> peach_filter {
    var filter = VoiceFilter()
    let place = Double(lane + 1)
    filter.begin(
      StateVariableFilter(tangent: 0.01 * place, damping: 0.1 * place), isFadedIn: true)
    filter.plan(
      to: StateVariableFilter(tangent: 0.02 * place, damping: 0.1 * place), perFrame: 1 / 64)
    (filter.first_state, filter.second_state) = (0.25 * Float(place), -1e-21)
    return filter
  }

  @Test("filters come to where they were to go and set out for where they are to be")
  func filters() {
    for width in KernelWidth.allCases {
      let (_, _, filters) = Self.moved(Self.courses(), passed: 64, width: width)
      for (lane, filter) in filters.enumerated() {
        var expected = Self.start(lane)
        expected.settle(isAtEnd: true)
        // Where to is checked against formulas; the way there is what a filter itself plans.
        let target = StateVariableFilter(
          a1: filter.target_a1, a2: filter.target_a2, a3: filter.target_a3,
          damping: expected.damping)
        #expect(target.a1 != expected.a1 && target.a2 != expected.a2)
        expected.plan(to: target, perFrame: 1 / 64)
        #expect(Self.numbers(filter) == Self.numbers(expected))
        #expect(filter.first_state == 0.25 * Float(lane + 1) && filter.second_state == 0)
      }
    }
  }

  /// All that a filter consists of.
  private static func numbers(_ filter: peach_filter) -> [Float] {
    withUnsafeBytes(of: filter) { [Float]($0.bindMemory(to: Float.self)) }
  }

  @Test("pitch is within 1e-10 octaves, amplitude within −120 dB, filters are those of the tables")
  func formulas() {
    let courses = Self.courses()
    let tables = ControlTables(sampleRate: 48_000)
    defer { tables.deallocate() }
    for passed in [64.0, 6_400, 640_000] {
      let (pitches, amplitudes, filters) = Self.moved(courses, passed: passed, width: .avx512)
      for (lane, course) in courses.enumerated() {
        let end = passed + Double(lane * 64)
        let middle = end - 32
        let vibrato = Self.triangle(course.vibrato_turn + middle * course.vibrato_step)
        let sway = Self.triangle(course.swing_turn + middle * course.swing_step)
        let envelope = course.envelope + middle * course.envelope_step
        let octaves =
          course.octaves + vibrato * course.vibrato_octaves + sway * course.swing_octaves
          + envelope * course.envelope_octaves
        #expect(abs(pitches[lane] - octaves) < 1e-10)
        #expect(abs(log2(pitches[8 + lane]) - octaves) < 1e-10)
        let swing = Self.triangle(course.swing_turn + end * course.swing_step)
        let numbers = course.floats
        let level = Double(numbers.1) * swing - Double(numbers.2) * end
        #expect(abs(amplitudes[lane] - numbers.0 * Float(exp2(level))) < 1e-6)
        let reached = Float(course.envelope + end * course.envelope_step)
        let cents = numbers.3 + numbers.4 * Float(swing) + numbers.5 * reached
        let filter = StateVariableFilter(
          tangent: tables.tangent(cutoffCents: cents), damping: course.damping)
        // A cutoff in single precision is known within a thousandth of a cent.
        #expect(abs(filters[lane].target_a1 / filter.a1 - 1) < 1e-5)
        #expect(abs(filters[lane].target_a2 / filter.a2 - 1) < 1e-5)
        #expect(abs(filters[lane].target_a3 / filter.a3 - 1) < 1e-5)
      }
    }
  }

  @Test("it gives the same bits with AVX2 or more, and nearly the same without")
  func sameBits() {
    for passed in [64.0, 6_400, 640_000] {
      let wide = Self.moved(Self.courses(), passed: passed, width: .avx512)
      let narrow = Self.moved(Self.courses(), passed: passed, width: .avx2)
      let portable = Self.moved(Self.courses(), passed: passed, width: .any)
      #expect(wide.pitches == narrow.pitches && wide.amplitudes == narrow.amplitudes)
      #expect(wide.filters.map(Self.numbers) == narrow.filters.map(Self.numbers))
      for (x, y) in zip(wide.pitches, portable.pitches) { #expect(abs(x - y) < 1e-9) }
      for (x, y) in zip(wide.amplitudes, portable.amplitudes) { #expect(abs(x - y) < 1e-5) }
      for (x, y) in zip(wide.filters, portable.filters) {
        for (x, y) in zip(Self.numbers(x), Self.numbers(y)) { #expect(abs(x - y) < 1e-5) }
      }
    }
  }
}
