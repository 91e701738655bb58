package import PeachEarTraining
package import PeachMusicUnits

/// An action of the user: of a control, such as a button, a slider or a list, or of a key.
package enum TrainerAction: Equatable, Sendable {
  /// A screen that a control opens.
  package enum Destination: UInt8, Hashable, Sendable, CaseIterable {
    case home, comparison, matching
    /// Comparing without unisons: the selected intervals, or fifths if there are none.
    case intervalComparison
    case sounds, settings, intervals, demonstration, profile, legend, reset
    /// Notes that sound together: the choice of an exercise, and exercises.
    case chords, purity, width, drone, triad, beats
  }

  /// Opens a screen. Ends training, and leaves the welcome screen permanently.
  case open(Destination)
  /// Selects another row, or scrolls a text.
  case move(RowMovement)
  /// Plays two notes that many cents apart, one of ``Trainer/demonstratedCents``.
  case demonstrate(cents: Int)
  case answer(PitchDirection)
  /// Plays the notes of the trial again. Ends the display of a result.
  case replay
  /// Raises or lowers the note to tune.
  case tune(cents: Double)
  /// Ends the tuning of a note, or the counting of beats.
  case commit
  /// Taps along with beats.
  case tap
  /// Sets the note to tune by a dial, in cents from its middle.
  case dial(cents: Double)
  case pause
  /// Ends a pause, a review or the display of a result.
  case resume
  /// Plays the notes of the last trial again.
  case review
  /// Withdraws the last answer.
  case undo
  /// Ends the session and shows its results.
  case stop
  /// Begins the next block of a study.
  case beginBlock
  case reset(TrainerReset)
  /// Selects, plays or measures the sound with a tag (``TrainerSound``).
  case selectSound(tag: String)
  case previewSound(tag: String)
  case measureSound(tag: String)
  /// Lists the sounds whose name or bank contains a text.
  case searchSounds(String)
  case set(TrainerSetting)
  /// Ends training and the program.
  case quit
}

/// A setting with its new value, which is limited to the range of the setting.
package enum TrainerSetting: Equatable, Sendable {
  /// A key of references; the other end of the range moves along if necessary.
  case lowestNote(UInt8)
  case highestNote(UInt8)
  case noteSeconds(Double)
  case chordSeconds(Double)
  case gapSeconds(Double)
  case feedbackSeconds(Double)
  /// The frequency of A4, 380…480 Hz.
  case referencePitch(Frequency)
  /// Whether an interval is trained. At least one remains.
  case interval(MusicalInterval, isIncluded: Bool)
  case tuning(Tuning)
  case loudnessVariation(decibels: Double)
  case procedure(TrainerPreferences.Procedure)
  case length(SessionLength)
  case language(TrainerLanguage)
}
