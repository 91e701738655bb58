import Foundation
import PeachInstrumentModel
import PeachServices
import TestEnvironment
import Testing

/// Every `.sfz` file of the shared data compared with sfizz: number and order of regions, and their
/// common properties.
@Suite("SFZ files against sfizz")
struct SFZReferenceTests {
  static let folder = TestFiles.sharedData.appending(path: "facts")
  static let names: [String] =
    (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".sfizz.txt") }.sorted()

  /// Recursive includes are read once by Peach, and 32 levels deep by sfizz.
  static let circles = ["included_loop1.sfz", "included_loop2.sfz", "root_loop.sfz"]

  /// The fields of a line, separated by tabs or spaces.
  struct Facts {
    var values: [String: String] = [:]

    init(_ line: String) {
      for field in line.split(separator: "\t") {
        // The times share one field; the loop follows its mode without a name.
        let parts = field.hasPrefix("A=") ? field.split(separator: " ") : [field]
        for part in parts {
          let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          if pair.count == 2 { values[String(pair[0])] = String(pair[1]) }
        }
      }
    }

    func number(_ name: String) -> Double { values[name].flatMap { Double($0) } ?? .nan }
  }

  /// Returns the regions in file order, without the right channels of stereo samples.
  static func regions(_ bank: SoundBank) -> [Region] {
    bank.regions(ofPresetAt: 0).filter { bank.samples[$0.sample].side != .right }
  }

  static func seconds(_ timecents: Float) -> Double {
    timecents <= -11_950 ? 0.001 : exp2(Double(timecents) / 1200)
  }

  @Test(
    "Regions match sfizz", .enabled(if: !names.isEmpty, "The shared data is missing."),
    arguments: names)
  func file(name: String) throws {
    let path = TestFiles.shared(String(name.dropLast(".sfizz.txt".count)))
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let lines = text.split(separator: "\n").map { String($0) }
    let head = Facts(try #require(lines.first { $0.hasPrefix("FILE") }))
    // The samples are next to `Programs`.
    let parent = URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent().path
    if head.values["ok"] == "0" {
      #expect(throws: BankFileError.self) {
        try SoundBank(contentsOf: path, sampleFolders: [parent])
      }
      return
    }
    let bank = try SoundBank(contentsOf: path, sampleFolders: [parent])
    if Self.circles.contains(where: { path.hasSuffix("/" + $0) }) {
      #expect(bank.warnings.contains { $0.contains("includes itself") })
      return
    }
    let document = try SFZDocument(contentsOf: path, sampleFolders: [parent])
    #expect(document.sections.count { $0.header == .group } == Int(head.number("groups")))
    #expect(document.sections.count { $0.header == .master } == Int(head.number("masters")))
    let regions = Self.regions(bank)
    let facts = lines.filter { $0.hasPrefix("REGION") }.map { Facts($0) }
    // The reference lists the first regions only, if there are many.
    #expect(regions.count == Int(head.number("regions")) && !facts.isEmpty)
    // sfizz stores header volumes separately, and the reference lists the region's own.
    let hasGroupVolume = document.sections.contains {
      $0.opcodes.contains { $0.name == "group_volume" || $0.name == "master_volume" }
    }
    var differences: [String] = []
    for (index, (region, fact)) in zip(regions, facts).enumerated() {
      let found = Self.differences(region, bank, fact, hasGroupVolume: hasGroupVolume)
      if !found.isEmpty { differences.append("\(index): \(found.joined(separator: ", "))") }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(3))")
  }

  /// Returns the differences between a region and its reference.
  static func differences(
    _ region: Region, _ bank: SoundBank, _ fact: Facts, hasGroupVolume: Bool
  ) -> [String] {
    var differences: [String] = []
    func compare(_ name: String, _ found: Double, _ expected: Double, within: Double = 1e-3) {
      if !(abs(found - expected) <= within * max(1, abs(expected))) {
        differences.append("\(name) \(found) for \(expected)")
      }
    }
    let sample = bank.samples[region.sample]
    func range(_ name: String) -> [Double] {
      (fact.values[name] ?? "").split(separator: "-").compactMap { Double($0) }
    }
    compare("lokey", Double(region.keys.lowerBound), range("key").first ?? .nan)
    compare("hikey", Double(region.keys.upperBound), range("key").last ?? .nan)
    compare("lovel", Double(region.velocities.lowerBound), range("vel").first ?? .nan)
    // sfizz prints the velocity below which a range ends, if any.
    compare(
      "hivel", min(Double(region.velocities.upperBound) + 1, 127), range("vel").last ?? .nan)
    compare("root", Double(region.generators[.overridingRootKey]), fact.number("root"))
    compare("keytrack", Double(region.generators[.scaleTuning]), fact.number("keytrack"))
    let isMade = sample.name.hasPrefix("*")
    let tuning = Double(100 * region.generators[.coarseTune] + region.generators[.fineTune])
    // A generated wave has the pitch of middle C, transposed to the root.
    let moved = isMade ? 100 * (fact.number("root") - 60) : 0
    compare("tune", tuning - moved, 100 * fact.number("transpose") + fact.number("tune"))
    let extendedParameters = region.extendedParameters
    let gain = Double(extendedParameters?.gainCentibels ?? .nan) / 10
    if !hasGroupVolume {
      compare("volume", gain, fact.number("volume") + 20 * log10(fact.number("amp")))
    }
    compare(
      "veltrack", Double(extendedParameters?.velocityTracking ?? .nan), fact.number("veltrack"))
    if sample.side == .mono {
      compare("pan", Double(region.generators[.pan]) / 500, fact.number("pan"))
    }
    // Times below 1 ms become 1 ms.
    compare(
      "attack", seconds(region.generators[.volumeEnvelopeAttack]), max(fact.number("A"), 0.001))
    compare(
      "release", seconds(region.generators[.volumeEnvelopeRelease]), max(fact.number("R"), 0.001))
    compare(
      "sustain", pow(10, Double(-region.generators[.volumeEnvelopeSustain]) / 200),
      fact.number("S"))
    compareConditions(region.conditions, fact) { compare($0, $1, $2, within: $3) }
    if !isMade && sample.encoding != .missing {
      differences += recording(region, sample, fact)
    }
    return differences
  }

  private static func compareConditions(
    _ conditions: RegionConditions?, _ fact: Facts,
    _ compare: (String, Double, Double, Double) -> Void
  ) {
    let conditions = conditions ?? RegionConditions()
    compare("trigger", Double(conditions.trigger.rawValue), fact.number("trigger"), 0)
    compare("group", Double(Int32(bitPattern: conditions.group)), fact.number("group"), 0)
    let offBy = Double(Int32(bitPattern: conditions.offBy))
    compare("off_by", offBy == 0 ? -1 : offBy, fact.number("offby"), 0)
    let turn = (fact.values["seq"] ?? "").split(separator: "/").compactMap { Double($0) }
    compare("seq_position", Double(conditions.sequencePosition), turn.first ?? .nan, 0)
    compare("seq_length", Double(conditions.sequenceLength), turn.last ?? .nan, 0)
    let chance = (fact.values["rand"] ?? "").split(separator: "-").compactMap { Double($0) }
    compare("lorand", Double(conditions.random.lowerBound), chance.first ?? .nan, 1e-3)
    compare("hirand", Double(conditions.random.upperBound), chance.last ?? .nan, 1e-3)
  }

  /// Compares the frame range and the loop, for available samples.
  private static func recording(_ region: Region, _ sample: Sample, _ fact: Facts) -> [String] {
    guard case .file(let part) = sample.encoding, let count = sample.frameCount,
      let range = AddressOffsets(region).frameRange(in: sample, frameCount: count)
    else { return ["it has no frames"] }
    var differences: [String] = []
    let start = part.frames.lowerBound
    if range.played.lowerBound + start != Int(fact.number("offset")) {
      differences.append("offset")
    }
    // sfizz treats short samples as oscillator waves, which have no end.
    let end = Int(fact.number("end"))
    if range.played.upperBound + start != end + 1 && end != Int(Int32.max) {
      differences.append("end \(range.played.upperBound + start - 1) for \(end)")
    }
    let modes: [String: SampleLooping] = [
      "unset": .none, "no_loop": .none, "one_shot": .none, "loop_continuous": .continuous,
      "loop_sustain": .untilRelease,
    ]
    let mode = fact.values["loop"] ?? ""
    if modes[mode] != region.looping && !(mode == "unset" && range.loop == nil) {
      differences.append("loop mode \(region.looping) for \(mode)")
    }
    return differences
  }
}
