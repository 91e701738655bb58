import PeachMusicUnits
import PeachTrainerUI
import PeachWebPage
import Testing

@Suite("The page's tuning of banks")
struct PageAnalysisTests {
  private static let tags = (0..<3).map { "sf2:A.sf2:0:\($0)" }

  /// A page with a bank of three presets.
  private func bench(badges: String = "", byteCount: Int = 2_000_000) throws -> PageBench {
    var bench = try PageBench(badges: badges)
    try bench.handle("engine", EngineReport.bank(name: "A.sf2", byteCount: byteCount).line)
    for (tag, name) in zip(Self.tags, ["Violin", "Viola", "Cello"]) {
      let sound = TrainerSound(tag: tag, name: name, bank: "A.sf2", compass: 40...90)
      try bench.handle("engine", EngineReport.sound(sound).line)
    }
    return bench
  }

  private func proof(_ tag: String, badge: IntonationBadge? = .exact) -> EngineReport {
    .analysis(
      .preset(
        PresetProof(
          tag: tag, badge: badge, beforeCents: 7.31, beforeWindowCents: 25, afterCents: 0.04,
          afterWindowCents: 0.4, plot: "[[60,7.3,18,0.04,0.1]]")))
  }

  private func report(_ report: AnalysisReport, _ bench: inout PageBench) throws -> [[String]] {
    try bench.handle("engine", EngineReport.analysis(report).line)
  }

