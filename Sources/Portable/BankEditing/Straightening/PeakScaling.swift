import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits

/// Scales new samples whose peaks exceed full scale. All samples of a preset are scaled alike, so
/// that its keys keep their balance, and the attenuation of its zones is lowered by as much. If a
/// zone has too little attenuation, the whole preset becomes softer.
struct PeakScaling {
  /// The gain of each sample.
  private(set) var gainsOfSamples: [Double]
  /// The group of instruments that presets use together, of each instrument.
  private var groups: [Int]
  private var stepsOfGroups: [Int: Steps] = [:]
  private let isReplaced: [Bool]

  /// Changes of the attenuation, in units of the file.
  private struct Steps {
    /// The reduction of the samples' level.
    var scaling = 0
    /// The reduction of the attenuation, which compensates it.
    var lowering = 0
  }

  /// The largest frame of 16 bits.
  private static let fullScale = 32_767.0 / 32_768
  /// The octaves of amplitude of a unit of the initial attenuation: a centibel, times the factor of
  /// common players.
  private static let octavesPerUnit =
    Double(SoundFontReading().attenuationScale) / 60.20599913279624

  /// - Parameter peaks: The peak of each replaced sample; `nil` for others.
  init(_ contents: SoundFontContents, peaksOfSamples peaks: [Float?]) {
    isReplaced = peaks.map { $0 != nil }
    gainsOfSamples = [Double](repeating: 1, count: peaks.count)
    groups = Array(contents.instruments.indices)
    guard peaks.contains(where: { Double($0 ?? 0) > Self.fullScale }) else { return }
    group(contents)
    for (index, instrument) in contents.instruments.enumerated() {
      var steps = stepsOfGroups[groups[index]] ?? Steps(scaling: 0, lowering: Int.max)
      for zone in instrument.zones {
        guard let target = zone.target, let peak = peaks[target] else { continue }
        let octaves = Exponential.log2(max(Double(peak), 1e-9) / Self.fullScale)
        let needed = octaves > 0 ? Int(min(octaves / Self.octavesPerUnit, 9_999)) + 1 : 0
        steps.scaling = max(steps.scaling, needed)
        steps.lowering = min(steps.lowering, max(Self.attenuation(of: zone, instrument.zones), 0))
      }
      stepsOfGroups[groups[index]] = steps
    }
    for (index, instrument) in contents.instruments.enumerated() {
      let scaling = stepsOfGroups[groups[index]]?.scaling ?? 0
      guard scaling > 0 else { continue }
      for zone in instrument.zones {
        guard let target = zone.target, isReplaced[target] else { continue }
        gainsOfSamples[target] = Exponential.exp2(-Double(scaling) * Self.octavesPerUnit)
      }
    }
  }

  /// Changes the attenuation of the zones.
  func apply(to contents: inout SoundFontContents) {
    for index in contents.instruments.indices {
      guard let steps = stepsOfGroups[groups[index]], steps.scaling > 0 else { continue }
      let zones = contents.instruments[index].zones
      let lowering = min(steps.lowering, steps.scaling)
      for zone in zones.indices {
        guard let target = zones[zone].target else { continue }
        let change = isReplaced[target] ? -lowering : steps.scaling - lowering
        let attenuation = Self.attenuation(of: zones[zone], zones) + change
        if change != 0 {
          contents.instruments[index].zones[zone][.initialAttenuation] = Int16(
            clamping: min(attenuation, 1440))
        }
      }
    }
  }

  private static func attenuation(
    of zone: SoundFontContents.Zone, _ zones: [SoundFontContents.Zone]
  ) -> Int {
    Int(zone[.initialAttenuation] ?? zones.global?[.initialAttenuation] ?? 0)
  }

  /// Joins the instruments with replaced samples that a preset uses, and those that share one.
  private mutating func group(_ contents: SoundFontContents) {
    func targets(_ instrument: Int) -> [Int] {
      contents.instruments[instrument].zones.compactMap { $0.target }.filter { isReplaced[$0] }
    }
    for preset in contents.presets where preset.bank != 128 {
      var first: Int?
      for zone in preset.zones {
        guard let instrument = zone.target, !targets(instrument).isEmpty else { continue }
        if let first { join(first, instrument) }
        first = first ?? instrument
      }
    }
    var users = [Int?](repeating: nil, count: isReplaced.count)
    for instrument in contents.instruments.indices {
      for sample in targets(instrument) {
        if let user = users[sample] { join(user, instrument) }
        users[sample] = instrument
      }
    }
    for index in groups.indices { groups[index] = root(index) }
  }

  private func root(_ instrument: Int) -> Int {
    var instrument = instrument
    while groups[instrument] != instrument { instrument = groups[instrument] }
    return instrument
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (first, second) = (root(one), root(other))
    // The smaller index is the root, so that paths lead downward.
    groups[max(first, second)] = min(first, second)
  }
}
