import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

/// Combinations of several opcodes of an SFZ file.
@Suite("SFZ samples, curves and controls")
struct SFZCombinationTests {
  @Test("Offset, end, loops and loop modes select a range of the sample")
  func recordings() throws {
    func played(_ opcodes: String, of name: String = "mono.wav") throws -> (
      frames: Range<Int>, loop: Range<Int>?, mode: SampleLooping
    ) {
      let bank = try SFZFile.bank("<region> sample=\(name) \(opcodes)")
      let region = bank.regions(ofPresetAt: 0)[0]
      let sample = bank.samples[region.sample]
      guard case .file(let part) = sample.encoding, let count = sample.frameCount,
        let range = AddressOffsets(region).frameRange(in: sample, frameCount: count)
      else { return (0..<0, nil, .none) }
      let base = part.frames.lowerBound
      func moved(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound + base..<range.upperBound + base
      }
      return (moved(range.played), range.loop.map { moved($0) }, region.looping)
    }
    #expect(try played("").frames == 0..<1000)
    #expect(try played("offset=100").frames == 100..<1000)
    // The last frame is played.
    #expect(try played("offset=100 end=199").frames == 100..<200)
    #expect(try played("end=5000").frames == 0..<1000)
    let looped = try played("loop_mode=loop_continuous loop_start=200 loop_end=299 offset=250")
    #expect(looped.loop == 200..<300 && looped.mode == .continuous && looped.frames.first == 250)
    #expect(try played("loopmode=loop_sustain loopstart=2 loopend=9").loop == 2..<10)
    #expect(try played("loop_mode=loop_sustain").mode == .untilRelease)
    // A sample with a loop is looped unless opcodes override it.
    #expect(try played("", of: "loop.wav").loop == 100..<900)
    #expect(try played("", of: "loop.wav").mode == .continuous)
    #expect(try played("loop_mode=no_loop", of: "loop.wav").mode == .none)
    #expect(try played("loop_mode=one_shot", of: "loop.wav").mode == .none)
    #expect(try played("loop_end=149", of: "loop.wav").loop == 100..<150)
    #expect(try played("trigger=release", of: "loop.wav").mode == .none)
    let root = try SFZFile.regions("<region> sample=loop.wav pitch_keycenter=sample")[0]
    #expect(root.generators[.overridingRootKey] == 62)
  }

  @Test("Stereo: a region per channel; width narrows them, pan weights them")
  func stereo() throws {
    func sides(_ opcodes: String) throws -> [Region] {
      try SFZFile.regions("<region> sample=stereo.wav \(opcodes)")
    }
    #expect(try sides("").map { $0.generators[.pan] } == [-500, 500])
    #expect(try sides("width=0").map { $0.generators[.pan] } == [0, 0])
    #expect(try sides("width=-100").map { $0.generators[.pan] } == [500, -500])
    let gains = try sides("pan=50").map { Double($0.extendedParameters?.gainCentibels ?? 0) }
    // Constant power with the center at 0 dB: √2·cos and √2·sin of 67.5°.
    #expect(abs(gains[0] - 200 * log10(2.squareRoot() * cos(67.5 * .pi / 180))) < 0.01)
    #expect(abs(gains[1] - 200 * log10(2.squareRoot() * sin(67.5 * .pi / 180))) < 0.01)
    let width = try sides("width=0 width_oncc31=100").map {
      $0.extendedParameters?.modulations ?? []
    }
    #expect(width.map { $0.first?.amount } == [-500, 500])
    // Curve 1 is bipolar, −1 to 1.
    let curved = try sides("width_oncc31=100 width_curvecc31=1 pan_oncc32=50 pan_curvecc32=1")
    for side in curved {
      let modulations = side.extendedParameters?.modulations ?? []
      #expect(modulations.count == 2 && modulations.allSatisfy { $0.curve.first == -1 })
      #expect(modulations.allSatisfy { $0.curve.last == 1 && $0.target == .generator(.pan) })
    }
  }

  @Test("Curves: the seven predefined, and the file's own")
  func curves() throws {
    func curve(_ number: Int, _ value: Int) throws -> Float {
      let bank = try SFZFile.bank(
        """
        <curve> curve_index=9 v000=0.5 v064=1 v127=-1
        <region> sample=mono.wav volume_oncc20=1 volume_curvecc20=\(number)
        """)
      let found = bank.regions(ofPresetAt: 0)[0].extendedParameters?.modulations[0].curve ?? []
      return found.isEmpty ? Float(value) / 127 : found[value]
    }
    let rows: [(Int, Float)] = [
      (0, 64 / 127), (1, 1 / 127), (2, 63 / 127), (3, -1 / 127), (4, (64 * 64) / 16129),
      (5, (64.0 / 127).squareRoot()), (6, (63.0 / 127).squareRoot()), (9, 1),
    ]
    for (number, value) in rows {
      #expect(abs(try curve(number, 64) - value) < 1e-5, "\(number)")
    }
    #expect(try curve(9, 32) == 0.75 && curve(9, 127) == -1)
  }

