import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment
import Testing

/// Straight tones that are straightened again, as a bank that `peach tune --straight` has written.
@Suite("Tones straightened twice")
struct StraightenedTwiceTests {
  static let tones = [
    VibratoTone(hertz: 220, vibrato: 40, noiseDecibels: -25), VibratoTone(hertz: 220, turn: 0.5),
  ]
  static let programs: [UInt8] = TestScale.cases(short: [], full: [40, 42, 68, 73])

  /// Straightens a recording twice, and returns the largest change of a window from 50 ms on; `nil`
  /// if it is not straightened.
  private func change(
    _ channels: [[Float]], loop: Range<Int>?, rate: Double, nominal: Double
  ) -> Double? {
    let straightener = ToneStraightener()
    let first = straightener.straighten(
      channels, loop: loop, sampleRate: rate, nominal: .hertz(nominal))
    guard first.replacesRecording else { return nil }
    let second = straightener.straighten(
      first.channels, loop: first.loop, sampleRate: rate, nominal: .hertz(nominal))
    guard second.replacesRecording else { return 0 }
    let end = first.loop == nil ? Double(first.channels[0].count) / rate - 0.1 : 2.1
    // Each relative to its own pitch: loops of other whole numbers of frames differ, and so do the
    // corrections of their regions.
    func windows(_ tone: StraightTone) -> [Double] {
      DemodulatedComb(sampleRate: rate, hertz: tone.frequency.hertz)
        .windows(of: tone.channels, loop: tone.loop, from: 0.1, to: end, step: 0.05)
    }
    return zip(windows(first), windows(second)).map { abs($1 - $0) }.max()
  }

  @Test("No 100 ms of a synthetic tone change by more than 0.3 cents", arguments: tones.indices)
  func synthetic(index: Int) throws {
    let tone = Self.tones[index]
    let (frames, loop) = tone.recording()
    let largest = change([frames], loop: loop, rate: tone.sampleRate, nominal: tone.hertz)
    let cents = try #require(largest)
    print("tone \(index), straightened twice: \(cents) cents")
    #expect(cents <= 0.3)
  }

  @Test(
    "No 100 ms of FluidR3's violin, cello, oboe and flute change by more than 0.3 cents",
    .enabled(if: TestFiles.exists(RealBankPitchTests.large), "FluidR3_GM.sf2 is not installed."),
    arguments: programs)
  func recordings(program: UInt8) throws {
    let bank = try InstrumentFile.read(TestFiles.map(RealBankPitchTests.large))
    let preset = try #require(bank.index(of: PresetIdentifier(bank: 0, program: program)))
    var changes: [Double] = []
    // The channels of a pair have the same keys and one contour.
    let zones = Dictionary(grouping: bank.regions(ofPresetAt: preset)) { [$0.keys, $0.velocities] }
    var known: Set<[RegionSample]> = []
    for regions in zones.values {
      let parts = Set(regions.map { RegionSample($0) }).sorted()
      guard known.insert(parts).inserted, let region = regions.first else { continue }
      let sample = bank.samples[Int(parts[0].sample)]
      let frames = try parts.map {
        try bank.readFrames(ofSampleAt: Int($0.sample), decoder: nil, limit: 1 << 24)
      }
      let count = frames.map(\.count).min() ?? 0
      let played = try #require(parts[0].frames(of: sample, frameCount: count))
      // The region's root key: the sample headers declare middle C.
      let nominal = region.declaredPitch(of: bank.samples[region.sample]).hertz
      let largest = change(
        frames.map { Array($0[played.playing]) }, loop: played.loop, rate: sample.sampleRate,
        nominal: nominal)
      guard let cents = largest else { continue }
      #expect(cents <= 0.3, "\(sample.name)")
      changes.append(cents)
    }
    changes.sort()
    try #require(!changes.isEmpty)
    print(
      "0:\(program), \(changes.count) recordings straightened twice: \(changes[changes.count / 2]) "
        + "to \(changes[changes.count - 1]) cents")
  }
}
