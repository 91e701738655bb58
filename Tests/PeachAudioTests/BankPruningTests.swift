import Foundation
import PeachServices
import TestEnvironment
import Testing

/// The included recipe with installed banks.
@Suite(
  "Playback of pruned banks", .serialized,
  .enabled(if: !BankComparison.banks.isEmpty, "No bank is installed."))
struct BankPruningTests {
  static let trimmings = TestScale.cases(short: [true], full: [false, true])
  private let folder: RenderFolder

  init() throws { folder = try RenderFolder() }

  private func pruned(
    _ path: String, to name: String = "small", trimsLoops: Bool = false
  ) throws -> (PrunedBank, String) {
    var recipe = try PruningRecipe(parsing: PruningRecipe.shipped[0].text)
    recipe.trimsLoops = trimsLoops
    let bank = try PrunedBank(SoundFont(contentsOf: path).contents(), recipe: recipe)
    let file = folder.path(name + (path.hasSuffix("3") ? ".sf3" : ".sf2"))
    try SoundFontWriter(bank.contents).write(to: file)
    return (bank, file)
  }

  @Test(
    "Eighteen instruments remain, in less than half of the bytes", arguments: BankComparison.banks
  )
  func size(path: String) throws {
    let (bank, file) = try pruned(path)
    let bytes = try [path, file].map { try SoundFont(contentsOf: $0).storage.bytes.count }
    print("\(path): \(bytes[0]) bytes, \(bytes[1]) with \(bank.presets.count) presets")
    #expect(bank.presets.count == 18 && bank.warnings.isEmpty)
    #expect(bytes[1] < bytes[0] / 2)
    let font = try SoundFont(contentsOf: file)
    #expect(font.warnings.isEmpty)
    #expect(font.presets.map(\.name.text) == bank.presets.map(\.name))
    #expect(font.text("ICOP") == (try SoundFont(contentsOf: path).text("ICOP")))
    #expect(font.text("INAM") == "Ear Training")
    // Pruning is idempotent.
    let (_, again) = try pruned(file, to: "again")
    #expect(
      try Data(contentsOf: URL(filePath: again)) == Data(contentsOf: URL(filePath: file)))
  }

  @Test(
    "Remaining presets are bit-identical in Peach, also with loops trimmed",
    arguments: BankComparison.banks, trimmings)
  func peach(path: String, trimsLoops: Bool) throws {
    let (kept, file) = try pruned(path, trimsLoops: trimsLoops)
    let (bank, small) = (try SoundBank(contentsOf: path), try SoundBank(contentsOf: file))
    let presets = TestScale.cases(short: [kept.presets[9]], full: kept.presets)
    let keys = TestScale.cases(short: [60], full: BankComparison.keys)
    let heldFrames = TestScale.cases(short: 2_000, full: 12_000)
    for preset in presets {
      let sounds = try [bank, small].map { bank in
        try BankComparison.sound(
          of: bank.preset(bank: preset.bank, program: UInt8(preset.program)), keys: keys,
          velocities: BankComparison.velocities, heldFrames: heldFrames)
      }
      #expect(sounds[0] == sounds[1], "\(preset.name)")
      #expect(sounds[0].contains { abs($0) > 0.001 }, "\(preset.name)")
    }
  }

  @Test(
    """
    in FluidSynth every preset kept sounds the same to the bit, on several keys, soft and loud; \
    also without what is behind loops
    """,
    .enabled(if: RenderTools.hasFluidSynth, "FluidSynth is not installed."),
    arguments: BankComparison.banks, trimmings)
  func fluidSynth(path: String, trimsLoops: Bool) throws {
    let (kept, file) = try pruned(path, trimsLoops: trimsLoops)
    let song = folder.path("song.mid")
    try Data(
      BankComparison.song(
        programs: kept.presets.map { UInt8($0.program) },
        keys: TestScale.cases(short: [36, 60, 84], full: BankComparison.keys),
        velocities: BankComparison.velocities)
    ).write(to: URL(filePath: song))
    let was = try BankComparison.fluidSynth(song, bank: path, to: folder.path("was.raw"))
    let becomes = try BankComparison.fluidSynth(song, bank: file, to: folder.path("becomes.raw"))
    // FluidSynth reports missing drums, which the song does not use.
    let said = becomes.said.split(separator: "\n").filter { !$0.contains("channel 9") }
    #expect(said.joined() == was.said.split(separator: "\n").joined())
    #expect(BankComparison.peak(was.frames) > 0.01)
    #expect(was.frames == becomes.frames)
  }
}
