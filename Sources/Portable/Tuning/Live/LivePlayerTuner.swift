package import PeachMIDIEvents
package import PeachSynthesis

/// Tunes the notes of a synthesizer that is played live, with a ``LiveTuner``. For the audio
/// thread: call ``update(_:)`` before each part of a block, and no later than at
/// ``nextUpdateFrame(after:)``. It depends on the frames of events alone, not on the sizes of
/// blocks.
@usableFromInline package struct LivePlayerTuner: ~Copyable {
  /// Notes are tuned again, and glide, at multiples of this time.
  private static var controlFrames: Int64 { 64 }
  /// The ends of notes are noticed at multiples of this time.
  private static var idleFrames: Int64 { 256 }

  private var tuner: LiveTuner
  private let sounding: UnsafeMutablePointer<SoundingNote>
  /// Whether chords are tuned.
  package private(set) var isOn = false
  /// The serial number of the first note that has not been seen.
  private var nextSerial: UInt64 = 0

  package init(sampleRate: Double) {
    tuner = LiveTuner(sampleRate: sampleRate)
    sounding = .allocate(capacity: LiveTuner.noteLimit)
    sounding.initialize(
      repeating: SoundingNote(serial: 0, channel: 0, key: 0, velocity: 0),
      count: LiveTuner.noteLimit)
  }

  // Inlinable, as Embedded Swift requires for noncopyable types.
  @inlinable deinit { deallocate() }

  @usableFromInline func deallocate() { sounding.deallocate() }

  /// Changes the options; `nil` to switch off. Active notes keep their pitch.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func set(_ options: AdaptiveTuning?, _ synthesizer: inout Synthesizer) {
    guard let options else {
      if !isOn { return }
      isOn = false
      tuner.reset()
      synthesizer.removeNoteTunings()
      return
    }
    tuner.options = options
    if isOn { return }
    isOn = true
    // Notes that sound already keep their pitch, and later ones are tuned to them.
    nextSerial = 0
    add(synthesizer)
    tuner.keepAll()
    nextSerial = synthesizer.nextNoteOnSerial()
  }

  /// Sets the channels that keep the temperament, and those that are not analyzed, for notes that
  /// begin.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func setChannels(fixed: SongChannels, untuned: SongChannels) {
    tuner.options.fixedChannels = fixed
    tuner.options.untunedChannels = untuned
  }

  /// The options.
  package var options: AdaptiveTuning { tuner.options }

  /// Switches on with these options; the channels are unchanged.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func set(
    sevenths: AdaptiveTuning.Sevenths, purity: Double, glideRate: Double,
    _ synthesizer: inout Synthesizer
  ) {
    var options = tuner.options
    options.sevenths = sevenths
    options.purity = purity
    options.glideRate = glideRate
    set(options, &synthesizer)
  }

  /// Returns the frame of the next update that no event causes; `Int64.max` for none.
  @_noLocks @_noAllocation
  package func nextUpdateFrame(after frame: Int64) -> Int64 {
    guard isOn, tuner.count > 0 else { return .max }
    return (frame | (updateFrames &- 1)) &+ 1
  }

  private var updateFrames: Int64 {
    tuner.hasYoungNotes || tuner.glidingCount > 0 ? Self.controlFrames : Self.idleFrames
  }

  /// Tunes the notes that have begun, before the current frame is rendered.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func update(_ synthesizer: inout Synthesizer) {
    guard isOn else { return }
    let frame = synthesizer.frame
    let isUpdateFrame = frame & (updateFrames &- 1) == 0
    let serial = synthesizer.nextNoteOnSerial()
    if serial == nextSerial && !(isUpdateFrame && tuner.count > 0) { return }
    let hasNewNotes = add(synthesizer)
    nextSerial = serial
    if isUpdateFrame {
      tuner.glide(frames: Self.controlFrames)
      tuner.tuneYoungNotes(at: frame)
    }
    if hasNewNotes { tuner.tuneNewNotes(at: frame) }
    for index in 0..<tuner.count where tuner.notes[index].isChanged {
      tuner.notes[index].isChanged = false
      let note = tuner.notes[index]
      if note.isFixed { continue }
      synthesizer.tuneActiveNote(
        SoundingNote(
          serial: note.serial, channel: note.channel, key: note.key, velocity: note.velocity),
        cents: note.cents)
    }
  }

  /// Adds the notes that have begun, and removes those that have ended. Returns whether notes
  /// have begun.
  @discardableResult
  private mutating func add(_ synthesizer: borrowing Synthesizer) -> Bool {
    let frame = synthesizer.frame
    let count = synthesizer.copySoundingNotes(to: sounding, capacity: LiveTuner.noteLimit)
    var (index, position) = (0, 0)
    while index < tuner.count {
      let own = tuner.notes[index]
      while position < count && sounding[position].serial < own.serial { position &+= 1 }
      if position == count || sounding[position].serial != own.serial {
        tuner.end(index, at: frame)
      } else {
        index &+= 1
      }
    }
    var hasNewNotes = false
    index = 0
    for position in 0..<count {
      let note = sounding[position]
      while index < tuner.count && tuner.notes[index].serial < note.serial { index &+= 1 }
      let isKnown = index < tuner.count && tuner.notes[index].serial == note.serial
      // A legato note continues on another key.
      if isKnown && tuner.notes[index].key == note.key { continue }
      if !isKnown && note.serial < nextSerial { continue }
      guard let live = liveNote(note, synthesizer) else { continue }
      if isKnown {
        tuner.replace(index, by: live, at: frame)
      } else {
        tuner.begin(live, at: frame)
      }
      hasNewNotes = true
    }
    return hasNewNotes
  }

  /// Returns a note to tune; `nil` for one that is not analyzed.
  private func liveNote(
    _ note: SoundingNote, _ synthesizer: borrowing Synthesizer
  ) -> LiveNote? {
    let program = synthesizer.program(onChannel: note.channel)
    if tuner.options.untunedChannels.contains(note.channel)
      || SongNotes.isUnpitched(program: program)
      || abs(synthesizer.bendCents(onChannel: note.channel)) > SongNotes.largestBendCents
    {
      return nil
    }
    var live = LiveNote(
      serial: note.serial, channel: note.channel, key: note.key, velocity: note.velocity)
    live.isDecaying = SongNotes.isDecaying(program: program)
    live.isFixed = tuner.options.fixedChannels.contains(note.channel)
    live.temperamentCents = synthesizer.temperamentCents(ofKey: note.key)
    return live
  }
}
