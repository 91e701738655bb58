public import PeachMIDIEvents
public import PeachMusicUnits

/// The cents of each note of a song in adaptive just intonation: the solution of weighted least
/// squares over the whole song. Chords are pure, unless the pitch center would leave a band of
/// ±8 cents, or a repeated note would move by more.
///
/// ```swift
/// let tuning = SongTuning(file, AdaptiveTuning())
/// tuning.cents[1] - tuning.cents[0]  // -13.686…: E above C, if these are the first notes
/// ```
/// The result is the same on all machines, and for any transposition of the song.
public struct SongTuning: Sendable {
  /// The notes that are tuned, sorted by their start.
  package let notes: [SongNote]
  /// The deviation of each note from the temperament, in cents.
  package private(set) var cents: [Double]
  /// The deviation of each note's key by the temperament, in cents.
  let temperamentCents: [Double]
  let slices: SongSlices
  /// The options.
  public var adaptive: AdaptiveTuning { options }
  let options: AdaptiveTuning
  let noteOnCounts: [Int]

  /// Tunes a song.
  ///
  /// - Parameter temperament: The tuning of the notes that are not corrected; `nil` for equal
  ///   temperament.
  public init(_ file: MIDIFile, _ options: AdaptiveTuning, temperament: KeyboardTuning? = nil) {
    let song = SongNotes(file, options)
    notes = song.notes
    noteOnCounts = song.noteOnCounts
    self.options = options
    slices = SongSlices(notes)
    temperamentCents = notes.map { note in
      guard let temperament else { return 0 }
      let number = temperament[MIDINote(clamping: Int(note.key))]
      return number.map { 100 * ($0 - Double(note.key)) } ?? 0
    }
    let problem = TuningProblem(
      notes: notes, slices: slices, temperamentCents: temperamentCents, options: options)
    // The first solution chooses between the ratios of ambiguous intervals.
    cents = notes.isEmpty ? [] : problem.solution(near: problem.solution(near: nil))
  }

  /// Returns the same notes with other deviations, to compare them.
  package func replacing(cents: [Double]) -> SongTuning {
    precondition(cents.count == notes.count, "A deviation for each note.")
    var other = self
    other.cents = cents
    return other
  }

  /// Returns the deviation of a note from equal temperament, in cents.
  package func totalCents(ofNote index: Int) -> Double { cents[index] + temperamentCents[index] }
}
