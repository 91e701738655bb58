import Foundation
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachServices

/// A factory whose library changes.
@Suite("Players of a changing library")
struct FollowedLibraryTests {
  private struct Rig {
    let device = OfflineAudioDevice(sampleRate: 44_100, capturesSound: true)
    let engine: PlaybackEngine
    let factory: NotePlayerFactory

    init(_ library: SoundFontLibrary, _ source: SoundSource = .sine) throws {
      engine = try PlaybackEngine(device: device)
      factory = try NotePlayerFactory(
        engine: engine, library: library, source: source,
        options: NoteOptions(intonation: nil, tone: .recorded))
    }

    /// Plays a note of half a second, and returns its ratio of the level of the second partial, in
    /// decibels.
    func secondPartial() async throws -> Double {
      let clock = Task {
        while !Task.isCancelled {
          device.advance(frames: 441)
          try await Task.sleep(for: .milliseconds(1))
        }
      }
      defer { clock.cancel() }
      _ = device.takeCapture()
      try await factory.player.play(
        frequency: .hertz(441), duration: .milliseconds(500), amplitude: 0.5)
      let audio = device.takeCapture().left
      let start = (audio.firstIndex { $0 != 0 } ?? 0) + 4410
      let tone = audio[start..<(start + 10_000)]
      func level(_ hertz: Double) -> Double {
        var (sine, cosine) = (0.0, 0.0)
        for (index, frame) in tone.enumerated() {
          let phase = 2 * Double.pi * hertz * Double(index) / 44_100
          sine += Double(frame) * sin(phase)
          cosine += Double(frame) * cos(phase)
        }
        return 10 * log10(sine * sine + cosine * cosine)
      }
      return level(882) - level(441)
    }
  }

  private static func library(_ banks: [String: SoundBank]) -> SoundFontLibrary {
    SoundFontLibrary(
      folders: [BankFolder(path: "/banks", origin: .user)],
      list: { _ in
        banks.keys.sorted().map { .init(path: "/banks/\($0)", name: $0, identity: $0) }
      }, open: { path in try #require(banks[String(path.dropFirst(7))]) })
  }

  /// A bank whose second partial is that many decibels below the first.
  private static func bank(secondPartial decibels: Double) -> SoundBank {
    var bank = TestBank.tone(partials: [0.4, 0.4 * pow(10, decibels / 20)])
    bank.samples[0].correctionCents = -TestBank.toneCents
    return bank
  }

  private func source(_ file: String) -> SoundSource {
    .preset(file: file, PresetIdentifier(bank: 0, program: 0))
  }

  @Test("An imported bank plays, a replaced one plays its new samples, a removed one is a sine")
  func followed() async throws {
    let rig = try Rig(Self.library([:]))
    rig.factory.choose(source("a.sf2"))
    #expect(await !rig.factory.prepare() && !rig.factory.isReady)
    #expect(rig.factory.problems.map(\.source) == [source("a.sf2")])
    // A sine.
    #expect(try await rig.secondPartial() < -60)
    #expect(rig.factory.soundingSource == .sine)

    rig.factory.use(Self.library(["a.sf2": Self.bank(secondPartial: -6)]))
    #expect(await rig.factory.prepare() && rig.factory.isReady)
    #expect(rig.factory.problems.isEmpty)
    #expect(abs(try await rig.secondPartial() + 6) < 0.5)
    #expect(rig.factory.soundingSource == source("a.sf2"))

    rig.factory.use(Self.library(["a.sf2": Self.bank(secondPartial: -20)]))
    #expect(abs(try await rig.secondPartial() + 20) < 0.5)

    rig.factory.use(Self.library([:]))
    #expect(try await rig.secondPartial() < -60)
    #expect(rig.factory.soundingSource == .sine)
    #expect(rig.factory.problems.map(\.source) == [source("a.sf2")])
  }

  @Test("Another bank's import keeps the players, their channels and what they have loaded")
  func unchanged() async throws {
    let bank = Self.bank(secondPartial: -6)
    let rig = try Rig(Self.library(["a.sf2": bank]), source("a.sf2"))
    #expect(await rig.factory.prepare())
    rig.factory.use(Self.library(["a.sf2": bank, "b.sf2": Self.bank(secondPartial: -20)]))
    #expect(rig.factory.isReady)
    rig.factory.choose(source("b.sf2"))
    #expect(!rig.factory.isReady)
    #expect(abs(try await rig.secondPartial() + 20) < 0.5)
    #expect(rig.factory.isReady)
  }

  @Test("A source that could not be loaded is tried again by the next preparation")
  func triedAgain() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("later.sf2")
    let bytes = VibratoRecording.bank.chunks.file
    try Data(bytes).write(to: URL(filePath: path))
    let bank = try SoundBank(contentsOf: path)
    // The samples cannot be decoded, as if a decoder failed once.
    let attempts = Counter()
    let library = SoundFontLibrary(of: bank, path: path)
    let device = OfflineAudioDevice()
    let cache = StraightToneCache(folder: nil, contentFolder: nil) {
      recording, _, _, isClassifiedOnly throws(SampleCodecError) in
      if attempts.next() == 1 { throw .undecodable(code: 1) }
      if isClassifiedOnly { return StraightTone(verdict: .straight) }
      return StraightToneStub.tone(recording)
    }
    let factory = try NotePlayerFactory(
      engine: PlaybackEngine(device: device), library: library,
      source: .preset(file: "later.sf2", bank.presets[0].identifier),
      options: NoteOptions(intonation: nil, straightTones: cache))
    #expect(await !factory.prepare())
    #expect(factory.problems.count == 1)
    #expect(await factory.prepare())
    #expect(factory.problems.isEmpty)
  }

  @Test("Preparing keys reports progress, and then no key of them waits for its recordings")
  func preparedKeys() async throws {
    let folder = try TemporaryFolder()
    let bank = try SoundBank(
      contentsOf: folder.put("violin.sf2", VibratoRecording.bank.chunks.file))
    let library = SoundFontLibrary(of: bank, path: "violin.sf2")
    let stub = StraightToneStub { _ in Thread.sleep(forTimeInterval: 0.05) }
    let factory = try NotePlayerFactory(
      engine: PlaybackEngine(device: OfflineAudioDevice()), library: library,
      source: .preset(file: "violin.sf2", bank.presets[0].identifier),
      options: NoteOptions(intonation: nil, straightTones: stub.cache(folder: nil)))
    #expect(!factory.isReady(keys: 60...72))
    let fractions = Fractions()
    #expect(await factory.prepare(keys: 60...72) { fractions.add($0) })
    #expect(factory.isReady(keys: 60...72) && factory.isReady(keys: 61...65))
    let all = fractions.all
    #expect(all.first == 0 && all.last == 1 && all.count >= 3)
    #expect(all.allSatisfy { (0...1).contains($0) })
    let start = ContinuousClock.now
    for key in 60...72 {
      let frequency = FrequencyCalculation.frequency(noteNumber: Double(key))
      _ = try await factory.player.start(frequency: frequency, amplitude: 0.5)
    }
    // Straightening a single note would take 50 ms, and all of them more.
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    #expect(stub.recordings.count == 1 || seconds < 0.05)
  }
}
