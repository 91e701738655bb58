public import PeachSynthesis
package import TestEnvironment

/// Events of all kinds with any values, many of them on the same frame.
public struct RandomMIDI {
  private var numbers: RandomNumbers
  private let presets: [PresetHandle]
  private let amplifies: Bool

  /// Creates events from `numbers`. If `amplifies` is false, none changes the resonance.
  package init(_ numbers: RandomNumbers, presets: [PresetHandle], amplifies: Bool) {
    self.numbers = numbers
    self.presets = presets
    self.amplifies = amplifies
  }

  /// Returns `groups` groups of events within `frames` frames, in order.
  public mutating func events(groups: Int, frames: Int) -> [TimedEvent] {
    var offsets = (0..<groups).map { _ in numbers.whole(0...(frames - 1)) }
    offsets.sort()
    var events: [TimedEvent] = []
    for channel in 0..<UInt8(16) {
      if presets.isEmpty || numbers.chance(0.2) { continue }
      events.append(
        TimedEvent(frame: 0, event: .usePreset(channel: channel, preset: numbers.pick(presets))))
    }
    for offset in offsets {
      for event in group() { events.append(TimedEvent(frame: offset, event: event)) }
    }
    return events
  }

  private mutating func channel() -> UInt8 {
    numbers.chance(0.02) ? UInt8(truncatingIfNeeded: numbers.next()) : UInt8(numbers.whole(0...15))
  }

  private mutating func group() -> [SynthesizerEvent] {
    switch numbers.whole(0...99) {
    case 0..<30: [noteOn()]
    case 30..<33: (0..<numbers.whole(2...24)).map { _ in noteOn() }
    case 33..<45:
      [.noteOff(channel: channel(), key: key())]
    case 45..<62: [controller()]
    case 62..<70: parameter()
    case 70..<76: [wheel()]
    case 76..<90: [note()]
    default: [system()]
    }
  }

  /// Few keys, so that they coincide.
  private mutating func key() -> UInt8 {
    numbers.chance(0.8) ? UInt8(numbers.whole(58...63)) : UInt8(truncatingIfNeeded: numbers.next())
  }

  private mutating func noteOn() -> SynthesizerEvent {
    .noteOn(channel: channel(), key: key(), velocity: numbers.pick([0, 1, 100, 127, 200]))
  }

  private mutating func controller() -> SynthesizerEvent {
    var controller = numbers.sevenBits()
    if numbers.chance(0.5) {
      controller = numbers.pick([1, 5, 7, 8, 10, 11, 64, 65, 66, 67, 68, 74, 84, 88, 126, 127])
    }
    // 71 is resonance; data entry and parameter selection can address it.
    if !amplifies && [6, 38, 71, 96, 97, 98, 99].contains(controller) { controller = 74 }
    return .controlChange(
      channel: channel(), controller: controller,
      value: numbers.chance(0.5) ? numbers.pick([0, 64, 127, 255]) : numbers.sevenBits())
  }

  /// Selects a parameter and sets it: a generator (NRPN 120), or RPN 0 through 6.
  private mutating func parameter() -> [SynthesizerEvent] {
    let channel = channel()
    var messages: [(UInt8, UInt8)] = []
    if amplifies && numbers.chance(0.6) {
      messages = [
        (99, numbers.pick([120, 120, 120, 1, 127])), (98, UInt8(numbers.whole(0...103))),
      ]
    } else {
      messages = [(101, 0), (100, UInt8(numbers.whole(0...7)))]
    }
    messages.append((38, numbers.pick([0, 127, 64])))
    messages.append((6, numbers.chance(0.6) ? numbers.pick([0, 127]) : numbers.sevenBits()))
    if numbers.chance(0.2) { messages.append((numbers.pick([96, 97]), 0)) }
    return messages.map { .controlChange(channel: channel, controller: $0.0, value: $0.1) }
  }

  private mutating func wheel() -> SynthesizerEvent {
    switch numbers.whole(0...4) {
    case 0: .channelPressure(channel: channel(), value: numbers.sevenBits())
    case 1: .keyPressure(channel: channel(), key: key(), value: numbers.sevenBits())
    case 2: .keyBend(channel: channel(), key: key(), cents: Float(cents()))
    default:
      .pitchBend(channel: channel(), value: UInt16(truncatingIfNeeded: numbers.next() & 0x7FFF))
    }
  }

  private mutating func cents() -> Double {
    numbers.pick([0, 50, -12800, 12800, 1e30, .nan, -.infinity, numbers.unit() * 200])
  }

  private mutating func noteNumber() -> Double {
    if numbers.chance(0.8) { return numbers.unit() * 140 - 6 }
    return numbers.pick([-999.9, 999.9, 1000, .nan, .infinity, -1e300, 60])
  }

  private mutating func frames() -> Int {
    numbers.pick([0, 1, 2, 63, 64, 65, -1, .min, .max, numbers.whole(0...2000)])
  }

  /// Notes by ID: few IDs, so that they coincide.
  private mutating func note() -> SynthesizerEvent {
    let id = UInt64(numbers.whole(0...9))
    switch numbers.whole(0...9) {
    case 0: return .retune(note: id, noteNumber: noteNumber())
    case 1: return .release(note: id)
    case 2: return .fade(note: id, frames: frames())
    default:
      return .startNote(
        Note(
          id: id, channel: channel(), noteNumber: noteNumber(),
          velocity: UInt8(truncatingIfNeeded: numbers.next()),
          regionKey: numbers.chance(0.3) ? key() : nil,
          durationFrames: numbers.chance(0.5) ? frames() : nil, fadeInFrames: frames(),
          fadeOutFrames: frames()))
    }
  }

  private mutating func system() -> SynthesizerEvent {
    let level = numbers.pick([0, 1, 0.5, -1, 2, .nan, Float(numbers.unit())])
    let isOn = numbers.chance(0.5)
    switch numbers.whole(0...12) {
    case 0: return .fadeChannel(channel(), frames: frames())
    case 1: return numbers.chance(0.3) ? .fadeAll(frames: frames()) : noteOn()
    case 2:
      let modes: [BankMode] = [.gs, .generalMIDI, .generalMIDI2, .xg, .plain]
      return numbers.chance(0.2) ? .reset(numbers.pick(modes)) : noteOn()
    case 3: return .masterVolume(level)
    case 4: return .masterBalance(level)
    case 5: return .masterTuning(cents: cents())
    case 6: return .drumChannel(channel: channel(), isOn: isOn)
    case 7, 8:
      return .tuneKey(
        bank: UInt8(numbers.whole(0...1)), program: UInt8(numbers.whole(0...90)), key: key(),
        noteNumber: noteNumber(), isImmediate: isOn)
    case 9:
      return .tunePitchClass(
        channel: channel(), pitchClass: UInt8(numbers.whole(0...13)), cents: Float(cents()),
        isImmediate: isOn)
    case 10: return .useTuning(channel: channel(), bank: 0, program: UInt8(numbers.whole(0...90)))
    case 11 where !presets.isEmpty:
      return .usePreset(channel: channel(), preset: numbers.pick(presets))
    default: return .programChange(channel: channel(), program: UInt8(numbers.whole(0...4)))
    }
  }
}
