package import PeachMIDIEvents
import PeachSynthesis

/// The listener's settings for a song.
package struct SongSettings: Hashable, Sendable, BitwiseCopyable {
  /// The tempo as a factor of the file's, within ``SongPlayer/rates``. The pitch is unchanged.
  package var rate = 1.0
  /// The transposition of all channels but percussion, in semitones.
  package var transposition = 0
  /// The muted channels.
  package var mutedChannels = SongChannels()
  /// The peak of accented clicks, 1 for full scale; 0 for no clicks. Others have half of it.
  package var clickGain: Float = 0

  package init() {}
}

extension MIDIEventInterpreter {
  /// Applies an event as the settings change it: notes of muted channels and notes transposed
  /// beyond the keyboard are ignored.
  ///
  /// - Parameter port: The port of the event, from 0.
  mutating func apply(
    _ event: SequencedEvent, bytes: UnsafeRawBufferPointer, with settings: SongSettings, port: Int,
    to synthesizer: inout Synthesizer
  ) {
    if case .click(let isAccented) = event.content {
      if settings.clickGain > 0 {
        let gain = settings.clickGain * (isAccented ? 1 : 0.5)
        synthesizer.handle(.click(isAccented: isAccented, gain: gain))
      }
      return
    }
    guard case .message(let message) = event.content, let channel = message.channel,
      message.status < 0xB0
    else { return apply(event, bytes: bytes, to: &synthesizer) }
    let songChannel = channel | UInt8(truncatingIfNeeded: port &<< 4)
    if message.startsNote && settings.mutedChannels.contains(songChannel) {
      return
    }
    if settings.transposition == 0 || synthesizer.isPercussion(onChannel: channel) {
      return apply(message, to: &synthesizer)
    }
    let key = Int(message.data1) &+ settings.transposition
    guard key >= 0 && key <= 127 else { return }
    apply(MIDIMessage(unchecked: message.status, UInt8(key), message.data2), to: &synthesizer)
  }
}

extension Synthesizer {
  /// Has the channels play the presets that the song has for them.
  mutating func usePresets(of file: MIDIFile, port: Int) {
    for channel in 0..<16 {
      if let preset = file.preset(ofChannel: UInt8(16 * port + channel)) {
        setPreset(bank: preset.bank, program: preset.program, ofChannel: channel)
      }
    }
  }
}
