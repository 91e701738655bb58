package import PeachInstrumentModel
import PeachIntonation
package import PeachSynthesis

/// The corrections and straight tones of a preset, which each note has only as far as they do not
/// make it less in tune.
///
/// A correction is that of a recording. A listener hears the sum of several, each at another speed.
/// The first second of each key is therefore rendered with and without the changes, and measured.
/// Not for the audio thread.
package struct PitchChanges: Sendable {
  package var regions: [Region]
  package var usedKeys: UsedKeys
  /// The correction of each region, in cents.
  package var corrections: [Double]
  package var steadyNotes: SteadyNotes
  package var replacements: [Int: SampleReplacement]

  package init(
    _ regions: [Region], usedKeys: UsedKeys = .all, corrections: [Double],
    steadyNotes: SteadyNotes = .none, replacements: [Int: SampleReplacement] = [:]
  ) {
    self.regions = regions
    self.usedKeys = usedKeys
    self.corrections = corrections
    self.steadyNotes = steadyNotes
    self.replacements = replacements
  }

  /// The keys that are verified: those of a piano.
  private static let keys: ClosedRange<UInt8> = 21...108

  /// The shares to try, the largest first, in sixteenths. Straight tones have all or nothing.
  private static let shares: [Int] = (4...16).reversed()
  /// The shares of the notes that are rendered again.
  private static let renderedShares = [16, 12, 8]

  /// Prepares the preset with a share of the changes, in sixteenths; 0 for the notes of the bank.
  package typealias Prepare = (_ share: Int) throws(SampleCodecError) -> PreparedPreset
  /// Returns the results of a function for some notes, in order; on several threads, each of which
  /// has its own renderer.
  package typealias ForEachNote = (
    [Note], @escaping @Sendable (Note, NoteRendering) -> Verified
  ) -> [Verified]

  /// The share of a note's changes, and its pitch with them.
  package struct Verified: Sendable {
    var share = 0
    var pitch: HeardPitch?

    package init() {}

    init(share: Int, pitch: HeardPitch? = nil) {
      self.share = share
      self.pitch = pitch
    }
  }

  /// Verifies the notes that are not known.
  ///
  /// - Parameter measuresErrors: Whether to measure the pitch of each note as it is played.
  /// - Returns: The share of the changes of each of them.
  package func verified(
    knowing known: NoteShares, measuresErrors: Bool = false, prepare: Prepare,
    forEachNote: ForEachNote = Self.serially
  ) throws(SampleCodecError) -> NoteShares {
    var found = NoteShares()
    let unknown = unknownNotes(known)
    if unknown.isEmpty { return found }
    let original = try prepare(0)
    func add(_ result: Verified, _ note: Note) {
      for velocities in note.velocities {
        found.set(result.share, key: note.key, velocities: velocities)
      }
      if let pitch = result.pitch {
        found.setError(mean: pitch.meanCents, variation: pitch.variationCents, key: note.key)
      }
    }
    let shifted = unknown.filter { $0.shift != nil }
    let shares = forEachNote(shifted) { note, renderer in
      let shifts = Self.shares.map { (note.shift ?? 0) * NoteShares.fraction($0) }
      let areNoWorse = renderer.areNoWorse(shifts, of: original, note.key, note.velocity)
      let share = zip(Self.shares, areNoWorse).first { $1 }?.0 ?? 0
      guard measuresErrors else { return Verified(share: share) }
      let shift = (note.shift ?? 0) * NoteShares.fraction(share)
      return Verified(
        share: share,
        pitch: renderer.heardPitch(of: original, shiftedBy: shift, note.key, note.velocity))
    }
    for (note, result) in zip(shifted, shares) { add(result, note) }
    var remaining = unknown.filter { $0.shift == nil }
    for share in Self.renderedShares where !remaining.isEmpty {
      let changed = try prepare(share)
      let reached = forEachNote(remaining) { note, renderer in
        let isNoWorse = renderer.isNoWorse(changed, than: original, note.key, note.velocity)
        var result = Verified(share: isNoWorse ? share : 0)
        // The last share that is tried, or one that is not refused.
        let isLast = isNoWorse || note.hasReplacement || share == Self.renderedShares.last
        if measuresErrors && isLast {
          result.pitch = renderer.heardPitch(
            of: isNoWorse ? changed : original, shiftedBy: 0, note.key, note.velocity)
        }
        return result
      }
      for (note, result) in zip(remaining, reached) { add(result, note) }
      remaining = zip(remaining, reached).filter { $1.share == 0 && !$0.hasReplacement }
        .map { $0.0 }
    }
    return found
  }

  /// Computes results one after another.
  package static func serially(
    _ notes: [Note], _ result: @escaping @Sendable (Note, NoteRendering) -> Verified
  ) -> [Verified] {
    let renderer = NoteRendering()
    return notes.map { result($0, renderer) }
  }

  /// The notes of a key at which regions of the same pitch play.
  package struct Note: Sendable {
    fileprivate var key: UInt8
    /// The velocities of each set of regions.
    fileprivate var velocities: [ClosedRange<UInt8>]
    /// Whether any of the regions plays a straight tone.
    fileprivate var hasReplacement = false
    /// The correction of all regions, if they have the same and nothing else changes.
    fileprivate var shift: Double?
    /// The velocity that is measured.
    fileprivate var velocity: UInt8 = 100

    /// Selects the velocity nearest to 100 in a range that is used. Returns `false` if none is.
    fileprivate mutating func selectVelocity(_ usedKeys: UsedKeys) -> Bool {
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

  /// Returns whether any region of a note has a correction or another sample.
  package func changesPitch(key: UInt8, velocity: UInt8) -> Bool {
    regions.indices.contains { index in
      regions[index].keys.contains(key) && regions[index].velocities.contains(velocity)
        && (replacements[index] != nil || (index < corrections.count && corrections[index] != 0))
    }
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

  /// Returns the notes of a key: the ranges of velocities that play the same sounds. Layers
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
      let sounds = sounds(playing.filter { regions[$0].velocities.contains(start) })
      if sounds.isEmpty { continue }
      let end = index + 1 < ordered.count ? ordered[index + 1] - 1 : 127
      if let known = notes.firstIndex(where: { $0.sounds == sounds }) {
        notes[known].note.velocities.append(start...end)
      } else {
        notes.append((sounds, Note(key: key, velocities: [start...end])))
      }
    }
    return notes.map { $0.note }
  }

  /// The properties of a region that determine its pitch, and its level relative to others.
  private struct Sound: Equatable {
    var region: Region
    var correction: Double
  }

  /// Returns the sounds of regions that play together. Steps of a velocity curve, which attenuate
  /// all of them alike, have the same sounds.
  private func sounds(_ playing: [Int]) -> [Sound] {
    let loudest = playing.map { regions[$0].generators[.initialAttenuation] }.min() ?? 0
    return playing.map { index in
      var region = regions[index]
      (region.keys, region.velocities) = (0...127, 0...127)
      for generator in Self.ignoredGenerators { region.generators[generator] = 0 }
      region.generators[.initialAttenuation] -= loudest
      return Sound(region: region, correction: index < corrections.count ? corrections[index] : 0)
    }
  }

  /// The volume envelope and the filter.
  private static let ignoredGenerators: [Generator] = [
    .volumeEnvelopeDelay, .volumeEnvelopeAttack, .volumeEnvelopeHold, .volumeEnvelopeDecay,
    .volumeEnvelopeSustain, .volumeEnvelopeRelease, .initialFilterCutoff, .initialFilterResonance,
  ]
}
