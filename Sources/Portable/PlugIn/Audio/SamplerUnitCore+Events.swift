import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import Synchronization

/// Handles events at the current frame.
extension SamplerUnitCore {
  mutating func handle(_ event: UnitEvent) {
    switch event.content {
    case .message(let message): handle(message)
    case .bytes(let bytes, let count): handle(UnsafeBufferPointer(start: bytes, count: count))
    case .parameter(let address, let value, let rampFrames):
      ramp(address: address, to: value, frames: rampFrames)
    case .offset(let generator, let value, let rampFrames):
      rampOffset(of: generator, to: value, frames: rampFrames)
    case .packet(let packet): handle(packet)
    }
  }

  // MARK: MIDI

  mutating func handle(_ message: MIDIMessage) {
    let synthesizer = synthesizer
    interpreter.apply(message, to: &synthesizer.pointee)
    let kind = message.status & 0xF0
    if kind >= 0xB0 { noticePreset() }
    // Notes change no settings. Controllers of an MPE manager channel, and resets, change those of
    // other channels.
    if kind == 0xB0 || kind == 0xF0 {
      changedChannels = 0xFFFF
      if message.status == 0xFF {
        isSystemChanged = true
        areTuningsChanged = true
      }
    } else if kind > 0xB0 {
      changedChannels |= 1 &<< UInt32(message.status & 0x0F)
    }
  }

  private mutating func handle(_ bytes: UnsafeBufferPointer<UInt8>) {
    if Self.isBankAndProgram(bytes) { return useBankAndProgram(bytes) }
    let oversizeCount = parser.oversizeCount
    for index in 0..<bytes.count {
      switch parser.step(bytes[index]) {
      case .message(let message): handle(message)
      case .systemExclusive: handleSystemExclusive(parser.systemExclusive)
      case nil: break
      }
    }
    countLost(parser.oversizeCount &- oversizeCount)
  }

  /// Handles bytes from the control thread: complete messages. They do not interrupt the host's
  /// messages, which may be incomplete.
  mutating func handle(_ midi: TimedMIDI) {
    let bytes = UnsafeBufferPointer(start: UnsafePointer(midi.bytes), count: midi.count)
    if Self.isBankAndProgram(bytes) {
      useBankAndProgram(bytes)
    } else {
      sentParser.reset()
      let oversizeCount = sentParser.oversizeCount
      for index in 0..<bytes.count {
        switch sentParser.step(bytes[index]) {
        case .message(let message): handle(message)
        case .systemExclusive: handleSystemExclusive(sentParser.systemExclusive)
        case nil: break
        }
      }
      countLost(sentParser.oversizeCount &- oversizeCount)
    }
    // As large as the number of messages that the control thread may have sent.
    _ = shared.pointee.handledMIDI.push(midi)
  }

  private func countLost(_ count: Int) {
    if count == 0 { return }
    shared.pointee.lostCount.wrappingAdd(count, ordering: .relaxed)
    shared.pointee.needsService.store(true, ordering: .releasing)
  }

  /// Handles a message without F0 and F7. Passes requests for blocking work to the control thread.
  mutating func handleSystemExclusive(_ message: UnsafeRawBufferPointer) {
    if UnitRequest.isRequest(message) {
      let isQueued =
        message.count <= UnitRequest.byteLimit && shared.pointee.requests.push(message)
      countLost(isQueued ? 0 : 1)
      return
    }
    let synthesizer = synthesizer
    interpreter.apply(message, to: &synthesizer.pointee)
    // Publishing the tunings takes no longer than finding out whether the message changed them.
    areTuningsChanged = true
    markAllChanged()
  }

  /// Returns whether an event is a ``UnitMessages/useBankProgram(bank:program:)`` message, whose
  /// last byte would be another program change if parsed as a MIDI stream.
  private static func isBankAndProgram(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == 9, bytes[0] & 0xF0 == 0xB0, bytes[1] == 0, bytes[2] < 0x80 else {
      return false
    }
    guard bytes[3] == bytes[0], bytes[4] == 0x20, bytes[5] < 0x80 else { return false }
    return bytes[6] == bytes[0] &+ 0x10 && bytes[7] < 0x80 && bytes[8] == 0
  }

