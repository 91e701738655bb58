import Foundation
import PeachSampleCodec
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

/// Instruments of WavPack samples, through the program: they sound as those of the WAV files that
/// `wavpack` compressed.
@Suite("WavPack samples on the command line")
struct WavPackCommandTests {
  static let hasProgram = OtherProgram.succeeds(["wavpack", "--version"])

  let peach: Peach

  init() throws {
    peach = try Peach()
    var wave = WaveFile(
      (0..<2000).map { Int16((8000 * sin(2 * .pi * Double($0) / 100)).rounded()) })
    wave.addSampler(key: 69, loop: 1000...1999)
    try peach.put("a.wav", wave.bytes)
    for ending in ["wav", "wv"] {
      try peach.put("\(ending).sfz", Array("<region> sample=a.\(ending) ampeg_release=1".utf8))
      try peach.put(
        "\(ending).dspreset",
        Array(
          """
          <DecentSampler><groups><group><sample path="a.\(ending)"/></group></groups>\
          </DecentSampler>
          """.utf8))
    }
  }

  private func run(_ words: [String], status: Int32 = 0) throws -> Peach.Result {
    let result = try peach.end(peach.start(words))
    #expect(result.status == status, "\(words): \(result.errors)")
    return result
  }

  @Test(
    "Files, SFZ and DecentSampler play and convert as with WAV samples",
    .enabled(
      if: hasProgram && SoundFileDecoder.decodesWavPack, "Requires wavpack and the trait WavPack."))
  func same() throws {
    try OtherProgram.output(["wavpack", "-q", peach.path("work/a.wav")])
    for name in ["a", "sfz", "dspreset"] {
      var outputs: [[[UInt8]]] = []
      for ending in ["wav", "wv"] {
        let bank = name == "a" ? "a.\(ending)" : "\(ending).\(name)"
        let played = try run(["play", "523.25", "--bank", bank, "-o", "o.wav"])
        #expect(!played.errors.contains("warning"), "\(played.errors)")
        _ = try run(["convert", bank, "o.sf2", "--force"])
        #expect(try !run(["check", bank]).output.contains("rror:"))
        let sound = try #require(WAVFile(peach.bytes("o.wav") ?? []))
        #expect(Level.rootMeanSquare(sound.left[5000..<40_000]) > -40)
        outputs.append([try #require(peach.bytes("o.wav"))])
        _ = try run(["play", "523.25", "--bank", "o.sf2", "-o", "p.wav"])
        outputs[outputs.count - 1].append(try #require(peach.bytes("p.wav")))
      }
      #expect(outputs[0] == outputs[1], "\(name)")
    }
    // The loop of the WAV file.
    #expect(try run(["inspect", "a.wv", "--list-samples"]).output.contains("1000"))
    let imported = try run(["import", "a.wv"])
    #expect(try peach.bankNames() == ["a.wv"], "\(imported.errors)")
  }

  @Test(
    "Cut off, a sample warns, and damaged, it names file and key",
    .enabled(if: SoundFileDecoder.decodesWavPack, "Built without the trait WavPack."))
  func damaged() throws {
    let file = WavPackFixture.silence(blockCount: 4, declared: 88_200)
    try peach.put("a.wv", Array(file.dropLast(20)))
    let cut = try run(["check", "wv.sfz"], status: 3)
    #expect(cut.output.contains("is cut off: the last 44100 bytes"), "\(cut.output)")
    // Without the checksum of the frames.
    var changed = WavPackFixture.mono
    changed[29] ^= 1
    try peach.put("a.wv", changed)
    try peach.put("b.sfz", Array("<region> sample=*sine key=60 <region> sample=a.wv key=69".utf8))
    let result = try run(["play", "440", "--bank", "b.sfz", "-o", "o.wav"], status: 1)
    #expect(result.errors.contains("The sample ‘a.wv’ of key 69 is silent: it is damaged"))
  }

  @Test("Builds without libwavpack name the trait")
  func withoutTrait() throws {
    if SoundFileDecoder.decodesWavPack { return }
    try peach.put("a.wv", WavPackFixture.mono)
    for bank in ["a.wv", "wv.sfz", "wv.dspreset"] {
      let result = try run(["play", "440", "--bank", bank, "-o", "o.wav"], status: 1)
      #expect(result.errors.contains("the trait WavPack"), "\(result.errors)")
    }
  }
}
