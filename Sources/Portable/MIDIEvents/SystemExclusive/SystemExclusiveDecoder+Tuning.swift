// The MIDI Tuning Standard (MIDI 1.0, MIDI Tuning; CA-020, CA-021/RP-020): sub-ID 08.
extension SystemExclusiveDecoder {
  mutating func recognizeTuning(isRealTime: Bool) {
    switch (message[3], isRealTime) {
    case (0x01, false): recognizeDump(.allKeys, entryCount: 128, hasBank: false)
    case (0x02, true): recognizeNotes(isRealTime: true, hasBank: false)
    case (0x04, false): recognizeDump(.allKeys, entryCount: 128, hasBank: true)
    case (0x05, false): recognizeDump(.programPitchClasses1, entryCount: 12, hasBank: true)
    case (0x06, false): recognizeDump(.programPitchClasses2, entryCount: 12, hasBank: true)
    case (0x07, _): recognizeNotes(isRealTime: isRealTime, hasBank: true)
    case (0x08, _): recognizeChannels(.channelPitchClasses1, isRealTime: isRealTime)
    case (0x09, _): recognizeChannels(.channelPitchClasses2, isRealTime: isRealTime)
    default: break  // 00 and 03 request a dump.
    }
  }

  /// Recognizes a dump: optional bank, program, a name of 16 characters, entries, and an
  /// exclusive-or checksum.
  private mutating func recognizeDump(
    _ entries: TuningLayout.Entries, entryCount: Int, hasBank: Bool
  ) {
    var layout = TuningLayout(entries, isRealTime: false)
    let program = hasBank ? 5 : 4
    offset = program &+ 1 &+ 16
    end = offset &+ entryCount &* layout.entryByteCount
    guard message.count == end &+ 1 && message.lastByteIsParity() else { return }
    layout.bank = hasBank ? message[4] : 0
    layout.program = message[program]
    format = .tuning(layout)
  }

  /// Recognizes a Single Note Tuning Change: optional bank, program, number of entries, entries.
  private mutating func recognizeNotes(isRealTime: Bool, hasBank: Bool) {
    var layout = TuningLayout(.someKeys, isRealTime: isRealTime)
    let program = hasBank ? 5 : 4
    offset = program &+ 2
    end = offset &+ Int(message[program &+ 1]) &* layout.entryByteCount
    guard message.count == end else { return }
    layout.bank = hasBank ? message[4] : 0
    layout.program = message[program]
    format = .tuning(layout)
  }

  /// Recognizes Scale/Octave Tuning: three bytes of channels (15 and 16, 8…14, 1…7), twelve
  /// entries.
  private mutating func recognizeChannels(_ entries: TuningLayout.Entries, isRealTime: Bool) {
    var layout = TuningLayout(entries, isRealTime: isRealTime)
    offset = 7
    end = offset &+ 12 &* layout.entryByteCount
    guard message.count == end else { return }
    layout.channels =
      UInt16(message[4] & 0x03) &<< 14 | UInt16(message[5]) &<< 7 | UInt16(message[6])
    if layout.channels != 0 { format = .tuning(layout) }
  }

  mutating func nextTuning(_ layout: TuningLayout) -> SystemExclusiveSetting? {
    while offset < end {
      let first = offset
      let index = UInt8(truncatingIfNeeded: entry)
      offset &+= layout.entryByteCount
      entry &+= 1
      switch layout.entries {
      case .allKeys:
        if let pitch = pitch(at: first) { return .tuning(key(index, pitch, layout)) }
      case .someKeys:
        if let pitch = pitch(at: first &+ 1) { return .tuning(key(message[first], pitch, layout)) }
      case .programPitchClasses1, .programPitchClasses2:
        return .tuning(
          .pitchClass(
            cents: cents(at: first, layout), pitchClass: index, program: layout.program,
            bank: layout.bank))
      case .channelPitchClasses1, .channelPitchClasses2:
        return .tuning(
          .channels(
            cents: cents(at: first, layout), pitchClass: index, channels: layout.channels,
            changesSoundingNotes: layout.isRealTime))
      }
    }
    return nil
  }

  private func key(_ key: UInt8, _ pitch: Double, _ layout: TuningLayout) -> TuningSetting {
    .key(
      noteNumber: pitch, key: key, program: layout.program, bank: layout.bank,
      changesSoundingNotes: layout.isRealTime)
  }

  /// Returns a pitch in semitones, 7.14 fixed point; `nil` for 7F 7F 7F (no change).
  private func pitch(at offset: Int) -> Double? {
    let fraction = message.fourteenBits(low: offset &+ 2, high: offset &+ 1)
    guard message[offset] != 0x7F || fraction != 0x3FFF else { return nil }
    return Double(message[offset]) + Double(fraction) / 16_384
  }

  /// Returns cents: one byte in steps of 1 from −64, or two (MSB first) in steps of 100/8192 from
  /// −100.
  private func cents(at offset: Int, _ layout: TuningLayout) -> Double {
    if layout.entryByteCount == 1 { return Double(message[offset]) - 64 }
    return SystemExclusiveValues.cents(message.fourteenBits(low: offset &+ 1, high: offset))
  }
}
