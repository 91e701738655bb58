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

  /// Recognizes a dump: optional bank, program, 16 characters, entries, exclusive-or checksum.
  private mutating func recognizeDump(
    _ entries: TuningLayout.Entries, entryCount: Int, hasBank: Bool
  ) {
    let layout = layout(entries, isRealTime: false, hasBank: hasBank)
    offset = (hasBank ? 6 : 5) &+ 16
    end = offset &+ entryCount &* layout.entryByteCount
    if message.count == end &+ 1 && message.lastByteIsParity() { format = .tuning(layout) }
  }

  /// Recognizes a Single Note Tuning Change: optional bank, program, number of entries, entries.
  private mutating func recognizeNotes(isRealTime: Bool, hasBank: Bool) {
    let layout = layout(.someKeys, isRealTime: isRealTime, hasBank: hasBank)
    offset = hasBank ? 7 : 6
    end = offset &+ Int(message[offset &- 1]) &* layout.entryByteCount
    if message.count == end { format = .tuning(layout) }
  }

  private func layout(
    _ entries: TuningLayout.Entries, isRealTime: Bool, hasBank: Bool
  ) -> TuningLayout {
    TuningLayout(
      entries: entries, isRealTime: isRealTime, bank: hasBank ? message[4] : 0,
      program: message[hasBank ? 5 : 4])
  }

  /// Recognizes Scale/Octave Tuning: channels 15 and 16, 8…14, 1…7, then twelve entries.
  private mutating func recognizeChannels(_ entries: TuningLayout.Entries, isRealTime: Bool) {
    var layout = TuningLayout(entries: entries, isRealTime: isRealTime)
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
      case .allKeys: if let pitch = pitch(at: first) { return .tuning(key(index, pitch, layout)) }
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

  /// Returns cents: one byte in steps of 1 from −64, or two in steps of 100/8192 from −100.
  private func cents(at offset: Int, _ layout: TuningLayout) -> Double {
    if layout.entryByteCount == 1 { return Double(message[offset]) - 64 }
    return Values.cents(message.fourteenBits(low: offset &+ 1, high: offset))
  }
}

/// The layout of pitches in a MIDI Tuning Standard message.
struct TuningLayout: Hashable, BitwiseCopyable {
  enum Entries: UInt8, Hashable, BitwiseCopyable {
    /// All keys in their order, or some keys with their numbers.
    case allKeys, someKeys
    /// Twelve pitch classes of a tuning program, with one or two bytes each.
    case programPitchClasses1, programPitchClasses2
    /// Twelve pitch classes of channels, with one or two bytes each.
    case channelPitchClasses1, channelPitchClasses2
  }

  let entries: Entries
  let isRealTime: Bool
  var bank: UInt8 = 0
  var program: UInt8 = 0
  /// The channels; bit 0 is channel 0.
  var channels: UInt16 = 0

  var entryByteCount: Int {
    switch entries {
    case .allKeys: 3
    case .someKeys: 4
    case .programPitchClasses1, .channelPitchClasses1: 1
    case .programPitchClasses2, .channelPitchClasses2: 2
    }
  }
}
