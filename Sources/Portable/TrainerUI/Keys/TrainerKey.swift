/// A key of the trainer.
package enum TrainerKey: Hashable, Sendable {
  case up, down, left, right
  /// The arrow keys with Shift.
  case fineUp, fineDown
  case pageUp, pageDown, home, end
  case enter, escape, space, tab, backspace
  /// Ctrl-C or Ctrl-D.
  case interrupt
  /// A printable character.
  case character(Unicode.Scalar)

  /// The character, in lowercase if it is an ASCII letter.
  var letter: Unicode.Scalar? {
    guard case .character(let scalar) = self else { return nil }
    guard ("A"..."Z").contains(scalar) else { return scalar }
    return Unicode.Scalar(scalar.value | 0x20)
  }
}
