import Foundation
import PeachInstrumentModel
import PeachMusicUnits
import PeachWebEngine
import PeachWebPage
import SoundFontFixtures
import SoundMeasurement
import Testing

/// Instruments that are exchanged while a song plays. The banks have tones of other frequencies at
/// the same programs.
@Suite("Exchanged instruments")
struct ExchangedInstrumentTests {
  private let engine = PageEngine.portable()

  /// Returns a bank whose programs 0 and 1 are tones of a period in frames, and of half of it.
  private static func bank(period: Int) -> [UInt8] {
    var builder = SoundFontBuilder()
    for period in [period, period / 2] {
      let frames = (0..<2_400).map { index in
        Int16(9_000 * sin(2 * .pi * Double(index) / Double(period)))
      }
      builder.samples.append(.init(frames: frames, loop: 0..<2_400, rate: 48_000, root: 60))
    }
    builder.instruments = (0..<2).map { .init(zones: [.init([.init(.sampleModes, 1)], plays: $0)]) }
    builder.presets = (0..<2).map { .init("Tone \($0)", program: $0, zones: [.init(plays: $0)]) }
    return builder.chunks.file
  }

  /// A note of channel 1 that lasts for ten seconds: twenty quarter notes.
  private static let song: [UInt8] = {
    let track: [UInt8] = [
      0, 0xC0, 0, 0, 0x90, 60, 100, 0x8F, 0x00, 0x80, 60, 0, 0, 0xFF, 0x2F, 0,
    ]
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
  }()

  init() throws {
    // 240 and 480 Hz, 300 and 600 Hz.
    try engine.addBank(named: "b.sf2", ByteStorage(copying: Self.bank(period: 160)))
    try engine.addBank(named: "a.sf2", ByteStorage(copying: Self.bank(period: 200)))
    try engine.loadSong(named: "song.mid", Self.song)
    _ = engine.reports()
  }

  private func exchange(_ tag: String) {
    engine.handle(.song(.instrument(tag: tag, channel: 0)))
  }

  /// Plays the song's note again with the present instrument, and returns its frequency.
  private func frequency(among hertz: [Double] = [240, 480, 300, 600]) -> Double? {
    engine.handle(.song(.seek(seconds: 0)))
    engine.handle(.song(.play))
    let audio = engine.render(seconds: 0.5).audio[4_800...]
    if Level.peak(audio) < 0.001 { return nil }
    return hertz.max { first, second in
      let levels = [first, second].map { Level.amplitude(of: audio, at: $0, sampleRate: 48_000) }
      return levels[0] < levels[1]
    }
  }

  private func positions(_ reports: [TimedReport]) -> [Double] {
    reports.compactMap { report in
      if case .song(.position(let seconds, _, _)) = report.report { seconds } else { nil }
    }
  }

  @Test("The preset of the list plays, of any bank, also if another bank plays first")
  func exact() throws {
    #expect(frequency() == 240)
    engine.handle(.song(.bankAbove(name: "b.sf2")))
    #expect(frequency() == 300)
    for (tag, hertz) in [
      ("sf2:a.sf2:0:0", 240.0), ("sf2:b.sf2:0:1", 600), ("sf2:a.sf2:0:1", 480), ("", 300),
    ] {
      exchange(tag)
      let named = engine.reports().compactMap { report -> String? in
        if case .song(.channel(0, _, let tag)) = report.report { tag } else { nil }
      }
      #expect(named.last == (tag.isEmpty ? "sf2:b.sf2:0:0" : tag))
      #expect(frequency() == hertz, "\(tag)")
    }
  }

  @Test("The preset that is chosen plays also in a song that brings a bank, which substitutes all")
  func embeddedBank() throws {
    // An RMID file: the song in a chunk "data", a bank offset of 0, then the SoundFont.
    let offset = Self.chunk("LIST", Array("INFO".utf8) + Self.chunk("DBNK", [0, 0]))
    let contents =
      Array("RMID".utf8) + Self.chunk("data", Self.song) + offset + Self.bank(period: 120)
    try engine.loadSong(named: "own.rmi", Self.chunk("RIFF", contents))
    #expect(frequency(among: [400, 300]) == 400)
    exchange("sf2:b.sf2:0:0")
    #expect(frequency(among: [400, 300]) == 300)
    exchange("")
    #expect(frequency(among: [400, 300]) == 400)
  }

  private static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    let size = (0..<4).map { UInt8(truncatingIfNeeded: contents.count >> (8 * $0)) }
    return Array(name.utf8) + size + contents + (contents.count % 2 == 0 ? [] : [0])
  }

  @Test("A bank that was removed plays on, also when an instrument is exchanged")
  func removedBank() throws {
    engine.handle(.removeBank(name: "a.sf2"))
    exchange("sf2:b.sf2:0:1")
    #expect(frequency() == 600)
    exchange("")
    #expect(frequency() == 240)
    exchange("sf2:b.sf2:0:1")
    engine.handle(.removeBank(name: "b.sf2"))
    engine.handle(.song(.level(decibels: -3, channel: 0)))
    exchange("sf2:gone.sf2:0:1")
    #expect(frequency() == 240)
  }

  @Test("The position continues, after other messages and however quickly instruments change")
  func position() throws {
    engine.handle(.song(.play))
    exchange("sf2:a.sf2:0:1")
    var seconds = 2.0
    _ = engine.render(seconds: seconds)
    // Messages that the audio thread has not performed yet when the next one comes.
    for pause in [0, 0.06, 0.15, 0.1, 0.03, 0.03, 0.25] {
      engine.handle(.song(.level(decibels: -pause, channel: 0)))
      let first = engine.render(seconds: pause).reports
      exchange(pause == 0.1 ? "" : "sf2:b.sf2:0:0")
      let all = positions(first + engine.reports() + engine.render(seconds: 0.5).reports)
      // No report is of the beginning, and none goes back.
      #expect(all.allSatisfy { $0 > seconds - 0.15 } && all == all.sorted(), "\(all)")
      seconds += pause + 0.5
      #expect(abs((all.last ?? 0) - seconds) < 0.15, "\(pause): \(all.last ?? 0), \(seconds)")
    }
    // A pause and a jump are kept, too.
    engine.handle(.song(.seek(seconds: 1)))
    engine.handle(.song(.pause))
    exchange("")
    #expect(positions(engine.render(seconds: 1).reports + engine.reports()).allSatisfy { $0 == 1 })
    engine.handle(.song(.play))
    let last = positions(engine.render(seconds: 1).reports).last
    #expect(abs((last ?? 0) - 2) < 0.15)
  }

  @Test("A song that has ended plays from its start, also with another instrument")
  func ended() throws {
    engine.handle(.song(.seek(seconds: 9.5)))
    engine.handle(.song(.play))
    _ = engine.render(seconds: 2)
    exchange("sf2:a.sf2:0:1")
    _ = engine.render(seconds: 1)
    engine.handle(.song(.play))
    let (audio, reports) = engine.render(seconds: 0.5)
    #expect(Level.peak(audio[9_600...]) > 0.001)
    #expect(abs((positions(reports).last ?? 0) - 0.4) < 0.15)
  }
}
