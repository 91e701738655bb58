package import PeachInstrumentModel

/// An instrument of a DLS file (‘ins ’): bank, program, regions and their common connections.
package struct DLSInstrument: Hashable, Sendable {
  package var name = ""
  /// The bank field (‘insh’): bit 31 drums, bits 8 to 14 controller 0, bits 0 to 6 controller 32.
  package var bankBits: UInt32 = 0
  /// The program, unchecked; 0…127 is valid.
  package var program: UInt32 = 0
  package var regions: [DLSRegion] = []
  /// The ranges of the regions that refer to no wave.
  var missingRegions: [MissingRegion] = []
  /// The connections of regions without connections.
  package var connections: [DLSConnection] = []
  package var isDrumKit: Bool { bankBits & 0x8000_0000 != 0 }

  /// The bank number; 128 is percussion. If only one of the controllers is set, it is the bank:
  /// controller 0 in GS files, 32 in XG files. General MIDI 2 uses 121 in controller 0 for melodic
  /// banks and 120 for percussion.
  package var bank: UInt16 {
    let msb = UInt16(truncatingIfNeeded: bankBits >> 8 & 0x7F)
    let lsb = UInt16(truncatingIfNeeded: bankBits & 0x7F)
    if isDrumKit || msb == 120 { return 128 }
    if msb == 0 || msb == 121 { return lsb }
    return lsb == 0 ? msb : msb << 7 | lsb
  }
}

/// A region of a DLS instrument (‘rgn ’, ‘rgn2’): a wave with its ranges and settings.
package struct DLSRegion: Hashable, Sendable {
  package var keys: ClosedRange<UInt8> = 0...127
  package var velocities: ClosedRange<UInt8> = 0...127
  /// The exclusive class; 0 for none (‘rgnh’).
  var keyGroup: UInt16 = 0
  /// The index in ``DLSCollection/waves``.
  package var wave = -1
  /// The output channel in a multichannel instrument (‘wlnk’).
  package var side = Sample.Side.mono
  /// Overrides the wave's pitch, gain and loop; `nil` to use the wave's.
  package var settings: DLSWaveSettings?
  /// Replaces the instrument's connections; `nil` to use the instrument's.
  package var connections: [DLSConnection]?
}
