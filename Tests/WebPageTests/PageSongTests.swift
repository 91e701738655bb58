import PeachMIDIEvents
import PeachTrainerUI
import PeachWebPage
import Testing

@Suite("Songs on the page")
struct PageSongTests {
  private static func playing() throws -> PageBench {
    var bench = try PageBench()
    for report in [
      SongReport.loaded(name: "a.mid", seconds: 8, channels: 0b101), .channel(2, name: "Viola"),
      .notes(channel: 0, [SongNote(key: 60, startSeconds: 0, endSeconds: 2)]),
      .notes(channel: 2, [SongNote(key: 71, startSeconds: 2, endSeconds: 3)]), .bars([0, 2, 4, 6]),
      .text(seconds: 0, "Verse"), .text(seconds: 4.5, "Chorus"),
    ] { try bench.handle("engine", EngineReport.song(report).line) }
    return bench
  }

  @Test("The position shows bar, time and text, and the roll follows")
  func position() throws {
    var bench = try Self.playing()
    #expect(bench.parts["heading"] == "a.mid")
    let roll = try #require(bench.parts["roll"])
    #expect(roll.contains("<canvas id=\"notes\" role=\"img\""))
    // Channel, key, start, end, cents and number of bends of each note.
    #expect(bench.roll == [0, 60, 0, 2, 0, 0, 2, 71, 2, 3, 0, 0])
    let names = try #require(bench.commands.last { $0[0] == "roll" }?[3]).split(separator: ",")
    #expect(names[60] == "C4" && names.count == 128)
    let report = EngineReport.song(.position(seconds: 5, isPlaying: true, voiceCount: 2))
    let commands = try bench.handle("engine", report.line)
    #expect(commands.contains(["scroll", "5.0", "1.0"]))
    #expect(!commands.contains { $0[0] == "roll" || ($0[0] == "set" && $0[1] == "roll") })
    let position = try #require(bench.parts["position"])
    #expect(position.contains("Bar 3 · 0:05 / 0:08") && position.contains("Chorus"))
    #expect(bench.parts["status"]?.contains("song pause") == true)
    let channel = /Instrument of channel 3<.label><select[^>]*> *<option +value="">Viola<.option></
    #expect(bench.parts["main"]?.contains(channel) == true)
    // Also after a seek while it is paused, but only if the position has changed.
    let paused = EngineReport.song(.position(seconds: 2, isPlaying: false, voiceCount: 0))
    #expect(try bench.handle("engine", paused.line).contains(["scroll", "2.0", "0.0"]))
    #expect(try !bench.handle("engine", paused.line).contains { $0[0] == "scroll" })
  }

  @Test("The roll has the deviations of notes from equal temperament, in cents")
  func cents() throws {
    var bench = try Self.playing()
    let bent = SongNote(
      key: 67, startSeconds: 6, endSeconds: 7, meanCents: 25,
      deviations: [.init(seconds: 6, cents: 0), .init(seconds: 6.5, cents: 50)])
    try bench.handle("engine", EngineReport.song(.notes(channel: 0, [bent])).line)
    try bench.handle("engine", EngineReport.song(.bars([0, 2, 4, 6])).line)
    #expect(Array(bench.roll[6..<16]) == [0, 67, 6, 7, 25, 2, 6, 0, 6.5, 50])
    let count = bench.commands.filter { $0[0] == "roll" }.count
    try bench.handle("do", "set language de")
    let rolls = bench.commands.filter { $0[0] == "roll" }
    // The seventh above A: B in English, H in German.
    #expect(rolls.count == count + 1 && rolls[count][3].split(separator: ",")[71] == "H4")
  }

  @Test("Notes with another tuning replace those before, and the loop stays")
  func retuned() throws {
    var bench = try Self.playing()
    try bench.handle("do", "song loop", "2-3")
    let note = SongNote(
      key: 71, startSeconds: 2, endSeconds: 3, meanCents: -14,
      deviations: [.init(seconds: 2, cents: -14)])
    let reports = [SongReport.bars([]), .notes(channel: 2, [note]), .bars([0, 2, 4, 6])]
    let lines = reports.map { EngineReport.song($0).line }
    let commands = try bench.handle("engine", lines.joined(separator: "\n"))
    #expect(bench.roll == [2, 71, 2, 3, -14, 1, 2, -14])
    #expect(commands.contains(["mark", "2.000 6.000", ""]))
  }

