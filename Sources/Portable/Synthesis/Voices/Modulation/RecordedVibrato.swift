/// The vibrato that was removed from a replaced sample: a table of cents over its frames, with
/// mean 0 over the loop.
struct RecordedVibrato: BitwiseCopyable {
  /// The cents at multiples of the entry length.
  private let cents: UnsafePointer<Float>
  /// The last index whose next entry is stored, too.
  private let lastIndex: UInt64
  /// The distance of entries, and its reciprocal in 0.32 fixed point.
  private let framesPerEntry: Int64
  private let entriesPerFrame: Int64
  /// The entries per unit of a 32.32 position.
  private let entriesPerUnit: Double
  /// The loop, 32.32; without one, its end is never reached.
  private let loopStart: Int64
  private let loopEnd: Int64
  /// Whether the loop ends on release, after which positions no longer wrap.
  private let loopEndsOnRelease: Bool
  /// The last entry before the loop's end, and the cents of the next one, which is in the loop.
  private let seamIndex: Int
  private let seamCents: Float
  /// The cents that compensate amount 1: high pitches pass faster than low ones, so that the mean
  /// frequency falls by half the variance, for small vibratos. It follows the square of the amount.
  private let compensationCents: Double

  /// Creates a vibrato from a table of ``entries(_:framesPerEntry:loop:)``.
  init(
    _ cents: UnsafePointer<Float>, count: Int, framesPerEntry: Int, loop: Range<Int>?,
    loopEndsOnRelease: Bool
  ) {
    self.cents = cents
    lastIndex = UInt64(count - 2)
    self.framesPerEntry = Int64(framesPerEntry)
    entriesPerFrame = 4_294_967_295 / Int64(framesPerEntry) + 1
    entriesPerUnit = 1 / (Double(framesPerEntry) * 4_294_967_296)
    loopStart = Int64(loop?.lowerBound ?? 0) << 32
    loopEnd = loop.map { Int64($0.upperBound) << 32 } ?? .max
    self.loopEndsOnRelease = loopEndsOnRelease
    guard let loop else {
      seamIndex = count
      seamCents = 0
      compensationCents = 0
      return
    }
    seamIndex = (loop.upperBound - 1) / framesPerEntry
    let next = (seamIndex + 1) * framesPerEntry - loop.lowerBound
    let position = loop.lowerBound + next % loop.count
    let index = position / framesPerEntry
    let fraction = Float(position - index * framesPerEntry) / Float(framesPerEntry)
    let low = cents[index]
    seamCents = low + (cents[min(index + 1, seamIndex)] - low) * fraction
    let first = loop.lowerBound / framesPerEntry + 1
    let variance = Self.variance(cents + first, count: seamIndex + 1 - first)
    compensationCents = 0.5 * 0.693147180559945309 / 1200 * variance
  }

  private static func variance(_ values: UnsafePointer<Float>, count: Int) -> Double {
    if count < 2 { return 0 }
    var sum = 0.0
    var squares = 0.0
    for index in 0..<count {
      let value = Double(values[index])
      sum += value
      squares += value * value
    }
    let mean = sum / Double(count)
    return max(squares / Double(count) - mean * mean, 0)
  }

  /// Returns the entries of a vibrato: at least as many as the loop needs, and the last one at
  /// least three times. Returns an empty array for an empty or invalid table.
  static func entries(_ cents: [Float], framesPerEntry: Int, loop: Range<Int>?) -> [Float] {
    guard framesPerEntry > 0, !cents.isEmpty else { return [] }
    var entries = cents.map { abs($0) <= maxCents ? $0 : 0 }
    let needed = loop.map { ($0.upperBound - 1) / framesPerEntry + 1 } ?? 0
    let count = max(needed, cents.count) + 2
    while entries.count < count { entries.append(entries[entries.count - 1]) }
    return entries
  }

  /// The largest magnitude of an entry; others are ignored.
  private static var maxCents: Float { 1200 }

  /// Returns the vibrato times its amount, in cents, at a position of the playback, 32.32, which
  /// may be beyond its loop.
  @inline(__always)
  func cents(_ playback: SamplePlayback, at phase: Int64, amount: Double) -> Double {
    var position = phase
    if position >= loopEnd && isLooped(playback) {
      position = loopStart &+ (position &- loopStart) % (loopEnd &- loopStart)
    }
    // Integers have the index sooner than floating point. The comparison without sign also bounds
    // a negative position. The entries at and after the last index are the same.
    let entry = ((position &>> 32) &* entriesPerFrame) &>> 32
    let index = Int(truncatingIfNeeded: min(UInt64(bitPattern: entry), lastIndex))
    let offset = position &- ((Int64(index) &* framesPerEntry) &<< 32)
    let low = Double(cents[index])
    var high = Double(cents[index &+ 1])
    if index == seamIndex && isLooped(playback) { high = Double(seamCents) }
    let value = low + (high - low) * (Double(offset) * entriesPerUnit)
    return amount * (value + amount * compensationCents)
  }

  private func isLooped(_ playback: SamplePlayback) -> Bool {
    !(loopEndsOnRelease && playback.loopLength == 0)
  }
}
