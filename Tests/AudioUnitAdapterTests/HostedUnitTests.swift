import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachPlugIn
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachAudioUnitAdapter

@Suite("Audio unit state, presets and parameters")
struct HostedUnitTests {
  /// Presets of 0, 10 and 20 dB attenuation.
  private static func bank() -> SoundBank {
    let tone = TestBank.tone()
    return SoundBank(
      information: tone.information,
      presets: (0..<3).map {
        Preset(identifier: PresetIdentifier(bank: 0, program: UInt8($0)), name: "Tone \($0)")
      },
      samples: tone.samples, storage: tone.storage,
      regionSource: { preset, _ in
        var region = Region(sample: 0, modulators: DefaultModulators().modulators)
        region.generators[.sampleModes] = 1
        region.generators[.initialAttenuation] = Float(100 * preset)
        return [region]
      })
  }

  private func unit(_ banks: [String: SoundBank]) -> HostedUnit {
    let hosted = HostedUnit(access: HostDouble.access(to: banks))
    HostDouble.simplify(hosted)
    return hosted
  }

  /// Multiples of 64 frames, so that all notes begin at the start of a control block.
  private func sound(_ host: HostDouble) -> [Float] {
    Array(host.play(22_016, [(0, .midi([0x90, 69, 100]))]))
  }

  @Test("Factory presets have names; a number selects the sound of one")
  func presets() throws {
    let hosted = unit(["/a.sf2": Self.bank()])
    try hosted.load("/a.sf2")
    #expect(hosted.presets.map(\.name) == ["Tone 0", "Tone 1", "Tone 2"])
    #expect(hosted.presets.map(\.number) == [0, 1, 2])
    let host = HostDouble(hosted)
    var levels: [Double] = []
    for number in 0..<3 {
      #expect(try hosted.select(preset: number))
      host.play(4416, [(0, .midi([0xB0, 120, 0]))])
      levels.append(Level.rootMeanSquare(sound(host)[11_025...]))
      #expect(hosted.unit.activePresetName == "Tone \(number)")
    }
    // SoundFont 2.04 §8.1.3: in centibels.
    #expect(abs(levels[0] - levels[1] - (levels[1] - levels[2])) < 0.01)
    #expect(levels[0] - levels[1] > 3)
    #expect(try !hosted.select(preset: 3) && !hosted.select(preset: -1))
    #expect(hosted.unit.activePresetName == "Tone 2")
  }

  @Test("A restored state sounds the same, with resources or without")
  func state() throws {
    let hosted = unit(["/a.sf2": Self.bank(), "/b.sf2": TestBank.tone(partials: [0.3])])
    try hosted.load("/a.sf2")
    let host = HostDouble(hosted)
    #expect(try hosted.select(preset: 1))
    try hosted.unit.set(30, ofParameterAt: 48)
    host.play(512, [(0, .midi([0xB0, 7, 90])), (1, .midi([0xE0, 0, 80]))])
    let state = hosted.state(addedTo: ["name": "Mine"])
    #expect(state["name"] as? String == "Mine")
    let bytes = try #require(state[HostedUnit.stateKey] as? [UInt8])
    let expected = sound(host)
    let bent = 441 * exp2(50.0 / 1200)
    #expect(abs(PitchMeter.cents(of: expected[4410...], above: bent, sampleRate: 44_100)) < 0.02)
    for hasResources in [false, true] {
      let other = unit(["/a.sf2": Self.bank(), "/b.sf2": TestBank.tone(partials: [0.3])])
      try other.load("/b.sf2")
      let otherHost = hasResources ? HostDouble(other) : nil
      #expect(other.restore(bytes) && other.problem == nil)
      let restored = otherHost ?? HostDouble(other)
      restored.play(512)
      #expect(other.unit.activePresetName == "Tone 1" && other.unit.bankPath == "/a.sf2")
      #expect(Level.greatestDifference(sound(restored), expected) < 1e-6)
    }
  }

  @Test("A state whose bank is missing changes nothing and has a reason")
  func missingBank() throws {
    let saved = unit(["/a.sf2": Self.bank()])
    try saved.load("/a.sf2")
    let bytes = try #require(saved.state(addedTo: nil)[HostedUnit.stateKey] as? [UInt8])
    let hosted = unit(["/b.sf2": Self.bank()])
    try hosted.load("/b.sf2")
    let host = HostDouble(hosted)
    let before = sound(host)
    #expect(!hosted.restore(bytes))
    #expect(hosted.problem == .bank(.missing(path: "/a.sf2")))
    host.play(4416, [(0, .midi([0xB0, 120, 0]))])
    #expect(Level.greatestDifference(sound(host), before) < 1e-6)
    #expect(throws: UnitLoadError.missing(path: "/c.sf2")) { try hosted.load("/c.sf2") }
    #expect(hosted.problem == .bank(.missing(path: "/c.sf2")))
    #expect(hosted.unit.bankPath == "/b.sf2")
  }

