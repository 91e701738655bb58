#if !hasFeature(Embedded)
  package import PeachSequencing

  extension SongTuning {
    /// The cents for players, by port and note-on.
    package var noteTunings: NoteTunings {
      var byPort = noteOnCounts.map { [Float](repeating: 0, count: $0) }
      for (note, cents) in zip(notes, cents) { byPort[note.port][note.noteOn] = Float(cents) }
      return NoteTunings(centsOfNoteOns: byPort)
    }
  }
#endif
