/// Tunes notes as they are played, in adaptive just intonation: those that begin are tuned to those
/// that sound. Causal, without latency; after `init` it neither allocates nor locks, and the time
/// of each call has a bound.
///
/// 1. Notes that begin in one frame are solved together (``tuneNewNotes(at:)``); all others keep
///    their pitch.
/// 2. Notes that are younger than 50 ms, which have no definite pitch yet, are solved again at the
///    end of the control block (``tuneYoungNotes(at:)``): a chord whose notes are spread sounds as
///    one whose notes begin at once.
/// 3. With glides, held notes follow at a limited rate (``glide(frames:)``).
@usableFromInline package struct LiveTuner: ~Copyable {
  /// The number of notes that sound; the oldest ones are forgotten beyond it.
  package static var noteLimit: Int { 128 }
  private static var youngSeconds: Double { 0.05 }
  /// The number of solutions for new notes in a control block; further ones wait for its end.
  private static var solutionLimit: Int { 2 }
  /// A smaller change of a note that sounds is not heard, in cents.
  private static var smallestChange: Double { 0.01 }

  /// The last note of a key.
  private struct Ended: BitwiseCopyable {
    var frame = Int64.min
    var cents = 0.0
  }

  package let sampleRate: Double
  /// The options; changes apply to notes that begin.
  package var options = AdaptiveTuning()
  /// The notes that sound, in the order in which they began.
  package let notes: UnsafeMutablePointer<LiveNote>
  package private(set) var count = 0
  private let ended: UnsafeMutablePointer<Ended>
  private let problem: LiveTuningProblem
  private var solutionCount = 0
  /// Whether notes have begun since the last ``tuneYoungNotes(at:)``.
  package private(set) var hasYoungNotes = false
  package private(set) var glidingCount = 0

  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    notes = .allocate(capacity: Self.noteLimit)
    notes.initialize(
      repeating: LiveNote(serial: 0, channel: 0, key: 0, velocity: 0), count: Self.noteLimit)
    ended = .allocate(capacity: 128)
    ended.initialize(repeating: Ended(), count: 128)
    problem = LiveTuningProblem(sampleRate: sampleRate)
  }

  // Inlinable, as Embedded Swift requires for noncopyable types.
  @inlinable deinit { deallocate() }

  @usableFromInline func deallocate() {
    notes.deallocate()
    ended.deallocate()
    problem.deallocate()
  }

  /// Forgets all notes.
  package mutating func reset() {
    count = 0
    glidingCount = 0
    hasYoungNotes = false
    solutionCount = 0
    for key in 0..<128 { ended[key] = Ended() }
  }

  /// Makes all notes keep the temperament: they began before tuning was switched on.
  package mutating func keepAll() {
    for index in 0..<count {
      notes[index].isNew = false
      notes[index].cents = 0
      notes[index].goalCents = 0
    }
    hasYoungNotes = false
  }

  /// Adds a note that begins. ``tuneNewNotes(at:)`` tunes it.
  package mutating func begin(_ note: LiveNote, at frame: Int64) {
    if count == Self.noteLimit { end(0, at: frame) }
    notes[count] = started(note, at: frame)
    count &+= 1
  }

  /// Replaces a note by one of another key, which takes it over.
  package mutating func replace(_ index: Int, by note: LiveNote, at frame: Int64) {
    remember(index, at: frame)
    notes[index] = started(note, at: frame)
  }

  private mutating func started(_ note: LiveNote, at frame: Int64) -> LiveNote {
    var note = note
    note.startFrame = frame
    note.isNew = true
    let last = ended[Int(note.key & 127)]
    if last.frame > .min && !note.isFixed {
      let gap = Double(max(frame &- last.frame, 0)) / sampleRate
      note.linkCents = last.cents
      note.linkWeight =
        TuningProblem.Weights.horizontal * TuningProblem.decay(gap / TuningProblem.memorySeconds)
      note.cents = last.cents
    }
    note.goalCents = note.cents
    hasYoungNotes = true
    return note
  }

  /// Removes a note that no longer sounds.
  package mutating func end(_ index: Int, at frame: Int64) {
    remember(index, at: frame)
    count &-= 1
    var position = index
    while position < count {
      notes[position] = notes[position &+ 1]
      position &+= 1
    }
  }

  private mutating func remember(_ index: Int, at frame: Int64) {
    ended[Int(notes[index].key & 127)] = Ended(frame: frame, cents: notes[index].cents)
    if notes[index].isGliding { glidingCount &-= 1 }
  }

  /// Tunes the notes that begin at this frame.
  package mutating func tuneNewNotes(at frame: Int64) {
    solutionCount &+= 1
    if solutionCount <= Self.solutionLimit { solve(at: frame, youngFrames: 0) }
    for index in 0..<count where notes[index].isNew {
      notes[index].isNew = false
      notes[index].isChanged = true
    }
  }

  /// Tunes the notes that are younger than 50 ms again, if any has begun since the last call. Call
  /// once for each control block.
  package mutating func tuneYoungNotes(at frame: Int64) {
    solutionCount = 0
    if !hasYoungNotes { return }
    hasYoungNotes = false
    solve(at: frame, youngFrames: Int64(Self.youngSeconds * sampleRate))
  }

  private mutating func solve(at frame: Int64, youngFrames: Int64) {
    problem.solve(notes, count, at: frame, youngFrames: youngFrames, options)
    for index in 0..<count where notes[index].unknown >= 0 {
      let cents = problem.cents(of: notes[index], options)
      let isFree = notes[index].isNew || frame &- notes[index].startFrame < youngFrames
      if isFree || options.glideRate == 0 {
        let isSame = abs(cents - notes[index].cents) <= Self.smallestChange
        if isSame && !notes[index].isNew { continue }
        setGoal(of: index, to: cents)
        set(index, to: cents)
      } else if abs(cents - notes[index].cents) > Self.smallestChange {
        setGoal(of: index, to: cents)
      }
    }
  }

  private mutating func setGoal(of index: Int, to cents: Double) {
    if notes[index].isGliding { glidingCount &-= 1 }
    notes[index].goalCents = cents
    if notes[index].isGliding { glidingCount &+= 1 }
  }

  private mutating func set(_ index: Int, to cents: Double) {
    if notes[index].isGliding { glidingCount &-= 1 }
    notes[index].cents = cents
    notes[index].isChanged = true
    if notes[index].isGliding { glidingCount &+= 1 }
  }

  /// Moves held notes towards their goals.
  package mutating func glide(frames: Int64) {
    if glidingCount == 0 { return }
    let step = options.glideRate * Double(frames) / sampleRate
    for index in 0..<count where notes[index].isGliding {
      let difference = notes[index].goalCents - notes[index].cents
      let cents =
        abs(difference) <= step
        ? notes[index].goalCents : notes[index].cents + (difference > 0 ? step : -step)
      set(index, to: cents)
    }
  }
}
