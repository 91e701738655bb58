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
  /// The notes whose pitch modulation by vibrato generators is removed.
  var steadyNotes: SteadyNotes
  var replacements: [Int: SampleReplacement] = [:]
  /// The notes that have been verified before; those verified here are added.
  var notes: VerifiedNotes

  /// The keys that are verified: those of a piano.
  private static let keys: ClosedRange<UInt8> = 21...108
  private static let sampleRate = 44_100.0
  private static let seconds = 1.3

  /// The shares to try, the largest first, in sixteenths. Straight tones have all or nothing.
  private static let shares = Array((8...16).reversed())
  /// The shares for which notes are rendered again.
  private static let renderedShares = [16, 12, 8]

  /// Prepares the preset. Verifies the notes that are not known on all processors.
  func prepared(by instruments: SharedInstruments) throws(SampleCodecError) -> PreparedPreset {
    let unknown = unknownNotes(notes.shares)
    if !unknown.isEmpty { try verify(unknown, by: instruments) }
    return try instruments.prepare(
      presetAt: chosen.index, usedKeys: usedKeys, corrections: corrections,
      steadyNotes: steadyNotes, replacements: replacements, shares: notes.shares)
  }

  /// Finds the largest share of the changes of each note that does not make it less in tune, and adds
  /// it to ``notes``; 0 if there is none.
  private func verify(
    _ unknown: [Note], by instruments: SharedInstruments
  ) throws(SampleCodecError) {
    let unchanged: SteadyNotes = steadyNotes == .all ? .all : .none
    let shared = try instruments.prepare(
      presetAt: chosen.index, usedKeys: usedKeys, steadyNotes: unchanged)
    // Samples of a song are loaded on demand; here, all are needed.
    let instruments = shared.loadsOnDemand ? SharedInstruments(chosen.bank) : instruments
    let original =
      shared.loadsOnDemand
      ? try instruments.prepare(
        presetAt: chosen.index, usedKeys: usedKeys, steadyNotes: unchanged) : shared
    var found = NoteShares()
    func add(_ share: Int, _ note: Note) {
      for velocities in note.velocities {
        found.set(share, key: note.key, velocities: velocities)
      }
    }
    let shifted = unknown.filter { $0.shift != nil }
    let shares = Self.values(of: shifted) { note, renderer in
      let shifts = Self.shares.map { (note.shift ?? 0) * NoteShares.fraction($0) }
      let areNoWorse = renderer.areNoWorse(shifts, of: original, note.key, note.velocity)
      return zip(Self.shares, areNoWorse).first { $1 }?.0 ?? 0
    }
    for (note, share) in zip(shifted, shares) { add(share, note) }
    var remaining = unknown.filter { $0.shift == nil }
    for share in Self.renderedShares where !remaining.isEmpty {
      let changed = try instruments.prepare(
        presetAt: chosen.index, usedKeys: usedKeys,
        corrections: corrections.map { $0 * NoteShares.fraction(share) },
        steadyNotes: steadyNotes, replacements: replacements)
      let isVerified = Self.values(of: remaining) { note, renderer in
        renderer.isNoWorse(changed, than: original, note.key, note.velocity)
      }
      for (note, isVerified) in zip(remaining, isVerified) { add(isVerified ? share : 0, note) }
      remaining = zip(remaining, isVerified).filter { !$1 && !$0.hasReplacement }.map(\.0)
    }
    notes.add(found)
  }

  /// The notes of a key at which regions of the same pitch play.
  private struct Note {
    var key: UInt8
    /// The velocities of each set of regions.
    var velocities: [ClosedRange<UInt8>]
    /// Whether any of the regions plays a straight tone.
    var hasReplacement = false
    /// The correction of all regions, if they have the same and nothing else changes.
    var shift: Double?
    /// The velocity that is measured.
    var velocity: UInt8 = 100

    /// Selects the velocity nearest to 100 in a range that is used. Returns `false` if none is.
    mutating func selectVelocity(_ usedKeys: UsedKeys) -> Bool {
      let nearest = velocities.filter { usedKeys.velocities.overlaps($0) }
        .map { min(max(100, $0.lowerBound), $0.upperBound) }
        .min { abs(Int($0) - 100) < abs(Int($1) - 100) }
      velocity = nearest ?? velocity
      return nearest != nil
    }
  }

  /// Returns the used notes whose pitch changes and that are not known.
  private func unknownNotes(_ known: NoteShares) -> [Note] {
    let changing = regions.indices.filter { index in
      usedKeys.overlap(regions[index])
        && (replacements[index] != nil || (index < corrections.count && corrections[index] != 0)
          || becomesSteady(regions[index]))
    }
    var unknown: [Note] = []
    for key in Self.keys where usedKeys.keys.contains(key) {
      for var note in notes(of: key) {
        guard note.selectVelocity(usedKeys), known.share(key: key, velocity: note.velocity) == nil
        else { continue }
        let playing = changing.filter {
          regions[$0].keys.contains(key) && regions[$0].velocities.contains(note.velocity)
        }
        if playing.isEmpty { continue }
        note.hasReplacement = playing.contains { replacements[$0] != nil }
        note.shift = shift(of: note)
        unknown.append(note)
      }
    }
    return unknown
  }

  private func becomesSteady(_ region: Region) -> Bool {
    steadyNotes == .changed && region.hasPitchModulation
  }

  private func shift(of note: Note) -> Double? {
    if note.hasReplacement { return nil }
    var shift: Double?
    for (index, region) in regions.enumerated()
    where region.keys.contains(note.key) && region.velocities.contains(note.velocity) {
      let cents = index < corrections.count ? corrections[index] : 0
      if becomesSteady(region) || cents != shift ?? cents { return nil }
      shift = cents
    }
    return shift
  }

  /// Returns the notes of a key: the ranges of velocities for which the same sounds play. Layers
  /// often differ only in their envelopes and filters.
  private func notes(of key: UInt8) -> [Note] {
    let playing = regions.indices.filter { regions[$0].keys.contains(key) }
    var starts: Set<UInt8> = [1]
    for index in playing {
      let range = regions[index].velocities
      starts.insert(max(range.lowerBound, 1))
      if range.upperBound < 127 { starts.insert(range.upperBound + 1) }
    }
    let ordered = starts.sorted()
    var notes: [(sounds: [Sound], note: Note)] = []
    for (index, start) in ordered.enumerated() {
      let sounds = playing.filter { regions[$0].velocities.contains(start) }.map { sound($0) }
      if sounds.isEmpty { continue }
      let end = index + 1 < ordered.count ? ordered[index + 1] - 1 : 127
      if let known = notes.firstIndex(where: { $0.sounds == sounds }) {
        notes[known].note.velocities.append(start...end)
      } else {
        notes.append((sounds, Note(key: key, velocities: [start...end])))
      }
    }
    return notes.map(\.note)
  }

  /// The properties of a region that determine its pitch, and its level relative to others.
  private struct Sound: Equatable {
    var region: Region
    var correction: Double
  }

  private func sound(_ index: Int) -> Sound {
    var region = regions[index]
    (region.keys, region.velocities) = (0...127, 0...127)
    for generator in Self.ignoredGenerators { region.generators[generator] = 0 }
    return Sound(region: region, correction: index < corrections.count ? corrections[index] : 0)
  }

  /// The volume envelope and the filter.
  private static let ignoredGenerators: [Generator] = [
    .volumeEnvelopeDelay, .volumeEnvelopeAttack, .volumeEnvelopeHold, .volumeEnvelopeDecay,
    .volumeEnvelopeSustain, .volumeEnvelopeRelease, .initialFilterCutoff, .initialFilterResonance,
  ]

  /// Returns a value for each note, computed on all processors.
  private static func values<Value: Sendable>(
    of notes: [Note], _ value: @Sendable (Note, NoteRendering) -> Value
  ) -> [Value] {
    let result = Mutex([Value?](repeating: nil, count: notes.count))
    let next = Atomic<Int>(0)
    let lanes = min(ActiveProcessors.count, notes.count)
    DispatchQueue.concurrentPerform(iterations: lanes) { _ in
      let renderer = NoteRendering(sampleRate: sampleRate, seconds: seconds)
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < notes.count else { return }
        let found = value(notes[index], renderer)
        result.withLock { $0[index] = found }
      }
    }
    return result.withLock { $0.compactMap(\.self) }
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
    _ changed: PreparedPreset, than original: PreparedPreset, _ key: UInt8, _ velocity: UInt8
  ) -> Bool {
    let before = channels(of: original, key: key, velocity: velocity)
    let after = channels(of: changed, key: key, velocity: velocity)
    // Both pairs have the same number of channels: a change of pitch can make channels differ.
    let isMono = before[0] == before[1] && after[0] == after[1]
    return Self.withFrames(before, isMono: isMono) { before in
      Self.withFrames(after, isMono: isMono) { after in
        verification.isNoWorse(after, than: before, nominal: Self.frequency(of: key))
      }
    }
  }

  /// Returns for each shift, in cents, whether a note is at least as well in tune after it.
  func areNoWorse(
    _ shifts: [Double], of preset: PreparedPreset, _ key: UInt8, _ velocity: UInt8
  ) -> [Bool] {
    let channels = channels(of: preset, key: key, velocity: velocity)
    return Self.withFrames(channels, isMono: channels[0] == channels[1]) {
      verification.areNoWorse(shifts, of: $0, nominal: Self.frequency(of: key))
    }
  }

  private static func frequency(of key: UInt8) -> Frequency {
    FrequencyCalculation.frequency(noteNumber: Double(key))
  }

  private static func withFrames<Result>(
    _ channels: [[Float]], isMono: Bool, _ body: ([UnsafeBufferPointer<Float>]) -> Result
  ) -> Result {
    channels[0].withUnsafeBufferPointer { left in
      channels[1].withUnsafeBufferPointer { right in body(isMono ? [left] : [left, right]) }
    }
  }

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
}
