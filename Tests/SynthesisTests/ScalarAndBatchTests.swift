import CDSPKernels
import Foundation
import PeachInstrumentModel
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachSynthesis

/// A voice's pitch, level and filter exist twice: as formulas of one voice (`Voice+Segment`), and
/// as kernels for eight voices. Both agree on random voices. Bounds are sums of rounding errors:
/// `u` and `v` are the unit roundoffs of double and single precision, 2⁻⁵³ and 2⁻²⁴.
@Suite("Scalar and batch formulas")
struct ScalarAndBatchTests {
  private static let levels = SIMDLevel.allCases.filter(\.isSupported)
  private static let u = 0x1p-53
  private static let v = 0x1p-24
  /// The errors of both powers of two: 10⁻¹⁰ of ``ModulationTables``, 10⁻¹¹ of the kernel.
  private static let powerError = 1.1e-10

  /// A random voice that the kernels predict, and the values of its own formulas.
  private struct Case {
    var modulation: VoiceModulation
    var state: peach_modulation
    /// The frames from the voice's state to the end of a control block.
    var elapsed: Int
    var octaves: Double
    var octavesBound: Double
    var amplitude: Double
    /// The bound of the level's relative error.
    var amplitudeBound: Double
    var filter: StateVariableFilter
    /// The bound of the coefficients' relative errors.
    var filterBound: Double
    var isFilterExact: Bool
  }

  /// Returns a region with random generators, with LFOs and a modulation envelope or without.
  private static func region(_ random: inout RandomNumbers, isModulated: Bool) -> Region {
    var region = Region(sample: 0)
    func set(_ generator: Generator, _ low: Double, _ high: Double, chance: Double = 0.7) {
      if random.chance(chance) { region.generators[generator] = Float(random.between(low, high)) }
    }
    region.generators[.sampleModes] = 1
    set(.initialFilterCutoff, 1500, 13500)
    set(.initialFilterResonance, 0, 960)
    set(.volumeEnvelopeDecay, -1000, 6000)
    set(.volumeEnvelopeSustain, 0, 900)
    set(.initialAttenuation, 0, 300)
    set(.coarseTune, -12, 12)
    set(.fineTune, -99, 99)
    set(.scaleTuning, 0, 1200, chance: 0.2)
    if !isModulated { return region }
    set(.vibratoLFOToPitch, -1200, 1200)
    set(.modulationLFOToPitch, -1200, 1200)
    set(.modulationEnvelopeToPitch, -4800, 4800)
    set(.vibratoLFOFrequency, -12000, 1200)
    set(.modulationLFOFrequency, -12000, 1200)
    set(.vibratoLFODelay, -12000, -5000, chance: 0.3)
    set(.modulationLFODelay, -12000, -5000, chance: 0.3)
    set(.modulationLFOToVolume, -240, 240)
    set(.modulationLFOToFilterCutoff, -6000, 6000)
    set(.modulationEnvelopeToFilterCutoff, -9000, 9000)
    set(.modulationEnvelopeDecay, -3000, 4000)
    set(.modulationEnvelopeSustain, 0, 1000)
    return region
  }

