/// A mapping (Vorbis I §4.2.4): the floor and the residue of each channel, and coupled channels.
struct VorbisMapping {
  struct Submap {
    var floor: Int
    var residue: Int
  }

  /// Two channels that are coded as magnitude and angle (§4.3.5).
  struct Coupling {
    var magnitude: Int
    var angle: Int
  }

  private(set) var couplings: [Coupling] = []
  private(set) var submaps: [Submap] = []
  /// The submap of each channel.
  private(set) var submapOfChannel: [Int]

  /// Reads the configuration; `nil` if it is invalid.
  init?(_ reader: inout VorbisBitReader, channelCount: Int, floorCount: Int, residueCount: Int) {
    guard reader.read(16) == 0 else { return nil }
    let submapCount = reader.readFlag() ? reader.read(4) + 1 : 1
    let bits = (channelCount - 1).vorbisBitWidth
    for _ in 0..<(reader.readFlag() ? reader.read(8) + 1 : 0) {
      let coupling = Coupling(magnitude: reader.read(bits), angle: reader.read(bits))
      guard coupling.magnitude != coupling.angle,
        max(coupling.magnitude, coupling.angle) < channelCount
      else { return nil }
      couplings.append(coupling)
    }
    guard reader.read(2) == 0 else { return nil }
    submapOfChannel = [Int](repeating: 0, count: channelCount)
    if submapCount > 1 {
      for channel in 0..<channelCount {
        submapOfChannel[channel] = reader.read(4)
        guard submapOfChannel[channel] < submapCount else { return nil }
      }
    }
    for _ in 0..<submapCount {
      // A placeholder of a time configuration.
      reader.skip(8)
      let submap = Submap(floor: reader.read(8), residue: reader.read(8))
      guard submap.floor < floorCount, submap.residue < residueCount else { return nil }
      submaps.append(submap)
    }
    guard !reader.isOver else { return nil }
  }
}
