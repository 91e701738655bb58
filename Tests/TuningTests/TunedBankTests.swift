import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSampleCodec
import PeachServices
import PeachTuning
import SoundMeasurement
import TestEnvironment
import Testing

enum LargeBank {
  static let path = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
}

/// Intervals between recorded strings, measured in the audio.
@Suite(
  "Tuned songs of a large bank", .serialized,
  .enabled(if: TestFiles.exists(LargeBank.path), "FluidR3_GM.sf2 is not installed."),
  .enabled(if: SoundFileDecoder.isAvailable, "Built without the trait SoundFile."))
struct TunedBankTests {
  private static let rate = 48_000.0

  /// The channels of a song of two violins, a viola and a cello, rendered one by one.
  private func stems(_ file: MIDIFile, _ adaptive: AdaptiveTuning?) throws -> [[Float]] {
    var options = RenderOptions()
    options.adaptive = adaptive
    options.tone = .straight(vibrato: 0, smoothsLevels: true)
    (options.inTune, options.effects, options.format) = (true, false, .float32)
    let folder = try TemporaryFolder()
    let stems = try file.renderStems(
      with: SoundBank(contentsOf: LargeBank.path), to: folder.path, mix: folder.path("mix.wav"),
      options: options, intonation: IntonationCache(folder: nil),
      straightTones: StraightToneCache(folder: nil)
    ).stems
    return try stems.map { stem in
      let audio = try DecodedAudio(contentsOf: stem.path)
      return stride(from: 0, to: audio.values.count, by: audio.channelCount).map {
        audio.values[$0]
      }
    }
  }

  @Test(
    "Triads of cadences are pure in the audio: 0.1 cents at the 95th percentile, 0.2 at most"
  )
  func intervals() throws {
    let chords = TestScale.cases(
      short: Array(VoiceSong.cadences.prefix(4)), full: VoiceSong.cadences)
    var song = VoiceSong(chords: chords)
    song.setup = [[0xC0, 40], [0xC1, 40], [0xC2, 41], [0xC3, 42]]
    let file = try song.file()
    let tuning = SongTuning(file, AdaptiveTuning())
    let stems = try stems(file, AdaptiveTuning())
    try #require(stems.count == 4)
    let pitches = zip(tuning.notes, tuning.cents).map { note, cents in
      // The meter follows a high partial for a few cents only: the plan is its guess.
      let guess = 100 * Double(note.key) + cents
      let range = Int(note.startFrame) + 6_000..<Int(note.endFrame) - 1_500
      let audio = stems[Int(note.channel)][range]
      return guess
        + PitchMeter.meanCents(
          of: audio, above: 440 * exp2((guess - 6900) / 1200), sampleRate: Self.rate, partials: 12)
    }
    var errors: [Double] = []
    for low in pitches.indices {
      for high in pitches.indices
      where high != low && tuning.notes[high].startFrame == tuning.notes[low].startFrame {
        let step = (Int(tuning.notes[high].key) - Int(tuning.notes[low].key) + 120) % 12
        guard let ratio = [0: 1, 3: 1.2, 4: 1.25, 7: 1.5][step] else { continue }
        let error = pitches[high] - pitches[low] - 1200 * log2(ratio)
        errors.append(abs(error.remainder(dividingBy: 1200)))
      }
    }
    errors.sort()
    try #require(errors.count >= 20)
    #expect(errors[errors.count * 95 / 100] < 0.1, "\(errors[errors.count * 95 / 100])")
    #expect((errors.last ?? 9) < 0.2, "\(errors.last ?? 9)")
  }
}
