import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import TestEnvironment
import Testing

@Suite("Pitch of real banks")
struct RealBankPitchTests {
  static let large = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
  static let small = "/usr/share/sounds/sf2/TimGM6mb.sf2"
  static let user = "/usr/share/minuet/soundfonts/GeneralUser-v1.47.sf2"
  static let banks = [large, small, user].filter { TestFiles.exists($0) }
  static let hasPython = OtherProgram.pythonHas("numpy")

  /// A region of a preset with its measurement and correction.
  struct Row {
    var region: Region
    var sample: Sample
    var measurement: PitchMeasurement
    var correction: RegionCorrection
  }

  /// Returns the measured preset, and the time in seconds.
  static func measure(_ path: String, program: UInt8) throws -> (rows: [Row], seconds: Double) {
    let storage = try TestFiles.map(path)
    let bank = try InstrumentFile.read(storage)
    let identifier = PresetIdentifier(bank: 0, program: program)
    let index = try #require(bank.index(of: identifier))
    var map = IntonationMap()
    let time = try cpuTime {
      try map.measure(bank.regions(ofPresetAt: index), of: bank, using: PitchEstimator())
    }
    let seconds = time / .seconds(1)
    let regions = bank.regions(ofPresetAt: index)
    let corrections = map.corrections(of: regions, in: bank)
    let rows = zip(regions, corrections).map { region, correction in
      Row(
        region: region, sample: bank.samples[region.sample],
        measurement: map[RegionSample(region)] ?? .unpitched, correction: correction)
    }
    return (rows, seconds)
  }

  @Test(
    "TimGM6mb's cello is 2 to 4 cents sharp, by the lengths of its loops",
    .enabled(if: banks.contains(small), "Requires TimGM6mb.sf2."))
  func loopLengths() throws {
    let (rows, _) = try Self.measure(Self.small, program: 42)
    for row in rows {
      // Each loop has few periods: the count nearest to the nominal pitch is right.
      let loop = try #require(row.sample.loop)
      let unit = row.sample.sampleRate / Double(loop.count)
      let periods = (row.measurement.frequency.hertz / unit).rounded()
      #expect(abs(row.measurement.frequency.hertz / (periods * unit) - 1) < 1e-9)
      #expect(row.measurement.kind == .periodicLoop)
      #expect(row.correction.errorCents > 2 && row.correction.errorCents < 4)
      #expect(row.correction.status == .applied)
    }
  }

  @Test(
    "FluidR3's cello is off by up to 20 cents, GeneralUser's zones by −9 to 12",
    .enabled(if: banks.count == 3, "Requires all banks."))
  func knownErrors() throws {
    let cello = try Self.measure(Self.large, program: 42).rows
      .filter { $0.region.keys.lowerBound <= 84 && $0.region.keys.upperBound >= 36 }
      .map { abs($0.correction.errorCents) }
    let worst = cello.max() ?? 0
    #expect(worst > 13 && worst < 22)
    let zones = try Self.measure(Self.user, program: 42).rows
      .filter { $0.measurement.kind != .decaying && $0.region.keys.lowerBound <= 66 }
      .map { $0.correction.errorCents }
    #expect(abs((zones.min() ?? 0) + 9) < 1 && abs((zones.max() ?? 0) - 12) < 1)
  }

  @Test(
    "A long window in another program agrees, if the loop has a constant pitch",
    .enabled(if: !banks.isEmpty && hasPython, "Requires a bank, and Python with NumPy."),
    arguments: banks)
  func independent(path: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peach-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var rows: [Row] = []
    var listing = ""
    let programs: [UInt8] = TestScale.cases(short: [42], full: [40, 42, 56, 71, 73])
    var seen: Set<RegionSample> = []
    for program in programs {
      for row in try Self.measure(path, program: program).rows {
        guard row.measurement.kind != .decaying, row.measurement.uncertaintyCents <= 1,
          case .integer16(let bytes) = row.sample.encoding, let loop = row.sample.loop,
          seen.insert(RegionSample(row.region)).inserted
        else { continue }
        rows.append(row)
        let nominal = row.measurement.frequency.hertz
        listing += "\(bytes.lowerBound) \(loop.lowerBound) \(loop.count) "
        listing += "\(row.sample.sampleRate) \(nominal)\n"
      }
    }
    let list = folder.appending(path: "loops")
    try listing.write(to: list, atomically: true, encoding: .utf8)
    let output = try OtherProgram.tool("loop_pitch.py", [path, list.path])
    let found = String(decoding: output, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
    #expect(found.count == rows.count)
    // With wide vibrato the strongest line is at an extreme, not at the mean. Tests of rendered
    // audio count cycles.
    let compared = zip(found, rows).filter { $0.0.count == 2 && $0.0[1] > 0.55 }
    #expect(compared.count > 3)
    print("\(compared.count) of \(rows.count) loops of \(path) keep one pitch")
    for (result, row) in compared {
      let difference = result[0]
      // The tool interpolates bins on a grid of 0.005 cents.
      #expect(abs(difference) <= row.measurement.uncertaintyCents + 0.03, "\(row.sample.name)")
    }
  }

  @Test(
    "A preset is measured in less than 0.3 s",
    .enabled(if: banks.contains(large), "Requires FluidR3_GM.sf2."))
  func speed() throws {
    var fastest = 10.0
    for _ in 0..<3 {
      fastest = min(fastest, try Self.measure(Self.large, program: 42).seconds)
    }
    print("FluidR3's cello, 36 recordings, is measured in \(Int(fastest * 1000)) ms")
    #if !DEBUG
      #expect(fastest < 0.3)
    #endif
  }
}
