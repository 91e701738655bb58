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
  private typealias Eight = SIMD8<Double>
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
    let rows = UnsafeMutablePointer<Float>.allocate(capacity: count)
    defer {
      window.deallocate()
      rows.deallocate()
    }
    Self.fillWindow(window, taps: taps, shape: Self.shape(quality))
    for index in 0..<Self.tableCount {
      let octaves = Double(index) / Double(Self.tablesPerOctave)
      Self.fillRows(
        rows, taps: taps, cutoff: Self.cutoff(ratio: Exponential.exp2(octaves)), window: window,
        products: window + count)
      fill(memory + index * numbersPerTable, taps: taps, rows: rows)
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

  /// Rows and taps are the same from either end: a row's last tap is the first of the row as far from
  /// the other end. Half of the rows are computed, and written twice.
  private static func fillWindow(
    _ window: UnsafeMutablePointer<Double>, taps: Int, shape: Double
  ) {
    let last = (rowCount + 1) * taps - 1
    for row in 0...rowCount / 2 {
      for tap in 0..<taps {
        let x = distance(row: row, tap: tap, taps: taps) / Double(taps / 2)
        let value = bessel(shape * shape * max(1 - x * x, 0) * 0.25)
        window[row * taps + tap] = value
        window[last - row * taps - tap] = value
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

  /// Writes the coefficients of all rows, eight taps at a time.
  private static func fillRows(
    _ rows: UnsafeMutablePointer<Float>, taps: Int, cutoff: Double,
    window: UnsafePointer<Double>, products: UnsafeMutablePointer<Double>
  ) {
    let last = (rowCount + 1) * taps - 1
    let middle = taps / 2 - 1
    let places = Eight(0, 1, 2, 3, 4, 5, 6, 7)
    // A tap's angle is the first tap's and what lies between the two.
    var (sines, cosines) = (Eight(), Eight())
    for tap in 0..<8 {
      (sines[tap], cosines[tap]) = Exponential.sineAndCosine(turns: cutoff * Double(tap))
    }
    for row in 0...rowCount / 2 {
      let start = row * taps
      var sum = 0.0
      for group in stride(from: 0, to: taps, by: 8) {
        let first = distance(row: row, tap: group, taps: taps)
        let (sine, cosine) = Exponential.sineAndCosine(turns: cutoff * first)
        var sinc = (sine * cosines + cosine * sines) / (first + places)
        // Row 0 stands on the frame itself, where the quotient is none.
        if row == 0 && middle / 8 * 8 == group {
          sinc[middle - group] = 6.28318530717958647693 * cutoff
        }
        let product = sinc * UnsafeRawPointer(window + start + group).loadUnaligned(as: Eight.self)
        UnsafeMutableRawPointer(products + group).storeBytes(of: product, as: Eight.self)
        sum += product.sum()
      }
      for tap in 0..<taps {
        let value = Float(products[tap] / sum)
        rows[start + tap] = value
        rows[last - start - tap] = value
      }
    }
  }

  /// Writes a table of rows, each with how far it is to the next.
  private func fill(
    _ table: UnsafeMutablePointer<Float>, taps: Int, rows: UnsafePointer<Float>
  ) {
    for row in 0..<Self.rowCount {
      let here = rows + row * taps
      for tap in stride(from: 0, to: taps, by: 4) {
        let to = table + place(row: row, tap: tap, taps: taps)
        let values = Self.four(here + tap)
        Self.put(values, at: to)
        Self.put(Self.four(here + tap + taps) - values, at: to + group)
      }
    }
  }

  /// Four coefficients side by side, which every group has.
  private static func four(_ from: UnsafePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(from).loadUnaligned(as: SIMD4<Float>.self)
  }

  private static func put(_ four: SIMD4<Float>, at place: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(place).storeBytes(of: four, as: SIMD4<Float>.self)
  }
}
