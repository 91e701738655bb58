import PeachMIDIEvents
import PeachSynthesis

/// Applies System Exclusive settings to a synthesizer. Keeps what several messages set together:
/// the channel of each part, key ranges, velocity responses, master tuning and effects.
struct PartState: ~Copyable {
  struct Part: BitwiseCopyable {
    /// The receive channel; `nil` if the part receives nothing.
    var channel: UInt8?
    var lowestKey: UInt8 = 0
    var highestKey: UInt8 = 127
    var velocityFactor: Float = 1
    var velocityOffset: Int8 = 0
    /// The editable drum kit, 1…4; 0 for others and for melodic parts.
    var drumSet: UInt8 = 0
  }

  static var count: Int { 16 }

  private let storage = FixedBuffer(repeating: Part(), count: PartState.count)
  var fineTuningCents = 0.0
  var keyShift = 0.0
  var reverb = ReverbSettings()
  var chorus = ChorusSettings()

  init() { reset() }

  var parts: UnsafeMutablePointer<Part> { storage.elements }

  mutating func reset() {
    for number in 0..<Self.count {
      parts[number] = Part(channel: UInt8(truncatingIfNeeded: number))
      if number == 9 { parts[number].drumSet = 1 }
    }
    fineTuningCents = 0
    keyShift = 0
    reverb = ReverbSettings()
    chorus = ChorusSettings()
  }

  mutating func apply(_ setting: SystemExclusiveSetting, to synthesizer: inout Synthesizer) {
    switch setting {
    case .reset(let reset):
      self.reset()
      synthesizer.handle(.reset(Self.bankMode(after: reset)))
    case .master(let setting): apply(setting, to: &synthesizer)
    case .part(let setting, let number):
      if Int(number) < Self.count { apply(setting, number: Int(number), to: &synthesizer) }
    case .tuning(let setting): Self.apply(setting, to: &synthesizer)
    case .drumKey(let parameter, let key, let set):
      for number in 0..<Self.count where parts[number].drumSet == set {
        guard let channel = parts[number].channel else { continue }
        synthesizer.handle(
          .drumKey(channel: channel, key: key, setting: Self.setting(parameter)))
      }
    case .drumReset(let set):
      for number in 0..<Self.count where parts[number].drumSet == set {
        if let channel = parts[number].channel { synthesizer.resetDrumKeys(ofChannel: channel) }
      }
    case .channelDrumKey(let parameter, let key, let channel):
      synthesizer.handle(.drumKey(channel: channel, key: key, setting: Self.setting(parameter)))
    #if !hasFeature(Embedded)
      case .keyBend(let cents, let key, let channel):
        synthesizer.handle(.keyBend(channel: channel, key: key, cents: cents))
    #endif
    case .reverb(let setting):
      reverb.apply(setting)
      synthesizer.handle(.reverb(reverb))
    case .chorus(let setting):
      chorus.apply(setting)
      synthesizer.handle(.chorus(chorus))
    }
  }

  private static func setting(_ parameter: DrumKeyParameter) -> DrumKeySetting {
    switch parameter {
    case .coarseTuning(let semitones): .coarseTuning(semitones: Float(semitones))
    case .fineTuning(let cents): .fineTuning(cents: Float(cents))
    case .level(let factor): .level(Float(factor))
    case .pan(let pan): .pan(Float(pan))
    case .reverbSend(let factor): .reverbSend(Float(factor))
    case .chorusSend(let factor): .chorusSend(Float(factor))
    case .receivesNoteOn(let isOn): .receivesNoteOn(isOn)
    case .receivesNoteOff(let isOn): .receivesNoteOff(isOn)
    }
  }

  private static func bankMode(after reset: SystemReset) -> BankMode {
    switch reset {
    case .generalMIDI1: .generalMIDI
    case .generalMIDI2: .generalMIDI2
    case .xg, .xgAllParameters: .xg
    case .generalMIDIOff, .gs, .gsExit, .gsSingleModule, .gsDoubleModule: .gs
    }
  }

  private mutating func apply(_ setting: MasterSetting, to synthesizer: inout Synthesizer) {
    switch setting {
    case .volume(let volume):
      // As for controller 7, the amplitude is the square of the value (General MIDI 2 §3.3.3).
      synthesizer.handle(.masterVolume(Float(volume * volume)))
    case .balance(let balance): synthesizer.handle(.masterBalance(Float(balance)))
    case .randomPan: break
    case .fineTuning(let cents):
      fineTuningCents = cents
      synthesizer.handle(.masterTuning(cents: fineTuningCents + keyShift))
    case .keyShift(let semitones):
      keyShift = Double(semitones) * 100
      synthesizer.handle(.masterTuning(cents: fineTuningCents + keyShift))
    }
  }

