import Foundation
import SoundMeasurement
import Testing

@Suite("peach convert")
struct ConvertTests {
  let peach: Peach

  init() throws {
    peach = try Peach()
    var wave = WaveFile((0..<1000).map { Int16((8000 * sin(Double($0) * .pi / 50)).rounded()) })
    wave.addSampler(key: 69, loop: 0...999)
    try peach.put("a.wav", wave.bytes)
    let text = """
      <global> ampeg_release=0.1 loop_mode=loop_continuous
      <region> sample=a.wav pitch_keycenter=69 seq_length=2 seq_position=1 tune=12.25
      <region> sample=a.wav pitch_keycenter=69 seq_length=2 seq_position=2 volume=-6
      <region> sample=a.wav trigger=release
      """
    try peach.put("a.sfz", Array(text.utf8))
  }

  private func cents(_ bank: String) throws -> Double {
    let words = ["play", "440", "--bank", bank, "--sound", "sf2:0:0", "--duration", "0.4"]
    let result = try peach.end(
      peach.start(words + ["--uncorrected", "--format", "float", "-o", "a-out.wav"]))
    #expect(result.status == 0, "\(result.errors)")
    let file = try #require(WAVFile(peach.bytes("a-out.wav") ?? []))
    return PitchMeter.cents(of: file.left[2000..<18_000], above: 440, sampleRate: 48_000)
  }

  @Test("Converts SFZ with its samples to one SF2 file and reports losses")
  func soundFont() throws {
    let result = try peach.run("convert", "a.sfz", "b.sf2")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("round-robin regions: the first of each cycle (2 regions)"))
    #expect(result.output.contains("release-triggered regions: omitted (1 region)"))
    // 441 Hz and 12.25 cents: integer cents in the zone, the rest in the header.
    let expected = 1200 * log2(441.0 / 440) + 12.25
    #expect(abs(try cents("b.sf2") - expected) < 0.05)
    let imported = try peach.run("import", "b.sf2")
    #expect(imported.status == 0, "\(imported.errors)")
  }

  @Test("Converts SF2 to SFZ with WAV files; reports as JSON")
  func text() throws {
    #expect(try peach.run("convert", "a.sfz", "b.sf2").status == 0)
    let result = try peach.run("convert", "b.sf2", "c.sfz", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let report = try JSON(result.output)
    #expect(report["file"].text == "c.sfz" && report["samples"].number == 1)
    #expect(report["lost"].list?.isEmpty == true)
    let expected = 1200 * log2(441.0 / 440) + 12.25
    #expect(abs(try cents("c.sfz") - expected) < 0.05)
  }

  @Test("JSON states the effect of a loss in its unit")
  func effects() throws {
    // x² at its initial value, 0, instead of 1,200 cents.
    let text = "<region> sample=a.wav cutoff=1000 cutoff_oncc1=1200 cutoff_curvecc1=4 amp_random=3"
    try peach.put("e.sfz", Array(text.utf8))
    let result = try peach.run("convert", "e.sfz", "e.sf2", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let lost = try #require(try JSON(result.output)["lost"].list)
    #expect(lost.count == 2 && lost[0]["cents"].number == 1200 && lost[1]["decibels"].number == 3)
    let lines = try peach.run("convert", "e.sfz", "e.sf2").output
    #expect(
      lines.contains(
        "controllers of the filter cutoff: fixed at the initial value, up to 1200 cents"))
  }

  @Test("Writes nothing without playable regions, or over the input file")
  func refusals() throws {
    try peach.put("lost.sfz", Array("<region> sample=gone.wav".utf8))
    for out in ["d.sf2", "d.sfz"] {
      let result = try peach.run("convert", "lost.sfz", out)
      #expect(result.status == 1 && result.errors.contains("lost.sfz has no playable regions"))
      #expect(peach.bytes(out) == nil)
    }
    let itself = try peach.run("convert", "a.sfz", "./a.sfz")
    #expect(itself.status == 1 && itself.errors.contains("the input file"))
  }
}