  /// Selects a 14-bit bank, regardless of the bank mode; bank 128 is the percussion bank.
  private mutating func useBankAndProgram(_ bytes: UnsafeBufferPointer<UInt8>) {
    let bank = UInt16(bytes[2]) &<< 7 | UInt16(bytes[5])
    let channel = Int(bytes[0] & 0x0F)
    synthesizer.pointee.use(bank: bank, program: bytes[7], onChannel: channel)
    noticePreset()
    changedChannels |= 1 &<< UInt32(channel)
  }

  // MARK: MIDI 2.0

  private mutating func handle(_ packet: UniversalMIDIPacket) {
    let oversizeCount = packets.oversizeCount
    let meaning = packets.read(packet)
    countLost(packets.oversizeCount &- oversizeCount)
    switch meaning {
    case .nothing: break
    case .keyBendRange: isSystemChanged = true
    case .message(let message): handle(message)
    case .messages(let count):
      for index in 0..<count { handle(packets.message(at: index)) }
    case .keyPitch(let channel, let key, let cents):
      synthesizer.pointee.handle(.keyBend(channel: channel, key: key, cents: cents))
    case .noteOn(let channel, let key, let velocity, let cents):
      synthesizer.pointee.handle(.keyBend(channel: channel, key: key, cents: cents))
      synthesizer.pointee.handle(.noteOn(channel: channel, key: key, velocity: velocity))
    case .systemExclusive: handleSystemExclusive(packets.systemExclusive)
    }
  }

  // MARK: Parameters

  /// Ramps a parameter to a value. Unknown and read-only parameters and NaN are ignored.
  mutating func ramp(address: UInt64, to value: Float, frames: Int) {
    guard value == value, let index = UnitSharedState.parameterIndex(of: address) else { return }
    if index < Generator.tableCount {
      guard let generator = Generator(rawValue: UInt8(truncatingIfNeeded: index)),
        UnitParameter.isWritable(generator)
      else { return }
      let isFollowed = shared.pointee.values.float(at: index).isNaN
      let clamped = parameters.clamped(value, generator)
      parameters.startRamp(
        index, to: clamped, frames: frames, at: frame, isFollowed: isFollowed)
      shared.pointee.values.store(clamped, at: index)
      hasOverrides = true
      return updateRamps()
    }
    guard let mode = UnitMode(rawValue: address) else { return }
    set(mode, to: value)
  }

  mutating func rampOffset(of generator: Generator, to value: Float, frames: Int) {
    guard value == value, UnitParameter.isWritable(generator) else { return }
    let index = Int(generator.rawValue)
    let clamped = min(max(value, -65_536), 65_536)
    parameters.startRamp(
      Generator.tableCount &+ index, to: clamped, frames: frames, at: frame, isFollowed: false)
    shared.pointee.offsets.store(clamped, at: index)
    updateRamps()
  }

  mutating func clearOverride(_ generator: Generator) {
    let index = Int(generator.rawValue)
    parameters.stop(index)
    shared.pointee.values.store(.nan, at: index)
    override(generator, with: 0, mix: 0)
  }

  /// Applies the values of all active ramps at the current frame.
  mutating func updateRamps() {
    for number in 0..<Generator.tableCount {
      guard let generator = Generator(rawValue: UInt8(truncatingIfNeeded: number)) else { continue }
      if let now = parameters.advance(number, to: frame) {
        override(generator, with: now.value, mix: now.mix)
      }
      if let now = parameters.advance(Generator.tableCount &+ number, to: frame) {
        synthesizer.pointee.handle(.offsetGenerator(generator, by: now.value))
      }
    }
    nextRampFrame = parameters.nextUpdateFrame(after: frame)
  }

