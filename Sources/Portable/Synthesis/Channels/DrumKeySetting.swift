import PeachInstrumentModel
import PeachMusicUnits

/// A setting of one key of a percussion channel (drum setup in XG, drum instrument in GS).
public enum DrumKeySetting: Hashable, Sendable, BitwiseCopyable {
  /// The coarse and fine tuning, −64…63 semitones and −100…100 cents, in addition to the kit's.
  case coarseTuning(semitones: Float), fineTuning(cents: Float)
  /// The level as an amplitude factor, 0…2, of the kit's.
  case level(Float)
  /// The pan, −1 (left) through 1 (right). It replaces that of the kit, but is added to that of
  /// hard-panned regions, which are the channels of stereo samples.
  case pan(Float)
  /// The factors of the effect sends, 0…1.
  case reverbSend(Float), chorusSend(Float)
  /// Whether note-ons of the key start notes.
  case receivesNoteOn(Bool)
  /// Whether note-offs of the key end its notes, one-shot regions too. By default, the regions
  /// decide.
  case receivesNoteOff(Bool)
}

/// The settings of the keys of a percussion channel.
struct DrumKeys: BitwiseCopyable {
  private static var valuesPerKey: Int { 8 }
  static var floatCount: Int { 128 * valuesPerKey }
  /// The attenuation of a silent key, in centibels.
  private static var silence: Float { -1440 }

  private let values: UnsafeMutablePointer<Float>

  init(_ memory: UnsafeMutablePointer<Float>) { values = memory }

  /// Sets all keys to those of the kit.
  func reset() {
    for key in 0..<128 {
      let own = values + key &* Self.valuesPerKey
      own[0] = 0
      own[1] = 0
      own[2] = 0
      own[3] = .nan
      own[4] = 1
      own[5] = 1
      own[6] = 1
      own[7] = .nan
    }
  }

  func set(_ setting: DrumKeySetting, key: UInt8) {
    let own = values + Int(key & 127) &* Self.valuesPerKey
    switch setting {
    case .coarseTuning(let semitones): if semitones.magnitude <= 64 { own[0] = semitones * 100 }
    case .fineTuning(let cents): if cents.magnitude <= 100 { own[1] = cents }
    case .level(let factor):
      guard factor >= 0 && factor <= 2 else { return }
      let exponent = Exponential.log2(Double(max(factor, 1e-9)))
      own[2] = max(Float(exponent * 60.205999), Self.silence)
    case .pan(let pan): if pan.magnitude <= 1 { own[3] = pan * 500 }
    case .reverbSend(let factor): if factor >= 0 && factor <= 1 { own[4] = factor }
    case .chorusSend(let factor): if factor >= 0 && factor <= 1 { own[5] = factor }
    case .receivesNoteOn(let isOn): own[6] = isOn ? 1 : 0
    case .receivesNoteOff(let isOn): own[7] = isOn ? 1 : 0
    }
  }

  func receivesNoteOn(ofKey key: UInt8) -> Bool {
    values[Int(key & 127) &* Self.valuesPerKey &+ 6] != 0
  }

  /// Whether note-offs end the notes of a key; `nil` if its regions decide.
  func receivesNoteOff(ofKey key: UInt8) -> Bool? {
    let value = values[Int(key & 127) &* Self.valuesPerKey &+ 7]
    return value.isNaN ? nil : value != 0
  }

  /// Applies the pan of a key to the generators of a region.
  @inline(__always)
  func applyPan(ofKey key: UInt8, to generators: UnsafeMutablePointer<Float>) {
    let pan = values[Int(key & 127) &* Self.valuesPerKey &+ 3]
    if pan.isNaN { return }
    let own = generators[.pan]
    generators[.pan] = own.magnitude < 500 ? pan : min(max(own + pan, -500), 500)
  }

  /// Applies tuning, level and sends of a key to the values of a voice.
  @inline(__always)
  func apply(ofKey key: UInt8, to generators: UnsafeMutablePointer<Float>) {
    let own = values + Int(key & 127) &* Self.valuesPerKey
    generators[.fineTune] += own[0] + own[1]
    generators[VoiceParameters.levelIndex] += own[2]
    generators[.reverbSend] *= own[4]
    generators[.chorusSend] *= own[5]
  }
}

extension Synthesizer {
  /// Sets a key of a percussion channel, until another program is selected or the channel is reset.
  func setDrumKey(_ channel: UInt8, _ key: UInt8, _ setting: DrumKeySetting) {
    guard hasChannel(channel), channels[Int(channel)].settings.isPercussion else { return }
    channels[Int(channel)].setDrumKey(key, setting)
    refreshVoices(ofChannel: channel)
  }

  /// Sets all keys of a percussion channel to those of the kit (XG Drum Setup Reset).
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package func resetDrumKeys(ofChannel channel: UInt8) {
    guard hasChannel(channel), channels[Int(channel)].hasDrumKeys else { return }
    channels[Int(channel)].hasDrumKeys = false
    refreshVoices(ofChannel: channel)
  }

  /// Whether note-ons of a key start notes (GS 41 m8 rr, XG 3n rr 0A).
  func receivesNoteOn(_ channel: UInt8, _ key: UInt8) -> Bool {
    guard hasChannel(channel), channels[Int(channel)].hasDrumKeys,
      channels[Int(channel)].settings.isPercussion
    else { return true }
    return channels[Int(channel)].tables.drumKeys.receivesNoteOn(ofKey: key)
  }

  /// Whether note-offs end the notes of a key (GS 41 m7 rr, XG 3n rr 09); `nil` if its regions
  /// decide.
  func receivesNoteOff(_ channel: UInt8, _ key: UInt8) -> Bool? {
    guard hasChannel(channel), channels[Int(channel)].hasDrumKeys,
      channels[Int(channel)].settings.isPercussion
    else { return nil }
    return channels[Int(channel)].tables.drumKeys.receivesNoteOff(ofKey: key)
  }
}

extension Channel {
  mutating func setDrumKey(_ key: UInt8, _ setting: DrumKeySetting) {
    if !hasDrumKeys { tables.drumKeys.reset() }
    hasDrumKeys = true
    tables.drumKeys.set(setting, key: key)
  }

  /// Returns the setting of a drum NRPN of GS and XG, by its MSB; `nil` for none. Pitches are
  /// relative to 64. A pan of 0, which is random, has no effect.
  static func drumKeySetting(ofParameter msb: UInt8, value: UInt8) -> DrumKeySetting? {
    let steps = Float(Int(value) &- 64)
    let fraction = Float(value) * (1.0 / 127)
    return switch msb {
    case 0x18: .coarseTuning(semitones: steps)
    case 0x19: .fineTuning(cents: steps)
    case 0x1A: .level(fraction)
    case 0x1C: value == 0 ? nil : .pan(steps * (1.0 / 63))
    case 0x1D: .reverbSend(fraction)
    case 0x1E: .chorusSend(fraction)
    default: nil
    }
  }
}
