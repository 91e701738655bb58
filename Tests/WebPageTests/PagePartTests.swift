import Foundation
import PeachEarTraining
import PeachMIDIEvents
import PeachMusicUnits
import PeachTrainerUI
import PeachWebPage
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The parts of the page")
struct PagePartTests {
  /// A page on every screen, with banks and sounds whose names are markup.
  private static func screens(_ language: String) throws -> [PageBench] {
    let name = "<b>&\"'\u{1}"
    var bench = try PageBench(language: language)
    var benches = [bench]
    try addBank(name, to: &bench)
    benches += try tuningScreens(language, name)
    for action in [
      "open demonstration", "demonstrate 20", "open home", "open settings", "open intervals",
      "open sounds", "select sf2:\(name):0:40", "tab instruments", "tab hearing", "tab songs",
      "tab keyboard", "tab train", "open intervalComparison", "open home", "open comparison",
    ] {
      try bench.handle("do", action)
      benches.append(bench)
    }
    try bench.answer(bench.hearPair())
    benches.append(bench)
    for action in [
      "pause", "resume", "review", "undo", "stop", "open matching", "tune 1", "commit", "review",
      "stop", "open home", "open profile", "filter straight", "open settings", "open reset",
      "reset profile", "open reset", "open home", "tab hearing", "open chords", "open purity",
      "open width", "open drone", "tune 1", "commit", "review", "stop", "open beats", "tap", "stop",
      "tab keyboard",
    ] {
      try bench.handle("do", action)
      benches.append(bench)
    }
    for report in [
      SongReport.loaded(name: name, seconds: 61, channels: 0x201),
      .notes(channel: 9, [SongNote(key: 35, startSeconds: 0.5, endSeconds: 1)]),
      .notes(channel: 0, [SongNote(key: 60, startSeconds: 0, endSeconds: 2)]), .bars([0, 2]),
      .text(seconds: 1, name), .position(seconds: 2.5, isPlaying: true, voiceCount: 3),
    ] {
      try bench.handle("engine", EngineReport.song(report).line)
      benches.append(bench)
    }
    return benches
  }

  private static func addBank(_ name: String, to bench: inout PageBench) throws {
    for report in [
      EngineReport.bank(name: name, byteCount: 1_500_000),
      .sound(
        TrainerSound(
          tag: "sf2:\(name):0:40", name: name, bank: name, badge: .straight(deviationCents: 0.3),
          compass: 55...103)), .note(name),
    ] { try bench.handle("engine", report.line) }
  }

  /// A page that checks a bank, has checked it, and is shown in another window.
  private static func tuningScreens(_ language: String, _ name: String) throws -> [PageBench] {
    var bench = try PageBench(language: language)
    var benches: [PageBench] = []
    try addBank(name, to: &bench)
    try bench.handle("quota", "1e6", "1e9")
    try bench.handle("do", "prove \(name)")
    let proof = PresetProof(
      tag: "sf2:\(name):0:40", badge: .exact, beforeCents: 3, beforeWindowCents: 4, afterCents: 0,
      afterWindowCents: 1, plot: "[[60,7.3,18,0.04,0.1]]")
    for report in [AnalysisReport.progress(percent: 50), .preset(proof), .finished] {
      try bench.handle("engine", EngineReport.analysis(report).line)
      benches.append(bench)
    }
    try bench.handle("do", "tab instruments")
    benches.append(bench)
    try bench.handle("elsewhere")
    return benches + [bench]
  }

