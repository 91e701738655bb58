import CAllocationCounter
import Foundation
import PeachInstrumentModel
import PeachPlugIn
import PeachSequencing
import PeachServices
import PeachSynthesis
import SoundMeasurement
import Synchronization
import TestEnvironment
import Testing

@Suite("Loading banks while rendering", .serialized)
struct UnitLoadingTests {
  @Test("Forbidden, missing and invalid files are reported and change nothing")
  func refused() throws {
    let rig = SamplerUnitFixture(
      [
        "a.sf2": SamplerUnitFixture.bank([(0, 7)]),
        "/secret/b.sf2": SamplerUnitFixture.bank([(0, 9)]),
      ],
      allowed: ["/banks"])
    try rig.unit.load("/banks/a.sf2", usingPreset: 0)
    rig.unit.allocateRenderResources(sampleRate: SamplerUnitFixture.sampleRate)
    rig.render(1024, [SamplerUnitFixture.on(60)])
    let refusals: [(String, UnitLoadError)] = [
      ("/secret/b.sf2", .notAllowed(path: "/secret/b.sf2")),
      ("/banks/../secret/b.sf2", .notAllowed(path: "/banks/../secret/b.sf2")),
      ("/banks/none.sf2", .missing(path: "/banks/none.sf2")),
      ("/banks", .notAllowed(path: "/banks")),
    ]
    for (path, error) in refusals {
      rig.play(UnitMessages.loadFile(path, usingPreset: 0))
      #expect(rig.unit.service() == [UnitReport.notLoaded(error)])
      #expect(!"\(error)".isEmpty)
      rig.render(64)
      #expect(rig.unit.activePresetName == "0:7" && rig.unit.bankPath == "/banks/a.sf2")
      #expect(rig.unit.activeVoiceCount == 1 && rig.unit.bankCount == 1)
    }
    rig.play(UnitMessages.loadFile("file:///banks/./a.sf2", usingPreset: 0))
    #expect(rig.unit.service() == [.loaded(path: "/banks/./a.sf2")])
  }

  @Test("A stack of banks plays the presets of the first bank that has them, with its numbers")
  func stack() throws {
    let rig = SamplerUnitFixture(["a.sf2": TestBank.tone()])
    var low = BankStack.Layer(SamplerUnitFixture.bank([(0, 7), (0, 9)]))
    low.bankOffset = 1
    let stack = BankStack([
      low, BankStack.Layer(SamplerUnitFixture.bank([(0, 7), (1, 9), (0, 3)])),
    ])
    try rig.unit.load(stack, usingPreset: 0)
    let numbers = rig.unit.factoryPresets.map { "\($0.bank):\($0.program) \($0.name)" }
    // 1:9 is the first bank's 0:9.
    #expect(numbers == ["0:3 0:3", "0:7 0:7", "1:7 0:7", "1:9 0:9"])
    rig.unit.allocateRenderResources(sampleRate: SamplerUnitFixture.sampleRate)
    try rig.unit.usePreset(3)
    rig.render(512)
    #expect(rig.unit.currentPreset?.number == 3)
    rig.render(512, [SamplerUnitFixture.on(60)])
    #expect(rig.unit.activeVoiceCount == 1)
  }

  @Test("A stack of texts loads, is saved with all its banks, and is restored")
  func stackOfTexts() throws {
    let banks = [
      "a.sf2": SamplerUnitFixture.bank([(0, 7), (128, 1)]),
      "b.sf2": SamplerUnitFixture.bank([(0, 7), (0, 9)]),
    ]
    let rig = SamplerUnitFixture(banks, allowed: ["/banks"])
    let texts = ["/banks/a.sf2", "/banks/b.sf2:0:9=0:7"]
    try rig.unit.load(texts)
    func numbers(_ unit: SamplerUnit) -> [String] {
      unit.factoryPresets.map { "\($0.bank):\($0.program) \($0.name)" }
    }
    #expect(numbers(rig.unit) == ["0:7 0:9", "128:1 128:1"])
    #expect(rig.unit.bankPath == "/banks/b.sf2" && rig.unit.bankStack == texts)
    let state = rig.unit.state
    #expect(try UnitState(bytes: state.bytes) == state)
    let other = SamplerUnitFixture(banks, allowed: ["/banks"])
    try other.unit.restore(state)
    #expect(numbers(other.unit) == numbers(rig.unit) && other.unit.state == state)
    // Each bank must be allowed, and have its presets; otherwise nothing changes.
    for (wrong, error) in [
      (["/banks/a.sf2", "/secret.sf2"], .missing(path: "/secret.sf2")),
      (
        ["/banks/a.sf2:3:0"],
        .unreadable(path: "/banks/a.sf2", reason: "It has no preset 3:0.")
      ), ([], .missing(path: "")),
    ] as [([String], UnitLoadError)] {
      #expect(throws: error) { try other.unit.load(wrong) }
      #expect(other.unit.bankStack == texts)
    }
    var single = state
    (single.bankPath, single.bankStack) = ("/banks/b.sf2", [])
    try other.unit.restore(single)
    #expect(numbers(other.unit) == ["0:7 0:7", "0:9 0:9"] && other.unit.bankStack == [])
  }