  @Test("Channels have levels within their range, until another song is opened")
  func levels() throws {
    var bench = try Self.playing()
    func level() -> String? {
      bench.parts["main"]?.firstMatch(
        of: /id="song-level-2"[^>]* value="([^"]*)" aria-label="([^"]*)"[^>]*><span[^>]*>([^<]*)</
      ).map { "\($0.2): \($0.1), \($0.3)" }
    }
    #expect(level() == "Level of channel 3: 0.0, 0.0\u{A0}dB")
    for (value, decibels, text) in [
      ("-6", -6.0, "-6.0, −6.0"), ("-6.5", -6.5, "-6.5, −6.5"), ("9", 6, "6.0, 6.0"),
      ("-99", -24, "-24.0, −24.0"),
    ] {
      try bench.handle("do", "song level 2", value)
      #expect(bench.messages.last == .song(.level(decibels: decibels, channel: 2)))
      #expect(level() == "Level of channel 3: \(text)\u{A0}dB")
    }
    let count = bench.messages.count
    for (action, value) in [
      ("song level 2", "nan"), ("song level 256", "1"), ("song level", "1"), ("song level x", "1"),
    ] { try bench.handle("do", action, value) }
    #expect(bench.messages.count == count)
    let report = SongReport.loaded(name: "b.mid", seconds: 8, channels: 0b100)
    try bench.handle("engine", EngineReport.song(report).line)
    #expect(level() == "Level of channel 3: 0.0, 0.0\u{A0}dB")
  }

