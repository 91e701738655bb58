import Foundation
import PeachInstrumentModel
import PeachSampleCodec
import PeachServices
import SoundMeasurement
import TestEnvironment

/// The output of the first preset of a generated instrument file.
struct PlayedInstrument {
  static let rate = 48_000.0
  /// 441 Hz: 100 frames per period at 44.1 kHz, 10 periods.
  static let tone = (0..<1000).map { Float(0.5 * sin(2 * .pi * Double($0) / 100)) }
  /// The interval from key 69, 440 Hz, to ``tone``.
  static let toneCents = 1200 * log2(441.0 / 440)

  let bank: SoundBank

  init(bank: SoundBank) { self.bank = bank }

  /// Writes files into a temporary folder and opens the one named `name`.
  init(_ name: String, files: [String: [UInt8]]) throws {
    let folder = try TemporaryFolder()
    for (name, bytes) in files { try folder.put(name, bytes) }
    bank = try withExtendedLifetime(folder) { try SoundBank(contentsOf: folder.path(name)) }
  }

  /// Renders a held key, or one that is released after `released` seconds.
  func render(_ key: UInt8, seconds: Double = 1, released: Double? = nil) throws -> [Float] {
    let loader = InstrumentLoader(bank: bank, decoder: SoundFileDecoder.decode)
    let preset = try loader.prepare(presetAt: 0)
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: Self.rate, effects: false, limiter: false))
    synthesizer.use(preset, onChannel: 0)
    var events = [
      TimedEvent(frame: 0, event: .noteOn(channel: 0, key: key, velocity: 127))
    ]
    if let released {
      let frame = Int(released * Self.rate)
      events.append(TimedEvent(frame: frame, event: .noteOff(channel: 0, key: key)))
    }
    let count = Int(seconds * Self.rate)
    var left = [Float](repeating: 0, count: count)
    var right = left
    events.withUnsafeBufferPointer { events in
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress else { return }
          synthesizer.render(events: events, left: left, right: right, count: count)
        }
      }
    }
    withExtendedLifetime(preset) {}
    return left
  }

  /// Returns the pitch of a held key from 0.1 to 0.9 seconds, in cents above `hertz`.
  func cents(ofKey key: UInt8, above hertz: Double) throws -> Double {
    try PitchMeter.cents(of: render(key)[4800..<43_200], above: hertz, sampleRate: Self.rate)
  }

  /// Returns the time of the last frame above −60 dBFS, in seconds.
  func length(ofKey key: UInt8) throws -> Double {
    let last = try render(key, seconds: 2).lastIndex { abs($0) > 1e-3 }
    return Double((last ?? -1) + 1) / Self.rate
  }
}
