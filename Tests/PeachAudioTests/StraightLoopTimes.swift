import PeachIntonation
import PeachMusicUnits

@testable import PeachServices

/// The loop of a key's straight tone, in seconds of the note.
struct StraightLoopTimes {
  var start: Double
  var length: Double

  /// Reads the tone of the key's first region at velocity 100; `nil` if it has no loop.
  init?(_ preset: BankPreset, key: UInt8, _ cache: StraightToneCache) throws {
    let bank = preset.bank
    let regions = bank.regions(ofPresetAt: preset.index)
    let found = PresetRecordings(regions, of: bank)
    guard
      let index = regions.firstIndex(where: {
        $0.keys.contains(key) && $0.velocities.contains(100)
      }), let part = found.parts[index]
    else { return nil }
    let recording = found.recordings[part.recording]
    let tone = try cache.sound(of: recording, in: bank, content: cache.content(of: bank)).tone
    guard let loop = tone.loop else { return nil }
    // The tone sounds at the pitch of the key.
    let played = FrequencyCalculation.frequency(noteNumber: Double(key))
    let rate = bank.samples[regions[index].sample].sampleRate
    let framesPerSecond = rate * played.hertz / tone.frequency.hertz
    start = Double(loop.lowerBound) / framesPerSecond
    length = Double(loop.count) / framesPerSecond
  }

  /// Whether a seam is near a time.
  func isSeam(_ time: Double, within distance: Double) -> Bool {
    let rounds = (time - start) / length
    return rounds > 0.5 && abs(rounds - rounds.rounded()) * length <= distance
  }
}
