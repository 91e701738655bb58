import PeachEarTraining
import PeachMusicUnits
import Testing

@Suite("Notes of a trial with their times")
struct TimedTrialNoteTests {
  @Test("The second note of a pair starts after the first and the gap; a unison shares its sample")
  func pair() {
    let reference = TrialNote(frequency: .hertz(440), durationSeconds: 0.75)
    let target = TrialNote(frequency: .hertz(442), durationSeconds: 0.5)
    let unison = TimedTrialNote.pair(reference, target, gapSeconds: 0.25, isUnison: true)
    #expect(unison.map(\.startSeconds) == [0, 1])
    #expect(unison.map(\.note) == [reference, target])
    #expect(unison.map(\.sampleNote) == [reference, reference])
    let interval = TimedTrialNote.pair(reference, target, gapSeconds: 0.25, isUnison: false)
    #expect(interval.map(\.sampleNote) == [reference, target])
  }
}
