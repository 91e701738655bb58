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
  /// Strike after strike, with the place of what is struck in `used`.
  private var struck: [SongStrike] = []
  /// Whether notes come from nothing but their own strikes.
  private var areAllStruck = true

  /// Follows the song up to each note as a synthesizer does that has this configuration.
  init(_ file: MIDIFile, configuration: SynthesizerConfiguration) {
    var silent = configuration
    silent.maximumVoices = 1
    silent.effects = false
    silent.limiter = false
    // The one that needs no coefficients.
    silent.interpolation = .cubic
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
      let velocity = follower.countedVelocity(of: message.data2, onChannel: channel)
      var struck = StruckKeys()
      struck.strike(message.data1, velocity: velocity)
      ofChannel[Int(channel)].formUnion(struck)
      let use = take(struck, of: follower.requestedPreset(onChannel: channel), on: channel)
      self.struck.append(SongStrike(preset: use, key: message.data1, velocity: velocity))
    }
    areAllStruck = legatoChannels == 0 && !hidesNotes
    widen(legatoChannels, to: ofChannel)
    // Escapes are bytes for the wire, which may be notes as well: nothing is left out then.
    if hidesNotes { for index in used.indices { used[index].struck = .all } }
  }

  private mutating func take(
    _ struck: StruckKeys, of identifier: PresetIdentifier, on channel: UInt8
  ) -> Int {
    var place = used.count
    for index in used.indices where used[index].identifier == identifier { place = index }
    if place == used.count { used.append(Use(identifier: identifier)) }
    used[place].struck.formUnion(struck)
    used[place].channels |= 1 &<< UInt64(channel)
    return place
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
    if Self.switchLegato(places.map { $0.index }, of: bank) {
      for place in places.indices { places[place].struck = .all }
    }
    return places
  }

  /// Each key that is struck, in the order in which the song does, with its place in ``places(in:)``;
  /// nil where notes sound for other reasons too.
  func strikes(in bank: SoundBank) -> [SongStrike]? {
    let places = places(in: bank).map { $0.index }
    if !areAllStruck || Self.switchLegato(places, of: bank) { return nil }
    let placeOfUse = used.map { use in
      Self.match(use.identifier, in: bank).index.flatMap { places.firstIndex(of: $0) }
    }
    return struck.map { strike in
      SongStrike(
        preset: strike.preset.flatMap { placeOfUse[$0] }, key: strike.key,
        velocity: strike.velocity)
    }
  }

  /// A preset that makes its channel play legato does so behind the follower's back.
  private static func switchLegato(_ presets: [Int], of bank: SoundBank) -> Bool {
    presets.contains { bank.presets[$0].controllers.contains { $0.controller == 68 } }
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
