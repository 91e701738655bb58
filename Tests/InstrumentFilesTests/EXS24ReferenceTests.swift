import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits
import TestEnvironment
import Testing

/// Compares real files with ConvertWithMoss and renoise-exs24, which share no code with Peach.
@Suite("EXS24 files against other readers")
struct EXS24ReferenceTests {
  private static let absent: Comment = "The shared data is missing."

  /// The valid `.exs` files of the shared data that have reference listings.
  static let files: [String] = {
    let facts = TestFiles.sharedData.appending(path: "facts/exs")
    let names = FileManager.default.enumerator(atPath: facts.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".exs.convertwithmoss.txt") }
      .map { "exs/" + $0.dropLast(".convertwithmoss.txt".count) }
      .filter { !$0.contains("corrupt") }.sorted()
  }()

  private func lines(_ file: String, _ program: String) throws -> [Substring] {
    let path = TestFiles.shared("facts/\(file).\(program).txt")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n")
  }

  /// Parses `root=48` etc.
  private func fields(_ line: Substring) -> [Substring: String] {
    var fields: [Substring: String] = [:]
    for part in line.split(separator: "\t") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if sides.count == 2 { fields[sides[0]] = String(sides[1]) }
    }
    return fields
  }

  private static func values(_ instrument: EXS24Instrument) -> [Int: Int] {
    let values = instrument.parameters?.values ?? KeyedArray()
    return Dictionary(uniqueKeysWithValues: zip(values.keys, values.values))
  }

  @Test(
    "Zones, groups, samples and parameters match ConvertWithMoss",
    .enabled(if: !files.isEmpty, absent), arguments: files)
  func facts(file: String) throws {
    let instrument = try EXS24Instrument.read(TestFiles.map(TestFiles.shared(file)))
    let all = try lines(file, "convertwithmoss")
    #expect(!instrument.isBigEndian)
    let zones = all.filter { $0.hasPrefix("ZONE") }
    #expect(instrument.zones.count == zones.count)
    for (zone, line) in zip(instrument.zones, zones) {
      #expect(line.split(separator: "\t", omittingEmptySubsequences: false)[2] == zone.name)
      var ours: [Substring: String] = [:]
      ours["root"] = "\(zone.rootKey)"
      ours["keys"] = "\(zone.lowKey)-\(zone.highKey)"
      ours["start"] = "\(zone.start)"
      ours["end"] = "\(zone.end)"
      ours["loopOn"] = "\(zone.loops)"
      ours["loop"] = "\(zone.loopStart)-\(zone.loopEnd)"
      ours["xf"] = "\(zone.loopCrossfade)"
      ours["dir"] = "\(zone.loopDirection)"
      ours["rel"] = "\(zone.loopEndsOnRelease)"
      ours["pitch"] = "\(!zone.isUntuned)"
      ours["oneshot"] = "\(zone.isOneShot)"
      ours["rev"] = "\(zone.isReversed)"
      ours["fine"] = "\(zone.fineTune)"
      ours["coarse"] = "\(zone.coarseTune)"
      ours["vol"] = "\(zone.volume)"
      ours["pan"] = "\(zone.pan)"
      ours["group"] = "\(zone.group)"
      ours["sample"] = "\(zone.sample)"
      let theirs = fields(line)
      if theirs["velOn"] == "true" { ours["vel"] = "\(zone.lowVelocity)-\(zone.highVelocity)" }
      for (key, value) in ours { #expect(theirs[key] == value, "\(key) of \(zone.name)") }
    }
    try compareOthers(instrument, all)
  }

  private func compareOthers(_ instrument: EXS24Instrument, _ all: [Substring]) throws {
    let groups = all.filter { $0.hasPrefix("GROUP") }
    #expect(instrument.groups.count == groups.count)
    for (group, line) in zip(instrument.groups, groups) {
      let theirs = fields(line)
      #expect(theirs["vol"] == "\(group.volume)" && theirs["pan"] == "\(group.pan)")
      #expect(theirs["poly"] == "\(group.polyphony)" && theirs["excl"] == "\(group.exclusiveClass)")
      #expect(theirs["vel"] == "\(group.lowVelocity)-\(group.highVelocity)", "\(group.name)")
      #expect(theirs["keys"] == "\(group.lowKey)-\(group.highKey)", "\(group.name)")
      #expect(theirs["enable"] == "\(group.choice)")
      #expect(theirs["relTrig"] == "\(group.isReleaseTriggered)")
    }
    let samples = all.filter { $0.hasPrefix("SAMPLE") }
    #expect(instrument.samples.count == samples.count)
    for (sample, line) in zip(instrument.samples, samples) {
      let theirs = fields(line)
      #expect(theirs["file"] == sample.fileName && theirs["path"] == sample.folder)
      #expect(theirs["len"] == "\(sample.frameCount)" && theirs["rate"] == "\(sample.sampleRate)")
    }
    let words = all.first { $0.hasPrefix("PARAMS") }?.dropFirst(7).split(separator: " ") ?? []
    var parameters: [Int: Int] = [:]
    for word in words {
      let sides = word.split(separator: "=")
      let key: Int = try #require(Int(sides[0], radix: 16))
      let value: Int = try #require(Int(sides[1]))
      parameters[key] = value
    }
    // ConvertWithMoss prints the second table as unsigned values.
    let ours = Self.values(instrument).mapValues { UInt16(truncatingIfNeeded: $0) }
    #expect(ours == parameters.mapValues { UInt16(truncatingIfNeeded: $0) })
  }

  @Test(
    "Offsets, roots and keys of zones match renoise-exs24",
    .enabled(if: !files.isEmpty, absent), arguments: files)
  func offsets(file: String) throws {
    let instrument = try EXS24Instrument.read(TestFiles.map(TestFiles.shared(file)))
    var theirs: [String: [String]] = [:]
    var isZone = false
    for line in try lines(file, "renoise-exs24") {
      if !line.hasPrefix(" ") { isZone = line.hasPrefix("zone @") }
      let sides = line.split(separator: "=")
      guard isZone, sides.count == 2 else { continue }
      theirs[sides[0].trimmingCharacters(in: .whitespaces), default: []]
        .append(sides[1].trimmingCharacters(in: .whitespaces))
    }
    #expect(theirs["key"] == instrument.zones.map { "\($0.rootKey)" })
    #expect(theirs["key_low"] == instrument.zones.map { "\($0.lowKey)" })
    #expect(theirs["key_high"] == instrument.zones.map { "\($0.highKey)" })
    #expect(theirs["loop_start"] == instrument.zones.map { "\($0.loopStart)" })
    #expect(theirs["loop_end"] == instrument.zones.map { "\($0.loopEnd)" })
    #expect(theirs["sample_index"] == instrument.zones.map { "\($0.sample)" })
  }

  @Test(
    "Each file has one preset, a region per zone and a warning per missing sample",
    .enabled(if: !files.isEmpty, absent), arguments: files)
  func banks(file: String) throws {
    let storage = try TestFiles.map(TestFiles.shared(file))
    #expect(InstrumentFormat(recognizing: storage) == .exs24)
    let bank = try InstrumentFile.read(storage)
    let instrument = try EXS24Instrument.read(storage)
    let regions = bank.regions(ofPresetAt: 0)
    #expect(bank.presets.count == 1 && regions.count == instrument.zones.count)
    for (region, zone) in zip(regions, instrument.zones) {
      let group =
        instrument.groups.indices.contains(zone.group) ? instrument.groups[zone.group] : nil
      #expect(region.keys.lowerBound == max(zone.lowKey, group?.lowKey ?? 0))
      #expect(region.keys.upperBound == min(zone.highKey, group?.highKey ?? 127))
      let root = region.generators[.overridingRootKey]
      #expect(UInt8(root < 0 ? Float(bank.samples[region.sample].rootKey) : root) == zone.rootKey)
    }
    #expect(bank.warnings.contains { $0.contains("no folder for it was given") })
  }

  @Test(
    "Big-endian files equal little-endian ones",
    .enabled(if: !files.isEmpty, absent),
    arguments: [
      ("TX Metalimba (big-endian, ConvertWithMoss writer)", "romplayer/TX Metalimba"),
      ("TX Metalimba (big-endian, 0x80 type flag + size bit 15)", "romplayer/TX Metalimba"),
      ("sawPad1 (big-endian, ConvertWithMoss writer)", "audiokit/Sampler Instruments/sawPad1"),
    ])
  func bigEndian(derived: String, original: String) throws {
    let read = { try EXS24Instrument.read(TestFiles.map(TestFiles.shared($0))) }
    let turned = try read("derived/\(derived).exs")
    let plain = try read("exs/\(original).exs")
    #expect(turned.isBigEndian && turned.zones == plain.zones)
    #expect(turned.samples.map(\.fileName) == plain.samples.map(\.fileName))
    // ConvertWithMoss adds some zero values.
    let (more, some) = (Self.values(turned), Self.values(plain))
    #expect(some.count > 80 && some.allSatisfy { more[$0.key] == $0.value })
    #expect(more.allSatisfy { some[$0.key] == $0.value || $0.value == 0 })
  }

  @Test("A file of noise with the right length is refused", .enabled(if: !files.isEmpty, absent))
  func noise() throws {
    let storage = try TestFiles.map(TestFiles.shared("exs/malformed/Bleep World (corrupt).exs"))
    let error = #expect(throws: InstrumentFileError.self) { try InstrumentFile.read(storage) }
    #expect(error?.reason == .unknownFormat)
  }

  @Test(
    "One instrument saved by two versions of Logic has equal zones",
    .enabled(if: !files.isEmpty, absent))
  func generations() throws {
    let read = { try EXS24Instrument.read(TestFiles.map(TestFiles.shared($0))) }
    let first = try read("exs/elektron/ALL EIGHT-2020-01.exs")
    let second = try read("exs/elektron/ALL EIGHT-2020-02.exs")
    #expect(first.zones == second.zones && first.zones.count == 37)
  }

  @Test(
    "An instrument next to its samples has their lengths, rates and roots",
    .enabled(if: !files.isEmpty, absent))
  func samples() throws {
    let path = TestFiles.shared("exs/romplayer/TX Metalimba.exs")
    let bank = try InstrumentFile.read(
      TestFiles.map(path), folders: DiskFolders.folders(ofInstrumentAt: path))
    #expect(bank.warnings == ["Ignored filter drive."])
    // As counted by sndfile-info.
    #expect(bank.samples.map(\.frameCount) == [36825, 30531, 31071, 25765, 27058, 22958, 22935])
    #expect(bank.samples.map(\.rootKey) == [48, 54, 60, 66, 72, 78, 84])
  }
}