  @Test("Lines, or semicolons without them, separate the banks of a text")
  func texts() {
    #expect(UnitBankTexts.texts("/a b.sf2;/c.sf2:128 ; ") == ["/a b.sf2", "/c.sf2:128"])
    #expect(UnitBankTexts.texts("/a;b.sf2\r\n\n/c.sf2+1\n") == ["/a;b.sf2", "/c.sf2+1"])
    #expect(UnitBankTexts.texts(" \n;") == [";"] && UnitBankTexts.texts("").isEmpty)
    let all = ["/a;b.sf2", "/c.sf2"]
    #expect(UnitBankTexts.texts(UnitBankTexts.joined(all)) == all)
    #expect(UnitBankTexts.texts(UnitBankTexts.joined(["/a;b.sf2"])) == ["/a;b.sf2"])
    let mapped = UnitBankTexts.mapped(["x:128", "y:0:1+2", "z=0:1"], isFile: { $0 == "x:128" }) {
      "<\($0)>"
    }
    #expect(mapped == ["<x:128>", "<y>:0:1+2", "<z>=0:1"])
  }

  @Test("Active notes keep their bank, which is freed after the last of them")
  func handOver() throws {
    let old = TestBank.tone()
    let rig = SamplerUnitFixture(
      ["a.sf2": old, "b.sf2": SamplerUnitFixture.bank([(0, 0)])], effects: false)
    let alone = SamplerUnitFixture(["a.sf2": old], effects: false)
    for one in [rig, alone] {
      try one.unit.load("/banks/a.sf2", usingPreset: 0)
      one.unit.allocateRenderResources(sampleRate: SamplerUnitFixture.sampleRate)
      one.render(1000, [SamplerUnitFixture.on(69)])
    }
    rig.play(UnitMessages.loadFile("/banks/b.sf2", usingPreset: 0), frames: 500)
    alone.render(500)
    #expect(rig.unit.service() == [.loaded(path: "/banks/b.sf2")])
    for one in [rig, alone] { one.render(4000) }
    // Not a bit of what sounds has changed.
    #expect(rig.left == alone.left && rig.right == alone.right)
    #expect(rig.unit.bankCount == 2)
    rig.render(16, [SamplerUnitFixture.off(69)])
    _ = rig.unit.service()
    #expect(rig.unit.bankCount == 2)
    rig.render(44_100)
    #expect(SamplerUnit.needsService(rig.unit.renderContext))
    _ = rig.unit.service()
    #expect(rig.unit.bankCount == 1)
  }

  @Test("The number of banks with active notes is limited")
  func busy() throws {
    let rig = try SamplerUnitFixture(playing: TestBank.tone())
    for key in 0..<63 {
      rig.render(64, [SamplerUnitFixture.on(UInt8(key + 30))])
      try rig.unit.load("/banks/a.sf2", usingPreset: 0)
    }
    #expect(throws: UnitLoadError.busy) { try rig.unit.load("/banks/a.sf2") }
    rig.render(44_100, [SamplerUnitFixture.event([0xB0, 120, 0])])
    _ = rig.unit.service()
    #expect(rig.unit.bankCount == 1)
  }

