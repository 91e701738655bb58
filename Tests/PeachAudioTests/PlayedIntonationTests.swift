import Foundation
import PeachInstrumentModel
import PeachTrainerUI
import SoundFontFixtures
import Testing

@testable import PeachServices

@Suite("Intonation of presets as played")
struct PlayedIntonationTests {
  let folder: RenderFolder
  let corrections = IntonationCache(folder: nil)

  init() throws { folder = try RenderFolder() }

  private var straightTones: StraightToneCache { StraightToneCache(folder: folder.path("cache")) }

  private func bank(_ builder: SoundFontBuilder, name: String = "bank.sf2") throws -> SoundBank {
    try Data(builder.chunks.file).write(to: URL(filePath: folder.path(name)))
    return try SoundBank(contentsOf: folder.path(name))
  }

  private func played(
    _ builder: SoundFontBuilder, preset: Int = 0, _ straightTones: StraightToneCache
  ) throws -> PlayedIntonation? {
    try BankPreset(bank: bank(builder), index: preset)
      .playedIntonation(corrections, straightTones: straightTones)
  }

  @Test("A soloist is straight, within a deviation that is known once the tones are verified")
  func soloist() throws {
    let violin = BankPreset(bank: try bank(VibratoRecording.bank), index: 0)
    let first = straightTones
    func found(_ cache: StraightToneCache, measuring: Bool = true) throws -> PlayedIntonation? {
      try violin.playedIntonation(corrections, straightTones: cache, measuring: measuring)
    }
    #expect(try found(first, measuring: false) == nil)
    let before = try #require(try found(first))
    #expect(before.badge == .straight(deviationCents: nil))
    #expect(before.tone == .straight && before.played == nil)
    // 7 cents sharp, and the part of the vibrato that does not average out.
    #expect(abs(before.recorded.worstCents(after: false) - 7) < 3)
    // ±20 cents at 5.2 Hz.
    #expect(abs(try #require(before.vibratoExtentCents) - 20) < 1)
    #expect(abs(try #require(before.vibratoHertz) - 5.2) < 0.1)
    // Listing classifies, and neither straightens nor classifies again.
    #expect(first.straightenedCount == 0)
    #expect(try found(first, measuring: false) == before)
    #expect(try found(straightTones, measuring: false) == before)
    _ = try violin.prepared(intonation: corrections, tone: .straight, straightTones: first)
    #expect(first.straightenedCount == 1)
    for cache in [first, straightTones] {
      let after = try #require(try found(cache, measuring: false))
      guard case .straight(let deviation?) = after.badge else {
        Issue.record("\(after.badge)")
        return
      }
      // The bound of straight tones without noise from 220 Hz on.
      #expect(deviation < 0.1 && deviation == after.played?.worstWindowCents)
      #expect(TrainerTexts(.english).badge(after.badge).hasPrefix("straight, within 0."))
      #expect(try #require(after.played).worstRemainderCents < 0.05)
      #expect(after.recorded == before.recorded && after.vibratoHertz == before.vibratoHertz)
    }
  }

  @Test("Several players keep their contour, and the badge states their mean; drums have none")
  func ensemble() throws {
    let cache = straightTones
    let strings = try #require(try played(VibratoRecording.bank, preset: 1, cache))
    guard case .varying(let mean, let variation, _, .severalPlayers) = strings.badge else {
      Issue.record("\(strings.badge)")
      return
    }
    #expect(strings.tone == .kept(.severalPlayers) && strings.played == strings.recorded)
    #expect(mean == strings.recorded.worstRemainderCents && variation > 1)
    #expect(try played(VibratoRecording.bank, preset: 2, cache) == nil)
  }

  @Test("Decaying tones keep their badge, with the reason unless they are exact")
  func decaying() throws {
    let fades = MistunedBank.zone(0, [.init(.volumeEnvelopeSustain, 1000)])
    let beating = try #require(
      try played(MistunedBank.builder([MistunedBank.beating], presets: [[fades]]), straightTones))
    #expect(beating.tone == .kept(.decaying))
    guard case .varying(_, _, _, .decaying) = beating.badge else {
      Issue.record("\(beating.badge)")
      return
    }
    let steady = try #require(
      try played(
        MistunedBank.builder([MistunedBank.tone(rate: 44_100)], presets: [[fades]]), straightTones))
    #expect(steady.tone == .kept(.decaying) && steady.badge == .exact)
  }

  @Test("A constant pitch is exact; with a wrong root key the mean is stated; noise has no pitch")
  func constant() throws {
    let cache = straightTones
    for (sample, badge) in [
      (MistunedBank.tone(rate: 44_460), "exact"), (MistunedBank.noise, "no pitch"),
      (MistunedBank.tone(rate: 44_000, root: 70), "mean within 100.0 cents, varies by ±0.0 cents"),
    ] {
      let found = try #require(try played(MistunedBank.builder([sample]), cache))
      #expect(TrainerTexts(.english).details(of: found.badge) == badge)
      #expect(found.vibratoExtentCents == nil && found.vibratoHertz == nil)
    }
  }

  @Test("Only the keys of the instrument count, unless there are none")
  func compass() throws {
    // A cello from 36 to 84, and a tone a semitone off above.
    let samples = [MistunedBank.tone(rate: 44_100), MistunedBank.tone(rate: 44_000, root: 70)]
    var builder = MistunedBank.builder(
      samples,
      presets: [[MistunedBank.zone(0, keys: 0...84), MistunedBank.zone(1, keys: 85...127)]]
    )
    for (program, count, badge) in [
      (42, 49, "exact"), (90, 128, "mean within 100.0 cents, varies by ±0.0 cents"),
    ] {
      builder.presets[0].program = UInt16(program)
      let found = try #require(try played(builder, straightTones))
      #expect(
        found.recorded.notes.count == count
          && TrainerTexts(.english).details(of: found.badge) == badge)
    }
  }
}
