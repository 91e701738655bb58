import PeachInstrumentModel

extension MeasuredPreset {
  /// The least correction of a region, in cents: sample headers are rounded to about as much.
  private static let leastCents = 0.03
  /// The steps in which corrections are reduced.
  private static let steps = 8.0

  /// Reduces the corrections of regions until no note of some keys has a larger error than without
  /// them: regions that sound together, or that are far from their root keys, may need others than
  /// each of them alone.
  package mutating func limitCorrections(toNotesOf keys: ClosedRange<UInt8>) {
    for index in corrections.indices where abs(corrections[index].cents) < Self.leastCents {
      corrections[index].cents = 0
    }
    let whole = corrections.map { $0.cents }
    var remaining = [Double](repeating: Self.steps, count: whole.count)
    for _ in 0..<128 {
      let worse = regionsOfWorseNotes(appliedCents: corrections.map { $0.cents }, keys: keys)
      if worse.isEmpty { return }
      var isReduced = [Bool](repeating: false, count: whole.count)
      for index in worse { isReduced[index] = true }
      for index in whole.indices where isReduced[index] && remaining[index] > 0 {
        remaining[index] -= 1
        let cents = whole[index] * remaining[index] / Self.steps
        corrections[index].cents = abs(cents) < Self.leastCents ? 0 : cents
      }
    }
  }

  /// Returns the regions of the notes that have a larger error with the applied cents than without.
  package func regionsOfWorseNotes(
    appliedCents: [Double], keys: ClosedRange<UInt8>
  ) -> Set<Int> {
    var found: Set<Int> = []
    for note in intonation(appliedCents: appliedCents, keys: keys).notes
    where abs(note.afterCents) > abs(note.beforeCents) + 1e-6 {
      for index in regions.indices
      where regions[index].keys.contains(note.key)
        && regions[index].velocities.contains(note.velocity)
      {
        found.insert(index)
      }
    }
    return found
  }
}
