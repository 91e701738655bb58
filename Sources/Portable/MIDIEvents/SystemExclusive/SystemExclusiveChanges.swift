/// The changes of a System Exclusive message of GM, GS, XG or the MIDI Tuning Standard, for
/// programs that keep the state of channels. Iterating neither allocates nor copies the bytes.
///
/// ```swift
/// let gsReset: [UInt8] = [0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41]
/// gsReset.withUnsafeBytes { Array(SystemExclusiveChanges(of: $0)) }  // [.reset]
/// ```
public struct SystemExclusiveChanges: Sequence, IteratorProtocol {
  /// A change. Parts are those of GS and XG: part 0 receives channel 0.
  public enum Change: Hashable, Sendable {
    /// All settings are reset.
    case reset
    /// A setting of reverb or chorus.
    case effects
    /// A part plays a drum kit, or melodic presets.
    case isRhythm(Bool, part: UInt8)
    /// A part selects a program.
    case program(UInt8, part: UInt8)
    /// A part selects a bank, as controller 0.
    case bankMSB(UInt8, part: UInt8)
    /// The pitch of a key in a tuning, as a fractional MIDI note number.
    case tuning(noteNumber: Double, key: UInt8, program: UInt8, bank: UInt8)
    /// Another setting, which only the synthesizer must know.
    case other
  }

  private var decoder: SystemExclusiveDecoder

  /// Reads a message without F0 and F7, which must live as long.
  public init(of bytes: UnsafeRawBufferPointer) { decoder = SystemExclusiveDecoder(bytes) }

  /// Returns the next change; `nil` after the last, and for unknown messages.
  public mutating func next() -> Change? {
    switch decoder.next() {
    case nil: nil
    case .reset: .reset
    case .reverb, .chorus: .effects
    case .part(.rhythm, let number): .isRhythm(true, part: number)
    case .part(.melodic, let number): .isRhythm(false, part: number)
    case .part(.program(let program), let number): .program(program, part: number)
    case .part(.bankMSB(let value), let number): .bankMSB(value, part: number)
    case .tuning(.key(let noteNumber, let key, let program, let bank, _)):
      .tuning(noteNumber: noteNumber, key: key, program: program, bank: bank)
    case .part, .tuning, .master, .drumKey, .drumReset, .channelDrumKey: .other
    #if !hasFeature(Embedded)
      case .keyBend: .other
    #endif
    }
  }
}
