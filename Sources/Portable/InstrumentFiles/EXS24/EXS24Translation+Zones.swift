import PeachInstrumentModel
import PeachMusicUnits

extension EXS24Translation {
  /// Returns the ends of all zones. An undefined end is the start of the next zone in the same
  /// sample, as in instruments with all notes in one file.
  func consolidatedEnds() -> [Int?] {
    var starts = KeyedArray<Int, [Int]>()
    for (index, zone) in zones.enumerated() {
      starts[sample(ofZone: index), default: []].append(zone.start)
    }
    for key in starts.keys {
      starts[key, default: []] = (starts[key] ?? []).sortedNumbers()
    }
    return zones.enumerated().map { index, zone in
      if zone.end > zone.start { return zone.end }
      let others = starts[sample(ofZone: index)] ?? []
      var (low, high) = (0, others.count)
      while low < high {
        let middle = (low + high) / 2
        if others[middle] <= zone.start { low = middle + 1 } else { high = middle }
      }
      return low < others.count ? others[low] : nil
    }
  }

  private func sample(ofZone index: Int) -> Int {
    zones[index].sample < 0 ? index : zones[index].sample
  }

  mutating func zone(_ index: Int, end: Int?, sequence: [Int: Int]) -> SamplerZone? {
    let source = zones[index]
    let group = groups.indices.contains(source.group) ? groups[source.group] : nil
    if group?.isMuted == true { return nil }
    guard let keys = Self.range(source.lowKey, source.highKey, group?.lowKey, group?.highKey),
      let velocities = Self.range(
        source.lowVelocity, source.highVelocity, group?.lowVelocity, group?.highVelocity)
    else {
      add(warning: "Skipped zone \(quoted: source.name): it has no keys or velocities.", .range)
      return nil
    }
    var zone = SamplerZone()
    zone.name = source.name
    zone.waveform = Self.firstWaveform + Int64(sample(ofZone: index))
    zone.rootKey = min(source.rootKey, 127)
    zone.keys = keys
    zone.velocities = velocities
    zone.startFrame = source.start
    zone.endFrame = end
    // A one-shot plays from its start to its end; a loop repeats while a note is held.
    if source.loops, !source.isOneShot {
      zone.looping = source.loopEndsOnRelease ? .untilRelease : .continuous
      zone.loopStart = source.loopStart
      zone.loopEnd = source.loopEnd
      zone.loopCrossfadeSeconds = Double(min(source.loopCrossfade, 100_000)) / 1000
    }
    zone.tuneCents = Double(100 * source.coarseTune + source.fineTune)
    zone.gainDecibels = Double(source.volume + (group?.volume ?? 0))
    zone.pan = Double(min(max(source.pan + (group?.pan ?? 0), -50), 50)) / 50
    zone.followsKeys = !source.isUntuned
    zone.exclusiveClass = group?.exclusiveClass ?? 0
    zone.conditions = conditions(source, group, sequence)
    warn(of: source)
    return zone
  }

  /// Returns the range of a zone within that of its group; `nil` if it is empty.
  private static func range(
    _ low: UInt8, _ high: UInt8, _ groupLow: UInt8?, _ groupHigh: UInt8?
  ) -> ClosedRange<UInt8>? {
    // A group without a range has an upper limit of 0.
    let limit = groupHigh.map { $0 > 0 ? min($0, 127) : 127 } ?? 127
    let (lowest, highest) = (max(low, groupLow ?? 0), min(high, limit))
    return lowest <= highest ? lowest...highest : nil
  }

  private mutating func warn(of zone: EXS24Zone) {
    if zone.isReversed {
      add(warning: "Zone \(quoted: zone.name) plays forward instead of backward.", .zone)
    }
    if zone.loops, !zone.isOneShot, zone.loopDirection != 0 {
      add(warning: "The loop of zone \(quoted: zone.name) plays forward only.", .loop)
    }
  }

  private func conditions(
    _ zone: EXS24Zone, _ group: EXS24Group?, _ sequence: [Int: Int]
  ) -> RegionConditions? {
    var conditions = RegionConditions()
    conditions.isOneShot = zone.isOneShot
    if let group {
      if group.isReleaseTriggered { conditions.trigger = .release }
      if group.polyphony > 0 {
        conditions.group = UInt32(zone.group + 1)
        conditions.polyphony = UInt16(group.polyphony)
      }
      let (low, high) = (min(group.lowValue, 127), min(group.highValue, 127))
      switch EXS24Group.Choice(rawValue: group.choice) {
      case .note where low <= high:
        var keyswitch = RegionConditions.Keyswitch()
        keyswitch.last = low...high
        conditions.keyswitch = keyswitch
      case .roundRobin:
        let position = sequence[zone.group] ?? 0
        conditions.sequenceLength = UInt16(clamping: sequence.count)
        conditions.sequencePosition = UInt16(clamping: position + 1)
      case .controller:
        conditions.controllers = [.init(controller: group.controller, lowest: low, highest: high)]
      case .bend where low <= high:
        conditions.bend = Int16(Int(low) * 128 - 8192)...Int16(Int(high) * 128 + 127 - 8192)
      case .note, .bend, .channel, .articulation, .tempo, .none?, nil: break
      }
    }
    return conditions == RegionConditions() ? nil : conditions
  }

  mutating func warnOfGroups() {
    for group in groups {
      switch EXS24Group.Choice(rawValue: group.choice) {
      case .channel, .articulation, .tempo, nil:
        add(
          warning: "Group \(quoted: group.name) always plays: its condition is unsupported.", .zone)
      case .none?, .note, .roundRobin, .controller, .bend: break
      }
      if group.hasOffsets {
        add(
          warning: "Ignored the filter and envelope offsets of group \(quoted: group.name).", .zone)
      }
    }
  }

  mutating func warnOfParameters() {
    guard let parameters else { return }
    let unsupported: [(EXS24Parameters.Name, String)] = [
      (.monophonic, "monophonic or legato mode"), (.glide, "portamento"), (.drive, "filter drive"),
      (.lfoFade, "an LFO fade"), (.lfoWave, "the waveform of LFO 1"),
      (.secondLFOWave, "the waveform of LFO 2"), (.randomSelection, "random sample selection"),
      (.randomVelocity, "random velocity"), (.pan, "the pan"),
    ]
    for (name, description) in unsupported where (parameters[name] ?? 0) != 0 {
      add(warning: "Ignored \(description).")
    }
  }
}
