import PeachInstrumentModel
import PeachMusicUnits

/// The contents of one block of an EXS24 file; what is beyond its end counts as not there.
struct EXS24Payload {
  let file: UnsafeRawBufferPointer
  /// Where it is in the file.
  let range: Range<Int>
  let isBigEndian: Bool

  /// How many bytes it has.
  var count: Int { range.count }

  /// A byte without a sign.
  func byte(_ offset: Int, or missing: UInt8 = 0) -> UInt8 {
    offset >= 0 && offset < count ? file[range.lowerBound + offset] : missing
  }

  /// A byte with a sign.
  func signed(_ offset: Int) -> Int { Int(Int8(bitPattern: byte(offset))) }

  /// A number of two or four bytes without a sign.
  func number(_ offset: Int, bytes: Int, or missing: Int = 0) -> Int {
    guard offset >= 0, offset + bytes <= count else { return missing }
    return Int(
      clamping: file.unsigned(range.lowerBound + offset, bytes, isBigEndian: isBigEndian))
  }

  /// A number of four bytes with a sign.
  func long(_ offset: Int, or missing: Int = 0) -> Int {
    guard offset >= 0, offset + 4 <= count else { return missing }
    let bits = file.unsigned(range.lowerBound + offset, 4, isBigEndian: isBigEndian)
    return Int(Int32(truncatingIfNeeded: bits))
  }

  /// The text of a field, up to a zero byte.
  func text(_ field: Range<Int>) -> String {
    let inside = field.clamped(to: 0..<count)
    let start = range.lowerBound + inside.lowerBound
    return TextField.decode(
      UnsafeRawBufferPointer(rebasing: file[start..<start + inside.count]))
  }
}
