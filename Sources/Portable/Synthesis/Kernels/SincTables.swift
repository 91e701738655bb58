import PeachMusicUnits

/// The coefficients of windowed sincs, one table for each twelfth of an octave that a recording is
/// raised, up to three octaves.
///
/// A table has 128 rows, one for each 128th of a frame, each with how far it is to the next; between
/// rows the kernels go in a straight line. The window is Kaiser's: J. F. Kaiser,
/// "Nonrecursive digital filter design using the I0-sinh window function" (1974). Every row sums to
/// one, so that what stands still is read exactly.
///
/// Raised by a ratio, all above half the output's rate would be folded down; the cutoff follows the
/// ratio, so that it is held back instead.
struct SincTables: BitwiseCopyable {
  private static var rowCount: Int { 128 }
  static var tablesPerOctave: Int { 12 }
  private static var tableCount: Int { 3 * tablesPerOctave + 1 }

  private let memory: UnsafeMutablePointer<Float>
  private let numbersPerTable: Int
  /// How many coefficients stand side by side.
  private let group: Int

  /// Allocates and computes what the kernels read; for the cubic, which needs none, next to nothing.
  init(_ kernels: VoiceKernels) {
    let quality = kernels.quality
    group = kernels.coefficientGroup
    guard quality != .cubic else {
      memory = .allocate(capacity: 1)
      numbersPerTable = 0
      return
    }
    let taps = quality.tapCount
    numbersPerTable = Self.rowCount * 2 * taps
    // The kernels read vectors of sixteen.
    memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.tableCount * numbersPerTable * MemoryLayout<Float>.stride, alignment: 64
    ).bindMemory(to: Float.self, capacity: Self.tableCount * numbersPerTable)
    memory.initialize(repeating: 0, count: Self.tableCount * numbersPerTable)
    let count = (Self.rowCount + 1) * taps
    let window = UnsafeMutablePointer<Double>.allocate(capacity: count + taps)
    defer { window.deallocate() }
    Self.fillWindow(window, taps: taps, shape: Self.shape(quality))
    for index in 0..<Self.tableCount {
      let octaves = Double(index) / Double(Self.tablesPerOctave)
      fill(
        memory + index * numbersPerTable, taps: taps,
        cutoff: Self.cutoff(ratio: Exponential.exp2(octaves)), window: window,
        products: window + count)
    }
  }

  func deallocate() { memory.deallocate() }

  /// The table for a recording raised by so many octaves.
  @inline(__always) func table(octaves: Double) -> UnsafePointer<Float> {
    // A hair above a table's ratio is still that ratio.
    let place = min(max(octaves * Double(Self.tablesPerOctave) + 0.95, 0), 1000)
    return UnsafePointer(memory + min(Int(place), Self.tableCount &- 1) &* numbersPerTable)
  }

  /// In frames of the recording, where the response is at one half: half its rate where it is not
  /// raised; 0.45 of the output's rate from three semitones on, and on the way there in between.
  private static func cutoff(ratio: Double) -> Double {
    max(0.45 / ratio, 0.5 * Exponential.exp2(-1.6 * Exponential.log2(ratio)))
  }

  /// The window's β: how far the images lie below what is kept, against how steep the way down is.
  private static func shape(_ quality: InterpolationQuality) -> Double {
    switch quality {
    case .cubic, .sinc8: 8
    case .sinc16: 11
    case .sinc32: 10
    }
  }

  /// How far a tap's frame lies from the place between two rows that is asked for.
  private static func distance(row: Int, tap: Int, taps: Int) -> Double {
    Double(tap - (taps / 2 - 1)) - Double(row) / Double(rowCount)
  }

  private static func fillWindow(
    _ window: UnsafeMutablePointer<Double>, taps: Int, shape: Double
  ) {
    for row in 0...rowCount {
      for tap in 0..<taps {
        let x = distance(row: row, tap: tap, taps: taps) / Double(taps / 2)
        window[row * taps + tap] = bessel(shape * shape * max(1 - x * x, 0) * 0.25)
      }
    }
  }

  /// The modified Bessel function I0 of 2√x, whose series has only positive terms.
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

  /// Where a row's coefficient stands: a group of them, then how far it is to the next row's.
  private func place(row: Int, tap: Int, taps: Int) -> Int {
    row * 2 * taps + tap / group * 2 * group + tap % group
  }

  private func fill(
    _ table: UnsafeMutablePointer<Float>, taps: Int, cutoff: Double,
    window: UnsafePointer<Double>, products: UnsafeMutablePointer<Double>
  ) {
    // From tap to tap the sine's angle grows by the same turn.
    let turn = Exponential.sineAndCosine(turns: cutoff)
    for row in 0...Self.rowCount {
      let first = Self.distance(row: row, tap: 0, taps: taps)
      var (sine, cosine) = Exponential.sineAndCosine(turns: cutoff * first)
      var sum = 0.0
      for tap in 0..<taps {
        let x = first + Double(tap)
        let sinc = x == 0 ? 6.28318530717958647693 * cutoff : sine / x
        products[tap] = sinc * window[row * taps + tap]
        sum += products[tap]
        (sine, cosine) = (
          sine * turn.cosine + cosine * turn.sine, cosine * turn.cosine - sine * turn.sine
        )
      }
      for tap in 0..<taps {
        let value = Float(products[tap] / sum)
        if row < Self.rowCount { table[place(row: row, tap: tap, taps: taps)] = value }
        if row == 0 { continue }
        let before = place(row: row - 1, tap: tap, taps: taps)
        table[before + group] = value - table[before]
      }
    }
  }
}
