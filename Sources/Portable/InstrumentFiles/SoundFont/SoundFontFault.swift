import PeachInstrumentModel

/// A fault of a SoundFont file that reading it tolerates: what it concerns, where, and the numbers.
/// Both the warnings of a bank and the findings of its validation are made from these. Faults that
/// are not tolerated are thrown as ``InstrumentFileError``.
package struct SoundFontFault: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case file
    case preset(FixedName)
    case presetZone(FixedName, index: Int)
    case instrument(FixedName)
    case instrumentZone(FixedName, index: Int)
    case sample(FixedName)

    /// For example `preset ‘Harp’, zone 3`; empty for the file.
    package var description: String {
      switch self {
      case .file: ""
      case .preset(let name): "preset ‘\(name.text)’"
      case .presetZone(let name, let index): "preset ‘\(name.text)’, zone \(index)"
      case .instrument(let name): "instrument ‘\(name.text)’"
      case .instrumentZone(let name, let index): "instrument ‘\(name.text)’, zone \(index)"
      case .sample(let name): "sample ‘\(name.text)’"
      }
    }
  }

  package enum Problem: Hashable, Sendable {
    case fileSize(declared: Int, actual: Int)
    case missingPad(list: FourCharacterCode?)
    case trailingBytes(Int)
    case repeatedChunk(FourCharacterCode)
    case nestedInformationList
    case tooManyInformationChunks(count: Int, limit: Int)
    case newerVersion(minor: Int)
    case lowBytesInOldVersion
    case lowByteCount(Int, frameCount: Int)
    case missingTerminalRecord(FourCharacterCode)
    case unassignedRecords(FourCharacterCode, count: Int)
    case noPresets
    case presetNumbers(bank: Int, program: Int)
    case repeatedPreset(bank: Int, program: Int, first: FixedName)
    case emptyPreset
    case missingTarget(index: Int, count: Int)
    case noTarget
    case emptyRange(low: Int, high: Int)
    case ignoredGenerators(count: Int)
    case tooManyModulators(count: Int, limit: Int)
    case tooManyRegions(count: Int, limit: Int)
    case sampleInROM
    case sampleOverlaps(limit: Int)
    case sampleOutside(start: Int, end: Int, available: Int, isCompressed: Bool)
    case sampleRate(Int)
    case rootKey(Int)
    case loopOutside(start: Int, end: Int, frameCount: Int)
  }

  package var subject: Subject
  package var problem: Problem
  /// The offset in the file, in bytes; `nil` if the fault has no single one.
  package var offset: Int?

  package init(_ subject: Subject, _ problem: Problem, at offset: Int? = nil) {
    (self.subject, self.problem, self.offset) = (subject, problem, offset)
  }

  package var rule: SoundFontRule {
    switch problem {
    case .fileSize: .fileSize
    case .missingPad: .missingPad
    case .trailingBytes: .unknownChunk
    case .repeatedChunk: .repeatedChunk
    case .nestedInformationList, .tooManyInformationChunks, .tooManyModulators, .tooManyRegions,
      .sampleOverlaps:
      .readerLimit
    case .newerVersion: .newerVersion
    case .lowBytesInOldVersion, .lowByteCount: .lowBytes
    case .missingTerminalRecord, .unassignedRecords: .terminalRecord
    case .noPresets: .noPresets
    case .presetNumbers: .presetNumbers
    case .repeatedPreset: .presetRepeated
    case .emptyPreset: .presetEmpty
    case .missingTarget:
      if case .presetZone = subject { .danglingInstrument } else { .danglingSample }
    case .noTarget: .zoneWithoutTarget
    case .emptyRange: .emptyRange
    case .ignoredGenerators: .zoneOrder
    case .sampleInROM: .sampleInROM
    case .sampleOutside: .sampleOutside
    case .sampleRate: .sampleRate
    case .rootKey: .rootKey
    case .loopOutside: .loopOutside
    }
  }

  /// The problem as a user-facing message without subject and full stop.
  package var message: String {
    switch problem {
    case .fileSize(let declared, let actual):
      fill("The RIFF header declares # bytes, but # follow it", declared, actual)
    case .missingPad(let list):
      (list.map { "In list ‘\($0.description)’, a" } ?? "A")
        + " chunk of odd size lacks its pad byte"
    case .trailingBytes(let count): fill("# bytes at the end of the file are not a chunk", count)
    case .repeatedChunk(let code):
      fill("Chunk ‘@’ occurs twice; the first is used", name: code.description)
    case .nestedInformationList: "A list within the INFO list is dropped"
    case .tooManyInformationChunks(let count, let limit):
      fill("The INFO list has # chunks; the first # are read", count, limit)
    case .newerVersion(let minor):
      fill("Version 2.# is newer than 2.04, the last known", minor)
    case .lowBytesInOldVersion: "The sm24 chunk is ignored: it requires version 2.04"
    case .lowByteCount(let count, let frameCount):
      fill("The sm24 chunk is ignored: it has # bytes for # frames", count, frameCount)
    case .missingTerminalRecord(let code):
      fill("Chunk ‘@’ has no terminal record", name: code.description)
    case .unassignedRecords(let code, let count):
      fill("# records after those of chunk ‘@’ are unused", count, name: code.description)
    case .noPresets: "The file has no presets"
    case .presetNumbers(let bank, let program):
      fill(
        "Bank #, program # is out of range: banks are 0 to 128, programs 0 to 127", bank, program)
    case .repeatedPreset(let bank, let program, let first):
      fill("Bank #, program # is already taken by ‘@’; ignored", bank, program, name: first.text)
    case .emptyPreset: "It has no zones; ignored"
    case .missingTarget(let index, let count):
      fill("It refers to entry # of a table of #; ignored", index, count)
    case .noTarget: "It plays nothing; ignored"
    case .emptyRange(let low, let high): fill("The range # to # is empty", low, high)
    case .ignoredGenerators(let count): fill("# generators have no effect here; dropped", count)
    case .tooManyModulators(let count, let limit):
      fill("It has # modulators; the first # are used", count, limit)
    case .tooManyRegions(let count, let limit):
      fill(
        "Its zones multiply to # regions, too many for a file of this size; the first # are used",
        count, limit)
    case .sampleOverlaps(let limit):
      fill(
        "It and the samples before it have more than # times the sample data; it stays silent",
        limit)
    case .sampleInROM: "The sample is in a synthesizer's ROM and stays silent"
    case .sampleOutside(let start, let end, let available, let isCompressed):
      fill(
        "Its @ # to # exceed the # available", start, end, available,
        name: isCompressed ? "bytes" : "frames")
        + (start < end && start < available && !isCompressed ? "; truncated" : "; it stays silent")
    case .sampleRate(let rate):
      fill("The sample rate # Hz is out of range; 44100 Hz is used", rate)
    case .rootKey(let key): fill("The root key # is out of range; 60 is used", key)
    case .loopOutside(let start, let end, let frameCount):
      fill("The loop # to # exceeds the sample's # frames", start, end, frameCount)
    }
  }

  /// Returns a text with numbers in place of `#`, and a name in that of `@`: smaller in the page
  /// than interpolation.
  @inline(never)
  private func fill(_ text: String, _ numbers: Int..., name: String = "") -> String {
    var (filled, next) = ("", 0)
    for scalar in text.unicodeScalars {
      if scalar == "#" {
        filled += numbers[next].description
        next += 1
      } else if scalar == "@" {
        filled += name
      } else {
        filled.unicodeScalars.append(scalar)
      }
    }
    return filled
  }

  /// The problem as a user-facing message that names the subject.
  package var warning: String {
    let name = subject.description
    guard let first = name.utf8.first else { return message + "." }
    return String(decoding: [first & 0xDF], as: UTF8.self) + name.dropFirst() + ": " + message + "."
  }
}

