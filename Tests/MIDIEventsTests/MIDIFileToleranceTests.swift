import PeachMIDIEvents
import Testing

@Suite("Tolerated defects of MIDI files")
struct MIDIFileToleranceTests {
  private let track: [UInt8] = [0, 0xC0, 1] + MIDIFileBuilder.endOfTrack

  private func file(_ bytes: [UInt8]) throws -> MIDIFile { try MIDIFile(bytes: bytes) }

  @Test("128 bytes before the header are skipped, 129 throw")
  func preamble() throws {
    let bytes = MIDIFileBuilder(tracks: [track]).bytes
    let read = try file([UInt8](repeating: 0, count: 128) + bytes)
    #expect(read.warningReasons == [.bytesBeforeHeader(128)] && read.messages().count == 1)
    #expect(
      MIDIFile.error([UInt8](repeating: 0, count: 129) + bytes)
        == MIDIFile.error([UInt8](repeating: 0, count: 400)))
  }

  @Test("A longer header is skipped, a shorter one throws")
  func headerSize() throws {
    let longer = chunk("MThd", [0, 0, 0, 1, 0, 96, 7, 7]) + chunk("MTrk", track)
    #expect(try file(longer).messages().count == 1)
    let error = MIDIFile.error(chunk("MThd", [0, 0, 0, 1]) + chunk("MTrk", track))
    #expect(error?.reason == .headerTooShort(byteCount: 4) && error?.offset == 4)
  }

  @Test("All tracks are read regardless of the header; other chunks are skipped")
  func trackCounts() throws {
    let more = MIDIFileBuilder(declaredTracks: 1, tracks: [track, track]).bytes
    #expect(try file(more).warningReasons == [.trackCount(declared: 1, found: 2)])
    let fewer = MIDIFileBuilder(declaredTracks: 9, tracks: [track]).bytes
    #expect(try file(fewer).warningReasons == [.trackCount(declared: 9, found: 1)])
    let alien = MIDIFileBuilder(declaredTracks: 1).header + chunk("XFIH", [1, 2, 3])
    #expect(try file(alien + chunk("MTrk", track)).warnings.isEmpty)
    let zero = MIDIFileBuilder(format: 0, tracks: [track, track]).bytes
    #expect(try file(zero).warningReasons == [.severalTracksInFormat0])
    #expect(MIDIFile.error(MIDIFileBuilder().header)?.reason == .noTracks)
  }

  // Proves song broken: SMF 1.0, Track Chunks; every complete event
  @Test("A truncated track, or one without end-of-track, keeps its complete events")
  func endings() throws {
    let header = MIDIFileBuilder(declaredTracks: 1).header
    #expect(try file(header + chunk("MTrk", [5, 0xC0, 1])).warningReasons == [.endOfTrackMissing])
    let cut = try file(header + chunk("MTrk", [5, 0xC0, 1, 9, 0x90, 60], length: 50))
    #expect(cut.warningReasons == [.trackCutShort] && cut.endTick == 5)
    #expect(cut.messages().count == 1)
    let two = MIDIFileBuilder(tracks: [[5, 0xC0, 1], track]).bytes
    #expect(try file(two).warningReasons == [.endOfTrackMissing])
    let after = MIDIFileBuilder(tracks: [track + [1, 2, 3]]).bytes
    #expect(try file(after).warningReasons == [.bytesAfterEndOfTrack(3)])
    let padded = MIDIFileBuilder(tracks: [track]).bytes + [0, 0, 0, 0, 0, 0, 0, 0, 0]
    #expect(try file(padded).warningReasons == [.bytesAfterLastTrack(9)])
  }

  // Proves song broken: SMF 1.0, Track Chunks; every complete event
  @Test("A wrong track length loses no event")
  func lengths() throws {
    let header = MIDIFileBuilder(declaredTracks: 2).header
    for wrong in 0..<track.count {
      let read = try file(header + chunk("MTrk", track, length: wrong) + chunk("MTrk", track))
      #expect(read.tracks.count == 2 && read.messages().count == 1)
      #expect(read.messages(track: 1).count == 1)
      #expect(read.warningReasons == [.trackLengthTooSmall])
    }
    for wrong in [track.count + 1, track.count + 9, 1_000, 0xFFFF_FFFF] {
      let read = try file(header + chunk("MTrk", track, length: wrong) + chunk("MTrk", track))
      #expect(read.tracks.count == 2 && read.messages(track: 1).count == 1)
      #expect(read.warningReasons == [.trackLengthTooLarge])
    }
  }

  @Test("Meta-events of the wrong size and a tempo of 0 are ignored with a warning")
  func badMeta() throws {
    let bytes = MIDIFileBuilder.file(
      [0, 0xFF, 0x51, 2, 1, 2, 0] + tempo(0) + variable(96) + [0xC0, 1])
    let read = try file(bytes)
    #expect(read.warningReasons == [.malformedMetaEvent(type: 0x51), .tempoOfZero])
    #expect(read.duration.seconds == 0.5)
  }

  @Test("Errors have track and offset, as do the warnings if another track is sound")
  func errors() throws {
    func error(_ track: [UInt8]) -> MIDIFileError? {
      MIDIFile.error(MIDIFileBuilder(tracks: [MIDIFileBuilder.endOfTrack, track]).bytes)
    }
    // The second track's events begin at 14 + 8 + 4 + 8.
    let start = 34
    let cases: [([UInt8], MIDIFileError.Reason, Int)] = [
      ([0, 60, 100], .statusMissing(found: 60), start + 1),
      ([0, 0x90, 0x90, 0], .dataMissing(found: 0x90), start + 2),
      ([0, 0xF8], .badStatus(0xF8), start + 1), ([0, 0xF1, 0], .badStatus(0xF1), start + 1),
      ([0x80, 0x80, 0x80, 0x80, 0], .numberTooLong, start),
    ]
    for (track, reason, offset) in cases {
      let found = error(track)
      #expect(found?.reason == reason && found?.offset == offset && found?.track == 1)
      // The first track has three bytes more.
      let both = try file(MIDIFileBuilder(tracks: [self.track, track, self.track]).bytes)
      #expect(both.warnings.map(\.offset) == [offset + 3] && both.warnings.map(\.track) == [1])
      #expect(both.warningReasons == [.damagedEvent(reason, skippedBytes: track.count)])
      #expect(both.messages().count == 1 && both.messages(track: 2).count == 1)
    }
    let cut: [UInt8] = [0, 0x90, 60]
    #expect(
      MIDIFile.error(MIDIFileBuilder(tracks: [cut, MIDIFileBuilder.endOfTrack]).bytes)?.description
        == "Track 1: an event extends past the end of its track (byte 25).")
    let ticks = (0..<1_100).flatMap { _ in variable(0x0FFF_FFFF) + [0xC0, 1] }
    #expect(error(ticks)?.reason == .tooLong)
    #expect(MIDIFile.error([])?.reason == .notMIDI)
    #expect(MIDIFile.error(chunk("MThd", [0, 3, 0, 1, 0, 96]))?.reason == .unknownFormat(3))
  }
}
