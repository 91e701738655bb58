import PeachInstrumentFiles
import PeachInstrumentModel
import Testing

@Suite("DecentSampler presets")
struct DecentSamplerTests {
  private func bank(_ groups: String) throws -> SoundBank {
    try SFZFile.bank("<?xml version=\"1.0\"?>\n<DecentSampler>\(groups)</DecentSampler>")
  }

  private func regions(_ groups: String) throws -> [Region] {
    try bank("<groups>\(groups)</groups>").regions(ofPresetAt: 0)
  }

  /// Returns the region of a sample with attributes.
  private func region(_ attributes: String) throws -> Region {
    try regions("<group><sample path='mono.wav' rootNote='60' \(attributes)/></group>")[0]
  }

  // Proves decentsampler sample: Developer's Guide, the sample element; exact
  @Test("A sample has its keys, velocities, frames, tuning and envelope (the sample element)")
  func sample() throws {
    let region = try region(
      "loNote='50' hiNote='70' loVel='10' hiVel='90' tuning='0.5' pan='-50' attack='0.25' "
        + "decay='0.5' sustain='0.5' release='2' pitchKeyTrack='0'")
    let expected = try SFZFile.region(
      "pitch_keycenter=60 lokey=50 hikey=70 lovel=10 hivel=90 tune=50 pan=-50 ampeg_attack=0.25 "
        + "ampeg_decay=0.5 ampeg_sustain=50 ampeg_release=2 pitch_keytrack=0")
    #expect(region == expected)
    #expect(try self.region("") == SFZFile.region("pitch_keycenter=60"))
  }

  // Proves decentsampler volume: Developer's Guide, the groups element; exact
  @Test("Volumes are factors or decibels, and multiply; tunings add; samples override groups")
  func inheritance() throws {
    let region = try bank(
      """
      <groups volume="0.5" globalTuning="1" attack="1" pan="10">
      <group volume="-6dB" groupTuning="-0.25" attack="2">
      <sample path="mono.wav" rootNote="60" volume="3dB" tuning="0.5" attack="3"/>
      </group></groups>
      """
    ).regions(ofPresetAt: 0)[0]
    // 20 log 0.5 − 6 + 3 dB.
    let expected = try SFZFile.region(
      "pitch_keycenter=60 volume=-9.0206 tune=125 ampeg_attack=3 pan=10")
    #expect(region.generators == expected.generators)
    let gain = region.extendedParameters?.gainCentibels ?? 0
    #expect(abs(gain + 90.206) < 0.01)
  }

  // Proves decentsampler velocity: Developer's Guide, ampVelTrack; exact
  @Test("With ampVelTrack 1 the amplitude is proportional to the velocity; 0 ignores it")
  func velocity() throws {
    let curve = try region("ampVelTrack='1'").extendedParameters?.velocityCurve ?? []
    #expect(curve.count == 128 && abs(curve[63] - 63 / 127) < 1e-5 && curve[127] == 1)
    #expect(try region("ampVelTrack='0.5'").extendedParameters?.velocityTracking == 0.5)
    #expect(try region("ampVelTrack='0'").extendedParameters?.velocityTracking == 0)
  }

  // Proves decentsampler loop: Developer's Guide, loopEnabled, loopStart; exact
  @Test("Loops: enabled, disabled, and of the file")
  func loops() throws {
    func loop(_ attributes: String) throws -> (Range<Int>?, SampleLooping) {
      let bank = try bank(
        "<groups><group><sample path='loop.wav' \(attributes)/></group></groups>")
      return (bank.samples[0].loop, bank.regions(ofPresetAt: 0)[0].looping)
    }
    #expect(try loop("loopStart='10' loopEnd='19' loopEnabled='true'") == (10..<20, .continuous))
    #expect(try loop("loopStart='10' loopEnd='19'") == (10..<20, .continuous))
    #expect(try loop("") == (100..<900, .continuous))
    #expect(try loop("loopEnabled='false'").1 == SampleLooping.none)
  }

  // Proves decentsampler condition: Developer's Guide, trigger, seqMode, onLoCCN; exact
  @Test("Triggers, sequences, tags and controllers are conditions")
  func conditions() throws {
    let regions = try regions(
      """
      <group seqMode="round_robin" tags="hat" silencedByTags="closed" silencingMode="fast">
      <sample path="mono.wav" seqPosition="1"/><sample path="mono.wav" seqPosition="2"/></group>
      <group seqMode="random" tags="closed"><sample path="mono.wav" seqPosition="2"
      seqLength="4"/></group>
      <group trigger="release" releaseTriggerDecay="3dB" loCC64="90" hiCC64="127">
      <sample path="mono.wav" onLoCC1="-1"/></group>
      <group enabled="false"><sample path="mono.wav"/></group>
      """)
    let conditions = regions.compactMap(\.conditions)
    #expect(conditions.count == 4)
    #expect(conditions[0].sequenceLength == 2 && conditions[1].sequencePosition == 2)
    #expect(conditions[0].group == 1 && conditions[0].offBy == conditions[2].group)
    #expect(conditions[2].random == 0.25..<0.5)
    #expect(conditions[3].trigger == .release && conditions[3].starts.isEmpty)
    #expect(conditions[3].controllers == [.init(controller: 64, lowest: 90, highest: 127)])
    #expect(regions[3].extendedParameters?.releaseDecayCentibels == 30)
  }

  @Test("Values that are no numbers keep the default, with a warning (as in SFZ)")
  func invalidNumbers() throws {
    let bank = try bank(
      "<groups><group><sample path='mono.wav' rootNote='sixty' tuning='sharp' volume='loud'/>"
        + "</group></groups>")
    #expect(bank.regions(ofPresetAt: 0) == [try SFZFile.region("")])
    #expect(
      Set(bank.warnings) == [
        "Ignored tuning=sharp: the value is invalid.", "Ignored volume=loud: the value is invalid.",
        "Ignored pitch_keycenter=sixty: the value is invalid.",
      ])
  }

  @Test("Effects and other elements are ignored with a warning; damaged XML is read or refused")
  func warnings() throws {
    let sample = "<groups><group><sample path='mono.wav' rootNote='60'/></group></groups>"
    let bank = try bank(
      sample + "<effects><effect type='reverb'/><effect type='reverb'/></effects><bus/>")
    #expect(
      bank.warnings == [
        "Ignored effects of type reverb: there are none.",
        "Ignored elements <bus>: they are not supported.",
      ])
    let text = "<DecentSampler a='&amp;&#65;&bad;'><![CDATA[<sample>]]>" + sample
    for count in 0...text.utf8.count {
      _ = try? SFZFile.bank(String(decoding: Array(text.utf8)[..<count], as: UTF8.self))
    }
    #expect(throws: InstrumentFileError.self) {
      try SFZFile.bank("<DecentSampler></DecentSampler>")
    }
  }

  @Test("Packed SoundFonts are named with the program that unpacks them")
  func packed() {
    let sf2Pack = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("sfpk".utf8)
    let sfArk = [UInt8](repeating: 1, count: 26) + Array("sfArk".utf8) + [0, 0]
    for (bytes, tool) in [(sf2Pack, "sf2pack"), (sfArk, "sfarkxtc")] {
      let error = #expect(throws: InstrumentFileError.self) {
        try InstrumentFile.read(ByteStorage(copying: bytes))
      }
      #expect(error?.description.contains("Unpack it with \(tool)") == true)
    }
  }
}
