/// A reverb type of General MIDI 2, GS or XG.
public enum ReverbType: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  // In the order of GS's Reverb Macro (40 01 30). GM2 numbers the first five alike.

  /// GM2 Small Room, GS and XG Room 1.
  case smallRoom
  /// GM2 Medium Room, GS and XG Room 2.
  case mediumRoom
  /// GM2 Large Room, GS and XG Room 3.
  case largeRoom
  /// GM2 Medium Hall, GS and XG Hall 1.
  case mediumHall
  /// GM2 Large Hall, GS and XG Hall 2.
  case largeHall
  /// A plate.
  case plate
  /// GS Delay and Panning Delay.
  case delay, panningDelay
  /// XG Stage 1 and 2, White Room, Tunnel, Canyon and Basement.
  case stage1, stage2, whiteRoom, tunnel, canyon, basement
  /// No reverb.
  case none
}
