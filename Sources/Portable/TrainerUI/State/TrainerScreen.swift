/// A screen of the trainer.
package enum TrainerScreen: Equatable, Sendable {
  /// The first screen of a new user.
  case welcome
  /// The demonstration of cents, with the last difference played, or 0.
  case demonstration(heardCents: Int)
  /// The menu, with the selected row.
  case home(row: Int)
  case comparison
  case matching
  case settings(row: Int)
  case sounds(SoundPicker)
  case intervals(row: Int)
}
