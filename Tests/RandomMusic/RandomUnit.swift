import PeachInstrumentModel
import PeachMIDIEvents
public import PeachPlugIn
import PeachSynthesis
import TestEnvironment

/// A unit that plays a random bank, and blocks of random events: bytes, messages, packets,
/// parameters, loads. All derived from a seed.
public final class RandomUnit {
  /// The unit, ready to render.
  public let unit: SamplerUnit
  /// The frames of the next block, 0 through 1,024.
  public private(set) var count = 0
  private var numbers: RandomNumbers
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Creates the unit of a seed.
  public init(seed: UInt64) throws {
    numbers = RandomNumbers(seed: seed)
    let bank = try RandomBank.bank(&numbers, amplifies: false)
    let access = BankAccess(
      decoder: RandomBank.decoder, resolve: { $0 }, open: { (_) throws(UnitLoadError) in bank })
    unit = SamplerUnit(access: access)
    bytes = .allocate(capacity: 4096)
    bytes.initialize(repeating: 0)
    try unit.load("/bank")
    unit.allocateRenderResources(sampleRate: 48_000)
  }

  deinit { bytes.deallocate() }

  /// Returns the events of the next block, valid until the following call.
  public func nextEvents() -> [UnitEvent] {
    count = numbers.pick([0, 1, 64, 100, 512, 1024])
    let frames = (0..<numbers.whole(0...12)).map { _ in numbers.whole(0...max(count - 1, 0)) }
    var used = 0
    return frames.sorted().map { frame in
      switch numbers.whole(0...6) {
      case 0: return UnitEvent(frame: frame, parameter())
      case 1:
        let generator = numbers.pick(Generator.allCases)
        return UnitEvent(
          frame: frame,
          .offset(generator, value: Float(numbers.between(-500, 500)), rampFrames: ramp()))
      case 2:
        return UnitEvent(
          frame: frame,
          .packet(UniversalMIDIPacket(packetWord(), UInt32(truncatingIfNeeded: numbers.next()))))
      default:
        let message = self.message()
        guard used + message.count <= bytes.count, let start = bytes.baseAddress else {
          return UnitEvent(frame: frame, parameter())
        }
        for (index, byte) in message.enumerated() { bytes[used + index] = byte }
        defer { used += message.count }
        return UnitEvent(frame: frame, .bytes(start + used, count: message.count))
      }
    }
  }

  private func ramp() -> Int { numbers.pick([0, 0, 1, 64, 1000, 50_000]) }

  private func packetWord() -> UInt32 {
    numbers.pick([0x2000_0000, 0x3000_0000, 0x4000_0000, 0x4090_0000])
      | UInt32(truncatingIfNeeded: numbers.next()) & 0x0FFF_FFFF
  }

  private func parameter() -> UnitEvent.Content {
    let parameter = numbers.pick(UnitParameter.all)
    let value = numbers.between(
      Double(parameter.range.lowerBound), Double(parameter.range.upperBound))
    return .parameter(address: parameter.address, value: Float(value), rampFrames: ramp())
  }

  private func message() -> [UInt8] {
    let channel = UInt8(numbers.whole(0...15))
    switch numbers.whole(0...11) {
    case 0: return UnitMessages.usePreset(numbers.whole(0...8))
    case 1: return UnitMessages.loadFile("/bank", usingPreset: numbers.whole(0...8))
    case 2: return [0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7]
    case 3: return [0xB0 | channel, numbers.sevenBits(), numbers.sevenBits()]
    case 4: return [0xC0 | channel, numbers.sevenBits()]
    case 5: return [0xE0 | channel, numbers.sevenBits(), numbers.sevenBits()]
    case 6: return UnitMessages.useBankProgram(bank: 0, program: numbers.whole(0...127))
    case 8:
      // A key of a tuning (MIDI Tuning Standard).
      return [0xF0, 0x7F, 0x7F, 8, 2, numbers.sevenBits(), 1]
        + (0..<4).map { _ in numbers.sevenBits() }
        + [0xF7]
    case 9:
      // Reverb or chorus (General MIDI 2, CA-024).
      return [0xF0, 0x7F, 0x7F, 4, 5, 1, 1, 1, 1, numbers.pick([1, 2]), numbers.pick([0, 1, 2])]
        + [numbers.sevenBits(), 0xF7]
    case 7: return (0..<numbers.whole(0...20)).map { _ in UInt8(numbers.whole(0...255)) }
    default: return [0x90 | channel, numbers.sevenBits(), numbers.sevenBits()]
    }
  }
}
