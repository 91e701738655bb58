import PeachEarTraining
import PeachMusicUnits
import Testing

@Suite("Training settings")
struct TrainingSettingsTests {
  /// The keys of references and targets of 500 trials, rounded.
  private func keys(_ settings: TrainingSettings) -> [(reference: Int, target: Int)] {
    var session = MatchingSession(procedure: KazezProcedure(), seed: 3)
    session.settings = settings
    return (0..<500).compactMap { day in
      let effects = session.reduce(.start(day: day))
      defer { _ = session.reduce(.stop) }
      guard case .playReference(_, let trial)? = effects.first else { return nil }
      let reference = Int(trial.question.noteNumber)
      return (reference, reference + trial.question.interval.semitones)
    }
  }

  private func settings(
    _ notes: ClosedRange<UInt8>, _ compass: ClosedRange<UInt8>?, _ semitones: [Int]
  ) -> TrainingSettings {
    var settings = TrainingSettings()
    settings.notes = notes
    settings.compass = compass
    settings.intervals = semitones.compactMap { MusicalInterval(semitones: $0) }
    return settings
  }

  @Test("references are in the range of notes and the compass, targets in the compass")
  func compass() {
    // A violin, 55 to 103, in the default range, 36 to 84.
    let violin = keys(settings(36...84, 55...103, [0, 12, -12]))
    #expect(violin.count == 500)
    #expect(violin.allSatisfy { (55...84).contains($0.reference) })
    #expect(violin.allSatisfy { (55...103).contains($0.target) })
    #expect(Set(violin.map(\.reference)) == Set(55...84))
    #expect(Set(violin.map { $0.target - $0.reference }) == [0, 12, -12])
    // Descending octaves begin at 67.
    #expect(violin.filter { $0.target < $0.reference }.map(\.reference).min() == 67)
  }

  @Test("if the range of notes is outside the compass, the compass applies")
  func disjoint() {
    let bass = keys(settings(72...84, 28...67, [0]))
    #expect(Set(bass.map(\.reference)) == Set(28...67))
    let narrow = keys(settings(60...62, 55...66, [12, 7]))
    // Octaves do not fit into 55 to 66; fifths have references from 55 to 59.
    #expect(Set(narrow.map(\.reference)) == Set(55...59))
    #expect(narrow.allSatisfy { $0.target == $0.reference + 7 })
    let single = keys(settings(36...84, 60...60, [12, -12]))
    #expect(single.allSatisfy { $0.reference == 60 && $0.target == 60 })
  }

  @Test("without a compass, or with one beyond the trainer's keys, the range of notes applies")
  func none() {
    for compass in [nil, 0...20] as [ClosedRange<UInt8>?] {
      let keys = keys(settings(36...84, compass, [0]))
      #expect(keys.map(\.reference).min() == 36 && keys.map(\.reference).max() == 84)
    }
    #expect(keys(settings(21...24, 0...30, [-12])).allSatisfy { $0.target >= 21 })
  }
}
