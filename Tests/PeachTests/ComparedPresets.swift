import Foundation
import Peach
import PeachSampleDecoding
import SoundMeasurement
import Testing

/// Presets of banks that people use, for comparing notes: ten of General MIDI, from a piano to a flute.
enum ComparedPresets {
  /// Piano, organ, guitar, violin, cello, trumpet, horn, oboe, clarinet, flute.
  static let programs: [UInt8] = [0, 19, 24, 40, 42, 56, 60, 68, 71, 73]

  /// The banks that are there.
  static let banks = [
    RenderTools.smallBank, RenderTools.compressedBank, RenderTools.userBank,
  ].filter {
    RenderTools.exists($0) && (SoundFileDecoder.isAvailable || !$0.hasSuffix(".sf3"))
  }

  #if DEBUG
    /// Without optimization one bank takes as long as all of them do otherwise.
    static let tested = Array(banks.prefix(1))
  #else
    static let tested = banks
  #endif

  static let whatIsMissing: Comment = "no bank is installed"

  /// What is known about tuning is not written into the user's own folder.
  static let intonation = IntonationCache(folder: nil)

  /// The ten presets of a bank.
  static func presets(of path: String) throws -> [BankPreset] {
    let bank = try SoundBank(contentsOf: path)
    return try programs.map { try bank.preset(bank: 0, program: $0) }
  }
}

/// Listens to two notes of one recording, and hears how far apart they are.
///
/// Each note's pitch is measured on its own, in its own audio, by the phase of one of its partials.
struct NoteComparison {
  /// The partial that is followed, 1 for the fundamental.
  let partial: Double
  /// How far the second note lies above the first, in cents.
  let cents: Double

  /// `first` and `second` are asked for at `hertz` and near it.
  init(_ first: [Float], _ second: [Float], hertz: Double, sampleRate: Double = 48_000) {
    let tones = [first, second].map { Self.steadyPart($0) }
    // The one that stands out most, and so is least disturbed: a horn's may be its second.
    let levels = (1...6).map { partial in
      Level.amplitude(
        of: tones[0].prefix(12_000), at: hertz * Double(partial), sampleRate: sampleRate)
    }
    let strongest = (levels.indices.max { levels[$0] < levels[$1] } ?? 0) + 1
    let guess = hertz * Double(strongest)
    let heard = tones.map {
      PitchMeter.frequency(of: $0, near: guess, sampleRate: sampleRate)
    }
    partial = Double(strongest)
    cents = 1200 * log2(heard[1] / heard[0])
  }

  /// From a tenth of a second after it begins to be heard, nine tenths of the rest.
  private static func steadyPart(_ audio: [Float]) -> ArraySlice<Float> {
    let threshold = Level.peak(audio[...]) / 1000
    let first = audio.firstIndex { abs($0) > threshold } ?? 0
    let last = audio.lastIndex { abs($0) > threshold } ?? 0
    let start = min(first + 4800, last)
    return audio[start..<(start + (last - start) * 9 / 10)]
  }
}
