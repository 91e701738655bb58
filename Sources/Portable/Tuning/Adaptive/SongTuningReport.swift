import PeachMusicUnits

/// The chords of a song in adaptive tuning, with the errors of their intervals, the steps of
/// repeated notes, and the pitch center.
package struct SongTuningReport: Sendable {
  /// An interval of a chord that is not pure, by the indices of its notes.
  package struct Impurity: Hashable, Sendable {
    package var low: Int
    package var high: Int
    /// The deviation from the pure interval.
    package var cents: Double
  }

  /// A chord that sounds for at least 0.1 s.
  package struct Chord: Sendable {
    package var startSeconds: Double
    package var endSeconds: Double
    /// The indices of its notes in ``SongTuning/notes``, from the lowest key.
    package var notes: [Int]
    /// The deviations of its notes from equal temperament, in the middle of the chord.
    package var cents: [Double]
    /// The mean deviation of the notes.
    package var centerCents: Double
    /// The largest error of a consonance, in cents; `nil` without consonances.
    package var largestError: Double?
    /// The intervals that are farther than 0.1 cents from their target.
    package var impurities: [Impurity]
  }

  /// A repeated note that moves, by the indices of both notes.
  package struct Step: Hashable, Sendable {
    package var note: Int
    package var earlier: Int
    package var cents: Double
  }

  package private(set) var chords: [Chord] = []
  /// The steps of repeated notes, in the order of the notes.
  package private(set) var steps: [Step] = []
  /// The root mean square of the errors of consonances by time, and the number of consonances.
  package private(set) var consonanceRMS = 0.0
  package private(set) var consonanceCount = 0

  private static let shortestChordSeconds = 0.1
  /// An interval is pure within this error, in cents.
  package static let pureCents = 0.1
  /// The weight from which an interval counts as a consonance of a triad, a fifth or an octave.
  private static let consonanceWeight = 0.6
  /// The weight from which an impure interval is reported.
  private static let reportedWeight = 0.09
  private static let longestGapSeconds = 0.5

  package init(_ tuning: SongTuning) {
    let pairs = IntervalPairs(tuning.notes, tuning.slices, sevenths: tuning.options.sevenths)
    var total = zip(tuning.cents, tuning.temperamentCents).map { $0 + $1 }
    var (squares, seconds) = (0.0, 0.0)
    for (index, slice) in tuning.slices.slices.enumerated()
    where slice.seconds >= Self.shortestChordSeconds {
      let chordIntervals = pairs.chord(ofSlice: index)
      let members = tuning.slices.indices[slice.range].sorted {
        (tuning.notes[$0].key, $0) < (tuning.notes[$1].key, $1)
      }
      let middle = slice.startFrame + (slice.endFrame - slice.startFrame) / 2
      for note in members { total[note] = tuning.totalCents(ofNote: note, at: middle) }
      var chord = Chord(
        startSeconds: Double(slice.startFrame) / Double(SongNotes.sampleRate),
        endSeconds: Double(slice.endFrame) / Double(SongNotes.sampleRate), notes: members,
        cents: members.map { total[$0] },
        centerCents: members.reduce(0) { $0 + total[$1] } / Double(members.count),
        largestError: nil, impurities: [])
      for (position, low) in members.enumerated() {
        for high in members.dropFirst(position + 1) {
          let pair = IntervalPairs.Pair(low: low, high: high)
          let target = pairs.target(of: pair, in: chordIntervals, total)
          let error = total[high] - total[low] - target.cents
          let step = (Int(tuning.notes[high].key) - Int(tuning.notes[low].key)) % 12
          let isConsonance =
            [0, 3, 4, 5, 7, 8, 9].contains(step) && target.weight >= Self.consonanceWeight
          if isConsonance {
            chord.largestError = max(chord.largestError ?? 0, abs(error))
            squares += error * error * slice.seconds
            seconds += slice.seconds
            consonanceCount += 1
          }
          if abs(error) > Self.pureCents, target.weight >= Self.reportedWeight {
            chord.impurities.append(Impurity(low: low, high: high, cents: error))
          }
        }
      }
      chords.append(chord)
    }
    if seconds > 0 { consonanceRMS = (squares / seconds).squareRoot() }
    addSteps(tuning)
  }

  private mutating func addSteps(_ tuning: SongTuning) {
    let notes = tuning.notes
    var last = [Int?](repeating: nil, count: 128)
    for (index, note) in notes.enumerated() {
      if let earlier = last[Int(note.key)] {
        let gap = note.startSeconds - notes[earlier].endSeconds
        if gap >= -0.01 && gap <= Self.longestGapSeconds {
          let before = tuning.totalCents(ofNote: earlier, at: notes[earlier].endFrame)
          steps.append(
            Step(
              note: index, earlier: earlier, cents: tuning.totalCents(ofNote: index) - before))
        }
      }
      last[Int(note.key)] = index
    }
  }

  /// The range of the pitch center; `nil` without chords.
  package var centerRange: ClosedRange<Double>? {
    guard let first = chords.first?.centerCents else { return nil }
    let centers = chords.map { $0.centerCents }
    return centers.reduce(first) { min($0, $1) }...centers.reduce(first) { max($0, $1) }
  }

  /// The largest step of a repeated note, in cents; 0 without repeated notes.
  package var largestStep: Double { steps.reduce(0) { max($0, abs($1.cents)) } }

  /// The numbers of chords with consonances, and of those whose consonances are all pure.
  package var pureChords: (pure: Int, all: Int) {
    let errors = chords.compactMap { $0.largestError }
    return (errors.filter { $0 <= Self.pureCents }.count, errors.count)
  }
}