  @Test("A channel has a list of the presets of all banks, and one plays instead of its own")
  func instruments() throws {
    var bench = try Self.playing()
    try bench.addGeneralBank()
    try bench.handle("engine", EngineReport.song(.bank(name: "GeneralMIDI.sf3", replaced: [])).line)
    func options() throws -> [String] {
      let main = try #require(bench.parts["main"])
      let list = try #require(main.firstMatch(of: /<template +id="instruments">(.*?)<.template>/))
      #expect(list.1.matches(of: /<optgroup/).count == 1)
      #expect(list.1.contains(/<optgroup +label="General MIDI">/))
      return list.1.matches(of: /<option +value="([^"]*)">([^<]*)</).map { "\($0.1) \($0.2)" }
    }
    let tag = "sf2:GeneralMIDI.sf3:"
    #expect(
      try options() == [
        tag + "0:16 Drawbar Organ", tag + "0:42 Cello", tag + "8:16 Soft Organ",
      ])
    // The list of the channel has its own instrument, and that of the song once it has another.
    let report = SongReport.channel(2, name: "Cello", tag: tag + "0:42")
    try bench.handle("engine", EngineReport.song(report).line)
    func own() throws -> [String] {
      let main = try #require(bench.parts["main"])
      let list = try #require(
        main.firstMatch(of: /<select[^>]*id="song-instrument-2"[^>]*>(.*?)<.select>/))
      return list.1.matches(of: /<option +value="([^"]*)">([^<]*)</).map { "\($0.1) \($0.2)" }
    }
    #expect(try own() == [tag + "0:42 Cello"])
    let label = /<label[^>]* for="song-instrument-2"[^>]*>Instrument of channel 3</
    #expect(bench.parts["main"]?.contains(label) == true)
    for value in [tag + "8:16", ""] {
      try bench.handle("do", "song instrument 2", value)
      #expect(bench.messages.last == .song(.instrument(tag: value, channel: 2)))
      #expect(try own() == [tag + "0:42 Cello"] + (value.isEmpty ? [] : [" As in the song"]))
    }
    let count = bench.messages.count
    for action in ["song instrument 256", "song instrument", "song instrument x"] {
      try bench.handle("do", action, tag + "0:16")
    }
    #expect(bench.messages.count == count)
  }

  @Test("Replaced instruments are named: by the bank that has them, or by their program")
  func replaced() throws {
    var bench = try Self.playing()
    let report = EngineReport.song(.bank(name: "a.sf2", replaced: [16, 80, 128]))
    try bench.handle("engine", report.line)
    func names() throws -> [String] {
      let main = try #require(bench.parts["main"])
      let badge = try #require(main.firstMatch(of: /<details[^>]*badge fair[^>]*>(.*?)<.details>/))
      #expect(badge.1.contains("3 instruments replaced"))
      #expect(badge.1.contains(", Drums</p>"))
      return badge.1.matches(of: /<span +data-program="([0-9]+)">([^<]*)</).map {
        "\($0.1) \($0.2)"
      }
    }
    #expect(try names() == ["16 Program 17", "80 Program 81"])
    try bench.addGeneralBank()
    #expect(try names() == ["16 Drawbar Organ", "80 Program 81"])
  }

  @Test("Without a song, one is offered as an example, whose file the script opens")
  func example() throws {
    var bench = try PageBench(language: "de")
    try bench.handle("do", "tab songs")
    let main = try #require(bench.parts["main"])
    #expect(main.contains("id=\"exercise-example\"") && main.contains("Ode an die Freude"))
  }

  @Test("Pure chords are chosen with the keyboard or with songs, in both languages")
  func chords() throws {
    var bench = try Self.playing()
    func selected() throws -> [String] {
      let main = try #require(bench.parts["main"])
      let list = try #require(main.firstMatch(of: /id="chords"[^>]*>(.*?)<\/select>/)?.1)
      return list.matches(of: /value="(\w+)" selected>([^<]*)</).map { "\($0.1): \($0.2)" }
    }
    #expect(try selected() == ["off: off"])
    // Songs are tuned by the module of the analysis.
    let commands = try bench.handle("do", "chords", "five")
    #expect(commands.contains { $0.prefix(3) == ["engine", "analysis", ""] })
    #expect(bench.messages.last == .chords(.five))
    #expect(try selected() == ["five: on"])
    try bench.handle("do", "tab keyboard")
    #expect(try selected() == ["five: on"])
    try bench.handle("do", "chords", "seven")
    #expect(bench.messages.last == .chords(.seven))
    let count = bench.messages.count
    try bench.handle("do", "chords", "eleven")
    #expect(bench.messages.count == count)
    try bench.handle("do", "set language de")
    #expect(try selected() == ["seven: ein, Septimen 7:4"])
    #expect(bench.parts["main"]?.contains("Reine Akkorde") == true)
  }

  @Test("Octaves of pianos are chosen with the keyboard or with songs, and their amount")
  func stretchedOctaves() throws {
    var bench = try Self.playing()
    func selected() throws -> [String] {
      let main = try #require(bench.parts["main"])
      let list = try #require(main.firstMatch(of: /id="octaves"[^>]*>(.*?)<\/select>/)?.1)
      return list.matches(of: /value="([^"]+)" selected>([^<]*)</).map { "\($0.1): \($0.2)" }
    }
    func amount() throws -> String? {
      let main = try #require(bench.parts["main"])
      return main.firstMatch(of: /id="stretch"[^>]*value="([^"]*)"/).map { String($0.1) }
    }
    #expect(try selected() == ["off: As recorded"] && amount() == nil)
    // The module of the analysis measures pianos.
    let commands = try bench.handle("do", "octaves", "mixed")
    #expect(commands.contains { $0.prefix(3) == ["engine", "analysis", ""] })
    #expect(bench.messages.last == .octaves(StretchedOctaves(.mixed)))
    #expect(try selected() == ["mixed: stretched as tuners do"] && amount() == "100")
    try bench.handle("do", "tab keyboard")
    try bench.handle("do", "stretch", "80")
    #expect(bench.messages.last == .octaves(StretchedOctaves(.mixed, percent: 80)))
    try bench.handle("do", "octaves", "4:2")
    #expect(bench.messages.last == .octaves(StretchedOctaves(.fourToTwo, percent: 80)))
    #expect(try selected() == ["4:2: 4:2"] && amount() == "80")
    try bench.handle("do", "stretch", "1000")
    #expect(bench.messages.last == .octaves(StretchedOctaves(.fourToTwo, percent: 200)))
    #expect(try amount() == "200")
    let count = bench.messages.count
    try bench.handle("do", "octaves", "8:4")
    try bench.handle("do", "stretch", "nan")
    #expect(bench.messages.count == count)
    try bench.handle("do", "set language de")
    #expect(bench.parts["main"]?.contains("Oktaven von Klavieren") == true)
    try bench.handle("do", "octaves", "off")
    #expect(bench.messages.last == .octaves(StretchedOctaves(percent: 200)))
    #expect(try selected() == ["off: Wie aufgenommen"] && amount() == nil)
  }

  @Test("The bank of a song is chosen, and says how many instruments it replaces")
  func bank() throws {
    var bench = try Self.playing()
    for name in ["Peach.sf3", "my.sf2"] {
      try bench.handle("engine", EngineReport.bank(name: name, byteCount: 1).line)
    }
    let report = SongReport.bank(name: "Peach.sf3", replaced: [0, 17, 128])
    try bench.handle("engine", EngineReport.song(report).line)
    let main = try #require(bench.parts["main"])
    #expect(main.contains("3 instruments replaced"))
    #expect(main.contains("value=\"Peach.sf3\" selected>"))
    // It is no error.
    #expect(bench.parts["warnings"] == "")
    try bench.handle("do", "song bank", "my.sf2")
    #expect(bench.messages.last == .song(.bank(name: "my.sf2")))
  }

  @Test("Other banks play what they have first, the last one that was chosen before the others")
  func banksAbove() throws {
    var bench = try Self.playing()
    let names = ["Peach.sf3", "my drums.sf2", "cello.sf2"]
    for name in names {
      try bench.handle("engine", EngineReport.bank(name: name, byteCount: 1).line)
    }
    let report = SongReport.bank(name: "Peach.sf3", replaced: [])
    try bench.handle("engine", EngineReport.song(report).line)
    func isPressed(_ name: String) -> Bool {
      bench.parts["main"]?.contains("aria-label=\"First from \(name)\" aria-pressed=\"true\"")
        == true
    }
    for name in names.dropFirst() {
      #expect(!isPressed(name))
      try bench.handle("do", "song above " + name)
      #expect(bench.messages.last == .song(.bankAbove(name: name)))
      #expect(isPressed(name))
    }
    // The bank that plays the rest is not among them.
    #expect(bench.parts["main"]?.contains("song above Peach.sf3") == false)
    try bench.handle("do", "song above my drums.sf2")
    #expect(!isPressed("my drums.sf2") && isPressed("cello.sf2"))
    // The choice holds for the next song, and ends when the bank is removed.
    let next = SongReport.loaded(name: "b.mid", seconds: 8, channels: 1)
    try bench.handle("engine", EngineReport.song(next).line)
    #expect(isPressed("cello.sf2"))
    try bench.handle("engine", EngineReport.removedBank(name: "cello.sf2").line)
    try bench.handle("engine", EngineReport.bank(name: "cello.sf2", byteCount: 1).line)
    #expect(!isPressed("cello.sf2"))
  }

  @Test("Click and count-in are switched on and off, and stay for the next song")
  func metronome() throws {
    var bench = try Self.playing()
    func isPressed(_ action: String) -> Bool {
      bench.parts["main"]?.contains("data-do=\"\(action)\" aria-pressed=\"true\"") == true
    }
    #expect(!isPressed("song click") && !isPressed("song countIn"))
    try bench.handle("do", "song click")
    #expect(bench.messages.last == .song(.metronome(clicks: true, countsIn: false)))
    try bench.handle("do", "song countIn")
    #expect(bench.messages.last == .song(.metronome(clicks: true, countsIn: true)))
    #expect(isPressed("song click") && isPressed("song countIn"))
    let next = SongReport.loaded(name: "b.mid", seconds: 8, channels: 1)
    try bench.handle("engine", EngineReport.song(next).line)
    #expect(isPressed("song click") && isPressed("song countIn"))
    try bench.handle("do", "song click")
    #expect(bench.messages.last == .song(.metronome(clicks: false, countsIn: true)))
  }

  @Test("Lyrics go to the script with their times, apart from markers")
  func lyrics() throws {
    var bench = try PageBench()
    for report in [
      SongReport.loaded(name: "a.mid", seconds: 8, channels: 1), .text(seconds: 0, "Verse"),
      .lyric(seconds: 0.5, "/Hal-"), .lyric(seconds: 1.25, "lo "), .bars([0, 2, 4, 6]),
      .position(seconds: 1, isPlaying: true, voiceCount: 1),
    ] { try bench.handle("engine", EngineReport.song(report).line) }
    let roll = try #require(bench.commands.last { $0[0] == "roll" })
    #expect(roll[4] == "0.500 /Hal-\n1.250 lo \n")
    let position = try #require(bench.parts["position"])
    #expect(position.contains("Verse") && !position.contains("Hal"))
  }

  @Test("A song that the soloists cannot play alone gets the General MIDI bank, once")
  func generalBank() throws {
    var bench = try Self.playing()
    let general = "GeneralMIDI.sf3"
    try bench.handle("engine", EngineReport.bank(name: "Peach.sf3", byteCount: 1).line)
    let missing = EngineReport.song(.bank(name: "Peach.sf3", replaced: [0, 128])).line
    var commands = try bench.handle("engine", missing)
    #expect(commands.contains(["load", general]))
    try bench.handle("fetched", "0.42")
    #expect(bench.parts["rendering"]?.contains("General MIDI bank: 42\u{A0}%") == true)
    #expect(try !bench.handle("engine", missing).contains(["load", general]))
    try bench.handle("engine", EngineReport.bank(name: general, byteCount: 1).line)
    #expect(bench.parts["rendering"] == "")
    #expect(
      bench.messages.suffix(2) == [
        .song(.bank(name: general)), .song(.bankAbove(name: "Peach.sf3")),
      ])
    #expect(bench.parts["main"]?.contains(">General MIDI</option>") == true)
    // It is not loaded twice, and does not replace a bank that was chosen.
    commands = try bench.handle("engine", missing)
    #expect(!commands.contains(["load", general]))
    try bench.handle("do", "tab instruments")
    #expect(bench.parts["main"]?.contains("remove \(general)") == false)
  }

  @Test("A bank that was chosen stays, and a bank that cannot be loaded is no error of the song")
  func generalBankFails() throws {
    var bench = try Self.playing()
    let missing = EngineReport.song(.bank(name: "my.sf2", replaced: [0])).line
    try bench.handle("do", "song bank", "my.sf2")
    #expect(try !bench.handle("engine", missing).contains { $0[0] == "load" })
    var other = try Self.playing()
    #expect(try other.handle("engine", missing).contains(["load", "GeneralMIDI.sf3"]))
    try other.handle("fetched", "-1")
    #expect(other.parts["warnings"]?.contains("General MIDI bank could not be loaded") == true)
    #expect(other.parts["rendering"] == "")
    // The next song tries again.
    #expect(try other.handle("engine", missing).contains(["load", "GeneralMIDI.sf3"]))
  }

  @Test("A loop is shown in the roll, and its ends are moved by numbers")
  func loop() throws {
    var bench = try Self.playing()
    #expect(try bench.handle("do", "song loop", "2-3").contains(["mark", "2.000 6.000", ""]))
    try bench.handle("do", "song loopTo", "2")
    #expect(bench.messages.last == .song(.loop(seconds: 2..<4)))
    try bench.handle("do", "song loopFrom", "3")
    #expect(bench.messages.last == .song(.loop(seconds: 4..<6)))
    #expect(try bench.handle("do", "song mute 2").contains(["mark", "4.000 6.000", "2"]))
    #expect(try bench.handle("do", "song endLoop").contains(["mark", "", "2"]))
    #expect(bench.messages.last == .song(.loop(seconds: nil)))
  }

  @Test("A song is saved as a file, with its progress; it can be canceled")
  func saving() throws {
    var bench = try Self.playing()
    try bench.handle("do", "song render flac")
    #expect(bench.messages.last == .song(.render(.flac)))
    try bench.handle("engine", EngineReport.song(.rendering(fraction: 0.426)).line)
    let progress = try #require(bench.parts["rendering"])
    #expect(progress.contains("Saving: 42\u{A0}%") && progress.contains("value=\"42\""))
    #expect(bench.parts["top"]?.contains("song render") == false)
    #expect(bench.parts["top"]?.contains("song cancel") == true)
    try bench.handle("do", "song cancel")
    #expect(bench.messages.last == .song(.cancelRendering))
    // The parts are dropped.
    #expect(
      try bench.handle("engine", EngineReport.song(.rendered(name: nil)).line).contains(
        ["file", "song", ""]))
    #expect(bench.parts["rendering"] == "")
    #expect(bench.parts["top"]?.contains("song render wav") == true)
    let commands = try bench.handle("engine", EngineReport.song(.rendered(name: "a.wav")).line)
    #expect(
      commands.contains(["file", "song", "a.wav"])
        && commands.contains(["say", "a.wav was saved."]))
    let main = bench.parts["main"] ?? ""
    #expect(try bench.handle("do", "song render mp3") == [["set", "main", main]])
  }

  @Test("The roll of a song is built once, after the notes of all channels")
  func roll() throws {
    var bench = try Self.playing()
    #expect(
      bench.commands.filter { $0[0] == "set" && $0[1] == "roll" && !$0[2].isEmpty }.count == 1)
    #expect(bench.commands.filter { $0[0] == "roll" }.count == 1)
    for report in [
      SongReport.loaded(name: "b.mid", seconds: 8, channels: 0b11),
      .notes(channel: 0, [SongNote(key: 60, startSeconds: 0, endSeconds: 2)]),
    ] {
      try bench.handle("engine", EngineReport.song(report).line)
      // Not that of the former song.
      #expect(bench.parts["roll"] == "")
    }
    try bench.handle("engine", EngineReport.song(.bars([0])).line)
    #expect(bench.parts["roll"]?.contains("<canvas") == true)
  }

  @Test("Without a thread of the engine's own, a song is not saved, and a message says why")
  func alone() throws {
    var bench = try Self.playing()
    try bench.handle("alone")
    let count = bench.messages.count
    try bench.handle("do", "song render wav")
    #expect(bench.messages.count == count)
    #expect(bench.parts["warnings"]?.contains("saving would interrupt the sound") == true)
    try bench.handle("do", "song play")
    #expect(bench.messages.last == .song(.play) && bench.parts["warnings"] == "")
  }

  // WCAG 2.2, 3.1.2: the language of a part that differs from the page's is declared.
  @Test("Errors of the engine are declared to be in English")
  func errorLanguage() throws {
    var bench = try Self.playing()
    try bench.handle("note", "a.sf2: 3 bytes")
    let warnings = try #require(bench.parts["warnings"])
    #expect(warnings.contains("<p class=\"soft\" lang=\"en\">a.sf2: 3 bytes</p>"))
    #expect(warnings.contains("a.sf2 could not be read completely"))
    try bench.handle("do", "song play")
    #expect(bench.parts["warnings"] == "")
  }

  @Test("A window that another one took over saves no song")
  func elsewhere() throws {
    var bench = try Self.playing()
    try bench.handle("do", "song render wav")
    try bench.handle("engine", EngineReport.song(.rendering(fraction: 0.1)).line)
    let commands = try bench.handle("elsewhere")
    #expect(bench.messages.last == .song(.cancelRendering))
    #expect(commands.contains(["file", "song", ""]))
  }

  // MPE 1.0 §2.1.1: RPN 6 on channel 1, with the number of member channels.
  @Test("MIDI keyboards may have a channel for each note")
  func mpe() throws {
    var bench = try PageBench()
    try bench.handle("do", "tab keyboard")
    #expect(bench.parts["main"]?.contains("id=\"mpe\"") == true)
    for (value, count) in [("true", UInt8(15)), ("false", 0)] {
      let first = bench.messages.count
      try bench.handle("do", "mpe", value)
      let parameter: [(UInt8, UInt8)] = [(101, 0), (100, 6), (6, count)]
      let expected = parameter.map { EngineMessage.midi(status: 0xB0, first: $0.0, second: $0.1) }
      #expect(Array(bench.messages[first...].prefix(3)) == expected)
    }
    // Each message keeps its channel.
    try bench.handle("midi", "\(0xE5)", "1", "65")
    #expect(bench.messages.last == .midi(status: 0xE5, first: 1, second: 65))
  }

  @Test("The keyboard moves by octaves within the keys of MIDI; notes that it holds end")
  func octaves() throws {
    var bench = try PageBench()
    try bench.handle("do", "tab keyboard")
    func keys() throws -> [Int] {
      try #require(bench.parts["main"]).matches(of: /data-key="(\d+)"/).compactMap { Int($0.1) }
    }
    #expect(try keys() == Array(48...72))
    try bench.handle("do", "octave 1")
    #expect(try keys() == Array(60...84))
    #expect(bench.messages.last == .midi(status: 0xB0, first: 123, second: 0))
    for (action, label, range) in [
      ("octave 1", "An octave higher", 96...120), ("octave -1", "An octave lower", 12...36),
    ] {
      for _ in 0..<9 { try bench.handle("do", action) }
      #expect(try keys() == Array(range))
      let button = "data-do=\"\(action)\" aria-label=\"\(label)\" disabled"
      #expect(bench.parts["main"]?.contains(button) == true)
    }
  }

  @Test("The bank of the page cannot be removed, as it is there again when the page is opened")
  func shippedBank() throws {
    var bench = try PageBench()
    for name in ["Peach.sf3", "my.sf2"] {
      try bench.handle("engine", EngineReport.bank(name: name, byteCount: 1).line)
    }
    try bench.handle("do", "tab instruments")
    let main = try #require(bench.parts["main"])
    #expect(main.contains("remove my.sf2") && !main.contains("remove Peach.sf3"))
  }

  @Test("Controls send their messages")
  func controls() throws {
    var bench = try Self.playing()
    func message(_ action: String, _ value: String = "") throws -> SongMessage? {
      try bench.handle("do", action, value)
      guard case .song(let message)? = bench.messages.last else { return nil }
      return message
    }
    #expect(try message("song play") == .play && message("song pause") == .pause)
    #expect(try message("song seek", "3.5") == .seek(seconds: 3.5))
    #expect(try message("song tempo", "75") == .tempo(factor: 0.75))
    #expect(try message("song transpose", "-2") == .transpose(semitones: -2))
    #expect(try message("song mute 2") == .mute(channels: 0b100))
    // A channel that is heard alone mutes all others.
    #expect(try message("song solo 0") == .mute(channels: 0xFFFE))
    #expect(try message("song mute 2") == .mute(channels: 0xFFFE))
    #expect(try message("song solo 0") == .mute(channels: 0))
    #expect(try message("song loop", "2-3") == .loop(seconds: 2..<6))
    #expect(try message("song loop", "4") == .loop(seconds: 6..<8))
    for invalid in ["", "0-1", "3-2", "2-5", "x"] {
      #expect(try message("song loop", invalid) == .loop(seconds: nil), "\(invalid)")
    }
  }
}

extension PageBench {
  /// Reports the page's General MIDI bank with some of its presets.
  fileprivate mutating func addGeneralBank() throws {
    var reports = [EngineReport.bank(name: "GeneralMIDI.sf3", byteCount: 10_000_000)]
    for (numbers, name) in [
      ("0:16", "Drawbar Organ"), ("0:42", "Cello"), ("8:16", "Soft Organ"),
    ] {
      reports.append(
        .sound(
          TrainerSound(
            tag: "sf2:GeneralMIDI.sf3:\(numbers)", name: name, bank: "GeneralMIDI.sf3")))
    }
    try handle("engine", reports.map { $0.line }.joined(separator: "\n"))
  }
}
