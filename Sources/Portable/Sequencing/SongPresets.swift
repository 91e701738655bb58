import PeachInstrumentModel
import PeachMIDIEvents
import PeachSynthesis

/// Which presets a song plays: what its notes find on their channels.
struct SongPresets {
  private var used: [PresetIdentifier] = []

  /// Follows the song up to each note as a synthesizer does that has this configuration.
  init(_ file: MIDIFile, configuration: SynthesizerConfiguration) {
    var silent = configuration
    silent.maximumVoices = 1
    var follower = Synthesizer(silent)
    var sequencer = Sequencer(file, sampleRate: 48_000)
    var interpreter = SongInterpreter()
    while let event = sequencer.next(atOrBefore: Int64.max >> 2) {
      if case .message(let message) = event.content, message.startsNote,
        let channel = message.channel
      {
        if Int(channel) >= configuration.channelCount { continue }
        let identifier = follower.requestedPreset(onChannel: channel)
        if !used.contains(identifier) { used.append(identifier) }
      } else {
        interpreter.apply(event, bytes: sequencer.bytes(of: event), to: &follower)
      }
    }
  }

  /// The places in the bank of what it has, and of what stands in for what it has not.
  func indices(in bank: SoundBank) -> [Int] {
    var indices: [Int] = []
    for identifier in used {
      if let index = Self.match(identifier, in: bank).index, !indices.contains(index) {
        indices.append(index)
      }
    }
    return indices
  }

  /// What the song asks for and the bank does not have.
  func missing(in bank: SoundBank) -> [PresetIdentifier] {
    used.filter { !Self.match($0, in: bank).isExact }
  }

  private static func match(_ identifier: PresetIdentifier, in bank: SoundBank) -> PresetMatch {
    var match = PresetMatch(bank: identifier.bank, program: identifier.program)
    for (index, preset) in bank.presets.enumerated() {
      match.consider(bank: preset.bank, program: preset.program, at: index)
    }
    return match
  }
}
