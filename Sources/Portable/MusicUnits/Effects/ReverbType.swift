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
  /// GS Delay.
  case delay
  /// GS Panning Delay.
  case panningDelay
  /// XG Stage 1.
  case stage1
  /// XG Stage 2.
  case stage2
  /// XG White Room.
  case whiteRoom
  /// XG Tunnel.
  case tunnel
  /// XG Canyon.
  case canyon
  /// XG Basement.
  case basement
  /// No reverb.
  case none
}
