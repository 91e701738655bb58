import PeachEarTraining

/// Answers by MIDI keyboards, in the terminal and on the page.
///
/// | Message | While comparing | While matching |
/// |---|---|---|
/// | note-on | middle C and above: higher; below: lower | C −5 cents, C♯ −1, D −0.1, E +0.1, F +1, G +5; B: done |
/// | pitch bend | beyond half: higher or lower, once until it returns | a dial of ±50 cents |
/// | sustain pedal down | repeat | repeat |
///
/// After a pair was played again, any key begins the next trial.
extension Trainer {
  /// The largest deviation of the dial from its middle, in cents.
  package static var dialRange: Double { 50 }
  /// Middle C, the lowest key that answers "higher".
  private static var lowestHigherKey: UInt8 { 60 }

  /// Whether messages of MIDI keyboards answer, instead of playing the selected sound.
  package var takesMIDI: Bool {
    (screen == .comparison || screen == .matching) && !isPaused
  }

  mutating func handleMIDI(
    status: UInt8, first: UInt8, second: UInt8, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    guard takesMIDI else { return [] }
    switch status & 0xF0 {
    case 0x90 where second > 0:
      note = ""
      if review != nil { return endReview(at: moment) }
      return screen == .matching
        ? tune(byKey: first, at: moment)
        : answer(first >= Self.lowestHigherKey ? .higher : .lower, at: moment)
    case 0xB0 where first == 64:
      defer { isPedalDown = second >= 64 }
      guard second >= 64, !isPedalDown else { return [] }
      return review != nil ? beginReview() : compare(.replay) + match(.replay)
    case 0xE0:
      let position = (Double(Int(second) << 7 | Int(first)) - 8192) / 8192
      return screen == .matching
        ? turn(to: position * Self.dialRange, at: moment) : answer(byWheel: position, at: moment)
    default: return []
    }
  }

  /// The octave of the key does not matter.
  private mutating func tune(byKey key: UInt8, at moment: TrainerTimestamp) -> [TrainerEffect] {
    let steps = [-5, -1, -0.1, 0, 0.1, 1, 0, 5, 0, 0, 0, 0]
    if key % 12 == 11 { return match(.commit(responseSeconds: moment.seconds - beganSeconds)) }
    let step = steps[Int(key % 12)]
    return step == 0 ? [] : tune(by: step, at: moment)
  }

  private mutating func answer(
    byWheel position: Double, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    if position.magnitude < 0.25 { isWheelReleased = true }
    guard isWheelReleased, position.magnitude >= 0.5, review == nil else { return [] }
    isWheelReleased = false
    return answer(position > 0 ? .higher : .lower, at: moment)
  }

  /// Sets the note to tune by a dial, in cents from its middle.
  mutating func turn(to cents: Double, at moment: TrainerTimestamp) -> [TrainerEffect] {
    guard screen == .matching, !isPaused, review == nil, cents.isFinite else { return [] }
    let change = cents - dialCents
    dialCents = cents
    return tune(by: change, at: moment)
  }
}
