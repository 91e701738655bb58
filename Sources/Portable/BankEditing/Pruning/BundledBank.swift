package import PeachInstrumentFiles
package import PeachInstrumentModel

/// A SoundFont of the presets, zones and samples of several banks that a song plays. Each preset
/// has the numbers by which the song selects it. The output of the song is bit-identical.
package struct BundledBank: Sendable {
  /// A preset that the song plays.
  package struct Use: Sendable {
    /// The index of the bank, and the numbers of the preset in it; `nil` for a silent preset.
    package var source: (bank: Int, number: UInt16, program: UInt16)?
    /// The numbers by which the song selects it.
    package var number: UInt16
    package var program: UInt16
    /// Returns whether the song plays any of these keys with any of these velocities.
    package var plays: @Sendable (ClosedRange<UInt8>, ClosedRange<UInt8>) -> Bool
    /// The regions of a percussion kit whose samples do not exist. They stay silent: the standard
    /// kit does not play their keys.
    package var missing: [MissingRegion]

    package init(
      source: (bank: Int, number: UInt16, program: UInt16)?, number: UInt16, program: UInt16,
      missing: [MissingRegion] = [],
      plays: @escaping @Sendable (ClosedRange<UInt8>, ClosedRange<UInt8>) -> Bool
    ) {
      (self.source, self.number, self.program) = (source, number, program)
      self.missing = missing
      self.plays = plays
    }
  }

  package let contents: SoundFontContents
  /// The names of the presets, without silent ones.
  package let presetNames: [String]

  /// Selects what `uses` play of `sources`.
  package init(_ sources: [SoundFontContents], _ uses: [Use], name: String) {
    var contents = SoundFontContents(name: name)
    var presets: [SoundFontContents.Preset] = []
    var silent: [SoundFontContents.Preset] = []
    for (index, source) in sources.enumerated() {
      let own = uses.filter { $0.source?.bank == index }
      if own.isEmpty { continue }
      var part = source
      part.presets = own.compactMap { Self.preset($0, of: source) }
      Self.stripZones(&part, own)
      Self.copyInformation(of: source, to: &contents)
      presets += Self.append(part, to: &contents)
    }
    contents.presets = presets
    Self.addSilence(uses, to: &contents)
    var warnings: [String] = []
    UnusedDataRemoval.strip(&contents, warnings: &warnings)
    _ = SampleSharing.share(&contents)
    presetNames = contents.presets.map { $0.name.text }
    let numbers = Set(contents.presets.map { UInt32($0.bank) << 16 | UInt32($0.program) })
    for use in uses where !numbers.contains(UInt32(use.number) << 16 | UInt32(use.program)) {
      silent.append(.init("silent", bank: use.number, program: use.program, zones: []))
    }
    contents.presets += silent
    contents.setText("ISFT", "Peach")
    self.contents = contents
  }

  private static func preset(
    _ use: Use, of source: SoundFontContents
  ) -> SoundFontContents.Preset? {
    guard let numbers = use.source,
      var preset = source.presets.first(where: {
        $0.bank == numbers.number && $0.program == numbers.program
      })
    else { return nil }
    (preset.bank, preset.program) = (use.number, use.program)
    let zones = preset.zones
    preset.zones.removeAll {
      $0.target != nil && !use.plays(zones.keys(of: $0), zones.velocities(of: $0))
    }
    return preset
  }

  /// Adds silent zones for the missing regions of percussion kits that the song plays.
  private static func addSilence(_ uses: [Use], to contents: inout SoundFontContents) {
    let sample = contents.samples.count
    var isNeeded = false
    for use in uses where use.source != nil {
      let zones = use.missing.filter { use.plays($0.keys, $0.velocities) }.map {
        SoundFontContents.Zone(keys: $0.keys, velocities: $0.velocities, plays: sample)
      }
      if zones.isEmpty { continue }
      isNeeded = true
      let instrument = contents.instruments.count
      contents.instruments.append(.init("missing samples", zones: zones))
      // With ranges, because those of a global zone would apply.
      let zone = SoundFontContents.Zone(keys: 0...127, velocities: 0...127, plays: instrument)
      let index = contents.presets.firstIndex {
        $0.bank == use.number && $0.program == use.program
      }
      if let index {
        contents.presets[index].zones.append(zone)
      } else {
        contents.presets.append(
          .init("silent", bank: use.number, program: use.program, zones: [zone]))
      }
    }
    if !isNeeded { return }
    // The shortest sample that the specification allows (§7.10).
    let frames = StoredBytes(copying: [UInt8](repeating: 0, count: 2 * 48))
    contents.samples.append(
      .init("silence", .integer16(frames), sampleRate: 44_100, originalPitch: 60))
  }

  /// Removes the zones of instruments that no use plays. `part` has the presets of the uses that
  /// its source has, with the numbers of the uses.
  private static func stripZones(_ part: inout SoundFontContents, _ uses: [Use]) {
    /// The ranges within which each instrument is played, and by which use.
    var played: [Int: [(use: Int, zone: SoundFontContents.Zone)]] = [:]
    for preset in part.presets {
      guard
        let use = uses.firstIndex(where: {
          $0.number == preset.bank && $0.program == preset.program
        })
      else { continue }
      for zone in preset.zones {
        guard let target = zone.target else { continue }
        var range = zone
        range.keys = preset.zones.keys(of: zone)
        range.velocities = preset.zones.velocities(of: zone)
        played[target, default: []].append((use, range))
      }
    }
    for (index, players) in played where part.instruments.indices.contains(index) {
      let zones = part.instruments[index].zones
      part.instruments[index].zones.removeAll { zone in
        guard zone.target != nil else { return false }
        return !players.contains { player in
          let keys = intersection(zones.keys(of: zone), player.zone.keys)
          let velocities = intersection(zones.velocities(of: zone), player.zone.velocities)
          guard let keys, let velocities else { return false }
          return uses[player.use].plays(keys, velocities)
        }
      }
    }
  }

  private static func intersection(
    _ first: ClosedRange<UInt8>, _ second: ClosedRange<UInt8>?
  ) -> ClosedRange<UInt8>? {
    guard let second else { return first }
    return first.overlaps(second) ? first.clamped(to: second) : nil
  }

  /// Adds author, copyright and comment of a source, unless another one has set them.
  private static func copyInformation(
    of source: SoundFontContents, to contents: inout SoundFontContents
  ) {
    for code in ["IENG", "ICOP", "ICMT", "irom"] as [FourCharacterCode] {
      guard let text = source.text(code), !text.isEmpty else { continue }
      let known = contents.text(code)
      if known == nil || known == text { contents.setText(code, text) }
      if let known, known != text, !includes(known, text) {
        contents.setText(code, known + "; " + text)
      }
    }
    if let version = source.information.first(where: { $0.code == "iver" }),
      !contents.information.contains(where: { $0.code == "iver" })
    {
      contents.information.append(version)
    }
  }

  /// Appends the instruments and samples of a bank, and returns its presets.
  private static func append(
    _ part: SoundFontContents, to contents: inout SoundFontContents
  ) -> [SoundFontContents.Preset] {
    let (firstInstrument, firstSample) = (contents.instruments.count, contents.samples.count)
    contents.samples += part.samples.map { sample in
      var sample = sample
      sample.partner = sample.partner.map { $0 + firstSample }
      return sample
    }
    contents.instruments += part.instruments.map { instrument in
      var instrument = instrument
      for zone in instrument.zones.indices {
        instrument.zones[zone].target = instrument.zones[zone].target.map { $0 + firstSample }
      }
      return instrument
    }
    return part.presets.map { preset in
      var preset = preset
      for zone in preset.zones.indices {
        preset.zones[zone].target = preset.zones[zone].target.map { $0 + firstInstrument }
      }
      return preset
    }
  }

  private static func includes(_ text: String, _ part: String) -> Bool {
    let (bytes, sought) = (Array(text.utf8), Array(part.utf8))
    guard sought.count <= bytes.count else { return false }
    return (0...bytes.count - sought.count).contains { start in
      bytes[start..<start + sought.count].elementsEqual(sought)
    }
  }
}
