package import PeachInstrumentModel

extension IntonationMap {
  /// Returns the corrections of a preset's regions, in the order of the regions. Preserves the
  /// detuning between regions that sound together. The channels of a stereo pair share one
  /// correction, and so do regions that play the same sample detuned, as in a chorus.
  package func corrections(
    of regions: [Region], in bank: SoundBank, rule: CorrectionRule = CorrectionRule()
  ) -> [RegionCorrection] {
    var known: [SoundingKey: SoundingErrors?] = [:]
    var facts = regions.map { fact($0, in: bank, &known) }
    averagePairs(&facts, regions, bank)
    averageChoruses(&facts, regions)
    return facts.map { fact in
      guard fact.isPitched else { return RegionCorrection(status: fact.status) }
      // The group's error determines the correction; the region's own error is reported.
      var result = fact.correction(by: rule)
      result.errorCents = fact.error
      result.pairDifferenceCents = fact.pairDifference
      result.isJudgedBeforeLoop = fact.isJudgedBeforeLoop
      result.sounding = fact.sounding
      return result
    }
  }

  struct Fact {
    var status = RegionCorrection.Status.unmeasured
    var isPitched = false
    var error = 0.0
    var shared = 0.0
    var uncertainty = 0.0
    /// The maximum difference of the error at the region's other keys.
    var deviation = 0.0
    var transposition = 0.0
    var rootKey = 0.0
    var tuning = 0.0
    var side = Sample.Side.mono
    var pairDifference: Double?
    var isJudgedBeforeLoop = false
    var isDecaying = false
    /// The errors of the first second of the region's own notes, and those of its group.
    var sounding: SoundingErrors?
    var sharedSounding: SoundingErrors?
  }

  /// The properties that determine the errors of a region's keys. Layers often share them.
  private struct SoundingKey: Hashable {
    var recording: RegionSample
    var keys: ClosedRange<UInt8>
    var tuning: RegionTuning
    var scaleTuning: Float
  }

  private func fact(
    _ region: Region, in bank: SoundBank, _ known: inout [SoundingKey: SoundingErrors?]
  ) -> Fact {
    var fact = Fact()
    guard bank.samples.indices.contains(region.sample), let measurement = self[RegionSample(region)]
    else { return fact }
    let sample = bank.samples[region.sample]
    let tuning = RegionTuning(region, sample: sample)
    fact.status = .unpitched
    fact.isPitched = measurement.isPitched
    fact.rootKey = tuning.rootKey
    fact.tuning = tuning.cents
    fact.transposition = tuning.transposition
    fact.side = sample.side
    guard measurement.isPitched else { return fact }
    fact.error = tuning.errorCents(measurement.frequency)
    fact.uncertainty = measurement.uncertaintyCents
    let key = SoundingKey(
      recording: RegionSample(region), keys: RegionTuning.keys(of: region), tuning: tuning,
      scaleTuning: region.generators[.scaleTuning])
    if let errors = known[key] {
      fact.sounding = errors
    } else {
      fact.sounding = SoundingErrors(
        region, tuning: tuning, measurement: measurement, error: fact.error)
      known[key] = .some(fact.sounding)
    }
    fact.sharedSounding = fact.sounding
    fact.isDecaying = !RegionSample(region).repeats(sample)
    if region.decaysWhileHeld { fact.isDecaying = true }
    if let decaying = DecayingTone(region, sample: sample) {
      let (cents, deviation) = decaying.cents(measurement)
      fact.error += cents
      // The pitch changes during the judged segment.
      fact.uncertainty += 0.25 * abs(cents)
      fact.deviation = deviation
      fact.isJudgedBeforeLoop = cents != 0
    }
    fact.shared = fact.error
    return fact
  }

  /// Averages stereo channels with the same keys and velocities. Most banks do not link pairs.
  private func averagePairs(_ facts: inout [Fact], _ regions: [Region], _ bank: SoundBank) {
    func zone(_ index: Int) -> (UInt8, UInt8, UInt8, UInt8, Double) {
      let (keys, velocities) = (regions[index].keys, regions[index].velocities)
      return (
        keys.lowerBound, keys.upperBound, velocities.lowerBound, velocities.upperBound,
        facts[index].rootKey
      )
    }
    let channels = facts.indices.filter { facts[$0].isPitched && facts[$0].side != .mono }
    let ordered = channels.sorted { zone($0) == zone($1) ? $0 < $1 : zone($0) < zone($1) }
    var start = 0
    while start < ordered.count {
      var end = start + 1
      while end < ordered.count && zone(ordered[start]) == zone(ordered[end]) { end += 1 }
      let group = ordered[start..<end]
      let lefts = group.filter { facts[$0].side == .left }
      let rights = group.filter { facts[$0].side == .right }
      if lefts.count == rights.count {
        for (left, right) in zip(lefts, rights) { Self.average(&facts, left, right) }
      }
      start = end
    }
  }

  private static func average(_ facts: inout [Fact], _ left: Int, _ right: Int) {
    let difference = facts[right].error - facts[left].error
    facts[left].pairDifference = difference
    facts[right].pairDifference = difference
    // A larger difference exceeds any tuning error, so the channels are not a pair.
    guard abs(difference) < 60 else { return }
    if let first = facts[left].sounding, let second = facts[right].sounding {
      facts[left].sharedSounding = first.averaged(with: second)
      facts[right].sharedSounding = second.averaged(with: first)
    }
    let leftWeight = 1 / (facts[left].uncertainty * facts[left].uncertainty + 0.0001)
    let rightWeight = 1 / (facts[right].uncertainty * facts[right].uncertainty + 0.0001)
    let mean =
      (leftWeight * facts[left].error + rightWeight * facts[right].error)
      / (leftWeight + rightWeight)
    let uncertainty = max(
      min(facts[left].uncertainty, facts[right].uncertainty), abs(difference) / 2)
    for channel in [left, right] {
      facts[channel].shared = mean
      facts[channel].uncertainty = uncertainty
    }
  }

  /// Averages regions that play the same sample simultaneously with different tuning.
  private func averageChoruses(_ facts: inout [Fact], _ regions: [Region]) {
    let recordings = regions.map { RegionSample($0) }
    let ordered = regions.indices.filter { facts[$0].isPitched }
      .sorted { (recordings[$0], $0) < (recordings[$1], $1) }
    var isDone = [Bool](repeating: false, count: regions.count)
    for (position, first) in ordered.enumerated() where !isDone[first] {
      var group = [first]
      // Limits the search among thousands of regions with the same sample: few sound together.
      for next in ordered[(position + 1)...].prefix(64) {
        guard recordings[next] == recordings[first] else { break }
        if !isDone[next], regions[first].keys.overlaps(regions[next].keys),
          regions[first].velocities.overlaps(regions[next].velocities)
        {
          group.append(next)
        }
      }
      let tunings = group.map { facts[$0].tuning }
      guard group.count > 1, let lowest = tunings.min(), let highest = tunings.max(),
        highest > lowest && highest - lowest < 60
      else { continue }
      let mean = group.reduce(0.0) { $0 + facts[$1].shared } / Double(group.count)
      for member in group {
        let shift = mean - facts[member].shared
        facts[member].sharedSounding?.add(shift)
        facts[member].shared = mean
        isDone[member] = true
      }
    }
  }
}
