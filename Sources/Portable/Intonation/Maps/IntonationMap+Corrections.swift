package import PeachInstrumentModel

extension IntonationMap {
  /// The corrections of a preset's regions, in their order.
  ///
  /// What sounds together stays as far apart as the bank's maker set it: the halves of a stereo
  /// pair share one correction, and so do regions that play one recording at once, detuned against
  /// each other as a chorus is.
  package func corrections(
    of regions: [Region], in bank: SoundBank, rule: CorrectionRule = CorrectionRule()
  ) -> [RegionCorrection] {
    var facts = regions.map { fact($0, in: bank) }
    averagePairs(&facts, regions, bank)
    averageChoruses(&facts, regions)
    return facts.map { fact in
      guard fact.isPitched else { return RegionCorrection(status: fact.status) }
      // The shared error says where the group stands; each region's own is what is reported.
      var result = rule.correction(
        errorCents: fact.shared, uncertaintyCents: fact.uncertainty,
        transposition: fact.transposition)
      result.errorCents = fact.error
      // No reason to leave it as it is, but to be said.
      result.uncertaintyCents += fact.deviation
      result.pairDifferenceCents = fact.pairDifference
      result.isJudgedBeforeLoop = fact.isJudgedBeforeLoop
      return result
    }
  }

  private struct Fact {
    var status = RegionCorrection.Status.unmeasured
    var isPitched = false
    var error = 0.0
    var shared = 0.0
    var uncertainty = 0.0
    /// How far the pitch is from this at some of the region's keys.
    var deviation = 0.0
    var transposition = 0.0
    var rootKey = 0.0
    var tuning = 0.0
    var side = Sample.Side.mono
    var pairDifference: Double?
    var isJudgedBeforeLoop = false
  }

  private func fact(_ region: Region, in bank: SoundBank) -> Fact {
    var fact = Fact()
    guard bank.samples.indices.contains(region.sample),
      let measurement = self[RegionSample(region)]
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
    if let dying = DecayingTone(region, sample: sample) {
      let (cents, deviation) = dying.cents(measurement)
      fact.error += cents
      // The pitch moves while it is judged.
      fact.uncertainty += 0.25 * abs(cents)
      fact.deviation = deviation
      fact.isJudgedBeforeLoop = cents != 0
    }
    fact.shared = fact.error
    return fact
  }

  /// A left and a right half over the same keys and velocities: most banks do not name the pairs.
  private func averagePairs(_ facts: inout [Fact], _ regions: [Region], _ bank: SoundBank) {
    func place(_ index: Int) -> (UInt8, UInt8, UInt8, UInt8, Double, Int) {
      let region = regions[index]
      return (
        region.keys.lowerBound, region.keys.upperBound, region.velocities.lowerBound,
        region.velocities.upperBound, facts[index].rootKey, index
      )
    }
    let halves = facts.indices.filter { facts[$0].isPitched && facts[$0].side != .mono }
    let ordered = halves.sorted { place($0) < place($1) }
    var start = 0
    while start < ordered.count {
      var end = start + 1
      while end < ordered.count && Self.isSamePlace(place(ordered[start]), place(ordered[end])) {
        end += 1
      }
      let group = ordered[start..<end]
      let lefts = group.filter { facts[$0].side == .left }
      let rights = group.filter { facts[$0].side == .right }
      if lefts.count == rights.count {
        for (left, right) in zip(lefts, rights) { Self.average(&facts, left, right) }
      }
      start = end
    }
  }

  private static func isSamePlace(
    _ one: (UInt8, UInt8, UInt8, UInt8, Double, Int),
    _ two: (UInt8, UInt8, UInt8, UInt8, Double, Int)
  ) -> Bool {
    one.0 == two.0 && one.1 == two.1 && one.2 == two.2 && one.3 == two.3 && one.4 == two.4
  }

  private static func average(_ facts: inout [Fact], _ left: Int, _ right: Int) {
    let difference = facts[right].error - facts[left].error
    facts[left].pairDifference = difference
    facts[right].pairDifference = difference
    // Halves further apart than any recording is out of tune are no pair to keep together.
    guard abs(difference) < 60 else { return }
    let leftWeight = 1 / (facts[left].uncertainty * facts[left].uncertainty + 0.0001)
    let rightWeight = 1 / (facts[right].uncertainty * facts[right].uncertainty + 0.0001)
    let mean =
      (leftWeight * facts[left].error + rightWeight * facts[right].error)
      / (leftWeight + rightWeight)
    let uncertainty = max(
      min(facts[left].uncertainty, facts[right].uncertainty), abs(difference) / 2)
    for half in [left, right] {
      facts[half].shared = mean
      facts[half].uncertainty = uncertainty
    }
  }

  /// Regions that play one recording, at once, tuned apart.
  private func averageChoruses(_ facts: inout [Fact], _ regions: [Region]) {
    let recordings = regions.map { RegionSample($0) }
    let ordered = regions.indices.filter { facts[$0].isPitched }
      .sorted { (recordings[$0], $0) < (recordings[$1], $1) }
    var isDone = [Bool](repeating: false, count: regions.count)
    for (place, first) in ordered.enumerated() where !isDone[first] {
      var group = [first]
      // Of thousands of regions with one recording no more than these can be heard at once.
      for next in ordered[(place + 1)...].prefix(64) {
        guard recordings[next] == recordings[first] else { break }
        if !isDone[next] && Self.overlap(regions[first], regions[next]) { group.append(next) }
      }
      let tunings = group.map { facts[$0].tuning }
      guard group.count > 1, let lowest = tunings.min(), let highest = tunings.max(),
        highest > lowest && highest - lowest < 60
      else { continue }
      let mean = group.reduce(0.0) { $0 + facts[$1].shared } / Double(group.count)
      for member in group {
        facts[member].shared = mean
        isDone[member] = true
      }
    }
  }

  private static func overlap(_ one: Region, _ two: Region) -> Bool {
    one.keys.overlaps(two.keys) && one.velocities.overlaps(two.velocities)
  }
}