/// The rules of SoundFont 2.04 that reading a file checks.
package enum SoundFontRule: UInt8, CaseIterable, Sendable {
  case fileSize, missingPad, unknownChunk, repeatedChunk, readerLimit, newerVersion, lowBytes
  case terminalRecord, noPresets, presetNumbers, presetRepeated, presetEmpty
  case danglingInstrument, danglingSample, zoneWithoutTarget, emptyRange, zoneOrder
  case sampleInROM, sampleOutside, sampleRate, rootKey, loopOutside

  /// The section of SoundFont 2.04; empty for limits of the reader.
  package var section: String {
    switch self {
    case .fileSize, .missingPad: "§3.1"
    case .unknownChunk: "§10.2"
    case .repeatedChunk: "§4.1"
    case .readerLimit: ""
    case .newerVersion: "§5.1"
    case .lowBytes: "§6.2"
    case .terminalRecord: "§7.2, 7.6, 7.10"
    case .noPresets, .presetNumbers, .presetRepeated, .presetEmpty: "§7.2"
    case .danglingInstrument: "§7.5"
    case .danglingSample: "§7.9"
    case .zoneWithoutTarget: "§7.3, 7.7"
    case .emptyRange: "§8.1.2"
    case .zoneOrder: "§7.5, 7.9"
    case .sampleInROM, .sampleOutside, .sampleRate, .rootKey, .loopOutside: "§7.10"
    }
  }
}

/// Collects faults within bounded memory: of each rule a limited number, and the count of all.
package struct SoundFontFaultList: Sendable {
  /// The maximum number of faults of one rule that are kept.
  package static var limitPerRule: Int { 500 }
  private static var warningsPerRule: Int { 8 }

  package private(set) var faults: [SoundFontFault] = []
  private var counts = [Int](repeating: 0, count: SoundFontRule.allCases.count)

  mutating func add(
    _ subject: SoundFontFault.Subject, _ problem: SoundFontFault.Problem, at offset: Int? = nil
  ) {
    let fault = SoundFontFault(subject, problem, at: offset)
    let rule = Int(fault.rule.rawValue)
    counts[rule] += 1
    if counts[rule] <= Self.limitPerRule { faults.append(fault) }
  }

  mutating func addRepetition(_ chunk: RIFFChunk) {
    add(.file, .repeatedChunk(chunk.name), at: chunk.headerOffset)
  }

  /// Returns the number of faults of a rule, including those that are not kept.
  package func count(of rule: SoundFontRule) -> Int { counts[Int(rule.rawValue)] }

  /// The faults as user-facing messages, the first few of each rule, and the number of the others.
  var warnings: [String] { warnings { _ in true } }

  /// The warnings about faults by which something can sound otherwise than meant. Without a pad
  /// byte, which banks of sf3convert lack, everything is read.
  var audibleWarnings: [String] { warnings { $0 != .missingPad } }

  private func warnings(about isIncluded: (SoundFontRule) -> Bool) -> [String] {
    var shown = [Int](repeating: 0, count: counts.count)
    let warnings = faults.filter { isIncluded($0.rule) }.compactMap { fault in
      shown[Int(fault.rule.rawValue)] += 1
      return shown[Int(fault.rule.rawValue)] <= Self.warningsPerRule ? fault.warning : nil
    }
    let total = SoundFontRule.allCases.reduce(0) { $0 + (isIncluded($1) ? count(of: $1) : 0) }
    let omitted = total - warnings.count
    return omitted == 0 ? warnings : warnings + [WarningList.omission(omitted)]
  }
}
