import Foundation
import PeachServices
import Synchronization
import TestEnvironment
import Testing

@Suite("Batch rendering", .serialized)
struct RenderBatchTests {
  let folder: BatchFolder
  let bank: SoundBank

  init() throws {
    folder = try BatchFolder()
    bank = try SoundBank(contentsOf: folder.put("my.sf2", UserFolder.bank("Cello")))
  }

  private static var options: RenderOptions {
    var options = RenderOptions()
    options.sampleRate = 8_000
    return options
  }

  private func run(
    _ jobs: [RenderJob], options: RenderOptions = options, concurrentJobCount: Int = 3,
    rendersUnchanged: Bool = false, stoppingAfter limit: Int = .max
  ) -> (summary: RenderBatchSummary, outcomes: [RenderOutcome]) {
    let outcomes = Mutex<[RenderOutcome]>([])
    let summary = RenderBatch(
      jobs, options: options, concurrentJobCount: concurrentJobCount,
      rendersUnchanged: rendersUnchanged
    ).run(
      with: bank, isStopped: { outcomes.withLock { $0.count >= limit } },
      report: { outcome in outcomes.withLock { $0.append(outcome) } })
    return (summary, outcomes.withLock { $0 })
  }

  @Test("A song longer than four hours throws its last event, and no file is written")
  func tooLong() throws {
    // The delta time of the end of track is 14,401,000 ticks of a millisecond.
    let bytes = BatchFolder.song(track: [0, 0xC0, 42, 0x86, 0xEE, 0xFB, 0x68])
    let song = try MIDIFile(contentsOf: folder.put("long.mid", bytes))
    let path = folder.path("long.wav")
    let error = #expect(throws: SongLengthError.self) { try song.render(with: bank, to: path) }
    #expect(error?.track == 0 && error?.tick == 14_401_000 && error?.event == "end of track")
    #expect(error?.seconds == 14_401 && error?.eventSeconds == 14_401)
    #expect(error?.maximumSeconds == 14_400)
    #expect(try folder.names("").filter { $0.contains(".wav") }.isEmpty)
  }

  @Test("Each song is bit-identical to a separate rendering, regardless of concurrent ones")
  func sameAsAlone() throws {
    let jobs = try folder.songs(20)
    let (summary, outcomes) = run(jobs)
    #expect(summary.renderedCount == 20 && summary.failedCount == 0 && summary.remainingCount == 0)
    #expect(Set(outcomes.map(\.job)) == Set(jobs))
    var seconds = 0.0
    for job in jobs {
      let alone = folder.path("alone.wav")
      let one = try MIDIFile(contentsOf: job.song)
        .render(with: bank, to: alone, options: Self.options)
      seconds += Double(one.frameCount) / 8_000
      #expect(one.peak > 0.001)
      #expect(try folder.bytes(job.audio) == folder.bytes(alone))
    }
    #expect(abs(summary.audioSeconds - seconds) < 1e-6)
    #expect(abs(summary.timesRealTime - seconds / summary.seconds) < 1e-6)
  }

  @Test("A song is bit-identical with one thread and with two")
  func twoProcessors() throws {
    var options = RenderOptions()
    options.interpolation = .cubic
    var notes: [UInt8] = [0, 0xC0, 42, 0, 0xB0, 91, 100, 0, 0xB0, 93, 100]
    for key in UInt8(40)..<80 { notes += [0, 0x90, key, 60] }
    for turn in UInt8(0)..<40 { notes += [turn * 2, 0xE0, 0, 60 + turn % 8] }
    for key in UInt8(40)..<80 { notes += [key % 7, 0x80, key, 64] }
    let path = try folder.put("chord.mid", BatchFolder.song(track: notes + [100]))
    let song = try MIDIFile(contentsOf: path)
    let paths = [folder.path("one.wav"), folder.path("two.wav")]
    let one = try song.render(with: bank, to: paths[0], options: options)
    try song.render(with: bank, to: paths[1], options: options, processors: 2)
    #expect(one.peak > 0.01)
    #expect(try folder.bytes(paths[0]) == folder.bytes(paths[1]))
  }

