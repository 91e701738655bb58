import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import Synchronization

/// What happens to a unit at the present frame.
extension SamplerUnitCore {
  mutating func handle(_ content: UnitEvent.Content) {
    switch content {
    case .message(let message): handle(message)
    case .bytes(let bytes, let count): handle(UnsafeBufferPointer(start: bytes, count: count))
    case .parameter(let address, let value, let rampFrames):
      move(address: address, to: value, rampFrames: rampFrames)
    case .offset(let generator, let value, let rampFrames):
      move(generator, by: value, rampFrames: rampFrames)
    case .packet(let packet): handle(packet)
    }
  }

  // MARK: MIDI

  mutating func handle(_ message: MIDIMessage) {
    interpreter.apply(message, to: &synthesizer.pointee)
    let kind = message.status & 0xF0
    if kind >= 0xB0 { noticePreset() }
    // Keys leave no settings behind; a zone's manager, and a reset, change others than their own.
    if kind == 0xB0 || kind == 0xF0 {
      changedChannels = 0xFFFF
      // A reset is of everything.
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
    for index in 0..<bytes.count {
      switch parser.step(bytes[index]) {
      case .message(let message): handle(message)
      case .systemExclusive: handleSystemExclusive(parser.systemExclusive)
      case nil: break
      }
    }
  }

  /// A System Exclusive message without its first and last byte: what takes time goes to the control
  /// side, the rest happens now.
  mutating func handleSystemExclusive(_ message: UnsafeRawBufferPointer) {
    if UnitRequest.isMeant(message) {
      if !link.pointee.requests.push(message) {
        link.pointee.lostCount.wrappingAdd(1, ordering: .relaxed)
      }
      return
    }
    interpreter.apply(message, to: &synthesizer.pointee)
    // Few messages concern them, and looking which takes as long as showing them.
    areTuningsChanged = true
    noticeSystem()
  }

  /// Bank and program in one event, as ``UnitMessages/useBankProgram(bank:program:)`` makes it: read
  /// as bytes of a stream, its last one would be another program.
  private static func isBankAndProgram(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == 9, bytes[0] & 0xF0 == 0xB0, bytes[1] == 0, bytes[2] < 0x80 else {
      return false
    }
    guard bytes[3] == bytes[0], bytes[4] == 0x20, bytes[5] < 0x80 else { return false }
    return bytes[6] == bytes[0] &+ 0x10 && bytes[7] < 0x80 && bytes[8] == 0
  }

  /// The bank is 14 bits here, whatever a song has made of bank select: 128 is percussion's.
  private mutating func useBankAndProgram(_ bytes: UnsafeBufferPointer<UInt8>) {
    let bank = UInt16(bytes[2]) &<< 7 | UInt16(bytes[5])
    let channel = Int(bytes[0] & 0x0F)
    synthesizer.pointee.use(bank: bank, program: bytes[7], onChannel: channel)
    noticePreset()
    changedChannels |= 1 &<< UInt32(channel)
  }

  // MARK: MIDI 2.0

  private mutating func handle(_ packet: UniversalPacket) {
    switch packets.read(packet) {
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

  /// A parameter moves; one that is not there or that only tells stays as it is.
  mutating func move(address: UInt64, to value: Float, rampFrames: Int) {
    guard value == value, let place = UnitLink.place(of: address) else { return }
    if place < Generator.tableCount {
      guard let generator = Generator(rawValue: UInt8(truncatingIfNeeded: place)),
        UnitParameter.isWritable(generator)
      else { return }
      let isFollowed = link.pointee.value(at: place).isNaN
      let kept = parameters.within(value, generator)
      parameters.move(
        place, to: kept, frames: rampFrames, at: frame, isFollowed: isFollowed)
      link.pointee.setValue(kept, at: place)
      isAnyReplaced = true
      return moveParameters()
    }
    guard let mode = UnitMode(rawValue: address) else { return }
    set(mode, to: value)
  }

  /// What is added to a generator moves.
  mutating func move(_ generator: Generator, by value: Float, rampFrames: Int) {
    guard value == value, UnitParameter.isWritable(generator) else { return }
    let number = Int(generator.rawValue)
    let kept = min(max(value, -65_536), 65_536)
    parameters.move(
      Generator.tableCount &+ number, to: kept, frames: rampFrames, at: frame, isFollowed: false)
    link.pointee.offsets[number].store(kept.bitPattern, ordering: .relaxed)
    moveParameters()
  }

  /// A generator is the file's again.
  mutating func follow(_ generator: Generator) {
    let place = Int(generator.rawValue)
    parameters.stop(place)
    link.pointee.setValue(.nan, at: place)
    replace(generator, with: 0, share: 0)
  }

  /// Brings what is on its way to where it is at this frame.
  mutating func moveParameters() {
    for number in 0..<Generator.tableCount {
      guard let generator = Generator(rawValue: UInt8(truncatingIfNeeded: number)) else { continue }
      if let now = parameters.next(number, at: frame) {
        replace(generator, with: now.value, share: now.share)
      }
      if let now = parameters.next(Generator.tableCount &+ number, at: frame) {
        synthesizer.pointee.handle(.offsetGenerator(generator, by: now.value))
      }
    }
    nextMoveFrame = parameters.nextStop(after: frame)
  }

  private func replace(_ generator: Generator, with value: Float, share: Float) {
    for channel in 0..<UInt8(UnitLink.channelCount) {
      synthesizer.pointee.handle(
        .replaceGenerator(channel: channel, generator: generator, value: value, share: share))
    }
  }

  private mutating func set(_ mode: UnitMode, to value: Float) {
    if mode == .activeVoiceCount { return }
    let isOn = value >= 0.5
    let first = Generator.tableCount
    for channel in 0..<UInt8(UnitLink.channelCount) {
      switch mode {
      case .portamento:
        control(channel, 65, isOn ? 127 : 0)
        glide(channel)
      case .portamentoRate:
        link.pointee.setValue(min(max(value, 0), 60_000), at: first &+ 1)
        glide(channel)
      case .polyphonic:
        let wasOn = link.pointee.value(at: first &+ 3) != 0
        if isOn != wasOn { control(channel, isOn ? 127 : 126, 0) }
        strikeAnew(channel)
      case .retrigger:
        link.pointee.setValue(isOn ? 1 : 0, at: first &+ 5)
        strikeAnew(channel)
      case .oneVoicePerKey, .activeVoiceCount: break
      }
    }
    if mode == .oneVoicePerKey { synthesizer.pointee.handle(.oneVoicePerKey(isOn)) }
    if mode != .portamentoRate { link.pointee.setValue(isOn ? 1 : 0, at: first &+ mode.place) }
    changedChannels = 0xFFFF
  }

  private func control(_ channel: UInt8, _ controller: UInt8, _ value: UInt8) {
    synthesizer.pointee.handle(
      .controlChange(channel: channel, controller: controller, value: value))
  }

  /// The rate counts from when it, or gliding itself, was set as a parameter.
  private func glide(_ channel: UInt8) {
    let milliseconds = link.pointee.value(at: Generator.tableCount &+ 1)
    let seconds = (milliseconds.isNaN ? 100 : milliseconds) * 0.001
    synthesizer.pointee.handle(.glideTime(channel: channel, secondsPerSemitone: seconds))
  }

  private func strikeAnew(_ channel: UInt8) {
    let isOff = link.pointee.value(at: Generator.tableCount &+ 5) == 0
    synthesizer.pointee.handle(.strikeAnew(channel: channel, isOn: !isOff))
  }
}

extension UnitMode {
  /// Its place among the modes.
  var place: Int { Int(rawValue) &- 1000 }
}
