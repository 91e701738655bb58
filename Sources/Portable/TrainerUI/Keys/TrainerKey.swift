/// A key that the trainer understands, whichever terminal or window it was pressed in.
public enum TrainerKey: Hashable, Sendable {
  case up, down, left, right
  /// With Shift: a finer step.
  case fineUp, fineDown
  case pageUp, pageDown, home, end
  case enter, escape, space, tab, backspace
  /// Ctrl-C, and Ctrl-D: the end.
  case interrupt
  /// Any letter, digit or sign.
  case character(Unicode.Scalar)

  /// The letter, small, where it is one of ASCII's.
  var letter: Unicode.Scalar? {
    guard case .character(let scalar) = self else { return nil }
    guard ("A"..."Z").contains(scalar) else { return scalar }
    return Unicode.Scalar(scalar.value | 0x20)
  }
}
