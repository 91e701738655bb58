import Foundation
import PeachAudio

/// The time to measure a preset's intonation, and to read it from the cache.
enum IntonationMeasurement {
  /// The limit for each preset of a bank.
  private static let thresholdMilliseconds = 300.0

  /// Measures the intonation of each melodic preset `runs` times, including the bank's hash.
  ///
  /// Uses the minimum of each preset, which interference affects least. Returns the values of the
  /// slowest preset in wall time, and in CPU time with a limit per core.
  static func uncachedPresets(bank path: String, runs: Int = 3) throws -> [Measurement] {
    let bank = try SoundBank(contentsOf: path)
    var slowest = (milliseconds: 0.0, name: "")
    var busiest = slowest
    for index in bank.presets.indices where bank.presets[index].bank != 128 {
      let preset = BankPreset(bank: bank, index: index)
      let times = try (0..<runs).map { _ in
        let begun = (ContinuousClock.now, CPUTime.processMilliseconds)
        _ = try IntonationCache(folder: nil).intonation(of: preset)
        return (
          (ContinuousClock.now - begun.0) / .milliseconds(1),
          CPUTime.processMilliseconds - begun.1
        )
      }
      let (wall, cpu) = (times.map(\.0).min() ?? 0, times.map(\.1).min() ?? 0)
      if wall > slowest.milliseconds { slowest = (wall, preset.preset.name) }
      if cpu > busiest.milliseconds { busiest = (cpu, preset.preset.name) }
    }
    let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
    return [("wall time", slowest, 1), ("CPU time", busiest, cores)].map { kind, found, factor in
      Measurement(
        "measure intonation, \(kind), slowest preset: \(found.name)", unit: "ms",
        values: [found.milliseconds], threshold: thresholdMilliseconds * factor)
    }
  }

  /// Measures the time from a bank's path to 64 frames of its cello, with cached intonation and
  /// straight tones.
  static func cachedCello(bank path: String, runs: Int, threshold: Double) throws -> Measurement {
    let folder = try Folder()
    func once() throws -> Double {
      let begun = ContinuousClock.now
      var left = [Float](repeating: 0, count: 64)
      var right = left
      var note = try NoteRenderer(
        playing: SoundBank(contentsOf: path).preset(bank: 0, program: 42),
        frequency: .hertz(442.3), duration: .seconds(1),
        options: NoteOptions(
          intonation: IntonationCache(folder: folder.path("cache")),
          straightTones: StraightToneCache(folder: folder.path("straight"))))
      note.render(left: &left, right: &right, count: 64)
      return (ContinuousClock.now - begun) / .milliseconds(1)
    }
    FileHandle.standardError.write(
      Data("first use of the cello, with hash and straightening: \(try once()) ms\n".utf8))
    return Measurement(
      "select the cello with cached straight tones and render, in process", unit: "ms",
      values: try (0..<runs).map { _ in try once() }, threshold: threshold)
  }
}
