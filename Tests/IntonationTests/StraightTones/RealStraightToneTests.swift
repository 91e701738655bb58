import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment
import Testing

@Suite("Sound of straight tones of real banks")
struct RealStraightToneTests {
  /// A recording of a bank: a channel of the frames that a note plays.
  private struct Recording {
    var name: String
    var frames: [Float]
    var loop: Range<Int>?
    var sampleRate: Double
    var nominal: Frequency
  }

  /// Returns some of the different recordings of a preset, evenly distributed.
  private static func recordings(
    _ path: String, program: UInt8, count: Int
  ) throws -> [Recording] {
    let bank = try InstrumentFile.read(try TestFiles.map(path))
    let index = try #require(bank.index(of: PresetIdentifier(bank: 0, program: program)))
    var known: Set<RegionSample> = []
    let regions = bank.regions(ofPresetAt: index).filter {
      $0.looping == .continuous && known.insert(RegionSample($0)).inserted
    }
    let step = max(regions.count / count, 1)
    return try stride(from: 0, to: regions.count, by: step).compactMap { index in
      let region = regions[index]
      let sample = bank.samples[region.sample]
      let frames = try bank.readFrames(ofSampleAt: region.sample, decoder: nil, limit: 1 << 22)
      guard let part = RegionSample(region).frames(of: sample, frameCount: frames.count) else {
        return nil
      }
      return Recording(
        name: sample.name, frames: Array(frames[part.playing]), loop: part.loop,
        sampleRate: sample.sampleRate, nominal: region.declaredPitch(of: sample))
    }
  }

  private struct Change {
    var hertz = 0.0
    var bands = 0.0
    var noise = 0.0
    var peak = 0.0
    var seams = (before: 0.0, after: -100.0)
  }

  private static func change(_ recording: Recording, smoothsLevels: Bool = false) -> Change? {
    let tone = ToneStraightener().straighten(
      [recording.frames], loop: recording.loop, sampleRate: recording.sampleRate,
      nominal: recording.nominal, smoothsLevels: smoothsLevels)
    guard tone.replacesRecording else { return nil }
    let before = HeldSound(
      recording.frames, loop: recording.loop, sampleRate: recording.sampleRate)
    let after = HeldSound(tone.channels[0], loop: tone.loop, sampleRate: recording.sampleRate)
    let hertz = tone.frequency.hertz
    var change = Change(hertz: hertz)
    change.bands = after.largestBandChange(from: before, hertz: hertz)
    change.noise = after.noiseLevel(hertz: hertz) - before.noiseLevel(hertz: hertz)
    change.peak = 20 * log10(after.peak / before.peak)
    if let first = before.seamDecibels, let second = after.seamDecibels {
      change.seams = (first, second)
    }
    print(
      "\(recording.name), \(hertz) Hz: bands \(change.bands), noise \(change.noise), peak "
        + "\(change.peak), seam \(change.seams.before) to \(change.seams.after) dB")
    return change
  }

  // Cello, violin, flute, tenor saxophone, oboe and bassoon.
  @Test(
    "Spectrum, noise, peak and loop of FluidR3's soloists remain",
    .enabled(if: TestFiles.exists(RealBankPitchTests.large), "Requires FluidR3_GM.sf2."),
    arguments: TestScale.cases(short: [42, 73], full: [40, 41, 42, 66, 68, 70, 73]))
  func soloists(program: UInt8) throws {
    let found = try Self.recordings(
      RealBankPitchTests.large, program: program, count: TestScale.isFull ? 40 : 4)
    var count = 0
    for recording in found {
      guard let change = Self.change(recording) else { continue }
      count += 1
      #expect(change.bands < 1.5, "\(recording.name)")
      // Below 110 Hz, the ± 30 Hz in which partials are held leave no gap between them.
      if change.hertz > 110 { #expect(abs(change.noise) < 1.5, "\(recording.name)") }
      #expect(change.peak < 2.5, "\(recording.name)")
      #expect(change.seams.after < max(change.seams.before, 0), "\(recording.name)")
    }
    #expect(2 * count > found.count)
  }
}
