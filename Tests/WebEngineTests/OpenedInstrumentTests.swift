import Foundation
import PeachEarTraining
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits
import PeachSynthesis
import PeachTrainerUI
import PeachWebEngine
import PeachWebPage
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("Folders that are added to the page")
struct OpenedInstrumentTests {
  /// A sine of 440 Hz.
  private static let wave = WaveFile(
    (0..<44_100).map { Int16(12_000 * sin(2 * .pi * 440 * Double($0) / 44_100)) }
  ).bytes

  private func file(_ path: String, _ bytes: [UInt8]) -> AddedFile {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    memory.copyBytes(from: bytes)
    nonisolated(unsafe) let copy = memory
    return AddedFile(
      path: path,
      ByteStorage(
        bytes: UnsafeRawBufferPointer(copy), path: "/" + path, release: { copy.deallocate() }))
  }

  private func file(_ path: String, _ text: String) -> AddedFile { file(path, Array(text.utf8)) }

  @Test("Files in memory are listed, opened and resolved as those of a file system")
  func access() throws {
    let access = FolderAccess.memory([file("Cello/a.sfz", "x"), file("Cello/samples/b.wav", "yz")])
    #expect(access.list("/", 9) == [.init(name: "Cello", isFolder: true)])
    #expect(
      access.list("/Cello", 9) == [
        .init(name: "a.sfz", isFolder: false), .init(name: "samples", isFolder: true),
      ])
    #expect(access.list("/Cello", 1)?.count == 1 && access.list("/Cello/none", 9) == nil)
    #expect(access.open("/Cello/samples/b.wav")?.bytes.count == 2)
    #expect(access.open("/Cello") == nil)
    #expect(access.resolve("/Cello/samples/../a.sfz") == "/Cello/a.sfz")
    #expect(access.resolve("/Cello/samples") == "/Cello/samples")
    #expect(access.resolve("/Viola") == nil)
  }

  @Test("An SFZ folder is an instrument for each SFZ file, with samples in any of its folders")
  func sfz() throws {
    let files = [
      file("Cello/programs/Long.sfz", "<region> sample=..\\samples\\a4.wav pitch_keycenter=69"),
      file(
        "Cello/programs/Short.sfz",
        "<region> sample=A4.WAV pitch_keycenter=57\n#include \"map.txt\""),
      file("Cello/programs/map.txt", "<region> sample=a4.wav lokey=90 pitch_keycenter=69"),
      file("Cello/samples/a4.wav", Self.wave), file("Cello/readme.md", "Text"),
    ]
    let opened = try OpenedInstrument.open(named: "Cello", files)
    #expect(opened.map(\.name) == ["Cello/Long.sfz", "Cello/Short.sfz"])
    #expect(opened.map { $0.bank.presets[0].name } == ["Long", "Short"])
    let tags = opened.flatMap { $0.presets.map { $0.tag } }
    #expect(tags == ["sf2:Cello/Long.sfz:0:0", "sf2:Cello/Short.sfz:0:0"])
    for instrument in opened {
      let region = try #require(instrument.bank.regions(ofPresetAt: 0).first)
      #expect(
        try instrument.bank.readFrames(
          ofSampleAt: region.sample, decoder: nil, limit: 1 << 20
        ).count == 44_100)
    }
    #expect(opened[1].bank.regions(ofPresetAt: 0).count == 2)
    let alone = try OpenedInstrument.open(
      named: "Long.sfz", [file("Long.sfz", "<region> sample=a.wav")])
    #expect(alone.count == 1 && alone[0].bank.warnings.contains { $0.contains("a.wav") })
  }

  @Test("A folder of audio files is one instrument; one without any is refused")
  func audio() throws {
    let opened = try OpenedInstrument.open(
      named: "Vibes",
      [
        file("Vibes/vibes A4.wav", Self.wave), file("Vibes/vibes A5.wav", Self.wave),
        file("Vibes/x.txt", "?"),
      ])
    #expect(opened.map(\.name) == ["Vibes"] && opened[0].font == nil)
    #expect(opened[0].bank.regions(ofPresetAt: 0).map(\.keys).contains(0...75))
    #expect(throws: InstrumentFileError.self) {
      try OpenedInstrument.open(named: "x", [file("x/a.txt", "?"), file("x/b.txt", "?")])
    }
  }

  @Test("The engine plays a folder's instrument in tune, and removes the folder as a whole")
  func engine() throws {
    let engine = PageEngine(
      SynthesizerConfiguration(
        sampleRate: 48_000, channelCount: 2, effects: false, kernels: .portable), decoder: nil)
    let text = "<region> sample=s/a4.wav pitch_keycenter=69"
    try engine.addBank(
      named: "Cello",
      [
        file("Cello/A.sfz", text),
        file("Cello/s/a4.wav", Self.wave),
      ])
    let reports = engine.reports().map(\.report)
    #expect(reports.count == 2)
    guard case .bank("Cello", let count)? = reports.first, case .sound(let sound)? = reports.last
    else {
      Issue.record("\(reports)")
      return
    }
    #expect(
      count == Self.wave.count + text.utf8.count && sound.bank == "Cello" && sound.name == "A")
    engine.handle(.select(tag: sound.tag))
    engine.handle(
      .playReference(
        TrainerCue(session: 1, number: 1), TrialNote(frequency: .hertz(442), durationSeconds: 0.5)))
    var (left, right) = ([Float](repeating: 0, count: 24_000), [Float](repeating: 0, count: 24_000))
    PageEngine.render(engine.audioContext, left: &left, right: &right, count: 24_000)
    #expect(abs(PitchMeter.cents(of: left[4_800..<21_600], above: 442, sampleRate: 48_000)) < 0.1)
    _ = engine.reports()
    engine.handle(.removeBank(name: "Cello"))
    #expect(engine.reports().map(\.report) == [.removedBank(name: "Cello")])
  }
}