  @Test("A bank is checked with progress; then it can be saved in tune, and straightened")
  func prove() throws {
    var bench = try bench()
    #expect(
      try bench.handle("do", "prove A.sf2").contains(
        ["analyze", "A.sf2", AnalysisMessage.prove.line]))
    #expect(bench.page.tab == .tuning && bench.parts["heading"] == "Instruments")
    _ = try report(.progress(percent: 33), &bench)
    #expect(bench.parts["status"]?.contains("Measuring A.sf2: 33\u{A0}%") == true)
    #expect(bench.parts["main"]?.contains("write tuned") == false)
    for tag in Self.tags { try bench.handle("engine", proof(tag).line) }
    let finished = try report(.finished, &bench)
    #expect(finished.contains { $0[0] == "badges" } && bench.parts["status"] == "")
    let main = try #require(bench.parts["main"])
    #expect(main.contains("within 7.3\u{A0}cents as recorded, 0.0 in tune"))
    #expect(main.contains("<figure") && main.contains("data-do=\"write tuned\""))
    #expect(main.contains("&quot;notes&quot;:[[60,7.3,18,0.04,0.1]]}"))
    #expect(!main.contains("write straight"))
    #expect(bench.page.trainer.sounds.filter { $0.badge == .exact }.count == 4)
    #expect(
      try bench.handle("do", "write tuned").contains(
        ["analyze", "A.sf2", AnalysisMessage.write(straight: false).line]))
    #expect(try report(.finished, &bench).contains(["file", "bank", "A tuned.sf2"]))
    try bench.handle("do", "straighten")
    try bench.handle("engine", proof(Self.tags[0], badge: nil).line)
    _ = try report(.finished, &bench)
    #expect(bench.parts["main"]?.contains("data-do=\"write straight\"") == true)
    try bench.handle("do", "write straight")
    #expect(try report(.finished, &bench).contains(["file", "bank", "A straight.sf2"]))
  }

  @Test("Badges are kept for a bank of the same size")
  func badges() throws {
    var first = try bench()
    try first.handle("do", "tab instruments")
    #expect(
      try first.handle("do", "measure \(Self.tags[1])").contains(
        ["analyze", "A.sf2", "measure\t\(Self.tags[1])"]))
    #expect(first.parts["main"]?.contains("<span>measuring …</span>") == true)
    let badge = IntonationBadge.varying(
      meanCents: 0.5, variationCents: 6, laterCents: 0, reason: .severalPlayers)
    try first.handle("engine", proof(Self.tags[1], badge: badge).line)
    #expect(first.parts["main"]?.contains("several players, mean within 0.5 cents") == true)
    let saved = try #require(report(.finished, &first).first { $0[0] == "badges" })
    let again = try bench(badges: saved[1])
    #expect(again.page.trainer.sounds.map(\.badge) == [.exact, nil, badge, nil])
    let other = try bench(badges: saved[1], byteCount: 2_000_001)
    #expect(other.page.trainer.sounds.map(\.badge) == [.exact, nil, nil, nil])
    #expect(try bench(badges: "x\ty\n\n").page.trainer.sounds.count == 4)
  }

  @Test("Requests are performed one after another; stopping cancels them all")
  func queue() throws {
    var bench = try bench()
    try bench.handle("do", "measure \(Self.tags[0])")
    #expect(try !bench.handle("do", "measure \(Self.tags[1])").contains { $0[0] == "analyze" })
    try bench.handle("engine", proof(Self.tags[0]).line)
    #expect(
      try report(.finished, &bench).contains(["analyze", "A.sf2", "measure\t\(Self.tags[1])"]))
    try bench.handle("do", "prove A.sf2")
    #expect(try bench.handle("do", "halt").contains(["halt"]))
    #expect(bench.page.trainer.sounds.map(\.badge) == [.exact, .exact, nil, nil])
    #expect(bench.parts["status"] == "")
    // A report that arrives later has no effect.
    #expect(try report(.finished, &bench).allSatisfy { $0[0] == "set" })
    #expect(try bench.handle("do", "prove A.sf2").contains { $0[0] == "analyze" })
  }

  @Test(
    "A bank that is added again or removed is measured by its new files",
    arguments: [
      EngineReport.bank(name: "A.sf2", byteCount: 3_000_000), .removedBank(name: "A.sf2"),
    ])
  func replaced(report change: EngineReport) throws {
    var bench = try bench()
    try bench.handle("engine", EngineReport.bank(name: "B.sf2", byteCount: 1).line)
    try bench.handle("do", "prove A.sf2")
    for tag in Self.tags { try bench.handle("engine", proof(tag).line) }
    _ = try report(.finished, &bench)
    // Also without a request: the worker has the former files.
    #expect(try bench.handle("engine", change.line).contains(["halt"]))
    let main = try #require(bench.parts["main"])
    #expect(!main.contains("write tuned") && !main.contains("<figure"))
    #expect(try !bench.handle("engine", change.line).contains(["halt"]))
    // The next request of another bank is then performed.
    try bench.handle("do", "prove A.sf2")
    try bench.handle("do", "prove B.sf2")
    let commands = try bench.handle("engine", change.line).filter { $0[0] != "set" }
    #expect(commands == [["halt"], ["analyze", "B.sf2", "prove"]])
    // A change of another bank than the worker's cancels only its requests.
    try bench.handle("do", "prove A.sf2")
    #expect(try bench.handle("engine", change.line).allSatisfy { $0[0] == "set" })
    #expect(try report(.finished, &bench).allSatisfy { $0[0] != "analyze" })
  }

  @Test("A measurement that is stopped or fails leaves the badge that a sound had")
  func formerBadge() throws {
    var bench = try bench()
    let straight = IntonationBadge.straight(deviationCents: nil)
    let sound = TrainerSound(
      tag: Self.tags[1], name: "Viola", bank: "A.sf2", badge: straight, compass: 40...90)
    try bench.handle("engine", EngineReport.sound(sound).line)
    for isFailing in [false, true] {
      try bench.handle("do", "measure \(Self.tags[1])")
      #expect(bench.page.trainer.sounds[2].isMeasuring)
      if isFailing {
        _ = try report(.failed("A.sf2: broken."), &bench)
        _ = try report(.finished, &bench)
      } else {
        try bench.handle("do", "halt")
      }
      #expect(bench.page.trainer.sounds[2].badge == straight)
    }
    // A badge that was measured in the meantime stays.
    try bench.handle("do", "measure \(Self.tags[1])")
    try bench.handle("engine", proof(Self.tags[1]).line)
    try bench.handle("do", "halt")
    #expect(bench.page.trainer.sounds[2].badge == .exact)
  }

  @Test("A failure is shown, and nothing can be saved")
  func failure() throws {
    var bench = try bench()
    try bench.handle("do", "prove A.sf2")
    try bench.handle("do", "measure \(Self.tags[2])")
    _ = try report(.failed("A.sf2: broken."), &bench)
    #expect(bench.parts["warnings"]?.contains("lang=\"en\">A.sf2: broken.</p>") == true)
    #expect(try report(.finished, &bench).contains { $0[0] == "analyze" })
    _ = try report(.failed("A.sf2: broken."), &bench)
    _ = try report(.finished, &bench)
    #expect(bench.page.trainer.sounds.map(\.badge) == [.exact, nil, nil, nil])
    #expect(bench.parts["main"]?.contains("write tuned") == false)
  }

  @Test("The plots of many presets are shown on request, and only SoundFonts can be saved")
  func plots() throws {
    var bench = try PageBench()
    try bench.handle("engine", EngineReport.bank(name: "B.dls", byteCount: 1).line)
    try bench.handle("do", "prove B.dls")
    for number in 0..<13 { try bench.handle("engine", proof("sf2:B.dls:0:\(number)").line) }
    _ = try report(.finished, &bench)
    var main = try #require(bench.parts["main"])
    #expect(!main.contains("<figure") && main.contains("Only SF2 and SF3 banks"))
    #expect(!main.contains("write tuned"))
    try bench.handle("do", "plot sf2:B.dls:0:7")
    main = try #require(bench.parts["main"])
    #expect(main.matches(of: /<figure/).count == 1)
  }

  @Test("A sound can be heard where instruments are listed; the selected one is then used again")
  func preview() throws {
    var bench = try bench()
    try bench.handle("do", "tab instruments")
    try bench.handle("do", "preview \(Self.tags[0])")
    #expect(bench.messages.last == .preview(tag: Self.tags[0]))
    try bench.handle("do", "tab train")
    #expect(bench.messages.last == .select(tag: "sine"))
  }

  @Test("The space that files take is shown")
  func storage() throws {
    var bench = try bench()
    try bench.handle("do", "tab instruments")
    try bench.handle("quota", "12345678", "4200000000")
    #expect(
      bench.parts["main"]?.contains("12.3\u{A0}MB of 4.2\u{A0}GB used on this device") == true)
  }

  @Test("A second window says so, does nothing else, and can take over")
  func elsewhere() throws {
    var bench = try PageBench()
    try bench.handle("do", "open comparison")
    let pair = try bench.hearPair()
    let commands = try bench.handle("elsewhere")
    #expect(commands.contains(["engine", "", "", "stop"]) && bench.parts["tabs"] == "")
    #expect(commands.contains(["halt"]))
    #expect(bench.parts["main"]?.contains("data-do=\"claim\"") == true)
    try bench.answer(pair)
    #expect(try bench.handle("key", "Enter").isEmpty && bench.trials.isEmpty)
    #expect(try bench.handle("do", "claim") == [["claim"]])
  }

  @Test("A device vibrates after an answer: shortly if it was right")
  func vibration() throws {
    var bench = try PageBench()
    try bench.handle("do", "open comparison")
    try bench.answer(bench.hearPair())
    try bench.endFeedback()
    try bench.answer(bench.hearPair(), isRight: false)
    let names = bench.commands.map { $0[0] }
    #expect(bench.commands.filter { $0[0] == "vibrate" }.map { $0[1] } == ["20", "40 60 40"])
    let (store, vibrate) = (names.firstIndex(of: "store"), names.firstIndex(of: "vibrate"))
    #expect(try #require(store) < #require(vibrate))
  }
}
