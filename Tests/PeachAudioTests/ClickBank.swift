import PeachInstrumentModel
import SoundFontFixtures

/// A bank in which every note is one click of one frame at 48 kHz with constant height, for any
/// program, key, velocity and controllers.
enum ClickBank {
  /// The frames from a note-on to its click, after the envelope's attack of 48 frames.
  static let delay = 96

  static var file: [UInt8] {
    var frames = [Int16](repeating: 0, count: 2 * delay)
    frames[delay] = 30_000
    var builder = SoundFontBuilder()
    builder.samples = [SoundFontSample(frames: frames, rate: 48_000)]
    // Scale tuning 0 for the original rate, and a long release, so that short notes click too.
    builder.instruments = [
      .init(zones: [
        .init(
          [.init(.scaleTuning, 0), .init(.volumeEnvelopeRelease, 0)], modulators: silenced, plays: 0
        )
      ])
    ]
    builder.presets = (0...127).map { .init(bank: 0, program: $0, zones: [.init(plays: 0)]) }
    builder.presets.append(.init(bank: 128, program: 0, zones: [.init(plays: 0)]))
    return builder.chunks.file
  }

  /// The default modulators (SoundFont 2.04 §8.4) of level, cutoff, pan and pitch, replaced with
  /// amount 0.
  private static let silenced: [Modulator] = [
    (0x0502, .initialAttenuation, 0), (0x0102, .initialFilterCutoff, 0),
    (0x000D, .vibratoLFOToPitch, 0),
    (0x0081, .vibratoLFOToPitch, 0), (0x0587, .initialAttenuation, 0), (0x028A, .pan, 0),
    (0x058B, .initialAttenuation, 0), (0x020E, .fineTune, 0x0010),
  ].map { (source: UInt16, destination: Generator, amountSource: UInt16) in
    Modulator(
      source: source, destination: UInt16(destination.rawValue), amount: 0,
      amountSource: amountSource, transform: 0)
  }
}
