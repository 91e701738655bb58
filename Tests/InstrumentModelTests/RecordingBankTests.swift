import PeachInstrumentModel
import Testing

@Suite("A bank of a recording in memory")
struct RecordingBankTests {
  @Test("A bank has one preset, whose region plays the recording")
  func bank() throws {
    var recording = SoundBank.Recording(
      name: "sine", frames: [0, 100, -100], sampleRate: 8_000, rootKey: 61)
    recording.loop = 1..<3
    let modulator = Modulator(
      source: 0x81, destination: 48, amount: 100, amountSource: 0, transform: 0)
    let bank = SoundBank(
      playing: recording, generators: [.pan: 2_000, .initialAttenuation: 30],
      modulators: [modulator])
    #expect(bank.presets.map(\.name) == ["sine"])
    let region = try #require(bank.regions(ofPresetAt: 0).first)
    // The range of generator 17 ends at 500 (SoundFont 2.04 §8.1.3).
    #expect(region.generators[.pan] == 500 && region.generators[.initialAttenuation] == 30)
    #expect(region.modulators == [modulator] && region.keys == 0...127)
    let sample = try #require(bank.samples.first)
    #expect(sample.rootKey == 61 && sample.sampleRate == 8_000 && sample.loop == 1..<3)
    #expect(sample.frameCount == 3)
  }
}
