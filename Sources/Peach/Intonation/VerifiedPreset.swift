import Dispatch
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import PeachSynthesis
import Synchronization

/// A preset with corrections, which each key has only if they do not make its notes less in tune.
///
/// A correction is that of a recording. What a listener hears is the sum of several, each at another
/// speed. The first second of each key is therefore rendered with and without the changes, and
/// measured. Not for the audio thread.
struct VerifiedPreset {
  var chosen: BankPreset
  var regions: [Region]
  var usedKeys: UsedKeys
  /// The correction of each region, in cents.
  var corrections: [Double]
  var steadyPitch: Bool
  var replacements: [Int: SampleReplacement] = [:]
  var memory: VerifiedNoteMemory

  /// The keys that are verified: those of a piano.
  private static let keys: ClosedRange<UInt8> = 21...108
  private static let sampleRate = 44_100.0
  private static let seconds = 1.3

  /// Prepares the preset. Verifies the notes that are not known on all processors.
  func prepared(by instruments: SharedInstruments) throws(SampleCodecError) -> PreparedPreset {
    let known = memory.value
    let changed = try prepare(instruments, unchanged: known.unchanged)
    let notes = unknownNotes(known.known)
    if notes.isEmpty { return changed }
    let original = try instruments.prepare(presetAt: chosen.index, usedKeys: usedKeys)
    changed.pinSamples()
    original.pinSamples()
    let found = Self.verify(notes, original: original, changed: changed)
    memory.add(found)
    if found.unchanged.isEmpty { return changed }
    return try prepare(instruments, unchanged: memory.value.unchanged)
  }

  private func prepare(
    _ instruments: SharedInstruments, unchanged: NoteSet
  ) throws(SampleCodecError) -> PreparedPreset {
    try instruments.prepare(
      presetAt: chosen.index, usedKeys: usedKeys, corrections: corrections,
      steadyPitch: steadyPitch, replacements: replacements, unchanged: unchanged)
  }

  /// The notes of a key at which the same regions play.
  private struct Note {
    var key: UInt8
    var velocities: ClosedRange<UInt8>
    /// The velocity that is measured.
    var velocity: UInt8 { min(max(100, velocities.lowerBound), velocities.upperBound) }
  }

  /// Returns the used notes whose pitch changes and that are not known.
  private func unknownNotes(_ known: NoteSet) -> [Note] {
    let used = regions.indices.filter { usedKeys.overlap(regions[$0]) }
    let changing = used.filter { index in
      replacements[index] != nil || (index < corrections.count && corrections[index] != 0)
        || (steadyPitch && regions[index] != regions[index].withSteadyPitch)
    }
    return Self.keys.filter { usedKeys.keys.contains($0) }.flatMap { key in
      Self.notes(of: key, regions).filter { note in
        !known.contains(key: key, velocity: note.velocity)
          && usedKeys.velocities.overlaps(note.velocities)
          && changing.contains {
            regions[$0].keys.contains(key) && regions[$0].velocities.contains(note.velocity)
          }
      }
    }
  }

  /// Returns the notes of a key: a range of velocities for each set of regions that it plays.
  private static func notes(of key: UInt8, _ regions: [Region]) -> [Note] {
    let ranges = regions.filter { $0.keys.contains(key) }.map(\.velocities)
    var starts: Set<UInt8> = [1]
    for range in ranges {
      starts.insert(max(range.lowerBound, 1))
      if range.upperBound < 127 { starts.insert(range.upperBound + 1) }
    }
    let ordered = starts.sorted()
    return ordered.indices.compactMap { index in
      let start = ordered[index]
      guard ranges.contains(where: { $0.contains(start) }) else { return nil }
      let end = index + 1 < ordered.count ? ordered[index + 1] - 1 : 127
      return Note(key: key, velocities: start...end)
    }
  }

  private static func verify(
    _ notes: [Note], original: PreparedPreset, changed: PreparedPreset
  ) -> VerifiedNotes {
    let result = Mutex(VerifiedNotes())
    let next = Atomic<Int>(0)
    let lanes = min(ActiveProcessors.count, notes.count)
    DispatchQueue.concurrentPerform(iterations: lanes) { _ in
      let renderer = NoteRendering(sampleRate: sampleRate, seconds: seconds)
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < notes.count else { return }
        let note = notes[index]
        let isVerified = renderer.isNoWorse(
          changed, than: original, key: note.key, velocity: note.velocity)
        result.withLock { found in
          found.known.insert(note.key, velocities: note.velocities)
          if !isVerified { found.unchanged.insert(note.key, velocities: note.velocities) }
        }
      }
    }
    return result.withLock { $0 }
  }
}

/// Renders notes to compare them. Use an instance on one thread at a time.
private final class NoteRendering {
  private let verification: NoteVerification
  private let sampleRate: Double
  private var left: [Float]
  private var right: [Float]

  init(sampleRate: Double, seconds: Double) {
    self.sampleRate = sampleRate
    verification = NoteVerification(sampleRate: sampleRate)
    left = [Float](repeating: 0, count: Int(seconds * sampleRate))
    right = left
  }

  /// Returns whether a note of a changed preset is at least as well in tune as that of another.
  func isNoWorse(
    _ changed: PreparedPreset, than original: PreparedPreset, key: UInt8, velocity: UInt8
  ) -> Bool {
    let before = channels(of: original, key: key, velocity: velocity)
    let after = channels(of: changed, key: key, velocity: velocity)
    let powers = before.map(Self.power)
    let isStereo = before[0] != before[1] || after[0] != after[1]
    // Each channel by itself, because a sum could beat.
    return before.indices.allSatisfy { channel in
      if powers[channel] < Self.audibleFraction * powers[1 - channel] { return true }
      if channel == 1 && !isStereo { return true }
      return before[channel].withUnsafeBufferPointer { before in
        after[channel].withUnsafeBufferPointer { after in
          verification.isNoWorse(
            after, than: before, nominal: FrequencyCalculation.frequency(noteNumber: Double(key)))
        }
      }
    }
  }

  /// A channel that is 6 dB below the other is not measured.
  private static let audibleFraction = 0.25

  private func channels(of preset: PreparedPreset, key: UInt8, velocity: UInt8) -> [[Float]] {
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(
        sampleRate: sampleRate, maximumVoices: 64, channelCount: 1, effects: false))
    synthesizer.handle(.usePreset(channel: 0, preset: preset.handle))
    synthesizer.handle(.noteOn(channel: 0, key: key, velocity: velocity))
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return }
        synthesizer.render(left: first, right: second, count: left.count)
      }
    }
    return [left, right]
  }

  private static func power(_ frames: [Float]) -> Double {
    frames.reduce(0) { $0 + Double($1) * Double($1) }
  }
}
