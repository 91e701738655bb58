import Foundation
import Peach

/// What it takes to measure presets when they are first chosen, and to know them again.
enum IntonationMeasurement {
  /// The bound for every preset of a bank, chosen for the first time.
  static let firstChoiceMilliseconds = 300.0

  /// Every melodic preset of the bank, measured `runs` times from nothing, the bank's hash included:
  /// the least time of each, so that what else the machine does counts little. The values are the
  /// slowest presets', on the clock, and in processor time, of which all processors together have
  /// their number times as much, and which other programs lengthen less.
  static func firstChoices(bank path: String, runs: Int = 3) throws -> [Measurement] {
    let bank = try SoundBank(contentsOf: path)
    var slowest = (milliseconds: 0.0, name: "")
    var busiest = slowest
    for index in bank.presets.indices where bank.presets[index].bank != 128 {
      let preset = BankPreset(bank: bank, index: index)
      let times = try (0..<runs).map { _ in
        let begun = (ContinuousClock.now, processorMilliseconds())
        _ = try IntonationCache(folder: nil).corrections(of: preset)
        return (
          (ContinuousClock.now - begun.0) / .milliseconds(1), processorMilliseconds() - begun.1
        )
      }
      let (clock, processor) = (times.map(\.0).min() ?? 0, times.map(\.1).min() ?? 0)
      if clock > slowest.milliseconds { slowest = (clock, preset.preset.name) }
      if processor > busiest.milliseconds { busiest = (processor, preset.preset.name) }
    }
    let processors = Double(ProcessInfo.processInfo.activeProcessorCount)
    return [("", slowest, 1), (" in processor time", busiest, processors)].map {
      kind, found, share in
      Measurement(
        "measure a preset\(kind), the slowest: \(found.name)", unit: "ms",
        values: [found.milliseconds], threshold: firstChoiceMilliseconds * share)
    }
  }

  private static func processorMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// From the bank's path to 64 frames of its cello in tune, by a cache that knows it.
  static func knownCello(bank path: String, runs: Int, threshold: Double) throws -> Measurement {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "peach-benchmark-\(getpid())-cache"
    ).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func once() throws -> Double {
      let begun = ContinuousClock.now
      var left = [Float](repeating: 0, count: 64)
      var right = left
      var note = try NoteRenderer(
        playing: SoundBank(contentsOf: path).preset(bank: 0, program: 42),
        frequency: .hertz(442.3), duration: .seconds(1),
        intonation: IntonationCache(folder: folder))
      note.render(left: &left, right: &right, count: 64)
      return (ContinuousClock.now - begun) / .milliseconds(1)
    }
    FileHandle.standardError.write(
      Data("the cello for the very first time, bank hashed and measured: \(try once()) ms\n".utf8))
    return Measurement(
      "choose a measured cello and sound, in process", unit: "ms",
      values: try (0..<runs).map { _ in try once() }, threshold: threshold)
  }
}