  private func override(_ generator: Generator, with value: Float, mix: Float) {
    for channel in 0..<UInt8(UnitSharedState.channelCount) {
      synthesizer.pointee.handle(
        .overrideGenerator(channel: channel, generator: generator, value: value, mix: mix))
    }
  }

  private mutating func set(_ mode: UnitMode, to value: Float) {
    if mode == .activeVoiceCount { return }
    if mode == .bankMode { return setBankMode(to: value) }
    if mode == .straightTone || mode == .inTune || mode == .smoothTone {
      return setPreparation(mode, to: value >= 0.5 ? 1 : 0)
    }
    if mode == .octaveStretch {
      return setPreparation(mode, to: Float(Int(min(max(value, 0), 4) + 0.5)))
    }
    if mode == .stretchAmount { return setPreparation(mode, to: min(max(value, 0), 200)) }
    if mode == .adaptive || mode == .purity || mode == .glide {
      return setAdaptive(mode, to: value)
    }
    if mode == .vibratoAmount { return setVibratoAmount(to: value) }
    if mode == .presetBank || mode == .presetProgram { return setPreset(mode, to: value) }
    if mode.isHostSetting { return setHostSetting(mode, to: value) }
    let isOn = value >= 0.5
    for channel in 0..<UInt8(UnitSharedState.channelCount) {
      switch mode {
      case .portamento:
        control(channel, 65, isOn ? 127 : 0)
        setPortamentoTime(channel)
      case .portamentoRate:
        setMode(mode, to: min(max(value, 0), 60_000))
        setPortamentoTime(channel)
      case .polyphonic:
        let wasOn = self.value(of: mode) != 0
        if isOn != wasOn { control(channel, isOn ? 127 : 126, 0) }
        setLegatoRetrigger(channel)
      case .retrigger:
        setMode(mode, to: isOn ? 1 : 0)
        setLegatoRetrigger(channel)
      default: break
      }
    }
    if mode == .oneVoicePerKey { synthesizer.pointee.handle(.oneVoicePerKey(isOn)) }
    if mode != .portamentoRate { setMode(mode, to: isOn ? 1 : 0) }
    changedChannels = 0xFFFF
  }

  private mutating func setBankMode(to value: Float) {
    let mode = UnitMode.bankMode(value)
    setMode(.bankMode, to: UnitMode.value(of: mode))
    synthesizer.pointee.handle(.bankMode(mode))
    changedChannels = 0xFFFF
    isSystemChanged = true
  }

  /// Requests the control thread to prepare presets in tune or with straight tones, or to use those
  /// of the bank again.
  private func setPreparation(_ mode: UnitMode, to value: Float) {
    setMode(mode, to: value)
    shared.pointee.needsService.store(true, ordering: .releasing)
  }

  private mutating func setVibratoAmount(to value: Float) {
    let percent = min(max(value, 0), 200)
    setMode(.vibratoAmount, to: percent)
    synthesizer.pointee.setVibratoAmount(percent * 0.01)
    changedChannels = 0xFFFF
  }

  func value(of mode: UnitMode) -> Float {
    shared.pointee.values.float(at: mode.parameterIndex)
  }

  private func control(_ channel: UInt8, _ controller: UInt8, _ value: UInt8) {
    synthesizer.pointee.handle(
      .controlChange(channel: channel, controller: controller, value: value))
  }

  /// Overrides the portamento time, once portamento or its rate has been set as a parameter.
  private func setPortamentoTime(_ channel: UInt8) {
    let milliseconds = value(of: .portamentoRate)
    let seconds = (milliseconds.isNaN ? 100 : milliseconds) * 0.001
    synthesizer.pointee.handle(.portamentoTime(channel: channel, secondsPerSemitone: seconds))
  }

  private func setLegatoRetrigger(_ channel: UInt8) {
    let isOff = value(of: .retrigger) == 0
    synthesizer.pointee.handle(.legatoRetrigger(channel: channel, isOn: !isOff))
  }
}
