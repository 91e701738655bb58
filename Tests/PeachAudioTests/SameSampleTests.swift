import Foundation
import PeachServices
import SoundMeasurement
import Testing

/// 0.5 cents across a key boundary, in audio.
@Suite(
  "Half a cent apart, from one sample",
  .enabled(if: !ComparedPresets.banks.isEmpty, ComparedPresets.whatIsMissing))
struct SameSampleTests {
  /// Renders two seconds of a note.
  private func note(
    _ preset: BankPreset, _ hertz: Double, region: RegionSelector?
  ) throws -> [Float] {
    var renderer = try NoteRenderer(
      playing: preset, frequency: .hertz(hertz), duration: .seconds(2), region: region,
      options: NoteOptions(
        intonation: ComparedPresets.intonation, straightTones: ComparedPresets.straightTones))
    var left = [Float](repeating: 0, count: renderer.frameCount)
    var right = left
    renderer.render(left: &left, right: &right, count: left.count)
    return zip(left, right).map { $0 + $1 }
  }

  /// Returns the key nearest to the middle of the keyboard above which other samples play.
  private func boundary(_ preset: BankPreset) -> Int? {
    let regions = preset.bank.regions(ofPresetAt: preset.index)
    func samples(_ key: Int) -> [Int] {
      regions.filter { $0.keys.contains(UInt8(key)) && $0.velocities.contains(102) }
        .map(\.sample)
    }
    return (40..<84).filter { samples($0) != samples($0 + 1) && !samples($0).isEmpty }
      .min { abs($0 - 62) < abs($1 - 62) }
  }

  @Test(
    "Two notes across a key boundary are 0.5 ± 0.02 cents apart",
    arguments: ComparedPresets.tested)
  func halfACent(path: String) throws {
    var report: [String] = []
    for preset in try ComparedPresets.presets(of: path) {
      let key = try #require(boundary(preset), "\(preset.preset.name) is one recording")
      let middle = 440 * exp2((Double(key) + 0.5 - 69) / 12)
      let (low, high) = (middle * exp2(-0.25 / 1200), middle * exp2(0.25 / 1200))
      let reference = RegionSelector(frequency: .hertz(low))
      let first = try note(preset, low, region: nil)
      let second = try note(preset, high, region: reference)
      let heard = NoteComparison(first, second, hertz: middle)
      #expect(abs(heard.cents - 0.5) < 0.02, "\(preset.preset.name): \(heard.cents)")
      // Without the reference another sample plays, which proves the boundary.
      let other = try note(preset, high, region: nil)
      #expect(other != second, "\(preset.preset.name)")
      let difference = (1000 * (heard.cents - 0.5)).rounded() / 1000
      report.append("\(preset.preset.name) \(difference)")
    }
    print("\(path), above half a cent: \(report.joined(separator: ", "))")
  }
}
