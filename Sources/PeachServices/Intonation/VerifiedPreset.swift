import PeachInstrumentModel
import PeachStraightPresets
import PeachSynthesis
import Synchronization

/// A preset with corrections, which each key has only if they do not make its notes less in tune
/// (``PitchChanges``). Not for the audio thread.
struct VerifiedPreset {
  var chosen: BankPreset
  var changes: PitchChanges
  var notes: VerifiedNotes

  /// Prepares the preset. Verifies the notes that are not known on all processors.
  func prepared(by instruments: SharedInstruments) throws(SampleCodecError) -> PreparedPreset {
    try verify(by: instruments)
    return try instruments.prepare(
      presetAt: chosen.index, usedKeys: changes.usedKeys, corrections: changes.corrections,
      steadyNotes: changes.steadyNotes, replacements: changes.replacements, shares: notes.shares)
  }

  /// Verifies the notes that are not known on all processors.
  func verify(by instruments: SharedInstruments) throws(SampleCodecError) {
    let (index, changes) = (chosen.index, changes)
    var instruments = instruments.forVerification
    let prepare: PitchChanges.Prepare = { share throws(SampleCodecError) in
      if share > 0 {
        return try instruments.prepare(
          presetAt: index, usedKeys: changes.usedKeys,
          corrections: changes.corrections.map { $0 * NoteShares.fraction(share) },
          steadyNotes: changes.steadyNotes, replacements: changes.replacements)
      }
      let unchanged: SteadyNotes = changes.steadyNotes == .all ? .all : .none
      let original = try instruments.prepare(
        presetAt: index, usedKeys: changes.usedKeys, steadyNotes: unchanged)
      guard original.loadsOnDemand else { return original }
      // Samples of a song are loaded on demand; here, all are needed.
      instruments = SharedInstruments(
        instruments.bank, interpolation: instruments.interpolation)
      return try instruments.prepare(
        presetAt: index, usedKeys: changes.usedKeys, steadyNotes: unchanged)
    }
    let found = try changes.verified(
      knowing: notes.shares, measuresErrors: true, prepare: prepare,
      forEachNote: Self.onAllProcessors)
    if found != NoteShares() { notes.add(found) }
  }

  /// Returns a result for each note, computed on all processors.
  private static func onAllProcessors(
    of notes: [PitchChanges.Note],
    _ value:
      @escaping @Sendable (PitchChanges.Note, NoteRendering) ->
      PitchChanges.Verified
  ) -> [PitchChanges.Verified] {
    let result = Mutex(
      [PitchChanges.Verified](repeating: PitchChanges.Verified(), count: notes.count))
    let next = Atomic<Int>(0)
    let lanes = min(ActiveProcessors.count, notes.count)
    ActiveProcessors.perform(lanes: lanes) { _ in
      let renderer = NoteRendering()
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < notes.count else { return }
        let found = value(notes[index], renderer)
        result.withLock { $0[index] = found }
      }
    }
    return result.withLock { $0 }
  }
}
