/// The type of the object that a handle identifies. The raw values are part of handles.
enum HandleKind: UInt8 {
  case bank = 1
  case instrument, player, song, renderer, estimator, tuning

  /// The name of the type in C.
  var name: StaticString {
    switch self {
    case .bank: "peach_bank"
    case .instrument: "peach_instrument"
    case .player: "peach_player"
    case .song: "peach_song"
    case .renderer: "peach_renderer"
    case .estimator: "peach_estimator"
    case .tuning: "peach_tuning"
    }
  }
}

/// An object of the library that a handle identifies.
protocol HandleObject: AnyObject, Sendable {
  static var kind: HandleKind { get }
  /// The context of real-time functions, valid during the lifetime of the object; `nil` for none.
  var audioContext: UnsafeMutableRawPointer? { get }
}

extension HandleObject {
  var audioContext: UnsafeMutableRawPointer? { nil }
}
