// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of peach.h, which documents them. The compiler compares their types with it.
public import CPeach
import PeachMusicUnits
import PeachPlugIn
import PeachServices
import PeachSynthesis

extension peach_player_options {
  fileprivate static var defaults: peach_player_options {
    var options = peach_player_options()
    options.maximum_voices = 256
    options.effects = 1
    options.limiter = 1
    options.tone = Int32(PEACH_TONE_RECORDED)
    options.in_tune = 1
    options.sample_rate = 48_000
    options.gain_decibels = -14
    options.reference_pitch = 440
    options.purity = 1
    options.stretch_amount = 1
    return options
  }
}

/// Sets the defaults of options.
@c @implementation
public func peach_player_options_init(
  _ options: UnsafeMutablePointer<peach_player_options>?, _ size: Int
) -> Int32 {
  result {
    try VersionedStructure.initialize(
      options, size: size, .defaults,
      firstSize: MemoryLayout<peach_player_options>.offset(of: \.reference_pitch) ?? 0)
  }
}

/// Creates a player.
@c @implementation
public func peach_player_open(
  _ bank: OpaquePointer?, _ options: UnsafePointer<peach_player_options>?,
  _ player: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  result {
    try HandleTable.use(bank, as: BankObject.self) { bank in
      let player = try require(player, "player")
      let options = try VersionedStructure.read(
        options, defaults: .defaults,
        firstSize: MemoryLayout<peach_player_options>.offset(of: \.reference_pitch) ?? 0)
      var configuration = SynthesizerConfiguration(
        sampleRate: try OptionValue.sampleRate(options.sample_rate),
        maximumVoices: try OptionValue.voices(options.maximum_voices),
        gain: try OptionValue.gain(options.gain_decibels), effects: options.effects != 0,
        limiter: options.limiter != 0)
      configuration.referencePitch = try OptionValue.referencePitch(options.reference_pitch)
      configuration.tuning = try OptionValue.tuning(options.tuning)
      try require(options.reserved == 0, "The reserved member of the options is not 0.")
      let object = try PlayerObject(
        bank, configuration,
        tone: try OptionValue.tone(options.tone, vibrato: options.vibrato),
        inTune: options.in_tune != 0,
        adaptive: try OptionValue.adaptive(
          options.adaptive, purity: options.purity, glide: options.glide,
          fixed: options.fixed_channels, untuned: options.untuned_channels),
        stretch: try OptionValue.stretch(options.stretch, amount: options.stretch_amount))
      player.pointee = try HandleTable.open(object)
    }
  }
}

/// Closes a player.
@c @implementation
public func peach_player_close(_ player: OpaquePointer?) -> Int32 {
  result { try HandleTable.close(player, .player) }
}

/// Selects a preset.
@c @implementation
public func peach_player_select(
  _ player: OpaquePointer?, _ channel: Int32, _ preset: Int32
) -> Int32 {
  result {
    try HandleTable.use(player, as: PlayerObject.self) { player in
      if channel != -1 { _ = try checkedChannel(channel) }
      try player.select(Int(preset), onChannel: channel == -1 ? nil : Int(channel))
    }
  }
}

private func checkedChannel(_ channel: Int32) throws(LibraryError) -> UInt8 {
  try require(0...15 ~= channel, "The channel is \(channel). Use 0 to 15.")
  return UInt8(channel)
}

private func checkedByte(_ value: Int32, _ name: StaticString) throws(LibraryError) -> UInt8 {
  try require(0...127 ~= value, "The \(name) is \(value). Use 0 to 127.")
  return UInt8(value)
}

func checkedFrequency(
  _ hertz: Double, sampleRate: Double = .infinity
) throws(LibraryError) -> Frequency {
  let frequency = Frequency.hertz(hertz)
  try require(frequency.isPlayable, "\(hertz) Hz is not playable.")
  try require(
    hertz < sampleRate / 2,
    "\(hertz) Hz is not below half the sample rate, \(sampleRate / 2) Hz.")
  return frequency
}

