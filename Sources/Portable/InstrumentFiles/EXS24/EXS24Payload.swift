import PeachInstrumentModel
import PeachMusicUnits

/// The contents of a block of an EXS24 file. Fields beyond its end have default values.
struct EXS24Payload {
  let file: UnsafeRawBufferPointer
  let range: Range<Int>
  let isBigEndian: Bool

  var count: Int { range.count }

  func byte(_ offset: Int, or missing: UInt8 = 0) -> UInt8 {
    offset >= 0 && offset < count ? file[range.lowerBound + offset] : missing
  }

  func signed(_ offset: Int) -> Int { Int(Int8(bitPattern: byte(offset))) }

  /// Returns an unsigned integer of two or four bytes.
  func number(_ offset: Int, bytes: Int, or missing: Int = 0) -> Int {
    guard offset >= 0, offset + bytes <= count else { return missing }
    return file.integer(range.lowerBound + offset, bytes, isBigEndian: isBigEndian)
  }

  /// Returns a signed integer of two or four bytes.
  func signed(_ offset: Int, bytes: Int, or missing: Int = 0) -> Int {
    let value = number(offset, bytes: bytes, or: missing)
    return bytes == 2
      ? Int(Int16(truncatingIfNeeded: value)) : Int(Int32(truncatingIfNeeded: value))
  }

  /// Returns a string field, up to a zero byte.
  func text(_ field: Range<Int>) -> String {
    let inside = field.clamped(to: 0..<count)
    let start = range.lowerBound + inside.lowerBound
    return TextField.decode(UnsafeRawBufferPointer(rebasing: file[start..<start + inside.count]))
  }
}
