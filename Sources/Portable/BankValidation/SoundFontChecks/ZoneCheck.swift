import PeachInstrumentFiles
import PeachInstrumentModel

/// Checks the zones of a preset or an instrument (SoundFont 2.04 §7.3 to 7.9, 8).
struct ZoneCheck {
  let table: ZoneTable
  let zones: Range<Int>
  let level: ZoneContents.Level
  /// The number of instruments or samples that zones can refer to.
  let targetCount: Int
  let owner: String

  /// Adds findings, and sets `isUsed` for the targets of the zones.
  func run(_ isUsed: inout [Bool], _ list: inout FindingList) {
    for zone in zones {
      let records = table.generators(ofZone: zone)
      let end = records.firstIndex { $0.generator == level.terminal }
      if let end, case let target = Int(records[end].amount), target < targetCount {
        isUsed[target] = true
      }
      checkOrder(records, end, zone, &list)
      checkAmounts(records[..<(end ?? records.endIndex)], zone, &list)
      // Bounds the quadratic cost for malicious zones.
      checkModulators(Array(table.modulators(ofZone: zone).prefix(256)), zone, &list)
    }
  }

  private func subject(_ zone: Int) -> String { "\(owner), zone \(zone - zones.lowerBound)" }

  /// §7.5, 7.9: key range first, then velocity range; the target is last.
  private func checkOrder(
    _ records: ArraySlice<ZoneTable.GeneratorRecord>, _ end: Int?, _ zone: Int,
    _ list: inout FindingList
  ) {
    if let end, end + 1 < records.endIndex {
      list.add(
        .zoneOrder, subject(zone),
        "\(records.endIndex - end - 1) generators after the last one are ignored")
    }
    for (position, record) in records[..<(end ?? records.endIndex)].enumerated() {
      let isInOrder =
        switch record.generator {
        case .keyRange: position == 0
        case .velocityRange:
          position == 0 || position == 1 && records.first?.generator == .keyRange
        default: true
        }
      if isInOrder { continue }
      list.add(
        .zoneOrder, subject(zone),
        "a range (generator \(record.number)) is not first and is ignored")
    }
  }

  private func checkAmounts(
    _ records: ArraySlice<ZoneTable.GeneratorRecord>, _ zone: Int, _ list: inout FindingList
  ) {
    var seen: UInt64 = 0
    for (index, record) in records.enumerated() {
      guard let generator = record.generator else {
        // §8.1.2 lists these as unused, reserved or the end.
        if ![14, 18, 19, 20, 42, 49, 55, 59, 60].contains(record.number) {
          list.add(.generatorUnknown, subject(zone), "generator \(record.number) is unknown")
        }
        continue
      }
      let bit: UInt64 = 1 << UInt64(generator.rawValue)
      if seen & bit != 0 {
        list.add(
          .generatorRepeated, subject(zone),
          "generator \(record.number) occurs twice; the last value is used")
      }
      seen |= bit
      if generator == .keyRange || generator == .velocityRange {
        checkRange(record, index, zone, &list)
      } else if !level.allows(generator) {
        list.add(
          .generatorLevel, subject(zone),
          "generator \(record.number) is invalid \(level == .preset ? "in a preset" : "here")")
      } else if level == .instrument {
        checkAmount(generator, Int16(bitPattern: record.amount), zone, &list)
      }
    }
  }

  private func checkRange(
    _ record: ZoneTable.GeneratorRecord, _ index: Int, _ zone: Int, _ list: inout FindingList
  ) {
    let (low, high) = (record.amount & 0xFF, record.amount >> 8)
    // The reader reports empty ranges among the first two generators.
    if index < 2 && (low > high || low > 127) { return }
    if low > high || high > 127 {
      list.add(
        .emptyRange, subject(zone),
        "a range is \(low) to \(high)" + (low > high ? " and thus empty" : ""))
    }
  }

  private func checkAmount(
    _ generator: Generator, _ amount: Int16, _ zone: Int, _ list: inout FindingList
  ) {
    // Only the low two bits of the sample modes are defined (§8.1.2).
    if generator == .sampleModes { return }
    let range = generator.range
    // −12,000 and below mean 0 seconds, usually written as −32,768.
    let isInstant = range.lowerBound == -12000 && amount < -12000 && range.upperBound <= 8000
    if range.contains(Float(amount)) || isInstant { return }
    let limit = Int(Float(amount) < range.lowerBound ? range.lowerBound : range.upperBound)
    list.add(
      .generatorRange, subject(zone),
      "generator \(generator.rawValue) is \(amount), which is clamped to \(limit)")
  }

  private func checkModulators(_ modulators: [Modulator], _ zone: Int, _ list: inout FindingList) {
    for (index, modulator) in modulators.enumerated() {
      if !modulator.isKnown {
        list.add(
          .modulatorUnknown, subject(zone),
          "modulator \(index) has an unknown source, destination or transform")
      } else if let reason = brokenLink(index, modulators) {
        list.add(.modulatorLink, subject(zone), "modulator \(index) \(reason)")
      }
    }
  }

  /// Returns the problem of a link from or to a modulator, or `nil` if it is valid.
  private func brokenLink(_ index: Int, _ modulators: [Modulator]) -> String? {
    let modulator = modulators[index]
    if modulator.isFedByLink && !modulators.contains(where: { $0.linkTarget == index }) {
      return "takes a link, but nothing links to it"
    }
    var target = modulator.linkTarget
    var steps = 0
    while let next = target {
      guard next < modulators.count else {
        return "links to modulator \(next), which does not exist"
      }
      guard modulators[next].isFedByLink else {
        return steps == 0 ? "links to modulator \(next), which does not take a link" : nil
      }
      steps += 1
      // Each member of a cycle reports it.
      if next == index { return "links to itself in a cycle of \(steps)" }
      if steps > modulators.count { return nil }
      target = modulators[next].linkTarget
    }
    return nil
  }
}
