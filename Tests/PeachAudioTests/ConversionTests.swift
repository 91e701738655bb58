import Foundation
import PeachServices
import TestEnvironment
import Testing

/// Instruments of every format, rendered before and after conversion.
@Suite("Playback of converted instruments")
struct ConversionTests {
  private static let largeFiles = TestScale.cases(
    short: [], full: ["sfz/synth-bass-lead/SynthBassLead 20200522.sfz"])
  private static let files =
    largeFiles + [
      "dls/openjdk/ding.dls", "dls/minibae/SineTone.dls",
      "sfz/sfizz/looped_regions.sfz", "aupreset/apple/Trombone.aupreset",
      "aupreset/apple/Vibraphone.aupreset", "exs/romplayer/TX Metalimba.exs",
      "soundbank-plist/Piano.plist", "audio/minibae-wavmap/vibes C4.wav",
      "audio/minibae-12string/12-String D3.aif", "sf2/openjdk/ding.sf2",
      "derived/FluidR3Mono flute+squarelead (sf2prune).sf3",
    ]
  private static let paths = files.map { TestFiles.shared($0) }.filter(TestFiles.exists)

  /// Returns the correlation of two signals: 1 for equal signals up to gain.
  private func correlation(_ one: [Float], _ other: [Float]) -> Double {
    var sums = (both: 0.0, one: 0.0, other: 0.0)
    for (a, b) in zip(one, other) {
      sums.both += Double(a) * Double(b)
      sums.one += Double(a) * Double(a)
      sums.other += Double(b) * Double(b)
    }
    return sums.both / (sums.one * sums.other).squareRoot()
  }

  private func compare(_ path: String, with converted: String) throws {
    let (before, after) = (try SoundBank(contentsOf: path), try SoundBank(contentsOf: converted))
    let preset = before.presets.firstIndex {
      !before.regions(ofPresetAt: before.index(of: $0.identifier) ?? 0).isEmpty
    }
    let index = try #require(preset)
    let afterIndex =
      converted.hasSuffix("sfz")
      ? 0 : try #require(after.index(of: before.presets[index].identifier))
    let regions = before.regions(ofPresetAt: index)
    let keys = [regions[0], regions[regions.count / 2], regions[regions.count - 1]].map {
      $0.keys.lowerBound / 2 + $0.keys.upperBound / 2
    }
    let one = try BankComparison.sound(
      of: BankPreset(bank: before, index: index), keys: keys, velocities: [60, 120])
    let other = try BankComparison.sound(
      of: BankPreset(bank: after, index: afterIndex), keys: keys, velocities: [60, 120])
    let alike = correlation(one, other)
    #expect(alike >= 0.99, "\(path): \(alike)")
  }

  @Test(
    "SF2 output plays like the original",
    .enabled(if: !paths.isEmpty, "The shared data is missing."), arguments: paths)
  func soundFont(path: String) throws {
    let folder = try TemporaryFolder()
    var bank = try ConvertedBank(contentsOf: path).contents
    try bank.encodeSamples(forFileNamed: "a.sf2")
    try SoundFontWriter(bank).write(to: folder.path("a.sf2"))
    try compare(path, with: folder.path("a.sf2"))
  }

  @Test(
    "SFZ output plays like the original",
    .enabled(if: !paths.isEmpty, "The shared data is missing."), arguments: paths)
  func text(path: String) throws {
    let folder = try TemporaryFolder()
    let bank = try SoundBank(contentsOf: path)
    let conversion = try SFZConversion(bank, presetAt: 0, path: folder.path("a.sfz"))
    try conversion.write(bank, to: folder.path("a.sfz"))
    try compare(path, with: folder.path("a.sfz"))
  }

  @Test(
    "Flex envelopes, equalizers and inverted polarity round-trip in SFZ; SF2 lacks the first two"
  )
  func pointEnvelopes() throws {
    let text = """
      <region> sample=1.wav cutoff=900 phase=invert
      eg1_ampeg=1 eg1_sustain=1 eg1_time0=0.1 eg1_level0=1 eg1_shape0=-3 eg1_time1=0.5
      eg1_level1=0.25 eg1_time2=1 eg1_time2_oncc20=0.5 eg1_dynamic=1
      eg4_level0=0.5 eg4_level0_oncc20=-1 eg4_pitch=25 eg4_volume=-3 eg4_amplitude=50 eg4_cutoff=600
      eg4_resonance=6 eg4_pan=20 eg4_pan_oncc20=40 eg4_amplitude_oncc20=10 eg4_pitch_oncc20=7
      eq2_gain=6 eq2_bw=2 eq3_gain=-3 eq3_freq_oncc20=400
      eg4_volume_oncc20=8 eg4_cutoff_oncc20=9 eg4_resonance_oncc20=11
      """
    func bank(_ text: String) throws -> SoundBank {
      try InstrumentFile.read(
        ByteStorage(copying: Array(text.utf8)),
        folders: SampleFolders(own: "/i", access: SFZBehaviorTests.access))
    }
    let before = try bank(text)
    let conversion = try SFZConversion(before, presetAt: 0, folder: "x", decoder: nil)
    let again = conversion.text.replacing(conversion.recordings[0].name, with: "1.wav")
    let own = try #require(before.regions(ofPresetAt: 0)[0].extendedParameters)
    let read = try #require(try bank(again).regions(ofPresetAt: 0)[0].extendedParameters)
    #expect(own.envelopes.count == 2 && own.envelopes == read.envelopes && read.isPolarityInverted)
    func moved(_ extendedParameters: ExtendedParameters) -> [RegionModulation] {
      extendedParameters.modulations.filter {
        switch $0.target {
        case .envelope, .band: true
        default: false
        }
      }
    }
    #expect(moved(own).count == 9 && moved(read).map(\.target) == moved(own).map(\.target))
    for (one, other) in zip(moved(own), moved(read)) {
      #expect(abs(one.amount - other.amount) < 1e-5)
    }
    #expect(own.bands.count == 2 && own.bands == read.bands)
    let losses = try ConvertedBank(before, decoder: nil).losses.map(\.what)
    for loss in ["flex envelopes", "equalizers"] {
      #expect(losses.contains(loss))
    }
  }

  @Test("A conversion loss has a user-facing description")
  func lines() {
    let loss = ConversionLoss(what: "releases", became: "omitted", regionCount: 2)
    #expect(loss.description == "releases: omitted (2 regions)")
  }
}
