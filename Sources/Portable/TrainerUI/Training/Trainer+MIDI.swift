import PeachEarTraining

/// Answers by MIDI keyboards, in the terminal and on the page.
///
/// | Message | While comparing | While matching |
/// |---|---|---|
/// | note-on | middle C and above: higher; below: lower | C −5 cents, C♯ −1, D −0.1, E +0.1, F +1,
/// G +5; B: done |
/// | pitch bend | beyond half: higher or lower, once until it returns | a dial of ±50 cents |
/// | sustain pedal down | repeat | repeat |
///
/// While comparing intervals, middle C and above is "the second" or "wider". While counting beats,
/// any key taps.
///
/// After a pair was played again, any key begins the next trial.
extension Trainer {
  /// The largest deviation of the dial from its middle, in cents.
  package static var dialRange: Double { 50 }
  /// Middle C, the lowest key that answers "higher".
  private static var lowestHigherKey: UInt8 { 60 }

  /// Whether messages of MIDI keyboards answer, instead of playing the selected sound.
  package var takesMIDI: Bool {
    (screen == .comparison || screen == .matching || screen == .beats) && !isPaused
  }

  /// Returns the action of a MIDI message; `nil` if it has none.
  mutating func action(ofMIDI status: UInt8, _ first: UInt8, _ second: UInt8) -> TrainerAction? {
    guard takesMIDI else { return nil }
    switch status & 0xF0 {
    case 0x90 where second > 0:
      note = ""
      if review != nil { return .resume }
      if screen == .beats { return .tap }
      return screen == .matching
        ? Self.tuningAction(ofKey: first)
        : .answer(first >= Self.lowestHigherKey ? .higher : .lower)
    case 0xB0 where first == 64:
      defer { isPedalDown = second >= 64 }
      return second >= 64 && !isPedalDown ? .replay : nil
    case 0xE0:
      let position = (Double(Int(second) << 7 | Int(first)) - 8192) / 8192
      if screen == .beats { return nil }
      return screen == .matching ? .dial(cents: position * Self.dialRange) : answer(by: position)
    default: return nil
    }
  }

  /// The octave of the key does not matter.
  private static func tuningAction(ofKey key: UInt8) -> TrainerAction? {
    switch key % 12 {
    case 0: .tune(cents: -5)
    case 1: .tune(cents: -1)
    case 2: .tune(cents: -0.1)
    case 4: .tune(cents: 0.1)
    case 5: .tune(cents: 1)
    case 7: .tune(cents: 5)
    case 11: .commit
    default: nil
    }
  }

  /// Returns the answer of the wheel at a position, −1…1.
  private mutating func answer(by position: Double) -> TrainerAction? {
    if position.magnitude < 0.25 { isWheelReleased = true }
    guard isWheelReleased, position.magnitude >= 0.5, review == nil else { return nil }
    isWheelReleased = false
    return .answer(position > 0 ? .higher : .lower)
  }

  /// Sets the note to tune by a dial, in cents from its middle.
  mutating func turn(to cents: Double, at moment: TrainerTimestamp) -> [TrainerEffect] {
    guard screen == .matching, !isPaused, review == nil, cents.isFinite else { return [] }
    let change = cents - dialCents
    dialCents = cents
    return tune(by: change, at: moment)
  }
}
