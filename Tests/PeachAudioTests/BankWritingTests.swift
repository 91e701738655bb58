import Foundation
import PeachServices
import TestEnvironment
import Testing

/// Written banks are bit-identical in playback. BankRoundTripTests checks their contents.
@Suite(
  "Playback of written banks", .serialized,
  .enabled(if: !BankComparison.banks.isEmpty, "No bank is installed."))
struct BankWritingTests {
  private let folder: RenderFolder

  init() throws { folder = try RenderFolder() }

  private func rewrite(_ path: String) throws -> String {
    let copy = folder.path("copy." + (path.hasSuffix("3") ? "sf3" : "sf2"))
    try SoundFontWriter(SoundFont(contentsOf: path).contents()).write(to: copy)
    return copy
  }

  @Test(
    "Every preset is bit-identical in Peach",
    arguments: BankComparison.banks + BankComparison.smallBanks)
  func peach(path: String) throws {
    let bank = try SoundBank(contentsOf: path)
    let copy = try SoundBank(contentsOf: rewrite(path))
    #expect(bank.presets == copy.presets)
    let indices = TestScale.cases(
      short: bank.presets.isEmpty ? [] : [bank.presets.count / 3], full: Array(bank.presets.indices)
    )
    let keys: [UInt8] = TestScale.cases(short: [60], full: [36, 60, 84])
    for index in indices {
      let sounds = try [bank, copy].map {
        try BankComparison.sound(
          of: BankPreset(bank: $0, index: index), keys: keys, velocities: [100])
      }
      #expect(sounds[0] == sounds[1], "\(bank.presets[index].name)")
    }
  }

  @Test(
    "FluidSynth finds nothing new to complain of, and plays all programs alike to −90 dBFS",
    .enabled(if: RenderTools.hasFluidSynth, "FluidSynth is not installed."),
    arguments: BankComparison.banks + BankComparison.smallBanks)
  func fluidSynth(path: String) throws {
    let song = folder.path("song.mid")
    let isSmall = BankComparison.smallBanks.contains(path)
    let step = TestScale.cases(short: isSmall ? 5 : 16, full: 1)
    let programs = stride(from: 0, to: 128, by: step).map { UInt8($0) as UInt8? } + [nil]
    try Data(BankComparison.song(programs: programs, keys: [40, 60, 80], velocities: [100]))
      .write(to: URL(filePath: song))
    let was = try BankComparison.fluidSynth(song, bank: path, to: folder.path("was.raw"))
    let becomes = try BankComparison.fluidSynth(
      song, bank: rewrite(path), to: folder.path("becomes.raw"))
    let complaints = Set(becomes.said.split(separator: "\n"))
    #expect(complaints.subtracting(was.said.split(separator: "\n")) == [])
    // FluidSynth refuses banks without samples, both the original and the copy.
    let isEmpty = try SoundFont(contentsOf: path).samples.isEmpty
    #expect(isEmpty ? was.said.contains("Failed to load") : BankComparison.peak(was.frames) > 0.01)
    let difference = BankComparison.difference(was.frames, becomes.frames)
    print("\(path) in FluidSynth: \(difference) dBFS apart at the most")
    #expect(difference < -90)
  }

  @Test("A bank of 148 MB is written in about a second, a small one in milliseconds")
  func time() throws {
    for path in BankComparison.banks {
      let contents = try SoundFont(contentsOf: path).contents()
      var steps: [Double] = []
      let time = try cpuTime {
        try SoundFontWriter(contents).write(to: folder.path("copy")) { steps.append($0) }
      }
      print("\(path) is written in \(time)")
      #expect(steps == steps.sorted() && steps.first == 0 && steps.last == 1)
      #expect(time < .seconds(20))
    }
  }
}
