/// Encodes settings as 32-bit words, or decodes them: a `code(_:)` function that visits the fields
/// of a struct describes the layout for both directions. Decoding clamps each field to its range,
/// so that any words are valid input. Floats are stored as their bits, absent values as −1.
package struct StateCoder: BitwiseCopyable {
  package let isDecoding: Bool
  private var next: UnsafeMutablePointer<Int32>

  @_noLocks @_noAllocation package init(encodingTo words: UnsafeMutablePointer<Int32>) {
    next = words
    isDecoding = false
  }

  @_noLocks @_noAllocation package init(decodingFrom words: UnsafePointer<Int32>) {
    next = UnsafeMutablePointer(mutating: words)
    isDecoding = true
  }

  @_noLocks @_noAllocation package mutating func code(_ word: inout Int32) {
    if isDecoding { word = next.pointee } else { next.pointee = word }
    next += 1
  }

  @_noLocks @_noAllocation
  package mutating func code(_ value: inout Int, in range: ClosedRange<Int>) {
    var word = Int32(truncatingIfNeeded: value)
    code(&word)
    if isDecoding { value = min(max(Int(word), range.lowerBound), range.upperBound) }
  }

  @_noLocks @_noAllocation package mutating func code(_ value: inout UInt8, max: UInt8 = 127) {
    var integer = Int(value)
    code(&integer, in: 0...Int(max))
    value = UInt8(truncatingIfNeeded: integer)
  }

  @_noLocks @_noAllocation package mutating func code(_ value: inout UInt16, max: UInt16) {
    var integer = Int(value)
    code(&integer, in: 0...Int(max))
    value = UInt16(truncatingIfNeeded: integer)
  }

  @_noLocks @_noAllocation package mutating func code(_ value: inout Int8) {
    var integer = Int(value)
    code(&integer, in: -128...127)
    value = Int8(truncatingIfNeeded: integer)
  }

  @_noLocks @_noAllocation package mutating func code(_ value: inout UInt8?, max: UInt8 = 127) {
    var integer = value.map { Int($0) } ?? -1
    code(&integer, in: -1...Int(max))
    value = integer < 0 ? nil : UInt8(truncatingIfNeeded: integer)
  }

  @_noLocks @_noAllocation package mutating func code(_ value: inout UInt16?, max: UInt16) {
    var integer = value.map { Int($0) } ?? -1
    code(&integer, in: -1...Int(max))
    value = integer < 0 ? nil : UInt16(truncatingIfNeeded: integer)
  }

  /// Codes a float; decodes NaN as 0.
  @_noLocks @_noAllocation package mutating func code(_ value: inout Float) {
    var word = Int32(bitPattern: value.bitPattern)
    code(&word)
    value = Float(bitPattern: UInt32(bitPattern: word))
    if isDecoding && value != value { value = 0 }
  }

  /// Codes a float in a range; decodes NaN as the lower bound.
  @_noLocks @_noAllocation
  package mutating func code(_ value: inout Float, in range: ClosedRange<Float>) {
    var word = Int32(bitPattern: value.bitPattern)
    code(&word)
    guard isDecoding else { return }
    let decoded = Float(bitPattern: UInt32(bitPattern: word))
    value = decoded >= range.lowerBound ? min(decoded, range.upperBound) : range.lowerBound
  }

  /// Codes an optional float from 0 to `max`; decodes NaN as `nil`.
  @_noLocks @_noAllocation package mutating func code(_ value: inout Float?, max: Float) {
    var float = value ?? -1
    code(&float, in: -1...max)
    value = float < 0 ? nil : float
  }

  /// Codes a double as two words, the low one first; decodes NaN and magnitudes above `limit` as 0.
  @_noLocks @_noAllocation package mutating func code(_ value: inout Double, limit: Double) {
    var low = Int32(truncatingIfNeeded: value.bitPattern)
    var high = Int32(truncatingIfNeeded: value.bitPattern >> 32)
    code(&low)
    code(&high)
    guard isDecoding else { return }
    let bits = UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low))
    let decoded = Double(bitPattern: bits)
    value = abs(decoded) <= limit ? decoded : 0
  }

  /// Skips reserved words, which are encoded as 0.
  @_noLocks @_noAllocation package mutating func skip(_ count: Int) {
    for _ in 0..<count {
      var reserved: Int32 = 0
      code(&reserved)
    }
  }
}