  /// Plays notes of random regions, and returns their voices as far as they are predictable.
  private static func cases(
    _ count: Int, seed: UInt64, isModulated: Bool = true
  ) throws -> [Case] {
    var random = RandomNumbers(seed: seed)
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(
        sampleRate: 48_000, maximumVoices: 8, effects: false, limiter: false))
    var (left, right) = ([Float](repeating: 0, count: 64), [Float](repeating: 0, count: 64))
    var cases: [Case] = []
    while cases.count < count {
      let bank = TestBank.bank(
        samples: [
          (TestBank.frames(period: 100, count: 1000, partials: [0.8]), 0..<1000, 44_100, 69)
        ],
        presets: [[region(&random, isModulated: isModulated)]])
      let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0, usedKeys: .all)
      synthesizer.restart()
      synthesizer.handle(.usePreset(channel: 0, preset: preset.handle))
      let number = random.between(10, 117)
      let velocity = UInt8(random.whole(1...127))
      synthesizer.handle(.startNote(Note(id: 1, noteNumber: number, velocity: velocity)))
      let blocks = random.whole(1...100)
      let releasedAfter = random.chance(0.3) ? random.whole(0...blocks) : blocks + 1
      for block in 0..<blocks {
        if block == releasedAfter { synthesizer.handle(.release(note: 1)) }
        synthesizer.render(left: &left, right: &right, count: 64)
      }
      if let found = predicted(synthesizer.pool, &random) { cases.append(found) }
      withExtendedLifetime(preset) {}
    }
    return cases
  }

  /// Returns the pool's voice at a random multiple of 64 frames, or `nil` if it is not predictable.
  private static func predicted(_ pool: VoicePool, _ random: inout RandomNumbers) -> Case? {
    guard let index = (0..<pool.capacity).first(where: { pool.voices[$0].state != .free })
    else { return nil }
    pool.endSegment(index)
    let voice = pool.voices + index
    let predictable = min(voice.pointee.predictableFrames(after: 0), 64 * 10_000)
    if predictable < ControlBlock.frames { return nil }
    let elapsed = 64 * random.whole(1...(predictable / 64))
    var state = peach_modulation()
    let modulation = VoiceModulation(
      voice, elapsedFrames: 0, gain: 1, hasEffects: false, tables: pool.modulationTables,
      state: &state)
    let modLFO = voice.pointee.modLFOValue(after: elapsed)
    let octavesBound = octavesBound(voice.pointee, elapsed)
    let filter = voice.pointee.filter(
      after: elapsed, modLFO: modLFO, tables: pool.modulationTables, section: 0)
    let parameters = voice.pointee.parameters
    let isRamping = voice.pointee.modulationEnvelope.slope != 0
    return Case(
      modulation: modulation, state: state, elapsed: elapsed,
      octaves: voice.pointee.octaves(after: elapsed - 32), octavesBound: octavesBound,
      amplitude: voice.pointee.amplitude(
        after: elapsed, modLFO: modLFO, tables: pool.modulationTables),
      amplitudeBound: amplitudeBound(voice.pointee, elapsed),
      filter: filter, filterBound: filterBound(voice.pointee, elapsed, filter),
      isFilterExact: !isRamping || parameters.modulationEnvelopeToCutoff == 0)
  }

  // MARK: Bounds

  /// Returns the bound of the difference of an LFO's values: rounding the phase, in cycles, with or
  /// without FMA, times the triangle's slope of 4; and rounding the value.
  private static func lfoBound(_ lfo: LFO, _ frames: Int) -> Double {
    let cycles = lfo.phase + Double(frames) * lfo.phaseIncrement
    return 2 * 4 * (3 * u * (cycles + 1)) + 4 * u
  }

  /// Returns the bound of the pitch: each term passes at most 12 roundings in either formula.
  private static func octavesBound(_ voice: Voice, _ elapsed: Int) -> Double {
    let p = voice.parameters
    let root = p.overridingRootKey ?? voice.region.pointee.rootKey
    let (vibrato, lfo) = (abs(p.vibratoToPitch) / 1200, abs(p.modulationLFOToPitch) / 1200)
    let envelope = abs(p.modulationEnvelopeToPitch) / 1200
    let sum =
      p.centsPerKey * (abs(voice.noteNumber) + abs(root)) / 1200
      + abs(voice.region.pointee.correctionCents) / 1200 + abs(p.tuningCents) / 1200
      + abs(voice.sampleRateRatioOctaves) + vibrato + lfo + envelope
    return 24 * u * sum + vibrato * lfoBound(voice.vibratoLFO, elapsed)
      + lfo * lfoBound(voice.modulationLFO, elapsed) + envelope * 8 * u
  }

  /// Returns the bound of the level: amplitude, depth and decay are rounded to single precision,
  /// and so are both results.
  private static func amplitudeBound(_ voice: Voice, _ elapsed: Int) -> Double {
    let octavesPerCentibel = 0.1 * StateVariableFilter.octavesPerDecibel
    let depth = abs(voice.parameters.modulationLFOToVolume) * octavesPerCentibel
    let decay =
      voice.volumeEnvelope.centibelsPerFrame * octavesPerCentibel * Double(elapsed)
    let octaves = v * (depth + decay) + depth * lfoBound(voice.modulationLFO, elapsed)
    return 1.01 * (3 * v + M_LN2 * octaves + 2 * powerError + 64 * u)
  }

  /// Returns the bound of the coefficients. The cutoff in cents is a sum of three terms in single
  /// precision, each of which passes at most 4 roundings in either formula. The tangent's relative
  /// error is that of the frequency times 2x / sin 2x, and that of 2 / (1 + g (g + k)), g and g²
  /// times it at most twice the tangent's.
  private static func filterBound(
    _ voice: Voice, _ elapsed: Int, _ filter: StateVariableFilter
  ) -> Double {
    let p = voice.parameters
    let (lfo, envelope) = (abs(p.modulationLFOToCutoff), abs(p.modulationEnvelopeToCutoff))
    let cents =
      8 * v * Double(p.cutoffCents + lfo + envelope)
      + Double(lfo) * lfoBound(voice.modulationLFO, elapsed) + Double(envelope) * 8 * u
    let tangent = Double(filter.a2) / Double(filter.a1)
    let steepness = 1.1 * atan(tangent) * (1 + tangent * tangent) / tangent
    return 2 * steepness * M_LN2 / 1200 * cents + 2 * v + 64 * u
  }

  // MARK: Modulation

  /// Returns the kernel's outputs for eight cases.
  private static func updated(
    _ cases: ArraySlice<Case>, _ level: SIMDLevel
  ) -> (octaves: [Double], ratios: [Double], amplitudes: [Float], filters: [peach_filter]) {
    let states = UnsafeMutablePointer<peach_modulation>.allocate(capacity: 8)
    defer { states.deallocate() }
    let filters = UnsafeMutablePointer<peach_filter>.allocate(capacity: 8)
    defer { filters.deallocate() }
    states.initialize(repeating: peach_modulation(), count: 8)
    filters.initialize(repeating: peach_filter(), count: 8)
    let batch = ModulationBatch(dummyState: states)
    defer { batch.deallocate() }
    for (lane, one) in cases.enumerated() {
      states[lane] = one.state
      batch.states[lane] = UnsafePointer(states + lane)
      batch.elapsedFrames[lane] = Double(one.elapsed)
      batch.filters[lane] = filters + lane
    }
    let tables = ModulationTables(sampleRate: 48_000)
    defer { tables.deallocate() }
    VoiceKernels(quality: .cubic, simdLevel: level)
      .updateModulation(batch, tables: tables, filters: true)
    return (
      (0..<8).map(batch.octaves), (0..<8).map(batch.ratio), (0..<8).map { batch.amplitudes[$0] },
      (0..<8).map { filters[$0] }
    )
  }

  private static let caseCount = 8 * TestScale.count(short: 100, full: 2_000)

  @Test("Pitch, level and filter of the kernels are the voice's own, within rounding")
  func modulation() throws {
    let all = try Self.cases(Self.caseCount, seed: 51).filter { !$0.modulation.isPureDecay }
    var exactCount = 0
    for start in stride(from: 0, to: all.count - 7, by: 8) {
      let cases = all[start..<(start + 8)]
      for level in Self.levels {
        let batch = Self.updated(cases, level)
        for (lane, one) in cases.enumerated() {
          #expect(abs(batch.octaves[lane] - one.octaves) <= one.octavesBound)
          let ratio = exp2(one.octaves)
          let ratioBound = Self.powerError + M_LN2 * 1.01 * one.octavesBound
          #expect(abs(batch.ratios[lane] / ratio - 1) <= ratioBound)
          let level = abs(Double(batch.amplitudes[lane]) / Double(Float(one.amplitude)) - 1)
          #expect(level <= one.amplitudeBound, "\(one.amplitude) after \(one.elapsed)")
          let (own, target) = (one.filter, batch.filters[lane])
          for (x, y) in [
            (target.target_a1, own.a1), (target.target_a2, own.a2), (target.target_a3, own.a3),
          ] {
            #expect(abs(Double(x) / Double(y) - 1) <= one.filterBound)
          }
        }
        if level != .baseline { continue }
        // Without FMA the cutoff is the sum of the same numbers, unless its envelope ramps.
        for (lane, one) in cases.enumerated() where one.isFilterExact {
          exactCount += 1
          #expect(batch.filters[lane].target_a1 == one.filter.a1)
          #expect(batch.filters[lane].target_a2 == one.filter.a2)
        }
      }
    }
    #expect(all.count > Self.caseCount / 2 && exactCount > Self.caseCount / 8)
  }

  @Test(
    "AVX-512 is bit-identical to AVX2 for random voices",
    .enabled(if: SIMDLevel.avx512.isSupported, "The processor has no AVX-512."))
  func avx512() throws {
    let all = try Self.cases(Self.caseCount, seed: 52)
    for start in stride(from: 0, to: all.count, by: 8) {
      let wide = Self.updated(all[start..<(start + 8)], .avx512)
      let narrow = Self.updated(all[start..<(start + 8)], .avx2)
      #expect(wide.octaves == narrow.octaves && wide.ratios == narrow.ratios)
      #expect(wide.amplitudes == narrow.amplitudes)
      for (x, y) in zip(wide.filters, narrow.filters) {
        #expect(x.target_a1 == y.target_a1 && x.target_a2 == y.target_a2)
        #expect(x.target_a3 == y.target_a3 && x.a1_step == y.a1_step && x.a2_step == y.a2_step)
      }
    }
  }

  @Test("A decay block by block is the envelope's own, within 1e-10 a block")
  func decay() throws {
    for one in try Self.cases(Self.caseCount, seed: 53, isModulated: false) {
      #expect(one.modulation.isPureDecay)
      var modulation = one.modulation
      var amplitude: Float = 0
      let blocks = one.elapsed / ControlBlock.frames
      for _ in 0..<blocks { amplitude = modulation.nextAmplitude() }
      let bound = Double(blocks + 1) * (1e-10 + 4 * Self.u) + 2 * Self.v
      #expect(abs(Double(amplitude) / Double(Float(one.amplitude)) - 1) <= bound)
    }
  }

  // MARK: Filters

  /// Returns a random filter, which ramps to another one, crossfading from bypass or not.
  private static func filter(_ random: inout RandomNumbers, _ tables: ModulationTables)
    -> VoiceFilter
  {
    func target() -> StateVariableFilter {
      StateVariableFilter(
        tangent: tables.tangent(cutoffCents: Float(random.between(1500, 13500))),
        damping: StateVariableFilter.damping(resonanceCentibels: Float(random.between(0, 400))))
    }
    var filter = VoiceFilter()
    filter.reset(to: target(), isBypassed: random.chance(0.3))
    if random.chance(0.7) { filter.setTarget(to: target(), perFrame: 1 / 64) }
    return filter
  }

  /// In the norm √(s1² + s2²) a state update is a contraction (see ``StateVariableFilter``), so
  /// that errors of single frames add up. In either form it takes at most 8 roundings of numbers
  /// that are at most four times the greatest input or state.
  @Test("Filters in batches are those of one voice, within rounding", arguments: levels)
  func filters(level: SIMDLevel) {
    var random = RandomNumbers(seed: 54)
    let tables = ModulationTables(sampleRate: 48_000)
    defer { tables.deallocate() }
    let batch = FilterBatch()
    defer { batch.deallocate() }
    let filters = UnsafeMutablePointer<VoiceFilter>.allocate(capacity: FilterBatch.laneCount)
    defer { filters.deallocate() }
    let kernels = VoiceKernels(quality: .cubic, simdLevel: level)
    for round in 0..<TestScale.count(short: 100, full: 2_000) {
      let lanes = round % 2 == 0 ? 16 : 8
      var expected: [[Float]] = []
      var greatest: [Float] = []
      for lane in 0..<lanes {
        var filter = Self.filter(&random, tables)
        (filters + lane).initialize(to: filter)
        batch.filters[lane] = filters + lane
        var output: [Float] = []
        var largest: Float = 0
        for frame in 0..<64 {
          var x = Float(random.between(-1, 1))
          batch.buffer(lane)[frame] = x
          largest = max(largest, abs(x))
          filter.process(&x, count: 1, as: .lowPass)
          largest = max(largest, abs(filter.s1), abs(filter.s2))
          output.append(x)
        }
        expected.append(output)
        greatest.append(largest)
      }
      kernels.filter(batch, lanes: lanes, count: 64)
      for lane in 0..<lanes {
        for frame in 0..<64 {
          let difference = abs(Double(batch.buffer(lane)[frame]) - Double(expected[lane][frame]))
          let roundings = 2 * 8 * 4 * (2.0.squareRoot() * Double(frame) + 1)
          #expect(difference <= roundings * Self.v * Double(greatest[lane]) + 1e-18)
        }
      }
    }
  }
}
