import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing

/// The names of the presets that the channels of a song select first, without bank selects.
struct ChannelNames {
  /// The name of each channel that has notes and whose preset is in the bank.
  private(set) var names: [(channel: UInt8, name: String)] = []

  /// The percussion channel of General MIDI, and its bank in SoundFont files.
  private static let percussion = (channel: UInt8(9), bank: UInt16(128))

  init(_ file: MIDIFile, channels: UInt16, in bank: SoundBank) {
    var programs = [UInt8?](repeating: nil, count: 16)
    for track in file.tracks {
      for event in track.events {
        guard case .message(let message) = event.content, message.status & 0xF0 == 0xC0 else {
          continue
        }
        let channel = Int(message.status & 15)
        programs[channel] = programs[channel] ?? message.data1
      }
    }
    for channel in 0..<16 as Range<UInt8> where channels >> UInt16(channel) & 1 == 1 {
      let bankNumber = channel == Self.percussion.channel ? Self.percussion.bank : 0
      let program = programs[Int(channel)] ?? 0
      let preset = bank.presets.first { $0.bank == bankNumber && $0.program == program }
      if let preset { names.append((channel, preset.name)) }
    }
  }
}
