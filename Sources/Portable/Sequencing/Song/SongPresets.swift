import PeachInstrumentModel
import PeachMIDIEvents
import PeachSynthesis

/// The presets and keys that a song uses.
struct SongPresets {
  private struct Usage {
    var identifier: PresetIdentifier
    var usedKeys = UsedKeys()
    /// A bit for each of the first 64 channels that play the preset; songs use no others.
    var channels: UInt64 = 0
  }

  private var usages: [Usage] = []
  /// The preset that each channel plays first, as an index of `usages`.
  private var firstUsages: [(channel: UInt8, usage: Int)] = []
  /// The song's note-ons; their presets are indices of `usages`.
  private var triggers: [NoteTrigger] = []
  /// Whether `triggers` has all notes that can become active.
  private var isComplete = true

  /// Follows the song's bank selects, programs and note-ons, in the synthesizer's configuration.
  init(_ file: MIDIFile, configuration: SynthesizerConfiguration) {
    var silent = configuration.silent
    // Cubic interpolation needs no coefficient tables.
    silent.interpolation = .cubic
    var follower = Synthesizer(silent)
    var sequencer = Sequencer(file, sampleRate: 48_000)
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

  /// Returns the song's presets in the bank, substitutes included, and their used keys.
  func presets(in bank: SoundBank) -> [(index: Int, usedKeys: UsedKeys)] {
    var presets: [(index: Int, usedKeys: UsedKeys)] = []
    for usage in usages {
      guard let index = Self.match(usage.identifier, in: bank).index else { continue }
      if let known = presets.firstIndex(where: { $0.index == index }) {
        presets[known].usedKeys.formUnion(usage.usedKeys)
      } else {
        presets.append((index, usage.usedKeys))
      }
    }
    let switchesLegato = Self.switchLegato(presets.map { $0.index }, of: bank)
    return switchesLegato ? presets.map { ($0.index, .all) } : presets
  }

  /// Returns the note-ons with indices into ``presets(in:)``; `nil` if others may become active.
  func triggers(in bank: SoundBank) -> [NoteTrigger]? {
    let indices = presets(in: bank).map { $0.index }
    if !isComplete || Self.switchLegato(indices, of: bank) { return nil }
    let presetOfUsage = usages.map { usage in
      Self.match(usage.identifier, in: bank).index.flatMap { indices.firstIndex(of: $0) }
    }
    return triggers.map {
      NoteTrigger(
        preset: $0.preset.flatMap { presetOfUsage[$0] }, key: $0.key, velocity: $0.velocity)
    }
  }

  /// Whether a preset sets the legato pedal (controller 68), which the analysis does not see.
  private static func switchLegato(_ presets: [Int], of bank: SoundBank) -> Bool {
    presets.contains { bank.presets[$0].controllers.contains { $0.controller == 68 } }
  }

  /// Returns the index of the preset that each channel plays first, if the bank has it.
  func firstPresets(in bank: SoundBank) -> [(channel: UInt8, preset: Int)] {
    firstUsages.compactMap { channel, usage in
      let match = Self.match(usages[usage].identifier, in: bank)
      return match.isExact ? match.index.map { (channel, $0) } : nil
    }
  }

  /// Returns the presets that the song selects and the bank does not have.
  func missing(in bank: SoundBank) -> [PresetIdentifier] {
    usages.map { $0.identifier }.filter { !Self.match($0, in: bank).isExact }
  }

  private static func match(_ identifier: PresetIdentifier, in bank: SoundBank) -> PresetMatch {
    var match = PresetMatch(
      bank: identifier.bank, program: identifier.program, isSingle: bank.presets.count == 1)
    for (index, preset) in bank.presets.enumerated() {
      match.consider(bank: preset.bank, program: preset.program, at: index)
    }
    return match
  }
}

/// A note-on of a song and the preset that plays it.
struct NoteTrigger: BitwiseCopyable {
  /// The index of the preset among those that the song uses; `nil` if the bank does not have it.
  var preset: Int?
  var key: UInt8
  /// The velocity after the channel's velocity response, 0 through 127.
  var velocity: UInt8
}
