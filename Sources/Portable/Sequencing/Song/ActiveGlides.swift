#if !hasFeature(Embedded)
  /// The glides of notes that sound, as events of a ``Sequencer`` every 64 frames of the song, so
  /// that blocks do not change them. `init` allocates; everything else is real-time safe.
  struct ActiveGlides: ~Copyable {
    /// The events are at multiples of this time.
    private static var stepFrames: Int64 { 64 }
    /// The number of notes that glide at a time; the oldest ones keep their pitch beyond it.
    private static var noteLimit: Int { 128 }

    /// A glide of the note-on at an index of the sequencer's events, in frames of the song.
    struct Glide: BitwiseCopyable {
      var event: Int
      var startFrame: Double
      var endFrame: Double
      var startCents: Float
      var endCents: Float

      @_noLocks @_noAllocation
      func cents(at frame: Double) -> Float {
        if frame >= endFrame { return endCents }
        let fraction = (frame - startFrame) / (endFrame - startFrame)
        return startCents + Float(fraction) * (endCents - startCents)
      }
    }

    /// A note that has glides left.
    struct Note: BitwiseCopyable {
      var channel: UInt8
      var key: UInt8
      var event: Int
      /// The index of the current or next glide.
      var glide: Int
    }

    /// Sorted by their event, and then by time.
    private let glides: FixedBuffer<Glide>
    private let notes = FixedBuffer<Note>(
      repeating: Note(channel: 0, key: 0, event: 0, glide: 0), count: noteLimit)
    private var count = 0
    /// The song frame of the next events, and the index of the next note there.
    private var frame: Int64 = 0
    private var position = 0

    init(_ glides: [Glide]) { self.glides = FixedBuffer(glides) }

    /// Whether any note may glide.
    var isActive: Bool { @_noLocks @_noAllocation get { count > 0 } }

    /// Forgets all notes: they have ended.
    @_noLocks @_noAllocation
    mutating func removeAll() { count = 0 }

    /// Begins a note, which replaces another one of its key.
    ///
    /// - Parameter event: The index of its note-on in the sequencer's events.
    @_noLocks @_noAllocation
    mutating func start(channel: UInt8, key: UInt8, event: Int, atSongFrame start: Int64) {
      if glides.count == 0 { return }
      var index = 0
      while index < count {
        let other = notes.elements[index]
        if other.channel == channel && other.key == key { remove(index) } else { index &+= 1 }
      }
      let first = firstGlide(of: event)
      guard first < glides.count, glides.elements[first].event == event else { return }
      if count == Self.noteLimit { remove(0) }
      if count == 0 {
        frame = (start / Self.stepFrames &+ 1) &* Self.stepFrames
        position = 0
      }
      notes.elements[count] = Note(channel: channel, key: key, event: event, glide: first)
      count &+= 1
    }

    @_noLocks @_noAllocation
    private mutating func remove(_ index: Int) {
      count &-= 1
      if index < position { position &-= 1 }
      for other in index..<max(count, index) { notes.elements[other] = notes.elements[other &+ 1] }
    }

    @_noLocks @_noAllocation
    private func firstGlide(of event: Int) -> Int {
      var (low, high) = (0, glides.count)
      while low < high {
        let middle = (low &+ high) / 2
        if glides.elements[middle].event < event { low = middle &+ 1 } else { high = middle }
      }
      return low
    }

    /// Returns the next change of pitch before a frame of the song; `nil` if there is none.
    @_noLocks @_noAllocation
    mutating func next(before end: Int64) -> SequencedEvent? {
      while count > 0 && frame < end {
        while position < count {
          let index = position
          position &+= 1
          if let event = event(ofNoteAt: index) { return event }
        }
        position = 0
        frame &+= Self.stepFrames
      }
      return nil
    }

    @_noLocks @_noAllocation
    private mutating func event(ofNoteAt index: Int) -> SequencedEvent? {
      let note = notes.elements[index]
      let glide = glides.elements[note.glide]
      if Double(frame) <= glide.startFrame { return nil }
      if Double(frame) >= glide.endFrame {
        let next = note.glide &+ 1
        if next < glides.count && glides.elements[next].event == note.event {
          notes.elements[index].glide = next
        } else {
          remove(index)
        }
      }
      return SequencedEvent(
        frame: frame, track: nil,
        content: .glide(
          channel: note.channel, key: note.key, cents: glide.cents(at: Double(frame))))
    }
  }
#endif
