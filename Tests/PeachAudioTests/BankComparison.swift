import Foundation
import PeachServices
import TestEnvironment
import Testing

/// Plays the same notes with two banks, in Peach and in FluidSynth.
enum BankComparison {
  static let banks = [
    RenderTools.largeBank, RenderTools.compressedBank, RenderTools.smallBank, RenderTools.userBank,
  ].filter(TestFiles.exists)
  /// Small banks of other makers, in the shared test data.
  static let smallBanks = TestFiles.sharedSoundFonts
  /// Nine keys over the range of a piano, soft and loud.
  static let keys: [UInt8] = [24, 36, 45, 52, 60, 67, 76, 84, 96]
  static let velocities: [UInt8] = [50, 110]

  /// Renders each key of a preset at each velocity, held and released, with reverb and chorus.
  static func sound(
    of preset: BankPreset, keys: [UInt8], velocities: [UInt8], heldFrames: Int = 6_000,
    releaseFrames: Int = 1_200
  ) throws -> [Float] {
    let prepared = try preset.prepared()
    var synthesizer = Synthesizer(SynthesizerConfiguration(channelCount: 1))
    synthesizer.use(prepared, onChannel: 0)
    var sound: [Float] = []
    var left = [Float](repeating: 0, count: heldFrames + releaseFrames)
    var right = left
    for key in keys {
      for velocity in velocities {
        synthesizer.handle(.noteOn(channel: 0, key: key, velocity: velocity))
        synthesizer.render(left: &left, right: &right, count: heldFrames)
        sound += left[..<heldFrames] + right[..<heldFrames]
        synthesizer.handle(.noteOff(channel: 0, key: key))
        synthesizer.render(left: &left, right: &right, count: releaseFrames)
        sound += left[..<releaseFrames] + right[..<releaseFrames]
      }
    }
    return withExtendedLifetime(prepared) { sound }
  }

  /// Returns a song of these notes with each program, a quarter of a second each; drums on channel
  /// 10 for `nil`.
  static func song(programs: [UInt8?], keys: [UInt8], velocities: [UInt8]) -> [UInt8] {
    var track: [UInt8] = []
    for program in programs {
      let channel: UInt8 = program == nil ? 9 : 0
      track += [0, 0xC0 | channel, program ?? 0]
      for key in keys {
        for velocity in velocities {
          // 240 ticks of 480 per half second are a quarter of a second.
          track += [0, 0x90 | channel, key, velocity, 0x81, 0x70, 0x80 | channel, key, 0]
        }
      }
      track += [0, 0xB0 | channel, 120, 0]
    }
    track += [0x87, 0x40, 0xFF, 0x2F, 0]
    let count = (0..<4).map { UInt8(truncatingIfNeeded: track.count >> (24 - 8 * $0)) }
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 1, 0xE0] + Array("MTrk".utf8) + count
      + track
  }

  /// Returns FluidSynth's rendering of a song as floats, and its messages.
  static func fluidSynth(
    _ song: String, bank: String, to path: String
  ) throws -> (frames: Data, said: String) {
    let result = try OtherProgram.run([
      // With several OpenMP threads, it once failed to load a compressed sample: "Out of memory".
      "env", "OMP_NUM_THREADS=1", "fluidsynth", "-ni", "-R", "0", "-C", "0", "-g", "0.2", "-r",
      "44100", "-T", "raw", "-O",
      "float", "-o", "synth.polyphony=4096", "-F", path, bank, song,
    ])
    #expect(result.status == 0)
    return (
      try Data(contentsOf: URL(filePath: path)),
      // One of its libraries prints the process and the time.
      result.errors.replacing(bank, with: "the bank")
        .replacing(#/\(process:.*?: [0-9:.]+: /#, with: "")
    )
  }

  /// Returns the largest difference in dBFS; −∞ if equal.
  static func difference(_ one: Data, _ other: Data) -> Double {
    if one == other { return -.infinity }
    guard one.count == other.count else { return .infinity }
    var largest: Float = 0
    one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        let (one, other) = (one.bindMemory(to: Float.self), other.bindMemory(to: Float.self))
        for index in one.indices {
          let difference = abs(one[index] - other[index])
          // NaN, too, is a difference.
          if !(difference <= largest) { largest = difference.isNaN ? .infinity : difference }
        }
      }
    }
    return 20 * log10(Double(largest))
  }

  /// Returns the peak; silence proves nothing.
  static func peak(_ frames: Data) -> Float {
    frames.withUnsafeBytes { bytes in
      let values = bytes.bindMemory(to: Float.self)
      return stride(from: 0, to: values.count, by: 97).reduce(0) { max($0, abs(values[$1])) }
    }
  }
}
