#if !hasFeature(Embedded)
  import PeachInstrumentFiles
  import PeachInstrumentModel

  extension RecordingPreparation {
    /// Returns the notes of a scale, which the name of the file states, or else the recording
    /// itself.
    ///
    /// - Parameter messages: Messages on missing keys are appended.
    package func notes(of source: RecordingSource, _ messages: inout [String]) -> [RecordingSource]
    {
      let middleC = settings.middleC
      guard settings.scales == .split,
        let scale = RecordingName(source.file, middleC: middleC).scale,
        source.audio.sampleRate >= 400
      else { return [source] }
      let splitter = ScaleSplitter(source.audio, keys: scale.keys)
      if splitter.notes.isEmpty {
        messages.append("Skipped \(source.file): no note of its scale is found.")
      } else if !splitter.missing.isEmpty {
        let keys = splitter.missing.map { "\($0)" }.joined(separator: ", ")
        let plural = splitter.missing.count == 1 ? "" : "s"
        messages.append("\(source.file): its scale lacks key\(plural) \(keys).")
      }
      return splitter.notes.enumerated().map { index, note in
        var piece = source
        piece.file =
          RecordingName.note(note.key, take: note.take, ofScale: source.file, middleC: middleC)
          ?? source.file
        piece.audio = splitter.audio(of: note, in: source.audio)
        // The chunks describe the whole recording.
        piece.chunks = RecordingChunks()
        piece.seed = source.seed &+ UInt64(index)
        piece.scaleNote = note
        return piece
      }
    }
  }
#endif
