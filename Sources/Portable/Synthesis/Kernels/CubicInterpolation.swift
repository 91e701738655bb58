/// Reads a recording between its frames: the cubic through four neighbours (Catmull and Rom).
///
/// Signal to noise of a sine raised by seven semitones: 84 dB at 440 Hz, 50 dB at 4.4 kHz.
enum CubicInterpolation {
  /// How many frames it reads before the place asked for, and after it.
  static var reach: Int { 2 }

  /// Writes `count` frames, each `Lanes.count` places after the one before, starting at `output`.
  ///
  /// `phase` is the place in the recording as a 32.32 fixed-point number, and moves by `increment`
  /// each frame: exact, so that it does not matter where a block is cut.
  @inline(__always)
  static func read(
    _ frames: UnsafePointer<Float>, phase: inout Int64, increment: Int64, count: Int,
    to output: UnsafeMutablePointer<Float>
  ) {
    var place = phase
    var at = 0
    while at < count &* Lanes.count {
      let x = frames + Int(place &>> 32)
      // 24 bits of the fraction fill a Float exactly.
      let fraction = Float(UInt32(truncatingIfNeeded: place) &>> 8) * (1.0 / 16_777_216)
      let slope = 0.5 * (x[1] - x[-1])
      let cubic = 1.5 * (x[0] - x[1]) + 0.5 * (x[2] - x[-1])
      let square = x[1] - x[0] - slope - cubic
      output[at] = ((cubic * fraction + square) * fraction + slope) * fraction + x[0]
      place &+= increment
      at &+= Lanes.count
    }
    phase = place
  }
}
