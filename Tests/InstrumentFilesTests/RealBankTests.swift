import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import TestEnvironment
import Testing

@Suite("Real banks")
struct RealBankTests {
  static let banks = [
    "/usr/share/sounds/sf2/FluidR3_GM.sf2", "/usr/share/sounds/sf3/FluidR3Mono_GM.sf3",
    "/usr/share/sounds/sf2/TimGM6mb.sf2", "/usr/share/minuet/soundfonts/GeneralUser-v1.47.sf2",
  ].filter(TestFiles.exists)

  static let hasReader = OtherProgram.pythonHas("sf2utils")

  @Test(
    "Presets match those of an independent reader",
    .enabled(if: hasReader, "Requires Python with sf2utils."),
    .enabled(if: !banks.isEmpty, "No bank is installed."), arguments: banks)
  func presets(path: String) throws {
    let output = try OtherProgram.tool("list_presets.py", [path])
    // Both sorted: the bank's presets are by bank and program, the tool's in file order.
    let listed = Set(
      String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init))
    let bank = try InstrumentFile.read(TestFiles.map(path))
    let ours = bank.presets.map { "\($0.identifier.bank) \($0.identifier.program) \($0.name)" }
    #expect(ours.count > 100 && Set(ours) == listed)
    #expect(
      zip(bank.presets, bank.presets.dropFirst()).allSatisfy { $0.identifier < $1.identifier })
  }

  @Test(
    "Every preset has regions with samples and valid ranges",
    .enabled(if: !banks.isEmpty, "No bank is installed."), arguments: banks)
  func regions(path: String) throws {
    let bank = try InstrumentFile.read(TestFiles.map(path))
    for index in bank.presets.indices {
      let regions = bank.regions(ofPresetAt: index)
      #expect(!regions.isEmpty, "\(bank.presets[index].name)")
      let keys = bank.keys(ofPresetAt: index)
      #expect(keys?.lowerBound == regions.map(\.keys.lowerBound).min())
      #expect(keys?.upperBound == regions.map(\.keys.upperBound).max())
      for region in regions {
        #expect(bank.samples[region.sample].encoding != .missing)
        var clamped = region.generators
        clamped.clamp()
        #expect(clamped == region.generators)
      }
    }
  }

  @Test(
    "A bank of 148 MB opens in milliseconds without reading sample pages",
    .enabled(if: TestFiles.exists("/usr/share/sounds/sf2/FluidR3_GM.sf2"), "no FluidR3_GM.sf2"))
  func opening() throws {
    let storage = try TestFiles.map("/usr/share/sounds/sf2/FluidR3_GM.sf2")
    let start = try #require(storage.bytes.baseAddress)
    // Access to the sample data, except its first and last page, ends the process from here on.
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let samples = try SoundFont.read(storage).sampleBytes
    let first = (samples.lowerBound / page + 1) * page
    let last = samples.upperBound / page * page
    #expect(last - first > 148_000_000)
    #expect(
      mprotect(UnsafeMutableRawPointer(mutating: start + first), last - first, PROT_NONE) == 0)
    var fastest = Duration.seconds(1)
    for _ in 0..<20 {
      let time = try cpuTime {
        let bank = try InstrumentFile.read(storage)
        #expect(bank.samples.count == 1418)
      }
      fastest = min(fastest, time)
    }
    print("FluidR3_GM.sf2 opens in \(fastest)")
    #if DEBUG
      #expect(fastest < .milliseconds(500))
    #else
      #expect(fastest < .milliseconds(5))
    #endif
  }

  @Test(
    "Common banks have no structural warnings",
    .enabled(if: !banks.isEmpty, "No bank is installed."), arguments: banks)
  func warnings(path: String) throws {
    let font = try SoundFont.read(TestFiles.map(path))
    // Banks of sf3convert lack the pad byte of an odd list, and have no other defects.
    let isCompressed = font.version.major == 3
    #expect(font.warnings.count == (isCompressed ? 1 : 0))
    #expect(font.warnings.allSatisfy { $0.contains("odd size") })
  }
}
