import PeachMIDIEvents
import Testing

@Suite("Damaged tracks of MIDI files")
struct MIDIFileDamageTests {
  /// Forty notes, a delta time of 16 ticks before each.
  private let keys = (0..<40).map { UInt8(40 + $0 * 7 % 37) }
  private let sound: [UInt8] = [0, 0xC0, 9] + MIDIFileBuilder.endOfTrack

  private func note(_ key: UInt8) -> [UInt8] { [16, 0x90, key, 100] }

  /// Returns the notes, with the bytes of the 20th replaced.
  private func track(_ damage: [UInt8], hasRunningStatus: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, key) in keys.enumerated() {
      let plain = hasRunningStatus && index > 0 ? [16, key, 100] : note(key)
      bytes += index == 20 ? damage : plain
    }
    return bytes
  }

  private func file(_ track: [UInt8], end: [UInt8] = MIDIFileBuilder.endOfTrack) throws -> MIDIFile
  {
    try MIDIFile(bytes: MIDIFileBuilder(tracks: [sound, track + end, sound]).bytes)
  }

  /// Checks that all notes but one have their keys and ticks.
  private func expectNotes(
    _ file: MIDIFile, without missing: Int? = nil, shift: Int64 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = keys.indices.filter { $0 != missing }
    #expect(
      file.messages(track: 1).map(\.data1) == expected.map { keys[$0] },
      sourceLocation: sourceLocation)
    let ticks = file.tracks[1].events.compactMap {
      if case .message = $0.content { return $0.tick } else { return nil }
    }
    #expect(
      ticks == expected.map { Int64(16 * ($0 + 1)) + ($0 >= 20 ? shift : 0) },
      sourceLocation: sourceLocation)
    #expect(file.messages(track: 2).count == 1, sourceLocation: sourceLocation)
  }

  @Test("A status byte for a data byte loses that note only")
  func dataByte() throws {
    let damaged = try file(track([16, 0x90, 0xBC, 100]))
    expectNotes(damaged, without: 20)
    let reason = MIDIFileError.Reason.dataMissing(found: 0xBC)
    #expect(damaged.warningReasons == [.damagedEvent(reason, skippedBytes: 4)])
    #expect(damaged.warnings[0].track == 1)
    // Headers of 14, 8, 7 and 8 bytes, 20 notes, a delta time and the status.
    #expect(damaged.warnings[0].offset == 37 + 20 * 4 + 2)
    #expect(
      damaged.warnings[0].description
        == "Track 2: found status byte 188 instead of a data byte, and 4 bytes are skipped "
        + "(byte 119).")
  }

  @Test("Running status continues after a damaged note")
  func runningStatus() throws {
    expectNotes(try file(track([16, 0xF5, 100], hasRunningStatus: true)), without: 20)
  }

  @Test("A stray data byte loses no note, and delays by no more than its value")
  func strayData() throws {
    let damaged = try file(track([21] + note(keys[20])))
    #expect(damaged.messages(track: 1).map(\.data1) == keys)
    #expect((640...661).contains(damaged.tracks[1].endTick))
    #expect(damaged.warnings.count == 1)
  }

  @Test(
    "Real-time status bytes in a track are skipped",
    arguments: [[16, 0xF8, 0x90], [8, 0xF8, 8, 0x90], [16, 0x90, 0xFE], [16, 0x90]] as [[UInt8]])
  func realTime(start: [UInt8]) throws {
    let end: [UInt8] = start.count == 2 ? [keys[20], 0xFA, 100] : [keys[20], 100]
    let damaged = try file(track(start + end))
    expectNotes(damaged)
    #expect(damaged.warningReasons == [.realTimeMessage])
  }

  @Test("A delta time of five bytes loses no note and adds no silence")
  func longDelta() throws {
    for delta: [UInt8] in [[0x81, 0x80, 0x80, 0x80, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0]] {
      let damaged = try file(track(delta + note(keys[20]).dropFirst()))
      expectNotes(damaged, shift: -16)
      #expect(damaged.warnings.count == 1)
    }
  }

  @Test("A delta time that includes a status byte adds no silence if unreadable bytes follow")
  func statusInDelta() throws {
    // The first byte was 16. The delta time has three bytes; the tempo's data leads to an error.
    let damaged = try file(track([0x90, 0x90, keys[20], 100, 0] + tempo(0x07_A120)))
    expectNotes(damaged, shift: -16)
    #expect(damaged.warnings.count == 1)
    #expect(
      damaged.tracks[1].events.contains {
        $0.content == .meta(.tempo(microsecondsPerQuarterNote: 500_000))
      })
  }

  @Test("A long rest before sound events is kept")
  func longRest() throws {
    // 200 quarter notes: more than four times the maximum delta time before.
    let rest = variable(19_200) + note(keys[20]).dropFirst()
    expectNotes(try file(track(rest)), shift: 19_184)
    for count in [0, 1, 5, 17] {
      let notes = (0..<count).flatMap { note(UInt8(50 + $0)) }
      let damaged = try file(note(90) + rest + notes + [16, 0xF5] + track(note(keys[20])))
      #expect(damaged.messages(track: 1).count == 2 + count + 40)
      #expect(damaged.tracks[1].endTick == 16 * Int64(1 + count + 1 + 40) + 19_200)
    }
  }

  @Test("An event of excessive size loses only the note that it replaces")
  func excessiveSize() throws {
    expectNotes(try file(track([16, 0xFF, 1, 0x8F, 0x7F])), without: 20)
  }

  @Test("A damaged status byte in a track without end-of-track loses no note: status continues")
  func endMissing() throws {
    expectNotes(try file(track([16, 0xF5, keys[20], 100]), end: []))
  }

  @Test("A damaged track of the wrong length keeps its notes, and the next track")
  func wrongLength() throws {
    let damaged = track([16, 0xF5, keys[20], 100])
    let header = MIDIFileBuilder(declaredTracks: 3).header + chunk("MTrk", sound)
    for length in [0, 3, 30, 61, 90, damaged.count + 6, damaged.count + 400, 0xFFFF_FFFF] {
      for end in [[], MIDIFileBuilder.endOfTrack] where length > 90 || !end.isEmpty {
        let bytes = header + chunk("MTrk", damaged + end, length: length) + chunk("MTrk", sound)
        expectNotes(try MIDIFile(bytes: bytes))
      }
    }
  }

  @Test("After eight damaged events of a track, the rest is summarized")
  func summary() throws {
    let bad: [UInt8] = [16, 0xF5]
    let notes = (0..<16).flatMap { note(UInt8(50 + $0)) }
    let damaged = try file((0..<12).flatMap { _ in notes + bad })
    #expect(damaged.messages(track: 1).count == 12 * 16)
    #expect(damaged.warnings.count == 9)
    #expect(damaged.warnings.last?.reason == .furtherDamagedEvents(4, skippedBytes: 8))
    #expect(damaged.tracks[1].endTick == 12 * 17 * 16)
  }

  @Test("Random bytes and real-time messages leave the next track readable, with few warnings")
  func noise() throws {
    var state: UInt64 = 7
    let noise = (0..<20_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 40)
    }
    for bytes in [noise, [UInt8](repeating: 0xF8, count: 20_000), [0, 0xF8] * 10_000] {
      let damaged = try file(bytes)
      #expect(damaged.warnings.filter { $0.track == 1 }.count <= 20)
      #expect(damaged.messages(track: 2).count == 1)
    }
  }
}

private func * (bytes: [UInt8], count: Int) -> [UInt8] {
  Array(repeatElement(bytes, count: count).joined())
}
