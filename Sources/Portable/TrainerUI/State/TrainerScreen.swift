/// What the trainer shows.
public enum TrainerScreen: Equatable, Sendable {
  /// The first time.
  case welcome
  /// What a cent is; how many cents were heard last, 0 for none.
  case demonstration(heardCents: Int)
  /// The menu, with the row that is chosen.
  case home(row: Int)
  case comparison
  case matching
  case settings(row: Int)
  case sounds(SoundPicker)
  case intervals(row: Int)
}
