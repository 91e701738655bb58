import PeachInstrumentModel
import PeachMIDIEvents
import PeachSynthesis

/// The presets and keys that a port of a song uses.
struct FollowedPort {
  struct Usage {
    var identifier: PresetIdentifier
    var usedKeys = UsedKeys()
    /// A bit for each of the first 64 channels that play the preset; songs use no others.
    var channels: UInt64 = 0
  }

  private(set) var usages: [Usage] = []
  /// The preset that each channel plays first, as an index of `usages`.
  private(set) var firstUsages: [(channel: UInt8, usage: Int)] = []
  /// The note-ons; their presets are indices of `usages`.
  private(set) var triggers: [NoteTrigger] = []
  /// Whether `triggers` has all notes that can become active.
  private(set) var isComplete = true

  /// Follows bank selects, programs and note-ons, in the synthesizer's configuration.
  init(
    _ port: Int, of file: MIDIFile, bytes: SongBytes, configuration: SynthesizerConfiguration
  ) {
    var silent = configuration.silent
    // Cubic interpolation needs no coefficient tables.
    silent.interpolation = .cubic
    var follower = Synthesizer(silent)
    follower.usePresets(of: file, port: port)
    var sequencer = Sequencer(file, port: port, bytes: bytes, sampleRate: 48_000)
    var interpreter = MIDIEventInterpreter()
    var ofChannel = [UsedKeys](repeating: UsedKeys(), count: configuration.channelCount)
    var legatoChannels: UInt64 = 0
    var hasEscapes = false
    while let event = sequencer.next(atOrBefore: Int64.max >> 2) {
      guard case .message(let message) = event.content, message.startsNote,
        let channel = message.channel
      else {
        interpreter.apply(event, bytes: sequencer.bytes(of: event), to: &follower)
        if case .escape = event.content { hasEscapes = true }
        for channel in 0..<UInt8(min(configuration.channelCount, 64))
        where follower.playsLegato(onChannel: channel) {
          legatoChannels |= 1 &<< UInt64(channel)
        }
        continue
      }
      if Int(channel) >= configuration.channelCount { continue }
      let velocity = follower.effectiveVelocity(of: message.data2, onChannel: channel)
      var usedKeys = UsedKeys()
      usedKeys.insert(message.data1, velocity: velocity)
      ofChannel[Int(channel)].formUnion(usedKeys)
      let usage = add(usedKeys, of: follower.requestedPreset(onChannel: channel), on: channel)
      triggers.append(NoteTrigger(preset: usage, key: message.data1, velocity: velocity))
      if !firstUsages.contains(where: { $0.channel == channel }) {
        firstUsages.append((channel, usage))
      }
    }
    isComplete = legatoChannels == 0 && !hasEscapes
    widen(legatoChannels, to: ofChannel)
    // Escapes may contain note-ons: any key may be used.
    if hasEscapes { for index in usages.indices { usages[index].usedKeys = .all } }
  }

  /// Adds used keys of a preset and returns the index of its usage.
  private mutating func add(
    _ usedKeys: UsedKeys, of identifier: PresetIdentifier, on channel: UInt8
  ) -> Int {
    let index = usages.firstIndex { $0.identifier == identifier } ?? usages.count
    if index == usages.count { usages.append(Usage(identifier: identifier)) }
    usages[index].usedKeys.formUnion(usedKeys)
    usages[index].channels |= 1 &<< UInt64(channel)
    return index
  }

  /// On a legato channel, releasing a key may retrigger a key pressed under an earlier program:
  /// adds all keys of such a channel to all of its presets.
  private mutating func widen(_ channels: UInt64, to usedKeys: [UsedKeys]) {
    for index in usages.indices {
      for channel in usedKeys.indices
      where channels & usages[index].channels & (1 &<< UInt64(channel)) != 0 {
        usages[index].usedKeys.formUnion(usedKeys[channel])
      }
    }
  }
}
