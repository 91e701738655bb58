import Foundation
import PeachSampleCodec
import PeachServices
import Testing

@Suite(
  "The evenness of presets is that of their recordings", .serialized,
  .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
struct PresetEvennessTests {
  private static let recorded = "levels recorded\nonsets keep\nloops none\n"

  /// Writes a sine that begins after `silence` seconds.
  private func put(
    _ name: String, key: Int, amplitude: Double, silence: Double, decay: Double = 0,
    channelCount: Int = 1, in folder: RenderFolder
  ) throws {
    let rate = 44_100.0
    let hertz = 440 * pow(2, Double(key - 69) / 12)
    let values = (0..<Int(2.5 * rate)).map { index -> Float in
      let time = Double(index) / rate - silence
      guard time >= 0 else { return 0 }
      let shape = min(time / 0.002, 1, (2.5 - silence - time) / 0.1) * pow(10, -decay * time / 20)
      return Float(amplitude * shape * sin(2 * .pi * hertz * time))
    }
    // Two channels are in quadrature.
    var writer = try WAVWriter(
      path: folder.path(name), sampleRate: Int(rate), channelCount: channelCount,
      format: .integer24)
    let quarter = Int(rate / hertz / 4 + 0.5)
    let channels = values.indices.flatMap { index in
      (0..<channelCount).map { values[max(index - quarter * $0, 0)] }
    }
    try channels.withUnsafeBufferPointer { try writer.write(interleaved: $0) }
    _ = try writer.finish()
  }

  private func measure(_ lines: String, in folder: RenderFolder) throws -> PresetEvenness {
    let text = "bits 24\npreset 0:0 Test\nroots said\n" + lines
    let bank = try BuiltBank(BuildRecipe(parsing: text), in: folder.path(""))
    try SoundFontWriter(bank.contents).write(to: folder.path("test.sf2"))
    let read = try SoundBank(contentsOf: folder.path("test.sf2"))
    return try PresetEvenness(read.preset(bank: 0, program: 0))
  }

  // The RMS of a sine is 3.01 dB below its amplitude. By the coefficients in tables 1 and 2 of
  // BS.1770-5, the weighting has 0.67 dB at 987.8 Hz (key 83) and 0.81 dB at 1046.5 Hz (key 84).
  @Test("Levels are K-weighted, and attacks count from note-on")
  func levels() throws {
    let folder = try RenderFolder()
    try put("83.wav", key: 83, amplitude: 0.1, silence: 0.05, in: folder)
    try put("84.wav", key: 84, amplitude: 0.2, silence: 0.12, in: folder)
    let evenness = try measure(Self.recorded + "keys 83-84", in: folder)
    #expect(!evenness.isDecaying && evenness.notes.map(\.key) == [83, 84])
    let levels = evenness.notes.map(\.levelDecibels)
    #expect(abs(levels[0] - (-20 - 3.01 + 0.67)) < 0.03, "\(levels)")
    // The tone fills 480 of the 500 ms.
    #expect(abs(levels[1] - (-13.98 - 3.01 + 0.81 + 10 * log10(0.48 / 0.5))) < 0.03, "\(levels)")
    let attacks = evenness.notes.map { $0.attackSeconds ?? 0 }
    #expect(abs(attacks[0] - 0.05) < 0.004 && abs(attacks[1] - 0.12) < 0.004, "\(attacks)")
    #expect(evenness.adjacentDifferences.count == 1 && evenness.layerSteps.isEmpty)
  }

  @Test("Decaying tones are measured from 5 to 205 ms, and keys of one sample have no difference")
  func decaying() throws {
    let folder = try RenderFolder()
    try put("83.wav", key: 83, amplitude: 0.2, silence: 0, decay: 20, in: folder)
    let evenness = try measure(Self.recorded + "keys 81-85", in: folder)
    #expect(evenness.isDecaying && evenness.notes.count == 5)
    #expect(evenness.adjacentDifferences.isEmpty)
    // The mean of 10^(−2 · t) from 5 to 205 ms.
    let mean = (pow(10, -2 * 0.005) - pow(10, -2 * 0.205)) / (2 * log(10) * 0.2)
    let level = try #require(evenness.notes.first { $0.key == 83 }?.levelDecibels)
    #expect(abs(level - (-13.98 - 3.01 + 0.67 + 10 * log10(mean))) < 0.1, "\(level)")
  }

  @Test("A bank has the level of its recipe, whether its samples are mono or stereo")
  func built() throws {
    for channelCount in 1...2 {
      let folder = try RenderFolder()
      for key in [79, 83] {
        try put(
          "\(key).wav", key: key, amplitude: 0.1, silence: 0.05, channelCount: channelCount,
          in: folder)
      }
      let evenness = try measure("keys 79-83", in: folder)
      #expect(abs(evenness.medianDecibels + 14) < 0.2, "\(channelCount) channels")
      let soft = try measure("keys 79-83\nlevel -20", in: folder)
      #expect(abs(soft.medianDecibels + 20) < 0.2)
    }
  }

  @Test("Steps of layers are those beyond the velocity curve")
  func layers() throws {
    let folder = try RenderFolder()
    try put("84 p.wav", key: 84, amplitude: 0.1, silence: 0, in: folder)
    try put("84 f.wav", key: 84, amplitude: 0.15, silence: 0, in: folder)
    let evenness = try measure(Self.recorded + "keys 84-84", in: folder)
    // 20 · log₁₀(1.5) dB.
    #expect(evenness.layerSteps.count == 1)
    #expect(abs((evenness.layerSteps.first ?? 0) - 3.52) < 0.1, "\(evenness.layerSteps)")
  }
}
