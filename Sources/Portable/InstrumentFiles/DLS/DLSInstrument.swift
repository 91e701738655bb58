/// An instrument of a DLS file (‘ins ’): numbers, regions, and what all regions share.
public struct DLSInstrument: Hashable, Sendable {
  /// The name in its INFO list; empty where there is none.
  public var name: String
  /// The bank as the file has it: bit 31 for drums, bits 8 to 14 for controller 0, bits 0 to 6 for
  /// controller 32 (‘insh’).
  public var bankBits: UInt32
  /// The program as the file has it; 0 through 127 can be chosen.
  public var program: UInt32
  /// The regions, in the file's order.
  public var regions: [DLSRegion]
  /// How the regions without connections of their own sound.
  public var connections: [DLSConnection]

  /// Whether it is a kit for the percussion channel.
  public var isDrumKit: Bool { bankBits & 0x8000_0000 != 0 }

  /// The bank as banks are numbered here, where 128 is percussion.
  ///
  /// One controller alone is the bank's number, whichever it is: 0 in GS files, 32 in XG ones.
  /// General MIDI 2 marks melodic banks with 121 in controller 0 and percussion with 120.
  public var bank: UInt16 {
    let coarse = UInt16(truncatingIfNeeded: bankBits >> 8 & 0x7F)
    let fine = UInt16(truncatingIfNeeded: bankBits & 0x7F)
    if isDrumKit || coarse == 120 { return 128 }
    if coarse == 0 || coarse == 121 { return fine }
    return fine == 0 ? coarse : coarse << 7 | fine
  }
}
