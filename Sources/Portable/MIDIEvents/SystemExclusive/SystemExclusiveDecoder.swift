/// Says what a System Exclusive message sets, one setting after the other.
///
/// Understood are resets (GM1, GM2, GS, XG), Device Control with Global Parameter Control, the MIDI
/// Tuning Standard, and the parameters of Roland GS and Yamaha XG. Of any other message, and of one
/// that is too short, too long or has a wrong checksum, there are no settings. The device number is
/// not looked at, because files are made for many.
///
/// Nothing allocates; it may be used on the audio thread. The bytes must stay as they are until the
/// last ``next()``.
///
/// ```swift
/// // GM2 Master Coarse Tuning, without F0 and F7: 42 hexadecimal is two semitones up.
/// [0x7F, 0x7F, 0x04, 0x04, 0x00, 0x42].withUnsafeBytes { bytes in
///   var decoder = SystemExclusiveDecoder(bytes)
///   decoder.next()  // .master(.keyShift(semitones: 2))
///   decoder.next()  // nil
/// }
/// ```
public struct SystemExclusiveDecoder {
  /// What kind of message it is, and so how ``place`` is read.
  enum Format: Hashable, BitwiseCopyable {
    case nothing
    case reset(SystemReset)
    case deviceControl
    case globalReverb
    case globalChorus
    case tuning(TuningLayout)
    case gs
    case xg
  }

  let message: SystemExclusiveBytes
  var format: Format = .nothing
  /// The next byte to read, and the one after the last.
  var place = 0
  var end = 0
  /// GS and XG: the address of the byte at ``place``, seven bits of each of its three bytes.
  var address = 0
  /// Tunings: which entry is next.
  var entry = 0

  /// A decoder for one message: its bytes without the F0 before and the F7 after it.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public init(_ bytes: UnsafeRawBufferPointer) {
    message = SystemExclusiveBytes(bytes)
    switch message[0] {
    case 0x7E, 0x7F: recognizeUniversal()
    case 0x41: recognizeGS()
    case 0x43: recognizeXG()
    default: break
    }
  }

  /// The next setting; nil when there are no more.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func next() -> SystemExclusiveSetting? {
    switch format {
    case .nothing: return nil
    case .reset(let reset):
      format = .nothing
      return .reset(reset)
    case .deviceControl:
      format = .nothing
      return deviceControl()
    case .globalReverb, .globalChorus: return nextGlobalParameter()
    case .tuning(let layout): return nextTuning(layout)
    case .gs: return nextGS()
    case .xg: return nextXG()
    }
  }

  /// Reads data at an address on: GS and XG messages alike.
  mutating func readParameters(ofAddressAt addressPlace: Int, to end: Int) {
    address =
      Int(message[addressPlace]) &<< 14 | Int(message[addressPlace &+ 1]) &<< 7
      | Int(message[addressPlace &+ 2])
    place = addressPlace &+ 3
    self.end = end
  }

  /// Goes on behind a parameter of so many bytes; false if they are not all there.
  mutating func advance(by count: Int) -> Bool {
    let isComplete = count <= end &- place
    place &+= count
    address &+= count
    return isComplete
  }
}
