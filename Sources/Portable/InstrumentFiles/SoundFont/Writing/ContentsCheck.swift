import PeachInstrumentModel

/// Validates contents before they are written.
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
    for (index, zone) in zones.enumerated() {
      let isValid = zone.target.map { (0..<count).contains($0) } ?? (index == 0)
      if !isValid { throw .noTarget(owner: owner(), zone: index) }
      for (generator, range) in [
        (Generator.keyRange, zone.keys), (.velocityRange, zone.velocities),
      ] {
        if let range, range.upperBound > 127 {
          throw .misplacedGenerator(owner: owner(), zone: index, number: Int(generator.rawValue))
        }
      }
      for record in zone.settings {
        guard let generator = record.generator else { continue }
        if generator.isStructural || !level.allows(generator) {
          throw .misplacedGenerator(owner: owner(), zone: index, number: Int(record.number))
        }
      }
    }
  }

  private static func check(_ sample: SoundFontContents.Sample) throws(SoundFontWritingError) {
    var isValid = sample.sampleRate > 0
    switch sample.recording {
    case .integer16(let frames): isValid = isValid && frames.count % 2 == 0
    case .integer24(let high, let low):
      isValid = isValid && high.count % 2 == 0 && low.count == high.count / 2
    case .compressed(let file): isValid = isValid && file.count > 0
    case .readOnlyMemory: break
    }
    let end = sample.recording.frameCount ?? Int(clamping: UInt32.max)
    if max(sample.loopPoints.start, sample.loopPoints.end) > end { isValid = false }
    if !isValid { throw .brokenSample(sample: sample.name.text) }
  }

  /// §7.10: a pair's channels refer to each other; a ring's member refers to another member.
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
    let channels = (sample.channel, other.channel)
    let isPair = channels == (.left, .right) || channels == (.right, .left)
    if !isPair || other.partner != index { throw .notPartners(sample: sample.name.text) }
  }
}
