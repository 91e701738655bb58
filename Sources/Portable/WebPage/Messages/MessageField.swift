package import PeachMIDIEvents

/// A value that page, worker and audio thread exchange as text: one field, or several in a row. A
/// message of several kinds begins with the name of its kind.
///
/// ```swift
/// AnalysisMessage.measure(tag: "sf2:a.sf2:0:40").line  // measure, a tab, sf2:a.sf2:0:40
/// AnalysisMessage(line: "prove")                       // .prove
/// ```
package protocol MessageField: SendableMetatype {
  /// Reads the value. Returns `nil` if it is missing or invalid.
  init?(from fields: inout MessageReader)
  func write(to fields: inout MessageWriter)
}

extension MessageField {
  /// The text that ``init(line:)`` parses to the same value.
  package var line: String {
    var fields = MessageWriter()
    write(to: &fields)
    return fields.text
  }

  /// Returns `nil` if the line is not such a value, or has more fields.
  package init?(line: String) {
    var fields = MessageReader(line)
    self.init(from: &fields)
    if !fields.isAtEnd { return nil }
  }
}

/// Writes the fields of a message as text, with tabs between them. Tabs and line feeds in a text
/// become spaces.
package struct MessageWriter {
  private(set) var text = ""
  private var isEmpty = true

  @inline(never)  // All messages call it.
  mutating func append(_ field: String) {
    if !isEmpty { text += "\t" }
    isEmpty = false
    text += String(decoding: field.utf8.map { max($0, 0x20) }, as: UTF8.self)
  }
}

extension MessageWriter {
  /// Adds the fields of a value.
  mutating func add(_ value: some MessageField) { value.write(to: &self) }
}

/// Reads the fields of a message in order.
///
/// Searches bytes: finding the tabs by characters takes 7 ms for the text of a plot.
package struct MessageReader {
  private let bytes: [UInt8]
  private let separator: UInt8
  /// The start of the next field; beyond the end after the last one.
  private var start = 0

  package init(_ text: String) { self.init(Array(text.utf8), separator: 0x09) }

  init(_ bytes: [UInt8], separator: UInt8) { (self.bytes, self.separator) = (bytes, separator) }

  var isAtEnd: Bool { start > bytes.count }

  /// Returns the next field; `nil` after the last one.
  @inline(never)
  package mutating func next() -> String? {
    guard start <= bytes.count else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != separator { end += 1 }
    defer { start = end + 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Returns the values to the end; `nil` if one is invalid.
  mutating func rest<Value: MessageField>() -> [Value]? {
    var values: [Value] = []
    while !isAtEnd {
      guard let value = Value(from: &self) else { return nil }
      values.append(value)
    }
    return values
  }

  @inline(never)
  package mutating func number() -> Double? {
    next().flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension String: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let text = fields.next() else { return nil }
    self = text
  }

  package func write(to fields: inout MessageWriter) { fields.append(self) }
}

extension Double: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let number = fields.number() else { return nil }
    self = number
  }

  package func write(to fields: inout MessageWriter) { fields.append("\(self)") }
}

extension Int: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let number = fields.next().flatMap({ Int($0) }) else { return nil }
    self = number
  }

  package func write(to fields: inout MessageWriter) { fields.append("\(self)") }
}

extension UInt8: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let number = Int(from: &fields), let byte = UInt8(exactly: number) else { return nil }
    self = byte
  }

  package func write(to fields: inout MessageWriter) { Int(self).write(to: &fields) }
}

extension UInt16: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let number = Int(from: &fields), let word = UInt16(exactly: number) else { return nil }
    self = word
  }

  package func write(to fields: inout MessageWriter) { Int(self).write(to: &fields) }
}

/// 1 or 0.
extension Bool: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let number = Int(from: &fields) else { return nil }
    self = number != 0
  }

  package func write(to fields: inout MessageWriter) { Int(self ? 1 : 0).write(to: &fields) }
}

/// The last value of a message, if there is one.
extension Optional: MessageField where Wrapped: MessageField {
  package init?(from fields: inout MessageReader) {
    if fields.isAtEnd {
      self = nil
      return
    }
    guard let value = Wrapped(from: &fields) else { return nil }
    self = value
  }

  package func write(to fields: inout MessageWriter) { self?.write(to: &fields) }
}

/// Both bounds of a range that is not empty.
extension Range<Double>: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let lower = fields.number(), let upper = fields.number(), upper > lower else {
      return nil
    }
    self = lower..<upper
  }

  package func write(to fields: inout MessageWriter) {
    lowerBound.write(to: &fields)
    upperBound.write(to: &fields)
  }
}

/// A range of MIDI keys.
extension ClosedRange<UInt8>: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let lower = UInt8(from: &fields), let upper = UInt8(from: &fields), lower <= upper,
      upper < 128
    else { return nil }
    self = lower...upper
  }

  package func write(to fields: inout MessageWriter) {
    lowerBound.write(to: &fields)
    upperBound.write(to: &fields)
  }
}

/// A field of numbers with spaces between them.
extension [Double]: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let text = fields.next() else { return nil }
    var words = MessageReader([UInt8](text.utf8), separator: 0x20)
    self = []
    while let word = words.next() {
      if word.isEmpty { continue }
      guard let number = Double(word), number.isFinite else { return nil }
      append(number)
    }
  }

  package func write(to fields: inout MessageWriter) {
    fields.append(map { "\($0)" }.joined(separator: " "))
  }
}

/// A field of the channels with spaces between them.
extension SongChannels: MessageField {
  package init?(from fields: inout MessageReader) {
    guard let channels = [Double](from: &fields) else { return nil }
    self.init()
    for channel in channels {
      guard let channel = UInt8(exactly: channel) else { return nil }
      insert(channel)
    }
  }

  package func write(to fields: inout MessageWriter) {
    channels.map { Double($0) }.write(to: &fields)
  }
}
