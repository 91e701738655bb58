import PeachInstrumentModel
import PeachMIDIEvents
import PeachSynthesis

/// Which presets a song plays, and which of their keys: what its notes find on their channels.
struct SongPresets {
  private struct Use {
    var identifier: PresetIdentifier
    var struck = StruckKeys()
    /// The channels that play it, one bit each of the first 64; no song has more.
    var channels: UInt64 = 0
  }

  private var used: [Use] = []

  /// Follows the song up to each note as a synthesizer does that has this configuration.
  init(_ file: MIDIFile, configuration: SynthesizerConfiguration) {
    var silent = configuration
    silent.maximumVoices = 1
    silent.effects = false
    silent.limiter = false
    var follower = Synthesizer(silent)
    var sequencer = Sequencer(file, sampleRate: 48_000)
    var interpreter = SongInterpreter()
    var ofChannel = [StruckKeys](repeating: StruckKeys(), count: configuration.channelCount)
    var legatoChannels: UInt64 = 0
    var hidesNotes = false
    while let event = sequencer.next(atOrBefore: Int64.max >> 2) {
      guard case .message(let message) = event.content, message.startsNote,
        let channel = message.channel
      else {
        interpreter.apply(event, bytes: sequencer.bytes(of: event), to: &follower)
        if case .escape = event.content { hidesNotes = true }
        for channel in 0..<UInt8(min(configuration.channelCount, 64))
        where follower.playsLegato(onChannel: channel) {
          legatoChannels |= 1 &<< UInt64(channel)
        }
        continue
      }
      if Int(channel) >= configuration.channelCount { continue }
      var struck = StruckKeys()
      struck.strike(
        message.data1,
        velocity: follower.countedVelocity(of: message.data2, onChannel: channel))
      ofChannel[Int(channel)].formUnion(struck)
      take(struck, of: follower.requestedPreset(onChannel: channel), on: channel)
    }
    widen(legatoChannels, to: ofChannel)
    // Escapes are bytes for the wire, which may be notes as well: nothing is left out then.
    if hidesNotes { for index in used.indices { used[index].struck = .all } }
  }

  private mutating func take(
    _ struck: StruckKeys, of identifier: PresetIdentifier, on channel: UInt8
  ) {
    var place = used.count
    for index in used.indices where used[index].identifier == identifier { place = index }
    if place == used.count { used.append(Use(identifier: identifier)) }
    used[place].struck.formUnion(struck)
    used[place].channels |= 1 &<< UInt64(channel)
  }

  /// Where keys are played legato a key that was struck under one program may sound again under
  /// another, when a later one is let go.
  private mutating func widen(_ channels: UInt64, to struck: [StruckKeys]) {
    for index in used.indices {
      for channel in struck.indices
      where channels & used[index].channels & (1 &<< UInt64(channel)) != 0 {
        used[index].struck.formUnion(struck[channel])
      }
    }
  }

  /// The places in the bank of what it has, and of what stands in for what it has not, each with the
  /// keys that are struck there.
  func places(in bank: SoundBank) -> [(index: Int, struck: StruckKeys)] {
    var places: [(index: Int, struck: StruckKeys)] = []
    for use in used {
      guard let index = Self.match(use.identifier, in: bank).index else { continue }
      if let known = places.firstIndex(where: { $0.index == index }) {
        places[known].struck.formUnion(use.struck)
      } else {
        places.append((index, use.struck))
      }
    }
    // A preset that makes its channel play legato does so behind the follower's back.
    let switchesLegato = places.contains {
      bank.presets[$0.index].controllers.contains { $0.controller == 68 }
    }
    if switchesLegato { for place in places.indices { places[place].struck = .all } }
    return places
  }

  /// What the song asks for and the bank does not have.
  func missing(in bank: SoundBank) -> [PresetIdentifier] {
    var missing: [PresetIdentifier] = []
    for use in used where !Self.match(use.identifier, in: bank).isExact {
      missing.append(use.identifier)
    }
    return missing
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
