/// A floor of either type.
enum VorbisFloor {
  case linePairs(VorbisFloor0)
  case segments(VorbisFloor1)
}

/// The contents of the identification header (Vorbis I §4.2.2).
struct VorbisIdentification {
  let channelCount: Int
  /// The sample rate in hertz.
  let sampleRate: Double
  /// The size of short and of long blocks.
  let blockSizes: [Int]

  /// Reads the header; `nil` if it is invalid.
  init?(_ reader: inout VorbisBitReader) {
    guard VorbisSetup.readHeader(&reader, type: 1), reader.readLong(32) == 0 else { return nil }
    channelCount = reader.read(8)
    sampleRate = Double(reader.readLong(32))
    // The bit rates are hints.
    reader.skip(96)
    let (short, long) = (reader.read(4), reader.read(4))
    guard reader.readFlag(), !reader.isOver, channelCount > 0, sampleRate > 0, short >= 6,
      short <= long, long <= 13
    else { return nil }
    blockSizes = [1 << short, 1 << long]
  }
}

/// The contents of the setup header (Vorbis I §4.2.4).
struct VorbisSetup: ~Copyable {
  struct Mode {
    var isLong: Bool
    var mapping: Int
  }

  let identification: VorbisIdentification
  let codebooks: VorbisCodebooks
  let floors: [VorbisFloor]
  let residues: [VorbisResidue]
  let mappings: [VorbisMapping]
  let modes: [Mode]

  /// Reads the header; `nil` if it is invalid.
  init?(_ reader: inout VorbisBitReader, _ identification: VorbisIdentification) {
    guard Self.readHeader(&reader, type: 5), let codebooks = VorbisCodebooks(&reader) else {
      return nil
    }
    // Placeholders of transforms.
    for _ in 0..<reader.read(6) + 1 {
      guard reader.read(16) == 0 else { return nil }
    }
    guard let floors = Self.readFloors(&reader, codebooks, identification.blockSizes),
      let residues = Self.readResidues(&reader, codebooks)
    else { return nil }
    var mappings: [VorbisMapping] = []
    for _ in 0..<reader.read(6) + 1 {
      let mapping = VorbisMapping(
        &reader, channelCount: identification.channelCount, floorCount: floors.count,
        residueCount: residues.count)
      guard let mapping else { return nil }
      mappings.append(mapping)
    }
    var modes: [Mode] = []
    for _ in 0..<reader.read(6) + 1 {
      let isLong = reader.readFlag()
      // The types of window and transform.
      guard reader.readLong(32) == 0 else { return nil }
      modes.append(Mode(isLong: isLong, mapping: reader.read(8)))
      guard let mode = modes.last, mode.mapping < mappings.count else { return nil }
    }
    guard reader.readFlag(), !reader.isOver else { return nil }
    self.identification = identification
    self.codebooks = codebooks
    self.floors = floors
    self.residues = residues
    self.mappings = mappings
    self.modes = modes
  }

  /// Reads the start that all headers have (§4.2.1). Returns whether the header has a type.
  static func readHeader(_ reader: inout VorbisBitReader, type: Int) -> Bool {
    // "vorbis".
    reader.read(8) == type && reader.readLong(48) == 0x7369_6272_6F76
  }

  private static func readFloors(
    _ reader: inout VorbisBitReader, _ codebooks: borrowing VorbisCodebooks, _ sizes: [Int]
  ) -> [VorbisFloor]? {
    var floors: [VorbisFloor] = []
    for _ in 0..<reader.read(6) + 1 {
      switch reader.read(16) {
      case 0:
        guard let floor = VorbisFloor0(&reader, codebooks, sizes: sizes) else { return nil }
        floors.append(.linePairs(floor))
      case 1:
        guard let floor = VorbisFloor1(&reader, codebooks) else { return nil }
        floors.append(.segments(floor))
      default: return nil
      }
    }
    return floors
  }

  private static func readResidues(
    _ reader: inout VorbisBitReader, _ codebooks: borrowing VorbisCodebooks
  ) -> [VorbisResidue]? {
    var residues: [VorbisResidue] = []
    for _ in 0..<reader.read(6) + 1 {
      let type = reader.read(16)
      guard let residue = VorbisResidue(&reader, codebooks, type: type) else { return nil }
      residues.append(residue)
    }
    return residues
  }
}
