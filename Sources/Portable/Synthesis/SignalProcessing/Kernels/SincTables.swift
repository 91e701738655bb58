import PeachMusicUnits

/// Polyphase windowed-sinc coefficients: a table per semitone of upward transposition, up to three
/// octaves. To suppress aliasing, the cutoff falls with the transposition ratio. Kernels
/// interpolate linearly between a table's 128 phases, from stored differences.
/// The window is Kaiser's: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh
/// window function" (1974). The coefficients of a phase sum to one, so that DC gain is exactly one.
///
/// The tables of ``InterpolationQuality/doubled`` are for samples of twice the rate, whose treble
/// the doubling filter has raised; each filter lowers it again. They last as long as 16 taps and
/// have the same aliases.
struct SincTables: BitwiseCopyable {
  private typealias Vector = SIMD8<Double>
  private static var phaseCount: Int { 128 }
  static var tablesPerOctave: Int { 12 }
  private static var tableCount: Int { 3 * tablesPerOctave + 1 }

  private let memory: UnsafeMutablePointer<Float>
  private let tableStride: Int
  private let group: Int
  /// The transposition above which there are tables.
  private let lowestOctaves: Double
  /// The first table in memory: transpositions of fewer semitones need none.
  private let firstTable: Int

  /// Allocates and computes the tables; the cubic kernel needs none.
  init(_ kernels: VoiceKernels) {
    let quality = kernels.quality
    group = kernels.coefficientGroup
    guard quality != .cubic else {
      memory = .allocate(capacity: 1)
      tableStride = 0
      firstTable = 0
      lowestOctaves = .infinity
      return
    }
    let isDoubled = quality == .doubled
    let taps = isDoubled ? 32 : quality.tapCount
    lowestOctaves = isDoubled ? Self.highestDoubledOctaves : -.infinity
    firstTable = isDoubled ? Self.index(octaves: lowestOctaves) : 0
    tableStride = Self.phaseCount * 2 * taps
    memory = .allocateLines(
      repeating: 0, count: (Self.tableCount - firstTable) * tableStride)
    let count = (Self.phaseCount + 1) * taps
    let window = UnsafeMutablePointer<Double>.allocate(capacity: count)
    let sincs = UnsafeMutablePointer<Double>.allocate(capacity: taps + 2 * Self.margin)
    let phases = UnsafeMutablePointer<Float>.allocate(capacity: count)
    defer {
      window.deallocate()
      sincs.deallocate()
      phases.deallocate()
    }
    Self.fillWindow(window, taps: taps, beta: Self.kaiserBeta(quality))
    for index in firstTable..<Self.tableCount {
      let octaves = Double(index) / Double(Self.tablesPerOctave)
      let cutoff = Self.cutoff(ratio: Exponential.exp2(octaves)) * (isDoubled ? 0.484 : 1)
      Self.fillPhases(
        phases, taps: taps, cutoff: cutoff, window: window, sincs: sincs, isDoubled: isDoubled)
      fill(memory + (index - firstTable) * tableStride, taps: taps, phases: phases)
    }
  }

  /// The resampling ratio up to which the six taps of ``InterpolationQuality/doubled`` need no
  /// low-pass, 1.12: at 44.1 and 48 kHz, what a sample's highest frequencies alias to lies above 19
  /// and 21 kHz.
  private static var highestDoubledOctaves: Double { 0.1636 }
  /// The kernel of the six taps at distances of 0, 1 and 2 frames: a filter with its response, for
  /// which the doubling filter compensates.
  static var droop: (Double, Double, Double) { (0.4848341, 0.2366065, 0.0209714) }

  func deallocate() { memory.deallocate() }

  /// Returns the coefficients for a transposition; `nil` if its kernel needs none.
  @inline(__always) func table(octaves: Double) -> UnsafePointer<Float>? {
    if octaves <= lowestOctaves { return nil }
    return UnsafePointer(memory + (Self.index(octaves: octaves) &- firstTable) &* tableStride)
  }

  /// Rounds up, except within 0.05 semitones above a table's transposition.
  @inline(__always) private static func index(octaves: Double) -> Int {
    let semitones = min(max(octaves * Double(tablesPerOctave) + 0.95, 0), 1000)
    return min(Int(semitones), tableCount &- 1)
  }

  /// Returns the −6 dB cutoff, in cycles per frame of the sample: 0.5 without transposition, 0.45
  /// of the output rate from about three semitones up, and a transition in between.
  private static func cutoff(ratio: Double) -> Double {
    max(0.45 / ratio, 0.5 * Exponential.exp2(-1.6 * Exponential.log2(ratio)))
  }

  /// The Kaiser window's β: stopband attenuation against transition width.
  private static func kaiserBeta(_ quality: InterpolationQuality) -> Double {
    switch quality {
    case .cubic, .sinc8: 8
    case .doubled: 10.8
    case .sinc16: 11
    case .sinc32: 10
    }
  }

