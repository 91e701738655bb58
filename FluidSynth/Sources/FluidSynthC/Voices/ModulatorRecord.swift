import PeachInstrumentModel
import PeachMusicUnits

/// The memory of a `fluid_mod_t`, which callers may copy.
struct ModulatorRecord: BitwiseCopyable {
  var source1: UInt8 = 0
  var flags1: UInt8 = 0
  var source2: UInt8 = 0
  var flags2: UInt8 = 0
  var destination: UInt8 = 0
  var amount = 0.0

  /// Whether sources and destination are equal (SoundFont 2.04 §9.5.1).
  func hasSameIdentity(as other: ModulatorRecord) -> Bool {
    (source1, flags1, source2, flags2, destination)
      == (other.source1, other.flags1, other.source2, other.flags2, other.destination)
  }

  /// The modulator of a bank (SoundFont 2.04 §8.2).
  var modulator: Modulator {
    Modulator(
      source: Self.source(source1, flags1), destination: UInt16(destination),
      amount: Int16(saturating: Double(amount)),
      amountSource: Self.source(source2, flags2), transform: 0)
  }

  /// Returns a source with the flags of mod.h: negative 1, bipolar 2, curves 4 and 8, controller
  /// 16.
  private static func source(_ number: UInt8, _ flags: UInt8) -> UInt16 {
    let flags = UInt16(flags)
    return UInt16(number & 127) | (flags & 16) << 3 | (flags & 3) << 8 | (flags & 12) << 8
  }
}
