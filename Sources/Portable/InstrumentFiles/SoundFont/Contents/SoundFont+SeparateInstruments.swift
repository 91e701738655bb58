import PeachInstrumentModel

extension SoundFont {
  /// Returns the indices of the instruments of each preset of ``soundBank(reading:)``.
  package func instrumentsOfPresets() -> [Set<Int>] {
    playablePresets().map { index in
      Set(
        presets[index].zones.compactMap { zone in
          let target = presetZones.generators(ofZone: zone).last { $0.generator == .instrument }
          return target.map { Int($0.amount) }.flatMap {
            instruments.indices.contains($0) ? $0 : nil
          }
        })
    }
  }

  /// Returns a file in which some presets have instruments of their own, which sound the same.
  ///
  /// - Parameter shared: The instruments to copy, for each preset of ``soundBank(reading:)``.
  /// - Returns: `nil` if a limit of the format is exceeded, or if the file has faults, so that the
  ///   regions of the copy would differ.
  package func separatingInstruments(_ shared: [Int: Set<Int>]) -> SoundFont? {
    var contents = contents()
    let order = playablePresets()
    guard contents.presets.count == presets.count, contents.instruments.count == instruments.count
    else { return nil }
    for (preset, instruments) in shared.sorted(by: { $0.key < $1.key }) {
      var copies: [Int: Int] = [:]
      for instrument in instruments.sorted() {
        copies[instrument] = contents.instruments.count
        contents.instruments.append(contents.instruments[instrument])
      }
      for zone in contents.presets[order[preset]].zones.indices {
        let target = contents.presets[order[preset]].zones[zone].target
        if let copy = target.flatMap({ copies[$0] }) {
          contents.presets[order[preset]].zones[zone].target = copy
        }
      }
    }
    guard let bytes = try? SoundFontWriter(contents).bytes,
      let font = try? SoundFont.read(ByteStorage(copying: bytes))
    else { return nil }
    let (old, new) = (instrumentZonesOfRegions(), font.instrumentZonesOfRegions())
    return old.map { $0.count } == new.map { $0.count } ? font : nil
  }

  private func playablePresets() -> [Int] {
    var ignored = SoundFontFaultList()
    return playablePresets(&ignored)
  }
}
