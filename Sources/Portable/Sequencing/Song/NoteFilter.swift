import PeachMIDIEvents
import PeachSynthesis

/// Changes to the notes of a song: muted channels, and a transposition of all but percussion.
struct NoteFilter: BitwiseCopyable, Sendable {
  /// The transposition, in semitones.
  var transposition = 0
  /// A bit for each muted channel.
  var mutedChannels: UInt16 = 0

  /// Whether the filter changes nothing.
  var isEmpty: Bool { transposition == 0 && mutedChannels == 0 }

  /// Returns the changed message; `nil` if it is not to be applied: note-ons of muted channels, and
  /// notes that leave the keyboard. Messages without a key are unchanged.
  func changed(_ message: MIDIMessage, isPercussion: Bool) -> MIDIMessage? {
    guard let channel = message.channel, message.status < 0xB0 else { return message }
    if message.startsNote && mutedChannels & (1 &<< UInt16(channel)) != 0 { return nil }
    if transposition == 0 || isPercussion { return message }
    let key = Int(message.data1) &+ transposition
    guard key >= 0 && key <= 127 else { return nil }
    return MIDIMessage(unchecked: message.status, UInt8(key), message.data2)
  }
}

extension MIDIEventInterpreter {
  /// Applies an event of a song after a change of its notes.
  mutating func apply(
    _ event: SequencedEvent, bytes: UnsafeRawBufferPointer, changedBy filter: NoteFilter,
    to synthesizer: inout Synthesizer
  ) {
    guard !filter.isEmpty, case .message(let message) = event.content,
      let channel = message.channel
    else { return apply(event, bytes: bytes, to: &synthesizer) }
    let isPercussion = synthesizer.isPercussion(onChannel: channel)
    if let message = filter.changed(message, isPercussion: isPercussion) {
      apply(message, to: &synthesizer)
    }
  }
}
