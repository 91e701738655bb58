import PeachInstrumentModel

/// What must hold for contents to become a file that can be read.
enum ContentsCheck {
  static func check(_ contents: SoundFontContents) throws(SoundFontWritingError) {
    for preset in contents.presets {
      try check(preset.zones, .preset, count: contents.instruments.count) {
        "preset ‘\(preset.name.text)’"
      }
    }
    for instrument in contents.instruments {
      try check(instrument.zones, .instrument, count: contents.samples.count) {
        "instrument ‘\(instrument.name.text)’"
      }
    }
    for index in contents.samples.indices {
      try check(contents.samples[index])
      try checkPartner(of: index, contents.samples)
    }
  }

  private static func check(
    _ zones: [SoundFontContents.Zone], _ level: ZoneContents.Level, count: Int,
    of owner: () -> String
  ) throws(SoundFontWritingError) {
    for (place, zone) in zones.enumerated() {
      if let target = zone.target {
        if target < 0 || target >= count { throw .noTarget(owner: owner(), zone: place) }
      } else if place > 0 {
        throw .noTarget(owner: owner(), zone: place)
      }
      for (generator, range) in [
        (Generator.keyRange, zone.keys), (.velocityRange, zone.velocities),
      ] {
        if let range, range.upperBound > 127 {
          throw .misplacedGenerator(
            owner: owner(), zone: place, number: Int(generator.rawValue))
        }
      }
      for record in zone.settings {
        guard let generator = UInt8(exactly: record.number).flatMap(Generator.init(rawValue:))
        else { continue }
        if generator.isStructural || !level.allows(generator) {
          throw .misplacedGenerator(owner: owner(), zone: place, number: Int(record.number))
        }
      }
    }
  }

  private static func check(
    _ sample: SoundFontContents.Sample
  ) throws(SoundFontWritingError) {
    var isSound = sample.sampleRate > 0
    switch sample.recording {
    case .integer16(let frames): isSound = isSound && frames.count % 2 == 0
    case .integer24(let high, let low):
      isSound = isSound && high.count % 2 == 0 && low.count == high.count / 2
    case .compressed(let file): isSound = isSound && file.count > 0
    case .readOnlyMemory: break
    }
    if let loop = sample.loop {
      let end = sample.recording.frameCount ?? Int(UInt32.max)
      if loop.lowerBound < 0 || loop.upperBound > end { isSound = false }
    }
    if !isSound { throw .brokenSample(sample: sample.name.text) }
  }

  /// §7.10: each half of a pair names the other; a ring's members name some member.
  private static func checkPartner(
    of index: Int, _ samples: [SoundFontContents.Sample]
  ) throws(SoundFontWritingError) {
    let sample = samples[index]
    guard let partner = sample.partner else { return }
    guard samples.indices.contains(partner), partner != index else {
      throw .notPartners(sample: sample.name.text)
    }
    if sample.channel == .linked { return }
    let other = samples[partner]
    let areEars =
      (sample.channel == .left && other.channel == .right)
      || (sample.channel == .right && other.channel == .left)
    if !areEars || other.partner != index { throw .notPartners(sample: sample.name.text) }
  }
}