  @Test("A song stopped at any time on two threads leaves no file", arguments: [0.1, 0.5, 0.9])
  func stoppedOnTwoProcessors(part: Double) throws {
    struct Stop: Error {}
    var notes: [UInt8] = [0, 0xB0, 91, 100]
    for turn in UInt8(0)..<60 { notes += [turn % 5, 0x90, 30 + turn, 60] }
    for turn in UInt8(0)..<60 { notes += [90, 0x80, 30 + turn, 60] }
    let path = try folder.put("stopped.mid", BatchFolder.song(track: notes + [100]))
    let audio = folder.path("stopped.wav")
    let song = try MIDIFile(contentsOf: path)
    #expect(throws: Stop.self) {
      try song.render(with: bank, to: audio, processors: 2) { if $0 > part { throw Stop() } }
    }
    #expect(!FileManager.default.fileExists(atPath: audio))
  }

  @Test("A broken file is named, and the others are rendered")
  func badFile() throws {
    var jobs = try folder.songs(4)
    try folder.put("bad.mid", [1, 2, 3])
    jobs.insert(RenderJob(song: folder.path("bad.mid"), folder: folder.path("out")), at: 1)
    jobs.append(RenderJob(song: folder.path("none.mid"), folder: folder.path("out")))
    let (summary, outcomes) = run(jobs)
    #expect(summary.renderedCount == 4 && summary.failedCount == 2)
    for name in ["bad.mid", "none.mid"] {
      let outcome = try #require(outcomes.first { $0.job.song == folder.path(name) })
      guard case .failed(let reason) = outcome.result else {
        Issue.record("\(name) was rendered")
        continue
      }
      #expect(reason.contains(name))
    }
    #expect(try folder.names("out").filter { $0.hasSuffix(".wav") }.count == 4)
  }

  @Test("Unchanged songs are skipped, unless song, options, bank or audio have changed")
  func unchanged() throws {
    let jobs = try folder.songs(3)
    #expect(run(jobs).summary.renderedCount == 3)
    #expect(run(jobs).summary.unchangedCount == 3)
    #expect(run(jobs, rendersUnchanged: true).summary.renderedCount == 3)
    var louder = Self.options
    louder.gain = Decibels(-12)
    #expect(run(jobs, options: louder).summary.renderedCount == 3)
    #expect(run(jobs, options: louder).summary.unchangedCount == 3)

    try FileManager.default.removeItem(atPath: jobs[0].audio)
    try Data([1, 2, 3]).write(to: URL(filePath: jobs[1].audio))
    #expect(run(jobs, options: louder).summary.renderedCount == 2)
    try Data(BatchFolder.song(seed: 99)).write(to: URL(filePath: jobs[2].song))
    #expect(run(jobs, options: louder).summary.renderedCount == 1)

    let other = try SoundBank(contentsOf: folder.put("other.sf2", UserFolder.bank("Viola")))
    #expect(RenderBatch(jobs, options: louder).run(with: other).renderedCount == 3)
  }

  @Test("A bank changes with its sample files and included files")
  func severalFiles() throws {
    let song = try folder.put("song.mid", BatchFolder.song(seed: 1, program: 0))
    let jobs = [RenderJob(song: song, folder: folder.path("out"))]
    func tone(_ hertz: Double) throws {
      let frames = (0..<8_000).map { Float(sin(2 * .pi * hertz * Double($0) / 8_000)) }
      var writer = try WAVWriter(path: folder.path("tone.wav"), sampleRate: 8_000, channelCount: 1)
      try frames.withUnsafeBufferPointer { try writer.write(interleaved: $0) }
      _ = try writer.finish()
    }
    func rendered() throws -> (count: Int, audio: Data) {
      let bank = try SoundBank(contentsOf: folder.path("my.sfz"))
      let summary = RenderBatch(jobs, options: Self.options).run(with: bank)
      #expect(summary.failedCount == 0)
      return (summary.renderedCount, try folder.bytes(jobs[0].audio))
    }
    try folder.put("my.sfz", Array("#include \"one.sfzh\"".utf8))
    try folder.put("one.sfzh", Array("<region> sample=tone.wav pitch_keycenter=60".utf8))
    try tone(262)
    let first = try rendered()
    #expect(try first.count == 1 && rendered().count == 0)
    try tone(300)
    let second = try rendered()
    #expect(second.count == 1 && second.audio != first.audio)
    try folder.put("one.sfzh", Array("<region> sample=tone.wav pitch_keycenter=72".utf8))
    let third = try rendered()
    #expect(third.count == 1 && third.audio != second.audio)
  }

  @Test("A stopped batch leaves no unfinished file, and resumes later")
  func stopped() throws {
    let jobs = try folder.songs(12)
    let (summary, outcomes) = run(jobs, concurrentJobCount: 2, stoppingAfter: 3)
    // Active jobs may have finished.
    #expect((3...5).contains(summary.renderedCount))
    #expect(summary.remainingCount == 12 - summary.renderedCount)
    let audio = Set(outcomes.map { URL(filePath: $0.job.audio).lastPathComponent })
    #expect(Set(try folder.names("out").filter { $0 != ".peach-rendered" }) == audio)
    let rest = run(jobs).summary
    #expect(rest.unchangedCount == summary.renderedCount && rest.remainingCount == 0)
    #expect(rest.renderedCount + rest.unchangedCount == 12)
  }

  @Test("Two songs with the same output are refused")
  func doubles() {
    let jobs = ["a/one.mid", "b/one.MIDI", "b/two.mid"].map { RenderJob(song: $0, folder: "out") }
    #expect(RenderBatch(jobs).duplicateAudioPath == "out/one.wav")
    #expect(RenderBatch(Array(jobs.dropFirst())).duplicateAudioPath == nil)
  }

  @Test("Players of one engine share a bank's samples")
  func players() throws {
    let engine = try PlaybackEngine(device: NullAudioDevice(sampleRate: 48_000, periodFrames: 64))
    let cello = try bank.preset(bank: 0, program: 42)
    func player() throws -> SoundFontNotePlayer {
      try SoundFontNotePlayer(
        playing: cello, on: engine, options: NoteOptions(intonation: nil, tone: .recorded))
    }
    let first = try player()
    let bytes = engine.instruments(of: bank).byteCount
    // 2,400 frames up to the loop's end, doubled, in single precision.
    #expect(bytes > 19_200 && bytes < 40_000)
    let others = try (0..<20).map { _ in try player() }
    #expect(engine.instruments(of: bank).byteCount == bytes)
    #expect(first.preset == others[19].preset)
  }
}
