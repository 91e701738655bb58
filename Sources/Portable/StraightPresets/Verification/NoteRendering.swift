import PeachIntonation
import PeachMusicUnits
package import PeachSynthesis

/// Renders notes to compare them. Use an instance on one thread at a time.
package final class NoteRendering {
  /// The interpolation, whatever plays the presets: equal notes have equal results.
  package static let interpolation = InterpolationQuality.sinc16
  private static let sampleRate = 44_100.0
  private static let seconds = 1.3

  private let verification: NoteVerification
  private let configuration: SynthesizerConfiguration
  private let lookupTables: LookupTables
  private var left: [Float]
  private var right: [Float]

  package init() {
    configuration = SynthesizerConfiguration(
      sampleRate: Self.sampleRate, maximumVoices: 64, channelCount: 1, effects: false,
      interpolation: Self.interpolation)
    lookupTables = LookupTables(configuration)
    verification = NoteVerification(sampleRate: Self.sampleRate)
    left = [Float](repeating: 0, count: Int(Self.seconds * Self.sampleRate))
    right = left
  }

  /// Returns whether a note of a changed preset is at least as well in tune as that of another.
  func isNoWorse(
    _ changed: PreparedPreset, than original: PreparedPreset, _ key: UInt8, _ velocity: UInt8
  ) -> Bool {
    let before = channels(of: original, key: key, velocity: velocity)
    let after = channels(of: changed, key: key, velocity: velocity)
    // Both pairs have the same number of channels: a change of pitch can make channels differ.
    let isMono = before[0] == before[1] && after[0] == after[1]
    return Self.withFrames(before, isMono: isMono) { before in
      Self.withFrames(after, isMono: isMono) { after in
        verification.isNoWorse(after, than: before, nominal: Self.frequency(of: key))
      }
    }
  }

  /// Returns for each shift, in cents, whether a note is at least as well in tune after it.
  func areNoWorse(
    _ shifts: [Double], of preset: PreparedPreset, _ key: UInt8, _ velocity: UInt8
  ) -> [Bool] {
    let channels = channels(of: preset, key: key, velocity: velocity)
    return Self.withFrames(channels, isMono: channels[0] == channels[1]) {
      verification.areNoWorse(shifts, of: $0, nominal: Self.frequency(of: key))
    }
  }

  /// Returns the pitch of a note after a shift, in cents; `nil` if it has none.
  func heardPitch(
    of preset: PreparedPreset, shiftedBy shift: Double, _ key: UInt8, _ velocity: UInt8
  ) -> HeardPitch? {
    let channels = channels(of: preset, key: key, velocity: velocity)
    return Self.withFrames(channels, isMono: channels[0] == channels[1]) {
      verification.heardPitch(of: $0, shiftedBy: shift, nominal: Self.frequency(of: key))
    }
  }

  private static func frequency(of key: UInt8) -> Frequency {
    FrequencyCalculation.frequency(noteNumber: Double(key))
  }

  private static func withFrames<Result>(
    _ channels: [[Float]], isMono: Bool, _ body: ([UnsafeBufferPointer<Float>]) -> Result
  ) -> Result {
    channels[0].withUnsafeBufferPointer { left in
      channels[1].withUnsafeBufferPointer { right in body(isMono ? [left] : [left, right]) }
    }
  }

  private func channels(of preset: PreparedPreset, key: UInt8, velocity: UInt8) -> [[Float]] {
    var synthesizer = Synthesizer(configuration, sharing: lookupTables)
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(.noteOn(channel: 0, key: key, velocity: velocity))
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return }
        synthesizer.render(left: first, right: second, count: left.count)
      }
    }
    return [left, right]
  }
}
