/// Eight voices abreast: filter, gain and pan, frame by frame, for all of them at once.
///
/// A recursive filter waits for its own last result; eight of them side by side hide the wait.
/// Every coefficient moves by a step each frame, so that a block may be cut anywhere and gives the
/// same bits.
struct VoiceGroup: BitwiseCopyable {
  var gainLeft = Lanes(repeating: 0)
  var gainRight = Lanes(repeating: 0)
  var gainLeftStep = Lanes(repeating: 0)
  var gainRightStep = Lanes(repeating: 0)
  var a1 = Lanes(repeating: 0)
  var a2 = Lanes(repeating: 0)
  var a3 = Lanes(repeating: 0)
  var a1Step = Lanes(repeating: 0)
  var a2Step = Lanes(repeating: 0)
  var a3Step = Lanes(repeating: 0)
  var firstState = Lanes(repeating: 0)
  var secondState = Lanes(repeating: 0)
  /// 1 where the filter is heard, 0 where it is bypassed, and between where it comes in.
  var wet = Lanes(repeating: 0)
  var wetStep = Lanes(repeating: 0)
  /// What goes to the effects, before pan.
  var reverbGain = Lanes(repeating: 0)
  var chorusGain = Lanes(repeating: 0)
  var reverbGainStep = Lanes(repeating: 0)
  var chorusGainStep = Lanes(repeating: 0)
  /// The lanes that send anything to an effect, one bit each.
  var sending: UInt8 = 0
  /// The lanes in use, one bit each.
  var active: UInt8 = 0
  /// The lanes whose filter is heard, one bit each.
  var filtered: UInt8 = 0

  /// Puts one lane back to silence.
  mutating func reset(lane: Int) {
    gainLeft[lane] = 0
    gainRight[lane] = 0
    gainLeftStep[lane] = 0
    gainRightStep[lane] = 0
    a1[lane] = 0
    a2[lane] = 0
    a3[lane] = 0
    a1Step[lane] = 0
    a2Step[lane] = 0
    a3Step[lane] = 0
    firstState[lane] = 0
    secondState[lane] = 0
    wet[lane] = 0
    wetStep[lane] = 0
    resetSends(lane: lane)
    active &= ~(1 &<< UInt8(lane))
    filtered &= ~(1 &<< UInt8(lane))
  }

  /// Plans the way of a lane's gains to where they should be.
  mutating func planGains(lane: Int, left: Float, right: Float, perFrame: Float) {
    // What is left of a way to zero, −180 dB, is the last bits of its sum, and would go on falling.
    if left == 0 && abs(gainLeft[lane]) < 1e-9 { gainLeft[lane] = 0 }
    if right == 0 && abs(gainRight[lane]) < 1e-9 { gainRight[lane] = 0 }
    gainLeftStep[lane] = (left - gainLeft[lane]) * perFrame
    gainRightStep[lane] = (right - gainRight[lane]) * perFrame
  }

  /// Adds `count` frames of the group to the sums, eight partial sums a frame.
  ///
  /// `frames` holds the interpolated samples, the eight voices of a frame side by side; where any is
  /// sent to an effect, the filtered ones take their place.
  mutating func process(
    _ frames: UnsafeMutablePointer<Float>, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    if filtered == 0 {
      processDry(frames, count: count, left: left, right: right)
    } else if sending == 0 {
      processFiltered(frames, count: count, isKept: false, left: left, right: right)
    } else {
      processFiltered(frames, count: count, isKept: true, left: left, right: right)
    }
  }

  private mutating func processDry(
    _ frames: UnsafePointer<Float>, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    var gainLeft = gainLeft
    var gainRight = gainRight
    let leftStep = gainLeftStep
    let rightStep = gainRightStep
    var at = 0
    while at < count &* Lanes.count {
      let x = Lanes(frames + at)
      (Lanes(left + at) + x * gainLeft).store(left + at)
      (Lanes(right + at) + x * gainRight).store(right + at)
      gainLeft = gainLeft + leftStep
      gainRight = gainRight + rightStep
      at &+= Lanes.count
    }
    self.gainLeft = gainLeft
    self.gainRight = gainRight
  }

  @inline(__always)
  private mutating func processFiltered(
    _ frames: UnsafeMutablePointer<Float>, count: Int, isKept: Bool,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    var group = self
    // While its input stands still the first state falls without end; −400 dB a frame keep it from
    // numbers too small to compute quickly, and are lost in the rounding of all that is heard.
    let least = Lanes(repeating: 1e-20)
    var at = 0
    while at < count &* Lanes.count {
      let x = Lanes(frames + at)
      let input = x - group.secondState
      let first = group.a1 * group.firstState + group.a2 * input
      let second = group.secondState + (group.a2 * group.firstState + group.a3 * input)
      group.firstState = first + first - (group.firstState - least)
      group.secondState = second + second - group.secondState
      group.a1 = group.a1 + group.a1Step
      group.a2 = group.a2 + group.a2Step
      group.a3 = group.a3 + group.a3Step
      let y = x + (second - x) * group.wet
      group.wet = group.wet + group.wetStep
      if isKept { y.store(frames + at) }
      (Lanes(left + at) + y * group.gainLeft).store(left + at)
      (Lanes(right + at) + y * group.gainRight).store(right + at)
      group.gainLeft = group.gainLeft + group.gainLeftStep
      group.gainRight = group.gainRight + group.gainRightStep
      at &+= Lanes.count
    }
    self = group
  }
}
