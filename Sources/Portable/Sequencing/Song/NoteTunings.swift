import PeachMIDIEvents

/// The deviations of the notes of a song that was tuned: see `SongTuning` of `PeachTuning`. Players
/// apply each at its note-on, so that jumps, loops and stems do not change it.
package struct NoteTunings: Hashable, Sendable {
  #if !hasFeature(Embedded)
    /// The cents of the note-ons of each port, in the order in which they are played.
    private let centsOfNoteOns: [[Float]]

    package init(centsOfNoteOns: [[Float]] = []) { self.centsOfNoteOns = centsOfNoteOns }

    /// Returns the cents of each event of a port; empty if no note of it is tuned.
    func cents(ofPort port: Int, _ events: [SequencedEvent]) -> [Float] {
      guard port < centsOfNoteOns.count, !centsOfNoteOns[port].isEmpty else { return [] }
      let own = centsOfNoteOns[port]
      var noteOn = 0
      return events.map { event in
        guard case .message(let message) = event.content, message.startsNote else { return 0 }
        defer { noteOn += 1 }
        return noteOn < own.count ? own[noteOn] : 0
      }
    }
  #else
    package init() {}
  #endif
}
