import Foundation
import PeachServices
import TestEnvironment
import Testing

@Suite("Presets of the installed banks", .serialized)
struct BankPresetsTests {
  static let banks = [
    RenderTools.smallBank, RenderTools.compressedBank, RenderTools.userBank, RenderTools.largeBank,
  ].filter { TestFiles.exists($0) }

  /// The level below which a note counts as silent: −60 dBFS.
  static let audible: Float = 0.001

  @Test(
    "A note in the middle of a preset's range is audible, unclipped and finite",
    .enabled(if: !banks.isEmpty, "No bank is installed."), arguments: banks)
  func sounds(path: String) throws {
    let bank = try SoundBank(contentsOf: path)
    let indices = TestScale.cases(
      short: stride(from: 0, to: bank.presets.count, by: 10),
      full: stride(from: 0, to: bank.presets.count, by: 1))
    var (count, minPeak, maxPeak) = (0, Float.infinity, Float(0))
    for index in indices {
      let preset = BankPreset(bank: bank, index: index)
      let name = "\(path) \(preset.preset.bank):\(preset.preset.program) \(preset.preset.name)"
      let note = try #require(ProbeNote(regions: bank.regions(ofPresetAt: index)), "\(name)")
      let sound = try note.sound(of: preset)
      #expect(sound.isFinite, "\(name) is not a number at \(note)")
      #expect(sound.peak <= 1, "\(name) peaks at \(sound.peak) at \(note)")
      if sound.peak < Self.audible {
        try expectSilenceElsewhere(note, preset.preset, name: name, bank: path)
      } else {
        minPeak = min(minPeak, sound.peak)
      }
      maxPeak = max(maxPeak, sound.peak)
      count += 1
    }
    print("\(path): \(count) presets, peaks \(minPeak) through \(maxPeak)")
  }

  /// Checks that a silent preset is silent in FluidSynth, too.
  private func expectSilenceElsewhere(
    _ note: ProbeNote, _ preset: Preset, name: String, bank: String
  ) throws {
    guard RenderTools.canMeasure else {
      Issue.record("\(name) is silent at \(note)")
      return
    }
    let folder = try RenderFolder()
    try Data(note.song(preset.identifier)).write(to: URL(filePath: folder.path("note.mid")))
    try RenderTools.fluidSynth(
      folder.path("note.mid"), bank: bank, to: folder.path("note.wav"), gain: 1)
    let peak = try Float(
      #require(
        Double(
          String(
            decoding: OtherProgram.tool("wav_facts.py", [folder.path("note.wav"), "peak"]),
            as: UTF8.self))))
    print("\(name) is silent at \(note); FluidSynth's peak is \(peak)")
    #expect(peak < Self.audible, "\(name) is silent at \(note), but not in FluidSynth")
  }
}

/// A note near the middle of a preset's key range, at a moderate velocity if possible.
struct ProbeNote: CustomStringConvertible {
  var key: UInt8
  var velocity: UInt8

  /// Creates a note; returns `nil` without regions.
  init?(regions: [Region]) {
    let low = regions.map { Int($0.keys.lowerBound) }.min()
    let high = regions.map { Int($0.keys.upperBound) }.max()
    guard let low, let high else { return nil }
    let middle = (low + high) / 2
    func distance(_ region: Region) -> Int {
      max(Int(region.keys.lowerBound) - middle, middle - Int(region.keys.upperBound), 0)
    }
    let ordinary = regions.filter { $0.velocities.contains(100) }
    let nearest = (ordinary.isEmpty ? regions : ordinary).min { distance($0) < distance($1) }
    guard let nearest else { return nil }
    key = UInt8(
      min(max(middle, Int(nearest.keys.lowerBound)), Int(nearest.keys.upperBound)))
    velocity = min(max(100, nearest.velocities.lowerBound), nearest.velocities.upperBound)
  }

  var description: String { "key \(key), velocity \(velocity)" }

  /// Renders three seconds of the held note. Returns the peak, and whether all values are finite.
  func sound(of preset: BankPreset) throws -> (peak: Float, isFinite: Bool) {
    let prepared = try preset.prepared()
    var synthesizer = Synthesizer(SynthesizerConfiguration(channelCount: 1))
    synthesizer.use(prepared, onChannel: 0)
    synthesizer.handle(.noteOn(channel: 0, key: key, velocity: velocity))
    var left = [Float](repeating: 0, count: 4800)
    var right = left
    var (peak, isFinite) = (Float(0), true)
    for _ in 0..<30 {
      synthesizer.render(left: &left, right: &right, count: left.count)
      for value in left + right {
        peak = max(peak, abs(value))
        isFinite = isFinite && value.isFinite
      }
      #if DEBUG
        if peak >= BankPresetsTests.audible { break }
      #endif
    }
    withExtendedLifetime(prepared) {}
    return (peak, isFinite)
  }

  /// Returns the note as a MIDI file of three seconds, with percussion on channel 10.
  func song(_ preset: PresetIdentifier) -> [UInt8] {
    let channel: UInt8 = preset.bank == 128 ? 9 : 0
    let bank = preset.bank == 128 ? 0 : UInt8(preset.bank & 127)
    // 480 ticks are half a second, so 0x9640 are three seconds: 22 × 128 + 64 = 2,880.
    let track: [UInt8] = [
      0, 0xB0 | channel, 0, bank, 0, 0xC0 | channel, preset.program, 0, 0x90 | channel, key,
      velocity, 0x96, 0x40, 0x80 | channel, key, 0, 0, 0xFF, 0x2F, 0,
    ]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
  }
}
