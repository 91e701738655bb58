public import PeachMusicUnits

extension KeyboardTuning {
  /// Parses an AnaMark tuning file (`.tun`): "Specifications AnaMark tuning file format", version
  /// 2.00, §3.5 and §3.6. `[Exact Tuning]` has precedence over `[Tuning]`. Other sections, and text
  /// after `[Scale End]`, are ignored, except for `[Functional Tuning]`, which is an error.
  ///
  /// Notes that the file omits keep 100 cents per key; after the last one of `[Exact Tuning]` the
  /// tuning repeats with its number as the length of the period.
  ///
  /// ```swift
  /// let text = "[Exact Tuning]\nnote 0 = 0\nnote 1 = 63.2\nnote 19 = 1200\n"
  /// try KeyboardTuning(tun: Array(text.utf8))[MIDINote(clamping: 20)]  // 12.632
  /// ```
  public init(tun bytes: [UInt8]) throws(AnaMarkError) {
    var reader = try AnaMarkReader(bytes)
    self.init(noteNumbers: try reader.noteNumbers())
  }
}

/// Parses the sections of an AnaMark file.
private struct AnaMarkReader {
  private enum Section { case other, tuning, exactTuning }

  private var lines: TextLines
  private var section = Section.other
  /// The cents of the notes that the sections set.
  private var tuning = [Double?](repeating: nil, count: 128)
  private var exactTuning = [Double?](repeating: nil, count: 128)
  /// The note number of note 0 of the exact tuning: 0 for the default, 8.1757989156437 Hz.
  private var base = 0.0

  init(_ bytes: [UInt8]) throws(AnaMarkError) {
    guard bytes.count <= ScalaScale.largestFile else {
      throw AnaMarkError(.tooLarge(byteCount: bytes.count), line: 1)
    }
    lines = TextLines(bytes)
  }

  mutating func noteNumbers() throws(AnaMarkError) -> [Double?] {
    while var line = lines.next() {
      line.skipBlanks()
      if line.isAtEnd || line.peek() == UInt8(ascii: ";") { continue }
      if line.take(UInt8(ascii: "[")) {
        let name = line.name(before: UInt8(ascii: "]"))
        if name == "functional tuning" { throw AnaMarkError(.functionalTuning, line: lines.number) }
        if name == "scale end" { break }
        section =
          name == "tuning" ? .tuning : name == "exact tuning" ? .exactTuning : .other
        continue
      }
      if section != .other { try assign(line) }
    }
    let isExact = exactTuning.contains { $0 != nil }
    guard isExact || tuning.contains(where: { $0 != nil }) else {
      throw AnaMarkError(.noNotes, line: max(lines.number, 1))
    }
    let cents = isExact ? Self.completed(exactTuning) : Self.filled(tuning)
    let base = isExact ? base : 0
    return cents.map { cents in
      let number = base + cents / 100
      // A hundred octaves around 440 Hz, as for Scala files.
      return number > 69 - 1200 && number < 69 + 1200 ? number : nil
    }
  }

  private mutating func assign(_ given: TextLine) throws(AnaMarkError) {
    var line = given
    guard line.contains(UInt8(ascii: "=")) else {
      throw AnaMarkError(.noAssignment, line: lines.number)
    }
    var name = line.name(before: UInt8(ascii: "="))
    line.skipBlanks()
    if name == "basefreq" {
      guard section == .exactTuning else { return }
      guard let hertz = line.lastNumber()?.value, hertz > 0, hertz < .infinity else {
        throw AnaMarkError(.badFrequency, line: lines.number)
      }
      let number = FrequencyCalculation.noteNumber(frequency: .hertz(hertz))
      // 14 digits of the default are the default.
      base = abs(number) < 1e-11 ? 0 : number
      return
    }
    guard name.hasPrefix("note") else { return }
    name.removeFirst(4)
    let digits = Array(name.utf8).drop { $0 == 0x20 || $0 == 0x09 }
    guard let number = DecimalNumber(prefixOf: digits, allowsExponent: false),
      number.byteCount == digits.count, let index = number.integer
    else { throw AnaMarkError(.badNote, line: lines.number) }
    let value = line.lastNumber()
    guard let value, abs(value.value) < 1e9, section == .exactTuning || value.integer != nil else {
      throw AnaMarkError(.badCents(isInteger: section == .tuning), line: lines.number)
    }
    // Other numbers are reserved (§3.6).
    guard (0...127).contains(index) else { return }
    if section == .tuning {
      tuning[Int(index)] = value.value
    } else {
      exactTuning[Int(index)] = value.value
    }
  }

  /// Returns the cents of all notes, 100 per key for those that are not set.
  private static func filled(_ cents: [Double?]) -> [Double] {
    cents.enumerated().map { $0.element ?? 100 * Double($0.offset) }
  }

  /// Returns the cents of all notes: the last that is set begins the first repetition (§3.6.1).
  private static func completed(_ cents: [Double?]) -> [Double] {
    var completed = filled(cents)
    guard let last = cents.lastIndex(where: { $0 != nil }), last > 0 else { return completed }
    let period = completed[last]
    for index in min(last + 1, 128)..<128 { completed[index] = completed[index - last] + period }
    return completed
  }
}