  @Test("Control: paths, offsets and initial controller values")
  func control() throws {
    var folder = SFZFile.folder
    folder.files["/i/Samples/a/b.wav"] = folder.files["/i/mono.wav"]
    let bank = try SFZFile.bank(
      """
      <control> default_path=samples\\a/ note_offset=1 octave_offset=-1
      set_cc7=100 set_hdcc10=0.5 label_cc7=Volume
      <region> sample=b.wav key=60
      <region> sample=*sine key=60
      <control>
      <region> sample=mono.wav key=60
      """, in: folder)
    #expect(bank.warnings == [])
    #expect(bank.regions(ofPresetAt: 0).map { $0.keys.lowerBound } == [49, 49, 60])
    #expect(bank.samples.map(\.name) == ["b.wav", "*sine", "mono.wav"])
    #expect(
      bank.presets[0].controllers == [
        ControllerSetting(controller: 7, value: 100), ControllerSetting(controller: 10, value: 64),
      ])
  }

  @Test("Offsets of notes do not move key switches, which have their own (ARIA; sfizz issue 1304)")
  func switchOffsets() throws {
    let text = "sw_lokey=24 sw_hikey=26 sw_last=25 sw_default=24 sw_down=26 key=60 sample=mono.wav"
    let moved = try SFZFile.regions("<control> octave_offset=1 note_offset=2 <region> " + text)[0]
    #expect(moved.keys == 74...74)
    #expect(moved.conditions?.keyswitch == (try SFZFile.region(text).conditions?.keyswitch))
    let switches = try SFZFile.regions(
      "<control> sw_octave_offset=1 sw_note_offset=-1 <region> " + text)[0]
    let keyswitch = try #require(switches.conditions?.keyswitch)
    #expect(switches.keys == 60...60)
    #expect(keyswitch.keys == 35...37 && keyswitch.last == 36...36)
    #expect(keyswitch.initial == 35 && keyswitch.down == 37)
  }

  @Test("The last sw_default of the file applies to all regions (ARIA, sfizz)")
  func initialKeyswitch() throws {
    let regions = try SFZFile.regions(
      """
      <group> sw_lokey=24 sw_hikey=26 sw_default=24
      <region> sw_last=24 sample=mono.wav
      <region> sw_last=25 sample=mono.wav
      <group> sw_lokey=24 sw_hikey=26 sw_default=25
      <region> sw_last=26 sample=mono.wav sw_default=x
      <region> sample=mono.wav
      """)
    #expect(regions.map { $0.conditions?.keyswitch?.initial } == [25, 25, 25, nil])
  }

  @Test("Without a range, the keys of sw_last are the key switches of the file (sfizz)")
  func switchesWithoutRange() throws {
    func keys(_ lowestKey: Int) throws -> [ClosedRange<UInt8>?] {
      try SFZFile.regions(
        """
        <global> lokey=\(lowestKey) sample=mono.wav
        <region> sw_last=24 <region> sw_last=26 <region> sw_last=28
        """
      ).map { $0.conditions?.keyswitch?.keys }
    }
    #expect(try keys(30) == [24...28, 24...28, 24...28])
    // Notes play on key 25.
    #expect(try keys(25) == [24...24, 26...26, 28...28])
  }

  @Test("Controllers 7, 10, 11 and pitch bend follow MIDI unless the file overrides them")
  func defaults() throws {
    #expect(try SFZFile.region("").modulators.count == 6)
    #expect(try SFZFile.region("volume_oncc7=6 pan_oncc10=100").modulators.count == 4)
    #expect(try SFZFile.region("bend_up=100 amplitude_oncc11=100").modulators.count == 4)
  }

  @Test(
    "Generated waves have the pitch of their key, and the shape of their name",
    arguments: [
      "*sine", "*saw", "*square", "*triangle", "*noise", "*silence",
    ])
  func waves(name: String) throws {
    let bank = try SFZFile.bank("<region> sample=\(name)")
    let frames = try bank.readFrames(ofSampleAt: 0, decoder: nil, limit: 1 << 20)
    #expect(bank.samples[0].loop == 0..<frames.count)
    let quarter = Double(frames[frames.count / 4])
    switch name {
    case "*sine", "*triangle": #expect(abs(quarter - 1) < 0.01)
    // 64 partials are within 1 % of the step.
    case "*saw": #expect(abs(quarter - 0.5) < 0.02)
    case "*square": #expect(abs(quarter - 1) < 0.03)
    case "*silence": #expect(frames.allSatisfy { $0 == 0 })
    default: #expect(frames.contains { $0 > 0.9 } && frames.contains { $0 < -0.9 })
    }
    if name != "*noise" && name != "*silence" {
      // One period at middle C, 440·2^(−9/12) Hz.
      let hertz = bank.samples[0].sampleRate / Double(frames.count)
      #expect(abs(1200 * log2(hertz / (440 * exp2(-0.75)))) < 0.001)
    }
  }

  @Test("Unknown and unsupported opcodes are reported once each")
  func complaints() throws {
    let bank = try SFZFile.bank(
      """
      <region> sample=mono.wav nonsense=1 direction=reverse eq1_type=lshelf region_label=x
      <region> sample=mono.wav nonsense=1 direction=reverse fil_type=comb cutoff=100 other=2
      <region> sample=gone.wav
      """)
    #expect(bank.warnings.count { $0.contains("nonsense") && $0.contains("other") } == 1)
    #expect(bank.warnings.count { $0.contains("direction") } == 1)
    #expect(bank.warnings.count { $0.contains("eq1_type") } == 1)
    #expect(bank.warnings.count { $0.contains("comb") } == 1)
    #expect(bank.warnings.count { $0.contains("gone.wav") && $0.contains("/i/gone.wav") } == 1)
    #expect(bank.warnings.count == 5)
    #expect(bank.regions(ofPresetAt: 0).count == 3)
  }

  @Test("Embedded samples are played from the file")
  func embedded() throws {
    let data = Data(SFZFile.folder.files["/i/mono.wav"] ?? []).base64EncodedString()
    let bank = try SFZFile.bank(
      "<region> sample=inside.wav\n<sample> name=inside.wav base64data=\(data)")
    #expect(bank.samples[0].frameCount == 1000 && bank.warnings.isEmpty)
  }
}
