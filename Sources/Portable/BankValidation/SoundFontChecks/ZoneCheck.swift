import PeachInstrumentFiles
import PeachInstrumentModel

/// Checks the zones of one preset or instrument (SoundFont 2.04 §7.3 to 7.9, 8).
struct ZoneCheck {
  let table: ZoneTable
  let zones: Range<Int>
  let isPreset: Bool
  /// How many instruments, or samples, there are to play.
  let targetCount: Int
  let owner: String

  private var terminal: Generator { isPreset ? .instrument : .sampleID }

  /// Adds what is wrong, and marks in `isUsed` what the zones play.
  func run(_ isUsed: inout [Bool], _ list: inout FindingList) {
    for zone in zones {
      let records = table.generators(ofZone: zone)
      let end = records.firstIndex { $0.number == UInt16(terminal.rawValue) }
      if let end {
        let target = Int(records[end].amount)
        if target < targetCount { isUsed[target] = true }
      }
      checkOrder(records, end, zone, &list)
      checkAmounts(records[..<(end ?? records.endIndex)], zone, &list)
      // No zone has as many; a hostile one would take the square of its count.
      checkModulators(Array(table.modulators(ofZone: zone).prefix(256)), zone, &list)
    }
  }

  private func subject(_ zone: Int) -> String { "\(owner), zone \(zone - zones.lowerBound)" }

  /// §7.5, 7.9: the key range comes first, then the velocity range, and what is played last.
  private func checkOrder(
    _ records: ArraySlice<ZoneTable.GeneratorRecord>, _ end: Int?, _ zone: Int,
    _ list: inout FindingList
  ) {
    if let end, end + 1 < records.endIndex {
      list.add(
        .zoneOrder, subject(zone),
        "\(records.endIndex - end - 1) generators after the last one are ignored")
    }
    for (place, record) in records[..<(end ?? records.endIndex)].enumerated() {
      let isMisplaced: Bool
      switch UInt8(exactly: record.number).flatMap(Generator.init(rawValue:)) {
      case .keyRange: isMisplaced = place != 0
      case .velocityRange:
        let follows = place == 1 && records[records.startIndex].number == 43
        isMisplaced = place != 0 && !follows
      default: isMisplaced = false
      }
      if isMisplaced {
        list.add(
          .zoneOrder, subject(zone),
          "a range (generator \(record.number)) does not come first and is ignored")
      }
    }
  }

  private func checkAmounts(
    _ records: ArraySlice<ZoneTable.GeneratorRecord>, _ zone: Int, _ list: inout FindingList
  ) {
    var said: UInt64 = 0
    for (index, record) in records.enumerated() {
      guard let generator = UInt8(exactly: record.number).flatMap(Generator.init(rawValue:)) else {
        // Those that §8.1.2 lists as unused, reserved or the end are nothing to tell of.
        if ![14, 18, 19, 20, 42, 49, 55, 59, 60].contains(record.number) {
          list.add(
            .generatorUnknown, subject(zone), "there is no generator \(record.number)")
        }
        continue
      }
      let bit: UInt64 = 1 << UInt64(generator.rawValue)
      if said & bit != 0 {
        list.add(
          .generatorRepeated, subject(zone),
          "generator \(record.number) is said twice; the last one counts")
      }
      said |= bit
      if generator == .keyRange || generator == .velocityRange {
        checkRange(record, index, zone, &list)
      } else if !isAllowed(generator) {
        list.add(
          .generatorLevel, subject(zone),
          "generator \(record.number) means nothing \(isPreset ? "in a preset" : "here")")
      } else if !isPreset {
        checkAmount(generator, Int16(bitPattern: record.amount), zone, &list)
      }
    }
  }

  /// §8.1.1: what is said of samples cannot be said of a preset.
  private func isAllowed(_ generator: Generator) -> Bool {
    if generator.isStructural { return generator == terminal }
    if !isPreset { return true }
    return !generator.isForSamples && generator != .overridingKey
      && generator != .overridingVelocity
  }

  private func checkRange(
    _ record: ZoneTable.GeneratorRecord, _ index: Int, _ zone: Int, _ list: inout FindingList
  ) {
    let low = record.amount & 0xFF
    let high = record.amount >> 8
    // The reader reports empty ranges among the first two generators.
    if index < 2 && (low > high || low > 127) { return }
    if low > high || high > 127 {
      list.add(
        .emptyRange, subject(zone),
        "a range goes from \(low) to \(high)" + (low > high ? " and answers nothing" : ""))
    }
  }

  private func checkAmount(
    _ generator: Generator, _ amount: Int16, _ zone: Int, _ list: inout FindingList
  ) {
    // Only the two low bits of the modes mean anything (§8.1.2); offsets have no bounds of their own.
    if generator == .sampleModes { return }
    let range = generator.range
    // −12,000 and below all stand for an instant, and are written as −32,768.
    let isInstant = range.lowerBound == -12000 && amount < -12000 && range.upperBound <= 8000
    if !range.contains(Float(amount)) && !isInstant {
      list.add(
        .generatorRange, subject(zone),
        "generator \(generator.rawValue) is \(amount), and counts as "
          + "\(Int(Float(amount) < range.lowerBound ? range.lowerBound : range.upperBound))")
    }
  }

  private func checkModulators(
    _ modulators: [Modulator], _ zone: Int, _ list: inout FindingList
  ) {
    for (place, modulator) in modulators.enumerated() {
      if !modulator.isKnown {
        list.add(
          .modulatorUnknown, subject(zone),
          "modulator \(place) has a source, destination or transform that is not known")
      } else if let reason = brokenLink(place, modulators) {
        list.add(.modulatorLink, subject(zone), "modulator \(place) \(reason)")
      }
    }
  }

  /// What is wrong with the link from, or to, a modulator; nil where nothing is.
  private func brokenLink(_ place: Int, _ modulators: [Modulator]) -> String? {
    let modulator = modulators[place]
    if modulator.isFedByLink && !modulators.contains(where: { $0.linkTarget == place }) {
      return "waits for a link that nobody makes"
    }
    var target = modulator.linkTarget
    var steps = 0
    while let next = target {
      guard next < modulators.count else { return "feeds modulator \(next), which is not there" }
      guard modulators[next].isFedByLink else {
        return steps == 0 ? "feeds modulator \(next), which does not take a link" : nil
      }
      steps += 1
      // Told once for a circle: by its first member.
      if next == place { return "feeds itself, round a circle of \(steps)" }
      if steps > modulators.count { return nil }
      target = modulators[next].linkTarget
    }
    return nil
  }
}
