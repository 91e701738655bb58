import Foundation
import PeachSynthesis
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachServices

/// A sample that is 18 cents sharp, alone and masked by noise. Expected values follow from the
/// loop.
@Suite("Verified notes")
struct VerifiedPresetTests {
  let folder: RenderFolder
  let bank: SoundBank
  static let sharp: UInt32 = 44_460

  init() throws {
    folder = try RenderFolder()
    bank = try MistunedBank.bank(
      MistunedBank.builder(
        [MistunedBank.tone(rate: Self.sharp), MistunedBank.noise],
        presets: [
          [MistunedBank.zone(0)],
          // Noise 20 dB above the tone from C5 on.
          [
            MistunedBank.zone(0, keys: 0...71),
            MistunedBank.zone(0, keys: 72...127, [.init(.initialAttenuation, 400)]),
            MistunedBank.zone(1, keys: 72...127, [.init(.scaleTuning, 0)]),
          ],
          // Two layers of different attacks.
          [
            MistunedBank.zone(
              0, [.init(.velocityRange, from: 0, to: 63), .init(.volumeEnvelopeAttack, -4000)]),
            MistunedBank.zone(0, [.init(.velocityRange, from: 64, to: 127)]),
          ],
        ]), in: folder)
  }

  private func cents(_ preset: PreparedPreset, key: UInt8, velocity: UInt8 = 100) -> Double {
    var synthesizer = Synthesizer(SynthesizerConfiguration(sampleRate: 48_000, effects: false))
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(.noteOn(channel: 0, key: key, velocity: velocity))
    var left = [Float](repeating: 0, count: 48_000)
    var right = left
    synthesizer.render(left: &left, right: &right, count: left.count)
    return PitchMeter.cents(
      of: left[4_800...], above: 440 * exp2((Double(key) - 69) / 12), sampleRate: 48_000)
  }

  private static var sharpCents: Double { MistunedBank.cents(rate: sharp) }

  @Test("Keys whose pitch can be verified are corrected; those that noise masks are not")
  func masked() throws {
    let chosen = BankPreset(bank: bank, index: 1)
    let preset = try chosen.prepared(intonation: IntonationCache(folder: nil))
    #expect(abs(cents(preset, key: 60)) < 0.05)
    #expect(abs(cents(preset, key: 71)) < 0.05)
    #expect(abs(cents(preset, key: 72) - Self.sharpCents) < 2)
  }

  @Test("A note as recorded is said to be corrected only if it is")
  func playedNotes() throws {
    let chosen = BankPreset(bank: bank, index: 1)
    let isCorrected = try [60, 72].map { key in
      let hertz = 440 * exp2((Double(key) - 69) / 12)
      let instrument = try NoteInstrument(
        playing: chosen,
        options: NoteOptions(
          intonation: IntonationCache(folder: nil), tone: .recorded,
          straightTones: StraightToneCache(folder: nil)))
      return try instrument.playedNote(
        ScheduledNote(frequency: .hertz(hertz), duration: .seconds(1)))?.isCorrected
    }
    #expect(isCorrected == [true, false])
  }

  @Test("Layers that differ in their envelopes have one verdict, whichever of them a song uses")
  func layers() throws {
    let chosen = BankPreset(bank: bank, index: 2)
    var used = UsedKeys()
    used.insert(60, velocity: 30)
    let cache = IntonationCache(folder: folder.path("layers"))
    let soft = try chosen.prepared(
      used, by: SharedInstruments(bank, interpolation: .doubled),
      options: NoteOptions(intonation: cache, tone: .recorded))
    #expect(abs(cents(soft, key: 60, velocity: 30)) < 0.05)
    let shares = VerifiedNotes(of: chosen, kind: .corrected, cache: cache).shares
    #expect(shares.share(key: 60, velocity: 100) == NoteShares.whole)
    let all = try chosen.prepared(intonation: cache)
    #expect(abs(cents(all, key: 60, velocity: 100)) < 0.05)
  }

  @Test("Verdicts are stored: the same notes, without measuring, in another run")
  func stored() throws {
    let path = folder.path("cache")
    let chosen = BankPreset(bank: bank, index: 1)
    let first = try chosen.prepared(intonation: IntonationCache(folder: path))
    let files = try FileManager.default.contentsOfDirectory(atPath: path + "/notes")
    #expect(files.count == 1)
    let second = try chosen.prepared(intonation: IntonationCache(folder: path))
    for key in [60, 71, 72, 80] as [UInt8] {
      #expect(cents(first, key: key) == cents(second, key: key))
    }
    // A damaged file leads to another verification.
    try Data([1, 2, 3]).write(to: URL(filePath: "\(path)/notes/\(files[0])"))
    let third = try chosen.prepared(intonation: IntonationCache(folder: path))
    #expect(abs(cents(third, key: 72) - Self.sharpCents) < 2)
  }

  @Test("The badge states the errors of notes that have been played without their correction")
  func badge() throws {
    let chosen = BankPreset(bank: bank, index: 1)
    let cache = IntonationCache(folder: folder.path("badge"))
    let straightTones = StraightToneCache(folder: nil)
    func played() throws -> PlayedIntonation? {
      try chosen.playedIntonation(cache, straightTones: straightTones)
    }
    let before = try #require(try played())
    #expect(before.recorded.worstRemainderCents < 1)
    _ = try chosen.prepared(
      intonation: cache, tone: .straight, straightTones: straightTones)
    let after = try #require(try played())
    #expect(abs(after.recorded.worstRemainderCents - Self.sharpCents) < 0.1)
    #expect(after.recorded.notes.first { $0.key == 71 }.map { abs($0.afterCents) < 0.1 } == true)
  }

  @Test("A key has one verdict, regardless of the other notes of a song")
  func independence() throws {
    let chosen = BankPreset(bank: bank, index: 1)
    var used = UsedKeys()
    used.insert(72, velocity: 100)
    let alone = try chosen.prepared(
      used, by: SharedInstruments(bank, interpolation: .doubled),
      options: NoteOptions(intonation: IntonationCache(folder: nil), tone: .recorded))
    let all = try chosen.prepared(intonation: IntonationCache(folder: nil))
    #expect(cents(alone, key: 72) == cents(all, key: 72))
  }
}