  #if !DEBUG
    @Test(
      "Events, loads, parameters and packets do not allocate or free on the audio thread",
      .enabled(if: allocation_counter_works(), "Requires glibc."))
    func allocatesNothing() throws {
      let rig = SamplerUnitFixture(["a.sf2": SamplerUnitFixture.bank([(0, 0), (0, 1)])])
      try rig.unit.load("/banks/a.sf2", usingPreset: 0)
      rig.unit.allocateRenderResources(sampleRate: SamplerUnitFixture.sampleRate)
      let load = UnitMessages.loadFile("/banks/a.sf2", usingPreset: 1)
      let gm: [UInt8] = [0xF0, 0x7E, 0x7F, 9, 1, 0xF7]
      var counts: [Int] = []
      for _ in 0..<3 {
        try rig.unit.load("/banks/a.sf2", usingPreset: 1)
        try rig.unit.set(100, ofParameterAt: 48, rampFrames: 100)
        let count = load.withUnsafeBufferPointer { load in
          gm.withUnsafeBufferPointer { gm in
            let events = [
              SamplerUnitFixture.on(60),
              UnitEvent(frame: 1, .bytes(load.baseAddress ?? gm.baseAddress!, count: load.count)),
              UnitEvent(frame: 2, .parameter(address: 8, value: 4000, rampFrames: 300)),
              UnitEvent(frame: 3, .packet(UniversalMIDIPacket(0x4090_3C00, 0x8000_0000))),
              UnitEvent(frame: 90, .bytes(gm.baseAddress!, count: gm.count)),
              UnitEvent(frame: 200, .offset(.pan, value: 50, rampFrames: 0)),
            ]
            var audio = [Float](repeating: 0, count: 1024)
            return audio.withUnsafeMutableBufferPointer { audio in
              events.withUnsafeBufferPointer { events in
                let left = audio.baseAddress!
                let context = rig.unit.renderContext
                allocation_counter_start()
                SamplerUnit.render(
                  context, events: events, left: left, right: left + 512, count: 512)
                return Int(allocation_counter_stop())
              }
            }
          }
        }
        counts.append(count)
        _ = rig.unit.service()
      }
      // The first round is where the runtime makes what it makes on first use.
      #expect(counts.dropFirst().allSatisfy { $0 == 0 }, "\(counts)")
    }
  #endif

  static let largeBank = "/usr/share/sounds/sf2/FluidR3_GM.sf2"

  #if !DEBUG && canImport(Glibc)
    @Test(
      "Loading a 148 MB bank while 64 voices play causes no wait or click and frees its memory",
      .enabled(if: TestFiles.exists(largeBank), "Requires FluidR3_GM.sf2."))
    func large() async {
      // In a process of its own, whose memory no other test's is.
      await #expect(processExitsWith: .success) { try Self.loadLargeBank() }
    }

    private static func loadLargeBank() throws {
      let small = "/usr/share/sounds/sf2/TimGM6mb.sf2"
      func made() throws -> SamplerUnit {
        let unit = SamplerUnit(
          access: .files(in: ["/usr/share/sounds"]),
          configuration: SynthesizerConfiguration(maximumVoices: 128))
        // Presets play as in the bank: only the loading of banks is measured.
        try unit.set(0, ofParameterAt: UnitMode.inTune.rawValue)
        // An organ, whose keys sound for as long as they are down.
        try unit.load(small, usingPreset: 16)
        unit.allocateRenderResources(sampleRate: BlockPlayer.sampleRate)
        return unit
      }
      let unit = try made()
      let player = BlockPlayer(unit, keys: 30...93)
      player.start()
      var megabytes: [Int] = []
      for _ in 0..<3 {
        for path in [largeBank, small] {
          let message = UnitMessages.loadFile(path, usingPreset: 0)
          player.send(message)
          // It may also be requested for a bank without active notes.
          var reports: [UnitReport] = []
          while reports.isEmpty {
            Thread.sleep(forTimeInterval: 0.01)
            if SamplerUnit.needsService(unit.renderContext) { reports = unit.service() }
          }
          #expect(reports == [.loaded(path: path)])
          Thread.sleep(forTimeInterval: 0.1)
        }
        _ = unit.service()
        megabytes.append(BlockPlayer.megabytes)
      }
      player.stop()
      #expect(player.leastVoices >= 64)
      // Times are a benchmark's: here they would depend on other load.
      #expect(player.waits == 0)
      // The first of the small banks, whose notes sound, and the last.
      #expect(unit.bankCount == 2)
      // From the second time on, both are in memory beside the large one.
      #expect(abs(megabytes[2] - megabytes[1]) < 20, "\(megabytes)")
      print(
        "Longest of \(player.sums.count) blocks \(player.longestSeconds * 1000) of "
          + "\(BlockPlayer.blockSeconds * 1000) ms; \(megabytes) MB")
      // The output is bit-identical to that without concurrent loading.
      let alone = BlockPlayer(try made(), keys: 30...93)
      for _ in player.sums.indices { alone.playBlock() }
      #expect(alone.sums == player.sums)
    }
  #endif
}
