import Foundation
import SoundFontFixtures
import SoundMeasurement
import Testing

@Suite("peach demo")
struct DemoTests {
  private let peach: Peach

  init() throws {
    peach = try Peach()
    try peach.put("my.sf2", Fixtures.bank.chunks.file)
  }

  /// The equal-tempered frequency of a key.
  private func hertz(_ key: Int) -> Double { 440 * exp2(Double(key - 69) / 12) }

  @Test("--output renders C major and A minor, straight and arpeggiated, in tune")
  func chords() throws {
    let result = try peach.run("demo", "--bank", "my.sf2", "--format", "float", "-o", "a.wav")
    #expect(result.status == 0, "\(result.errors)")
    let file = try #require(WAVFile(peach.bytes("a.wav") ?? []))
    #expect(file.sampleRate == 48_000)
    #expect(file.left.count == 4 * 110_400)
    let chords = [[48, 55, 64], [48, 55, 64], [45, 52, 60], [45, 52, 60]]
    for (index, keys) in chords.enumerated() {
      let start = index * 110_400
      // Between the last onset and the release.
      let steady = file.left[start + 24_000..<start + 90_000]
      for key in keys {
        let cents = PitchMeter.cents(of: steady, above: hertz(key), sampleRate: 48_000)
        #expect(abs(cents) < 0.05, "chord \(index), key \(key): \(cents) cents")
      }
      let levels = (40...70).map { key in
        (key: key, level: Level.amplitude(of: steady, at: hertz(key), sampleRate: 48_000))
      }
      let loudest = levels.sorted { $0.level > $1.level }.prefix(3).map(\.key).sorted()
      #expect(loudest == keys)
      let others = levels.filter { !keys.contains($0.key) }.map(\.level)
      #expect((others.max() ?? 1) < 0.02 * (levels.map(\.level).max() ?? 0))
    }
  }

  @Test("The notes of an arpeggio start 0.2 seconds apart, those of a chord together")
  func onsets() throws {
    let result = try peach.run("demo", "--bank", "my.sf2", "--format", "float", "-o", "a.wav")
    #expect(result.status == 0, "\(result.errors)")
    let file = try #require(WAVFile(peach.bytes("a.wav") ?? []))
    for (index, keys) in [[48, 55, 64], [48, 55, 64], [45, 52, 60], [45, 52, 60]].enumerated() {
      for (number, key) in keys.enumerated() {
        let onset = index * 110_400 + (index % 2 == 1 ? number * 9_600 : 0)
        let levels = [onset - 7_200..<onset, onset + 600..<onset + 7_800].map { window in
          window.lowerBound < 0
            ? 0 : Level.amplitude(of: file.left[window], at: hertz(key), sampleRate: 48_000)
        }
        #expect(levels[1] > 0.02, "chord \(index), key \(key): \(levels)")
        #expect(levels[0] < 0.1 * levels[1], "chord \(index), key \(key): \(levels)")
      }
    }
  }

  @Test("Without a terminal, all chords are played once")
  func played() throws {
    let begun = ContinuousClock.now
    let result = try peach.run("demo", "--bank", "my.sf2", "--null-audio")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.errors.contains(
        "C major\nC major, arpeggiated\nA minor\nA minor, arpeggiated\n"))
    #expect(ContinuousClock.now - begun >= .seconds(9.2))
  }

  @Test("At a terminal, keys play chords, and Q quits")
  func keys() throws {
    let terminal = try Terminal()
    let process = try peach.start(["demo", "--bank", "my.sf2", "--null-audio"], at: terminal)
    terminal.type("1234q")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(terminal.shown().contains("4  A minor, arpeggiated"))
  }
}
