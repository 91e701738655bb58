import PeachInstrumentModel

/// Regions triggered by controllers and pressure.
extension Synthesizer {
  /// Triggers the regions that wait for a controller or pressure value, at full velocity.
  ///
  /// - Parameter key: The key for key pressure; `nil` to play each region at its root key.
  mutating func triggerControllerRegions(
    _ source: RegionConditions.Start.Source, value: UInt8, channel: UInt8, key: UInt8? = nil
  ) {
    guard let preset = channels[Int(channel)].preset, preset.hasControllerRegions else { return }
    let serial = nextSerial
    nextSerial &+= 1
    var noteRandom: Float?
    for index in 0..<preset.regionCount {
      let region = preset.regions + index
      guard let own = region.pointee.conditions, own.pointee.isTriggered(by: source, value)
      else { continue }
      if let key, key < region.pointee.lowestKey || key > region.pointee.highestKey { continue }
      let random = noteRandom ?? self.random.next()
      noteRandom = random
      var noteNumber = region.pointee.playedRootKey
      if let key { noteNumber = Double(key) }
      let regionKey = UInt8(min(max(noteNumber, 0), 127))
      let note = Note(
        id: 0, channel: channel, noteNumber: noteNumber, velocity: 127, regionKey: regionKey)
      guard meetsConditions(own, note, key: regionKey, serial: serial, random: random)
      else { continue }
      let randomValues = randomValues(own.pointee.performance, random: random, heldSeconds: 0)
      start(
        note, region: region, of: preset, key: regionKey, serial: serial, glide: Glide(),
        velocity: 127, randomValues: randomValues, isReleaseTriggered: true)
    }
  }
}