/// Sends MIDI messages.
@c @implementation
public func peach_player_send(
  _ player: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ byteCount: Int, _ frame: Int64
) -> Int32 {
  result {
    try HandleTable.use(player, as: PlayerObject.self) { player in
      let bytes = try copy(bytes, byteCount)
      let limit = SamplerUnit.systemExclusiveCapacity
      try require(
        1...limit ~= byteCount, "\(byteCount) bytes of messages. Send 1 to \(limit) bytes.")
      try player.send { unit throws(UnitCommandError) in
        try unit.sendMIDI(bytes: bytes, when: max(frame, 0))
      }
    }
  }
}

/// Sends a note-on.
@c @implementation
public func peach_player_note_on(
  _ player: OpaquePointer?, _ channel: Int32, _ key: Int32, _ velocity: Int32
) -> Int32 {
  result {
    try HandleTable.use(player, as: PlayerObject.self) { player in
      let status = 0x90 | (try checkedChannel(channel))
      let data = [try checkedByte(key, "key"), try checkedByte(velocity, "velocity")]
      try player.send { unit throws(UnitCommandError) in
        try unit.sendMIDI(bytes: [status] + data)
      }
    }
  }
}

/// Sends a note-off.
@c @implementation
public func peach_player_note_off(
  _ player: OpaquePointer?, _ channel: Int32, _ key: Int32
) -> Int32 {
  result {
    try HandleTable.use(player, as: PlayerObject.self) { player in
      let status = 0x80 | (try checkedChannel(channel))
      let key = try checkedByte(key, "key")
      try player.send { unit throws(UnitCommandError) in
        try unit.sendMIDI(bytes: [status, key, 64])
      }
    }
  }
}

/// Starts a note of any pitch.
@c @implementation
public func peach_player_start(
  _ player: OpaquePointer?, _ channel: Int32, _ hertz: Double, _ amplitude: Double,
  _ note: UnsafeMutablePointer<UInt64>?
) -> Int32 {
  result {
    try HandleTable.use(player, as: PlayerObject.self) { player in
      let note = try require(note, "note")
      try require(
        0...1 ~= amplitude && amplitude > 0,
        "The amplitude is \(amplitude). Use more than 0, at most 1.")
      note.pointee = try player.start(
        try checkedFrequency(hertz, sampleRate: player.sampleRate), amplitude: amplitude,
        channel: try checkedChannel(channel))
    }
  }
}

/// Changes the pitch of a note.
@c @implementation
public func peach_player_retune(
  _ player: OpaquePointer?, _ note: UInt64, _ hertz: Double
) -> Int32 {
  result {
    try HandleTable.use(player, as: PlayerObject.self) { player in
      try player.retune(note, to: try checkedFrequency(hertz, sampleRate: player.sampleRate))
    }
  }
}

/// Ends a note.
@c @implementation
public func peach_player_stop(
  _ player: OpaquePointer?, _ note: UInt64, _ fadeSeconds: Double
) -> Int32 {
  result {
    try HandleTable.use(player, as: PlayerObject.self) { player in
      if fadeSeconds < 0 {
        return try player.send { unit throws(UnitCommandError) in try unit.release(note: note) }
      }
      // False for NaN.
      try require(fadeSeconds <= 86_400, "The fade lasts \(fadeSeconds) s. Use at most 86400.")
      let frames = FrameCount.frames(clampingSeconds: fadeSeconds, rate: player.sampleRate)
      try player.send { unit throws(UnitCommandError) in
        try unit.fade(note: note, frames: frames)
      }
    }
  }
}

/// Prepares presets.
@c @implementation
public func peach_player_service(
  _ player: OpaquePointer?, _ count: UnsafeMutablePointer<Int32>?
) -> Int32 {
  result {
    try HandleTable.use(player, as: PlayerObject.self) { player in
      let prepared = try player.service()
      count?.pointee = Int32(clamping: prepared)
    }
  }
}
