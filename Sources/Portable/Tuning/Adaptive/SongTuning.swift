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
  /// The deviation of each note from the temperament at its start, in cents.
  package private(set) var cents: [Double]
  /// The glides of each note, by time; most notes have none.
  package private(set) var glides: [[NoteGlide]]
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
    (cents, glides) = ([], [[NoteGlide]](repeating: [], count: notes.count))
    if notes.isEmpty { return }
    let links = RepeatedNotes.links(notes)
    #if !hasFeature(Embedded)
      if options.glideRate > 0 {
        solveParts(links)
        return
      }
    #endif
    let problem = TuningProblem(
      notes: notes, slices: slices, links: links, temperamentCents: temperamentCents,
      options: options)
    cents = Self.solution(of: problem)
  }

  #if !hasFeature(Embedded)
    /// Solves for the parts of held notes, which glide.
    private mutating func solveParts(_ links: [RepeatedNotes.Link]) {
      let parts = GlidingParts(notes, slices)
      let problem = TuningProblem(
        notes: parts.notes, slices: parts.slices, links: parts.links(links),
        previous: parts.previous, temperamentCents: parts.owners.map { temperamentCents[$0] },
        options: options)
      let solution = Self.solution(of: problem)
      cents = parts.startCents(solution)
      glides = parts.glides(solution, rate: options.glideRate)
    }
  #endif

  private static func solution(of problem: TuningProblem) -> [Double] {
    // The first solution chooses between the ratios of ambiguous intervals.
    problem.solution(near: problem.solution(near: nil))
  }

  /// Returns the same notes with other deviations, to compare them.
  package func replacing(cents: [Double]) -> SongTuning {
    precondition(cents.count == notes.count, "A deviation for each note.")
    var other = self
    other.cents = cents
    other.glides = [[NoteGlide]](repeating: [], count: notes.count)
    return other
  }

  /// Returns the deviation of a note from equal temperament at its start, in cents.
  package func totalCents(ofNote index: Int) -> Double { cents[index] + temperamentCents[index] }

  /// Returns the deviation of a note from equal temperament at a time, in cents.
  package func totalCents(ofNote index: Int, atSeconds seconds: Double) -> Double {
    totalCents(ofNote: index, at: Int64(seconds * Double(SongNotes.sampleRate)))
  }

  /// Returns the deviation of a note from equal temperament at a frame, in cents.
  func totalCents(ofNote index: Int, at frame: Int64) -> Double {
    guard let glide = glides[index].last(where: { $0.startFrame < frame }) else {
      return totalCents(ofNote: index)
    }
    return glide.cents(at: frame) + temperamentCents[index]
  }
}