  /// Returns the distance of a tap's frame from the interpolated position, in frames.
  private static func distance(phase: Int, tap: Int, taps: Int) -> Double {
    Double(tap - (taps / 2 - 1)) - Double(phase) / Double(phaseCount)
  }

  /// Computes half of the phases and mirrors them: the table is symmetric.
  private static func fillWindow(
    _ window: UnsafeMutablePointer<Double>, taps: Int, beta: Double
  ) {
    let last = (phaseCount + 1) * taps - 1
    for phase in 0...phaseCount / 2 {
      for tap in 0..<taps {
        let x = distance(phase: phase, tap: tap, taps: taps) / Double(taps / 2)
        let value = bessel(beta * beta * (1 - x * x) * 0.25)
        window[phase * taps + tap] = value
        window[last - phase * taps - tap] = value
      }
    }
  }

  /// Returns the modified Bessel function I0 of 2√x, by its series.
  private static func bessel(_ x: Double) -> Double {
    var sum = 1.0
    var term = 1.0
    var index = 1.0
    while term > sum * 1e-12 {
      term *= x / (index * index)
      sum += term
      index += 1
    }
    return sum
  }

  /// Each group of coefficients is followed by its differences to the next phase.
  private func index(phase: Int, tap: Int, taps: Int) -> Int {
    phase * 2 * taps + tap / group * 2 * group + tap % group
  }

  /// The sincs before the first tap and after the last one that are computed for ``droop``, which
  /// needs two of them.
  private static var margin: Int { 8 }

  /// Computes the coefficients of all phases, eight taps at a time: a windowed sinc, which is
  /// filtered by ``droop`` before it is windowed if it is for doubled samples.
  private static func fillPhases(
    _ phases: UnsafeMutablePointer<Float>, taps: Int, cutoff: Double,
    window: UnsafePointer<Double>, sincs: UnsafeMutablePointer<Double>, isDoubled: Bool
  ) {
    let last = (phaseCount + 1) * taps - 1
    let first = sincs + (isDoubled ? margin : 0)
    // The window also lowers the outer taps of the droop.
    let center = window + (taps / 2 - 1)
    let (here, next, second) = (
      droop.0, droop.1 * center[0] / center[1], droop.2 * center[0] / center[2]
    )
    // The sine of a tap's angle follows from the first tap's by the addition theorem.
    var (sines, cosines) = (Vector(), Vector())
    for tap in 0..<8 {
      (sines[tap], cosines[tap]) = Exponential.sineAndCosine(cycles: cutoff * Double(tap))
    }
    for phase in 0...phaseCount / 2 {
      let start = phase * taps
      for tap in stride(from: sincs - first, to: taps + (first - sincs), by: 8) {
        let x = distance(phase: phase, tap: tap, taps: taps)
        let (sine, cosine) = Exponential.sineAndCosine(cycles: cutoff * x)
        store((sine * cosines + cosine * sines) / (x + lanes), first + tap)
      }
      // Here the sinc is 0 / 0; its limit is 2π · cutoff.
      if phase == 0 { first[taps / 2 - 1] = 6.28318530717958647693 * cutoff }
      if isDoubled {
        // The next taps do not need the sincs that this replaces.
        for tap in 0..<taps {
          sincs[tap] =
            here * first[tap] + next * (first[tap - 1] + first[tap + 1])
            + second * (first[tap - 2] + first[tap + 2])
        }
      }
      var sum = 0.0
      for tap in stride(from: 0, to: taps, by: 8) {
        let product = load(sincs + tap) * load(window + start + tap)
        store(product, sincs + tap)
        sum += product.sum()
      }
      for tap in 0..<taps {
        let value = Float(sincs[tap] / sum)
        phases[start + tap] = value
        phases[last - start - tap] = value
      }
    }
  }

  private static var lanes: Vector { Vector(0, 1, 2, 3, 4, 5, 6, 7) }

  private static func load(_ values: UnsafePointer<Double>) -> Vector {
    UnsafeRawPointer(values).loadUnaligned(as: Vector.self)
  }

  private static func store(_ vector: Vector, _ values: UnsafeMutablePointer<Double>) {
    UnsafeMutableRawPointer(values).storeBytes(of: vector, as: Vector.self)
  }

  private func fill(_ table: UnsafeMutablePointer<Float>, taps: Int, phases: UnsafePointer<Float>) {
    for phase in 0..<Self.phaseCount {
      let here = phases + phase * taps
      for tap in stride(from: 0, to: taps, by: 4) {
        let destination = table + index(phase: phase, tap: tap, taps: taps)
        let values = FourFrames.load(here + tap)
        FourFrames.store(values, destination, count: 4)
        FourFrames.store(FourFrames.load(here + tap + taps) - values, destination + group, count: 4)
      }
    }
  }
}