  private mutating func apply(
    _ setting: PartSetting, number: Int, to synthesizer: inout Synthesizer
  ) {
    switch setting {
    case .receiveChannel(let channel): parts[number].channel = channel
    case .receivesNothing: parts[number].channel = nil
    case .lowestKey(let key): parts[number].lowestKey = key
    case .highestKey(let key): parts[number].highestKey = key
    case .velocityDepth(let factor): parts[number].velocityFactor = Float(factor)
    case .velocityOffset(let offset): parts[number].velocityOffset = offset
    case .melodic: parts[number].drumSet = 0
    case .rhythm(let set): parts[number].drumSet = set
    default: break
    }
    let part = parts[number]
    guard let channel = part.channel else { return }
    switch setting {
    case .lowestKey, .highestKey:
      synthesizer.handle(
        .keyRange(channel: channel, lowest: part.lowestKey, highest: part.highestKey))
    case .velocityDepth, .velocityOffset:
      synthesizer.handle(
        .velocityResponse(
          channel: channel, factor: part.velocityFactor, offset: part.velocityOffset))
    default: if let event = Self.event(setting, channel: channel) { synthesizer.handle(event) }
    }
  }

  /// Returns the event for a setting of a part; `nil` if it is unsupported.
  private static func event(_ setting: PartSetting, channel: UInt8) -> SynthesizerEvent? {
    switch setting {
    case .bankMSB(let value): control(0, value, channel)
    case .bankLSB(let value): control(32, value, channel)
    case .program(let program): .programChange(channel: channel, program: program)
    case .isMonophonic(let isOn): control(isOn ? 126 : 127, 0, channel)
    case .melodic: .drumChannel(channel: channel, isOn: false)
    case .rhythm: .drumChannel(channel: channel, isOn: true)
    case .keyShift(let semitones): .channelTuning(channel: channel, cents: Double(semitones) * 100)
    case .level(let level): control(7, controllerValue(level), channel)
    case .pan(let pan): control(10, UInt8(min(max(64.5 + pan * 63.5, 0), 127)), channel)
    case .reverbSend(let level): control(91, controllerValue(level), channel)
    case .chorusSend(let level): control(93, controllerValue(level), channel)
    case .quality(let quality, let steps):
      control(quality.controller, UInt8(min(max(64 + Int(steps), 0), 127)), channel)
    case .scaleTuning(let cents, let pitchClass):
      .tunePitchClass(
        channel: channel, pitchClass: pitchClass, cents: Float(cents), isImmediate: true)
    case .bendRange(let semitones):
      .bendRange(channel: channel, semitones: UInt8(max(semitones, 0)))
    case .receiveChannel, .receivesNothing, .pitchOffset, .velocityDepth, .velocityOffset,
      .randomPan, .lowestKey, .highestKey, .dryLevel, .control:
      nil
    }
  }

  private static func control(
    _ controller: UInt8, _ value: UInt8, _ channel: UInt8
  ) -> SynthesizerEvent {
    .controlChange(channel: channel, controller: controller, value: value)
  }

  /// Returns the 7-bit controller value of a level from 0 to 1.
  private static func controllerValue(_ level: Double) -> UInt8 {
    UInt8(min(max(level, 0), 1) * 127 + 0.5)
  }

  private static func apply(_ setting: TuningSetting, to synthesizer: inout Synthesizer) {
    switch setting {
    case .key(let noteNumber, let key, let program, let bank, let changesSoundingNotes):
      synthesizer.handle(
        .tuneKey(
          bank: bank, program: program, key: key, noteNumber: noteNumber,
          isImmediate: changesSoundingNotes))
    case .pitchClass(let cents, let pitchClass, let program, let bank):
      for key in 0..<UInt8(128) where key % 12 == pitchClass {
        synthesizer.handle(
          .tuneKey(
            bank: bank, program: program, key: key, noteNumber: Double(key) + cents / 100,
            isImmediate: false))
      }
    case .channels(let cents, let pitchClass, let channels, let changesSoundingNotes):
      for channel in 0..<UInt8(16) where channels & (1 << UInt16(channel)) != 0 {
        synthesizer.handle(
          .tunePitchClass(
            channel: channel, pitchClass: pitchClass, cents: Float(cents),
            isImmediate: changesSoundingNotes))
      }
    }
  }
}
