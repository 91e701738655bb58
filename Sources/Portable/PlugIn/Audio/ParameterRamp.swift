import PeachInstrumentModel

/// A generator on its way from one value to another in a straight line of so many frames.
struct ParameterRamp: BitwiseCopyable {
  var from: Float
  var to: Float
  /// What share of it counts against what the file says, at the beginning; 1 at the end.
  var fromShare: Float
  var begin: Int
  var frames: Int

  /// The value and its share at a frame.
  func state(at frame: Int) -> (value: Float, share: Float) {
    let passed = frame &- begin
    if passed >= frames { return (to, 1) }
    let part = Float(max(passed, 0)) / Float(frames)
    // What it adds to what the file's value still counts goes in a straight line, and so does the
    // share: then their sum does.
    let share = fromShare + (1 - fromShare) * part
    let added = fromShare * from + (to - fromShare * from) * part
    return (share > 0 ? added / share : to, share)
  }

  var end: Int { begin &+ frames }
}
