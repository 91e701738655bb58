/// Maps rendered frames to frames of the sequencer's clock, which advances by the rate with each
/// frame, and back. Files and players share it, so that both place an event on the same frame.
struct SongClock: BitwiseCopyable, Sendable {
  /// The frames of the clock per rendered frame.
  private(set) var rate: Double
  /// The clock when the rate or the position was last set; at least 0.
  private var origin = 0.0
  /// The number of frames rendered since. A sum of rates would drift.
  private var frame: Int64 = 0

  init(rate: Double = 1) { self.rate = rate }

  /// Returns the last frame of the clock at or before a number of frames from now.
  func clock(after frames: Int64 = 0) -> Int64 { clock(atFrame: frame &+ frames) }

  private func clock(atFrame frame: Int64) -> Int64 {
    // Conversion rounds down, as nothing is negative.
    rate == 1 ? Int64(origin) &+ frame : Int64(origin + Double(frame) * rate)
  }

  /// Returns the number of frames until the clock has reached a frame; 0 if it has.
  func frames(until clock: Int64) -> Int64 {
    if rate == 1 { return max(clock &- Int64(origin) &- frame, 0) }
    // The quotient may be rounded to the other side of an integer than the product.
    var reached = max(Self.ceiling((Double(clock) - origin) / rate), 0)
    while reached > 0 && self.clock(atFrame: reached &- 1) >= clock { reached &-= 1 }
    while self.clock(atFrame: reached) < clock { reached &+= 1 }
    return max(reached &- frame, 0)
  }

  mutating func advance(by frames: Int64) { frame &+= frames }

  mutating func setRate(_ rate: Double) {
    if rate == self.rate { return }
    origin += Double(frame) * self.rate
    frame = 0
    self.rate = rate
  }

  /// Advances the clock to a whole frame, which is the next one.
  mutating func roundUp() {
    origin = Double(Self.ceiling(origin + Double(frame) * rate))
    frame = 0
  }

  /// Rounds up. `rounded(.up)` is not allowed on the audio thread.
  private static func ceiling(_ value: Double) -> Int64 {
    let whole = Int64(value)
    return Double(whole) < value ? whole &+ 1 : whole
  }
}
