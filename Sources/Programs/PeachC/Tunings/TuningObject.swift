import PeachMusicUnits

/// The object of a `peach_tuning`.
final class TuningObject: HandleObject {
  static let kind = HandleKind.tuning

  let tuning: KeyboardTuning

  init(_ tuning: KeyboardTuning) { self.tuning = tuning }
}
