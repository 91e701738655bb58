import PeachInstrumentModel

/// What begins to sound when a controller or a pressure moves.
extension Synthesizer {
  /// A controller of a channel, or the pressure on it or on one of its keys, was told: regions that
  /// wait for that value begin, at full velocity. Without a key they have the pitch of their recording.
  mutating func triggerControllerRegions(
    _ source: RegionConditions.Start.Source, value: UInt8, channel: UInt8, key: UInt8? = nil
  ) {
    guard let preset = channels[Int(channel)].preset, preset.hasControllerRegions else { return }
    let age = nextAge
    nextAge &+= 1
    var chance: Float?
    for index in 0..<preset.regionCount {
      let region = preset.regions + index
      guard let own = region.pointee.conditions, own.pointee.startsAt(source, value)
      else { continue }
      if let key, key < region.pointee.lowestKey || key > region.pointee.highestKey { continue }
      let random = chance ?? self.random.next()
      chance = random
      var place = region.pointee.playedRootKey
      if let key { place = Double(key) }
      let played = UInt8(min(max(place, 0), 127))
      let note = Note(
        id: 0, channel: channel, noteNumber: place, velocity: 127, regionKey: played)
      guard admits(own, note, key: played, age: age, random: random) else { continue }
      let chances = self.chances(own.pointee.performance, random: random, heldSeconds: 0)
      start(
        note, region: region, of: preset, key: played, age: age, glide: Glide(), velocity: 127,
        chances: chances, isReleaseTriggered: true)
    }
  }
}
