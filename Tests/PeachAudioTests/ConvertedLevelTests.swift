import Foundation
import PeachInstrumentModel
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

/// Levels before and after conversion to SoundFont.
@Suite("Levels of converted banks")
struct ConvertedLevelTests {
  /// The sums of 64 partials of waveforms with amplitude 1 exceed it (Gibbs phenomenon).
  private static func overshoot(_ waveform: String) -> Double {
    (0..<2048).map { frame -> Double in
      let phase = 2 * Double.pi * Double(frame) / 2048
      return abs(
        (1...64).reduce(0.0) { sum, partial in
          let sine = sin(phase * Double(partial)) / Double(partial) / .pi
          switch waveform {
          case "square": return sum + (partial % 2 == 1 ? 4 * sine : 0)
          case "saw": return sum + (partial % 2 == 1 ? 2 * sine : -2 * sine)
          default: return 1
          }
        })
    }.max() ?? 1
  }

  private static func sound(_ bank: SoundBank) throws -> ArraySlice<Float> {
    try PlayedInstrument(bank: bank).render(60)[4800..<43_200]
  }

  @Test(
    "Waveforms above full scale keep their level and shape, apart from the declared attenuation",
    arguments: ["sine", "square", "saw", "triangle", "noise"],
    [(opcodes: "", gain: 0.0), ("volume=3", 3), ("volume=-3", -3)])
  func waveforms(waveform: String, change: (opcodes: String, gain: Double)) throws {
    let folder = try TemporaryFolder()
    let path = try folder.put("a.sfz", Array("<region> sample=*\(waveform) \(change.opcodes)".utf8))
    let bank = try SoundBank(contentsOf: path)
    let converted = try ConvertedBank(contentsOf: path)
    try SoundFontWriter(converted.contents).write(to: folder.path("a.sf2"))
    // Noise stays below full scale.
    let peak = 20 * log10(Self.overshoot(waveform)) + change.gain
    let attenuation = max(peak, 0)
    let losses = converted.losses.map { "\($0)" }
    if attenuation > 0 {
      let text = String(format: "%.1f", attenuation)
      #expect(losses == ["levels above full scale: entire bank attenuated by \(text) dB"])
    } else {
      #expect(losses.isEmpty)
    }
    let before = try Self.sound(bank)
    let after = try Self.sound(SoundBank(contentsOf: folder.path("a.sf2")))
    let difference = Level.rootMeanSquare(after) - Level.rootMeanSquare(before)
    #expect(abs(difference + attenuation) < 0.1, "\(difference) dB")
    // The crest factor of a clipped waveform is lower.
    let peaks = 20 * log10(Double(Level.peak(after) / Level.peak(before)))
    #expect(abs(peaks + attenuation) < 0.1, "\(peaks) dB")
  }

  @Test(
    "A float sample above full scale is scaled, and the other samples keep their relative level")
  func floatSample() throws {
    let folder = try TemporaryFolder()
    // 6.02 dB above full scale.
    let loud = (0..<44_100).map { Float(2 * sin(2 * .pi * Double($0) / 100)) }
    let data = loud.flatMap { WaveFile.little(Int($0.bitPattern), 4) }
    try folder.put("loud.wav", WaveFile(tag: 3, bits: 32, data: data).bytes)
    try folder.put("soft.wav", WaveFile(loud.map { Int16($0 * 8000) }).bytes)
    let path = try folder.put(
      "a.sfz", Array("<region> sample=loud.wav key=60 <region> sample=soft.wav key=62".utf8))
    let converted = try ConvertedBank(contentsOf: path)
    #expect(
      converted.losses.map { "\($0)" } == [
        "levels above full scale: entire bank attenuated by 6.0 dB"
      ])
    try SoundFontWriter(converted.contents).write(to: folder.path("a.sf2"))
    let before = try PlayedInstrument(bank: SoundBank(contentsOf: path))
    let after = try PlayedInstrument(bank: SoundBank(contentsOf: folder.path("a.sf2")))
    for key in [60, 62] as [UInt8] {
      let difference =
        try Level.rootMeanSquare(after.render(key)[4800..<40_000])
        - Level.rootMeanSquare(before.render(key)[4800..<40_000])
      #expect(abs(difference + 6.02) < 0.1, "key \(key): \(difference) dB")
    }
  }
}
