package import PeachMIDIEvents
package import PeachSequencing
import PeachTuning
package import PeachWebPage

/// Tunes the chords of a song, in the page by another WebAssembly module; `nil` if that fails.
package typealias ChordTuning = (MIDIFile, PureChords) -> NoteTunings?

extension PureChords {
  private var adaptive: AdaptiveTuning {
    var adaptive = AdaptiveTuning()
    adaptive.sevenths = self == .seven ? .seven : .five
    return adaptive
  }

  /// Returns the deviations of the notes of a song, on the calling thread.
  package func tunings(of file: MIDIFile) -> NoteTunings {
    SongTuning(file, adaptive).noteTunings
  }

  func checkNoteCount(of file: MIDIFile) throws(TunedNoteCountError) {
    try adaptive.checkNoteCount(of: file)
  }
}

/// Pure chords of songs. Those of the keyboard are tuned by ``PageMix``.
extension PageEngine {
  /// Tunes the chords of the song as the keyboard's, at the same position.
  func tuneSong() {
    guard let song else { return }
    let tunings = noteTunings(of: song.file, named: song.name)
    if tunings == song.tunings { return }
    replacePlayer(song.banks, song.bankName, tunings, allKeys: song.hasAllKeys)
    // Notes follow that replace those before.
    pending.append(.song(.bars([])))
    reportNotes(SongOutline(song.file, tunings: tunings))
  }

  /// Returns the deviations of the notes of a song; none, with a report, if it cannot be tuned.
  func noteTunings(of file: MIDIFile, named name: String) -> NoteTunings {
    guard chords != .off else { return NoteTunings() }
    var reason = "could not be tuned."
    do throws(TunedNoteCountError) {
      try chords.checkNoteCount(of: file)
      if let tunings = tuneChords(file, chords) { return tunings }
    } catch { reason = "are not pure: it has more than \(error.maximumNoteCount) notes." }
    pending.append(.note("\(name): its chords \(reason)"))
    return NoteTunings()
  }
}