  @Test("An invalid state changes nothing and has a reason; no state has none")
  func invalidState() throws {
    let hosted = unit(["/b.sf2": Self.bank()])
    try hosted.load("/b.sf2")
    let saved = try #require(hosted.state(addedTo: nil)[HostedUnit.stateKey] as? [UInt8])
    #expect(!hosted.restore([1, 2, 3]))
    #expect(hosted.problem == .state(.notAState))
    // kAudioUnitErr_InvalidPropertyValue of AudioUnit/AUComponent.h.
    #expect(hosted.problem?.status == -10851)
    #expect(!hosted.restore(nil) && hosted.problem == nil)
    // Bytes of the header and of the first section's header are missing.
    for count in [0, 1, 4, 7, 9, 12, 15] {
      #expect(!hosted.restore(Array(saved.prefix(count))), "\(count) bytes")
      guard case .state = hosted.problem else {
        Issue.record("\(count) bytes have no reason.")
        return
      }
    }
    var later = saved
    later[4] = 0xFF
    #expect(!hosted.restore(later) && hosted.problem?.status == -10851)
    #expect(hosted.problem.map { "\($0)".contains("later") } == true)
    #expect(hosted.unit.bankPath == "/b.sf2")
    #expect(hosted.unit.state.bytes == saved)
    #expect(hosted.restore(saved) && hosted.problem == nil)
  }

  // Apple, Technical Note 2283: the error of an instrument with unsupported features.
  @Test("A file that cannot be played has the status -10868 of Audio Units")
  func loadStatus() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sf2").path
    try Data("RIFF, but not a bank.".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let hosted = HostedUnit(access: UnitBanks(folders: [folder]).access)
    #expect(throws: UnitLoadError.self) { try hosted.load(path) }
    #expect(hosted.problem?.status == -10868)
    #expect(throws: UnitLoadError.self) { try hosted.load(folder + "/none.sf2") }
    #expect(hosted.problem?.status == -43)
    #expect(UnitLoadError.undecodable(path: path, reason: .noDecoder).status == -10868)
  }

  @Test("Parameters have unique identifiers without dots, units, and ramps for generators only")
  func parameters() {
    let all = HostParameter.all
    #expect(all.map(\.address) == UnitParameter.all.map(\.address))
    #expect(Set(all.map(\.identifier)).count == all.count)
    for parameter in all {
      #expect(parameter.identifier.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
      #expect(parameter.range.contains(parameter.defaultValue) || !parameter.isWritable)
      #expect((parameter.unitName != nil) == (parameter.unitCode == 26))
      #expect(parameter.ramps == (parameter.isWritable && parameter.address < 1000))
      // The values of an indexed parameter are the indices of its names.
      if parameter.unitCode == 1 {
        #expect(parameter.range == 0...Float(parameter.valueNames.count - 1))
      }
    }
    let cutoff = all.first { $0.address == 8 }
    #expect(cutoff?.unitCode == 20 && cutoff?.range == 1500...13_500)
  }

  @Test("The component's codes are those of its documented property list")
  func identity() throws {
    let page = try String(
      contentsOf: TestFiles.repository.appending(path: "Documentation/developers/apple.md"),
      encoding: .utf8)
    func code(_ number: UInt32) -> String {
      String(
        decoding: (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }, as: UTF8.self)
    }
    for (key, text) in [
      ("type", code(ComponentIdentity.type)), ("subtype", code(ComponentIdentity.subtype)),
      ("manufacturer", code(ComponentIdentity.manufacturer)), ("name", ComponentIdentity.name),
    ] { #expect(page.contains("<key>\(key)</key><string>\(text)</string>")) }
    #expect(page.contains("<key>version</key><integer>\(ComponentIdentity.version)</integer>"))
    // Apple reserves codes without an uppercase letter for manufacturers.
    #expect(code(ComponentIdentity.manufacturer).contains { $0.isUppercase })
  }

  @Test("The first bank by name, in the first folder that has one, is the unit's first")
  func banks() throws {
    let folder = try TemporaryFolder()
    for name in ["z.sf2", "b.DLS", "a.txt"] { try folder.put(name, []) }
    #expect(UnitBanks(folders: ["/missing", folder.path]).first == "\(folder.path)/b.DLS")
    #expect(UnitBanks(folders: []).first == nil)
    #expect(UnitBanks(folders: [folder.path]).access.allowedFolders == [folder.path])
  }
}
