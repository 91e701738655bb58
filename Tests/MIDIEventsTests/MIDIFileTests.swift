import PeachMIDIEvents
import Testing

@Suite("Standard MIDI Files")
struct MIDIFileTests {
  @Test("Format, division, tracks, ticks and messages are read")
  func plain() throws {
    let first =
      [0] + tempo(600_000) + variable(96) + [0x90, 60, 100] + variable(0x0FFF_FFFF) + [60, 0]
    let file = try MIDIFile(
      bytes: MIDIFileBuilder.file(division: 480, first, [0, 0xC1, 5] + variable(200) + [0xD1, 3]))
    #expect(file.format == .simultaneousTracks && file.division == .ticksPerQuarterNote(480))
    #expect(file.tracks.count == 2 && file.warnings.isEmpty)
    let last: Int64 = 96 + 0x0FFF_FFFF
    #expect(file.tracks[0].events.map(\.tick) == [0, 96, last, last])
    #expect(file.tracks[0].events[0].content == .meta(.tempo(microsecondsPerQuarterNote: 600_000)))
    #expect(
      file.messages()
        == [
          MIDIMessage(status: 0x90, data1: 60, data2: 100), MIDIMessage(status: 0x90, data1: 60),
        ].compactMap { $0 })
    #expect(file.messages(track: 1).map(\.status) == [0xC1, 0xD1])
    #expect(file.endTick == 96 + 0x0FFF_FFFF)
  }

  @Test("The division is ticks per quarter note or one of four time codes")
  func divisions() throws {
    func division(_ word: UInt16) throws -> TimeDivision {
      try MIDIFile(bytes: MIDIFileBuilder.file(division: word, [])).division
    }
    #expect(try division(0x7FFF) == .ticksPerQuarterNote(32_767))
    // −24, −25, −29 and −30 in two's complement.
    #expect(try division(0xE804) == .timeCode(.frames24, ticksPerFrame: 4))
    #expect(try division(0xE728) == .timeCode(.frames25, ticksPerFrame: 40))
    #expect(try division(0xE350) == .timeCode(.frames30Drop, ticksPerFrame: 80))
    #expect(try division(0xE2FF) == .timeCode(.frames30, ticksPerFrame: 255))
    for word: UInt16 in [0, 0xE800, 0xFF04, 0x8004] {
      #expect(
        MIDIFile.error(MIDIFileBuilder.file(division: word, []))?.reason == .badDivision(word))
    }
  }

  @Test("Specified meta-events are decoded; others keep their bytes")
  func metaEvents() throws {
    let events: [([UInt8], MetaEvent?)] = [
      ([0xFF, 0x00, 2, 1, 2], .sequenceNumber(258)), ([0xFF, 0x00, 0], .sequenceNumber(nil)),
      ([0xFF, 0x20, 1, 9], .channelPrefix(9)), ([0xFF, 0x21, 1, 2], .port(2)),
      (tempo(16_777_215), .tempo(microsecondsPerQuarterNote: 16_777_215)),
      (
        [0xFF, 0x54, 5, 0x61, 2, 3, 4, 5],
        .timeCodeOffset(hours: 0x61, minutes: 2, seconds: 3, frames: 4, hundredths: 5)
      ),
      (
        [0xFF, 0x58, 4, 6, 3, 36, 8],
        .timeSignature(
          numerator: 6, denominatorPower: 3, clocksPerClick: 36, thirtySecondsPerQuarter: 8)
      ),
      ([0xFF, 0x59, 2, 0xFD, 1], .keySignature(sharps: -3, isMinor: true)),
      ([0xFF, 0x01, 2, 65, 66], nil), ([0xFF, 0x7F, 1, 7], nil), ([0xFF, 0x60, 1, 8], nil),
    ]
    let bytes = MIDIFileBuilder.file(events.flatMap { [0] + $0.0 })
    let file = try MIDIFile(bytes: bytes)
    #expect(file.warnings.isEmpty && file.tracks[0].events.count == events.count + 1)
    for (event, (_, expected)) in zip(file.tracks[0].events, events) {
      if let expected { #expect(event.content == .meta(expected)) }
    }
    let rest = file.tracks[0].events.suffix(4).map(\.content)
    guard case .meta(.text(.text, let text)) = rest[0],
      case .meta(.sequencerSpecific(let own)) = rest[1],
      case .meta(.unknown(type: 0x60, let unknown)) = rest[2]
    else {
      Issue.record("Not decoded: \(rest)")
      return
    }
    #expect(rest[3] == .meta(.endOfTrack))
    #expect(Array(file.bytes[text.range]) == [65, 66])
    #expect(Array(file.bytes[own.range]) == [7])
    #expect(Array(file.bytes[unknown.range]) == [8])
  }

  @Test("System Exclusive: complete, in timed packets, escapes inside and outside")
  func exclusive() throws {
    let track: [UInt8] =
      [0, 0xF0, 3, 1, 2, 0xF7]
      + [0, 0xF0, 2, 3, 4, 10, 0xF7, 1, 0xF8, 10, 0xF7, 1, 5, 10, 0xF7, 2, 6, 0xF7]
      + [0, 0xF7, 1, 0xFA]
    let file = try MIDIFile(bytes: MIDIFileBuilder.file(track))
    var found: [String] = []
    for event in file.tracks[0].events {
      switch event.content {
      case .systemExclusive(let part):
        found.append("\(event.tick) \(part.position) \(Array(file.bytes[part.range.range]))")
      case .escape(let range): found.append("\(event.tick) escape \(file.bytes[range.range])")
      default: break
      }
    }
    #expect(
      found == [
        "0 whole [1, 2]", "0 first [3, 4]", "10 escape [248]", "20 middle [5]", "30 last [6]",
        "30 escape [250]",
      ])
    #expect(file.warnings.isEmpty)
  }

  @Test("A System Exclusive message without F7 ends with its bytes and a warning")
  func exclusiveUnfinished() throws {
    let file = try MIDIFile(bytes: MIDIFileBuilder.file([0, 0xF0, 1, 9, 0, 0xC0, 1]))
    guard case .systemExclusive(let part) = file.tracks[0].events[0].content else {
      Issue.record("No System Exclusive")
      return
    }
    #expect(part.position == .whole && file.warningReasons == [.systemExclusiveUnfinished])
  }

  @Test(
    "Running status continues across meta and System Exclusive events, with one warning per track")
  func runningStatusAcross() throws {
    let track: [UInt8] = [0, 0x90, 60, 1, 0, 0xFF, 1, 0, 0, 61, 1, 0, 0xF0, 1, 0xF7, 0, 62, 1]
    let file = try MIDIFile(bytes: MIDIFileBuilder.file(track))
    #expect(file.messages().map(\.data1) == [60, 61, 62])
    #expect(file.warningReasons == [.runningStatusAcrossEvents])
  }

  // Proves song rmid: RP-029; exact
  @Test("Data and bank of an RMID file are found")
  func rmid() throws {
    let midi = MIDIFileBuilder.file([0, 0xC0, 1])
    func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(UInt32(content.count)) + content
        + (content.count % 2 == 1 ? [0] : [])
    }
    let bank = riff("RIFF", Array("DLS ".utf8))
    let bytes = riff("RIFF", Array("RMID".utf8) + riff("DISP", [1]) + riff("data", midi) + bank)
    let file = try MIDIFile(bytes: bytes)
    #expect(file.messages().count == 1 && file.warnings.isEmpty)
    let range = try #require(file.embeddedBank)
    #expect(Array(bytes[range.range]) == bank)
    #expect(
      MIDIFile.error(riff("RIFF", Array("RMID".utf8) + riff("DISP", [1])))?.reason == .noMIDIInRIFF)
    #expect(MIDIFile.error(riff("RIFF", Array("WAVE".utf8)))?.reason == .notMIDI)
  }

  // Proves song format-1, format-2: SMF 1.0, Header Chunks; exact
  @Test("Format 1 plays tracks together, format 2 one after another, each with its own tempo")
  func formats() throws {
    let first = [0] + tempo(1_000_000) + variable(96) + [0xC0, 1]
    let second = variable(192) + [0xC0, 2]
    let together = try MIDIFile(bytes: MIDIFileBuilder.file(first, second))
    #expect(together.duration.seconds == 2)
    let patterns = try MIDIFile(bytes: MIDIFileBuilder.file(format: 2, first, second))
    // One quarter of 1 s, then two of the 0.5 s that hold where a pattern says nothing.
    #expect(patterns.duration.seconds == 2)
    #expect(patterns.tempoMap.time(atTick: 96 + 96).seconds == 1.5)
    #expect(patterns.startTicks[1] == 96 && patterns.endTick == 288)
  }

  @Test("Of each kind of warning eight are listed, and the others are counted")
  func manyWarnings() throws {
    // Tracks without an end-of-track event.
    let bytes = MIDIFileBuilder(tracks: [[UInt8]](repeating: [], count: 1000)).bytes
    let file = try MIDIFile(bytes: bytes)
    #expect(file.tracks.count == 1000)
    let reasons = file.warnings.map(\.reason)
    #expect(reasons.count { $0 == .endOfTrackMissing } == 8)
    #expect(reasons.last == .furtherWarnings(992) && reasons.count == 9)
  }
}

extension ByteRange {
  var range: Range<Int> { offset..<offset + count }
}