  /// The elements of a page's parts, by a parser of XML.
  private final class Elements: NSObject, XMLParserDelegate {
    var all: [(name: String, attributes: [String: String])] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) { all.append((name, attributes)) }
  }

  /// Closes the elements that HTML leaves open, and gives its Boolean attributes values.
  private static func xml(_ html: String) -> String {
    html.replacing(/<(input)([^>]*)>/) { "<\($0.1)\($0.2)/>" }
      .replacing(#/ (selected|checked|multiple|disabled)(?=[ >/])/#) { " \($0.1)=\"\"" }
  }

  @Test(
    "Every screen is well-formed; every control has a name and an action", arguments: ["en", "de"])
  func controls(language: String) throws {
    let benches = try Self.screens(language)
    #expect(benches.count > 20)
    for bench in benches {
      let html = bench.parts.sorted { $0.key < $1.key }.map(\.value).joined()
      let elements = Elements()
      let parser = XMLParser(data: Data("<page>\(Self.xml(html))</page>".utf8))
      parser.delegate = elements
      #expect(parser.parse(), "\(parser.parserError.debugDescription): \(html)")
      let identifiers = elements.all.compactMap { $0.attributes["id"] }
      #expect(Set(identifiers).count == identifiers.count, "\(identifiers)")
      let labels = Set(
        elements.all.filter { $0.name == "label" }.compactMap { $0.attributes["for"] })
      for (name, attributes) in elements.all {
        if let action = attributes["data-do"] {
          let value = attributes["value"] ?? (name == "select" ? "12" : "1")
          // A value that the control offers.
          let values = [value, "en", Tuning.equal.name, "endless", "2", "dark", "five", "mixed"]
          let known = values.lazy.compactMap { PageAction(action, value: $0) }.first
          #expect(known != nil, "\(action)")
        }
        guard name == "input" || name == "select", attributes["type"] != "checkbox" else {
          continue
        }
        let hasName = attributes["aria-label"] != nil || labels.contains(attributes["id"] ?? "")
        #expect(hasName, "\(attributes)")
      }
      #expect(!html.contains("<b>"))
    }
  }

  @Test("Each setting's control sets it")
  func settings() throws {
    var bench = try PageBench()
    for (action, value) in [
      ("set lowestNote", "48"), ("set highestNote", "72"), ("set noteSeconds", "0.7"),
      ("set chordSeconds", "2.5"),
      ("set gapSeconds", "0.2"), ("set feedbackSeconds", "1.5"), ("set length", "20 trials"),
      ("set referencePitch", "442.5"), ("set tuning", "pythagorean"),
      ("set loudness", "6"), ("set procedure", "kazez"), ("set language", "de"),
      ("interval 7", "true"), ("interval 0", "false"),
    ] { try bench.handle("do", action, value) }
    let preferences = bench.page.trainer.preferences
    let settings = preferences.settings
    #expect(settings.notes == 48...72 && settings.noteSeconds == 0.7 && settings.gapSeconds == 0.2)
    #expect(settings.chordSeconds == 2.5)
    #expect(settings.feedbackSeconds == 1.5 && preferences.length == .trials(20))
    #expect(settings.referencePitch == .hertz(442.5) && settings.tuning == .pythagorean)
    #expect(settings.loudnessVariationDecibels == 6 && preferences.procedure == .kazez)
    #expect(preferences.language == .german && settings.intervals.map(\.semitones) == [7])
    let saved = try #require(bench.commands.last { $0[0] == "save" }?[1])
    #expect(TrainerPreferences(json: saved, defaults: TrainerPreferences()) == preferences)
  }

  @Test("In German, the soloists have German names, here and in songs")
  func germanNames() throws {
    for (language, names) in [("en", ["Violin", "Flute"]), ("de", ["Violine", "Flöte"])] {
      var bench = try PageBench(language: language)
      for (program, name) in [(40, "Violin"), (73, "Flute"), (68, "Oboe")] {
        let tag = "sf2:Peach.sf3:0:\(program)"
        let sound = TrainerSound(tag: tag, name: name, bank: "Peach.sf3", badge: nil)
        try bench.handle("engine", EngineReport.sound(sound).line)
      }
      try bench.handle("do", "tab instruments")
      let library = try #require(bench.parts["main"])
      for name in names + ["Oboe"] { #expect(library.contains("<strong>\(name)</strong>")) }
      try bench.handle("do", "search", "Violine")
      #expect(bench.parts["main"]?.contains("select sf2:Peach.sf3:0:40") == true)
      for report in [
        SongReport.loaded(name: "a.mid", seconds: 8, channels: 1), .channel(0, name: "Flute"),
        .bars([0]),
      ] { try bench.handle("engine", EngineReport.song(report).line) }
      #expect(bench.parts["main"]?.contains(" value=\"\">\(names[1])</option>") == true)
    }
  }

  @Test("The appearance is chosen among those of the system, light and dark")
  func appearance() throws {
    var bench = try PageBench(language: "de")
    try bench.handle("do", "open settings")
    #expect(bench.parts["main"]?.contains("value=\"system\" selected>wie das System<") == true)
    for (choice, name) in [("dark", "dunkel"), ("light", "hell"), ("system", "wie das System")] {
      let commands = try bench.handle("do", "appearance", choice)
      #expect(commands.contains(["appearance", choice]))
      #expect(
        bench.parts["main"]?.contains("value=\"\(choice)\" selected>\(name)<") == true)
    }
    #expect(try !bench.handle("do", "appearance", "pink").contains { $0[0] == "appearance" })
  }

  @Test(
    "What is no action has no effect",
    arguments: [
      "", "open", "open nowhere", "answer", "tune x", "set", "set tuning", "interval 99",
      "midi 1 2",
      "midi 144 60", "song", "song fly", "tab", "tab none", "demonstrate", "dial",
      "octave", "octave 2", "set length", "reset", "reset everything",
    ])
  func unknown(action: String) throws {
    #expect(PageAction(action, value: "?") == nil)
    var bench = try PageBench()
    let main = bench.parts["main"] ?? ""
    // An input that has sent it shows the value in effect again.
    #expect(try bench.handle("do", action, "?") == [["set", "main", main]])
  }

  @Test("A search narrows the list of sounds")
  func search() throws {
    var bench = try PageBench()
    for (index, name) in ["Violin", "Viola", "Cello"].enumerated() {
      let sound = TrainerSound(
        tag: "sf2:A.sf2:0:\(index)", name: name, bank: "A.sf2", compass: 40...90)
      try bench.handle("engine", EngineReport.sound(sound).line)
    }
    try bench.handle("do", "open sounds")
    try bench.handle("do", "search", "vIo")
    let main = try #require(bench.parts["main"])
    #expect(main.contains("Violin") && main.contains("Viola") && !main.contains("Cello"))
    try bench.handle("engine", EngineReport.removedBank(name: "A.sf2").line)
    try bench.handle("do", "search", "")
    #expect(bench.parts["main"]?.contains("Violin") == false)
  }
}
