package import PeachSequencing

extension SongTuning {
  /// The cents for players, by port and note-on.
  package var noteTunings: NoteTunings {
    var byPort = noteOnCounts.map { [Float](repeating: 0, count: $0) }
    for (note, cents) in zip(notes, cents) { byPort[note.port][note.noteOn] = Float(cents) }
    #if hasFeature(Embedded)
      return NoteTunings(centsOfNoteOns: byPort)
    #else
      var glidesByPort = noteOnCounts.map { _ in [NoteTunings.Glide]() }
      for (note, glides) in zip(notes, glides) {
        glidesByPort[note.port] += glides.map { glide in
          NoteTunings.Glide(
            noteOn: note.noteOn, startSeconds: glide.startSeconds, endSeconds: glide.endSeconds,
            startCents: Float(glide.startCents), endCents: Float(glide.endCents))
        }
      }
      return NoteTunings(centsOfNoteOns: byPort, glides: glidesByPort)
    #endif
  }
}
