package import PeachTrainerUI

extension TrainerKey {
  /// Creates a key from the name that DOM events have (UI Events, `KeyboardEvent.key`).
  package init?(domName name: String) {
    if let key = DOMName(rawValue: name) {
      self = key.key
      return
    }
    guard name.unicodeScalars.count == 1, let scalar = name.unicodeScalars.first else {
      return nil
    }
    self = .character(scalar)
  }

  /// The names of keys without a character.
  private enum DOMName: String {
    case up = "ArrowUp"
    case down = "ArrowDown"
    case left = "ArrowLeft"
    case right = "ArrowRight"
    case fineUp = "Shift+ArrowUp"
    case fineDown = "Shift+ArrowDown"
    case pageUp = "PageUp"
    case pageDown = "PageDown"
    case home = "Home"
    case end = "End"
    case enter = "Enter"
    case escape = "Escape"
    case space = " "
    case tab = "Tab"
    case backspace = "Backspace"

    var key: TrainerKey {
      switch self {
      case .up: .up
      case .down: .down
      case .left: .left
      case .right: .right
      case .fineUp: .fineUp
      case .fineDown: .fineDown
      case .pageUp: .pageUp
      case .pageDown: .pageDown
      case .home: .home
      case .end: .end
      case .enter: .enter
      case .escape: .escape
      case .space: .space
      case .tab: .tab
      case .backspace: .backspace
      }
    }
  }
}
