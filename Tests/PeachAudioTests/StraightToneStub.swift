import Foundation
import Synchronization

@testable import PeachServices

/// A function in the role of ``ToneStraightener`` that is fast and known, and counts its calls.
final class StraightToneStub: Sendable {
  private let calls = Mutex<[StraightRecording]>([])
  private let verdict: ToneVerdict
  private let waits: @Sendable (StraightRecording) -> Void

  /// Creates a function that classifies recordings, after it has called `waits`.
  init(
    verdict: ToneVerdict = .straight,
    waits: @escaping @Sendable (StraightRecording) -> Void = { _ in }
  ) {
    self.verdict = verdict
    self.waits = waits
  }

  /// The recordings straightened so far.
  var recordings: [StraightRecording] { calls.withLock { $0 } }

  /// Creates a cache that straightens with this function.
  func cache(
    folder: String?, byteLimit: Int = StraightToneCache.byteLimit
  ) -> StraightToneCache {
    StraightToneCache(folder: folder, contentFolder: folder, byteLimit: byteLimit) {
      recording, _, _, isClassifiedOnly in
      if isClassifiedOnly { return StraightTone(verdict: self.verdict) }
      self.waits(recording)
      self.calls.withLock { $0.append(recording) }
      return Self.tone(recording, verdict: self.verdict)
    }
  }

  /// Returns ten periods of 100 frames, 441 Hz at 44.1 kHz, with a vibrato of ±10 cents.
  static func tone(
    _ recording: StraightRecording, verdict: ToneVerdict = .straight
  ) -> StraightTone {
    var tone = StraightTone(verdict: verdict)
    (tone.deviationCents, tone.disagreementCents) = (7.5, 0.25)
    tone.largestWindowCents = 0.125
    tone.recordedVibrato = RecordedVibrato(extentCents: 13.25, hertz: 5.5)
    guard verdict == .straight else { return tone }
    let frames = (0..<1000).map { Float(0.5 * sin(2 * .pi * Double($0) / 100)) }
    tone.channels = recording.channels.map { _ in frames }
    tone.loop = 0..<1000
    tone.frequency = .hertz(441)
    tone.vibrato = VibratoTable(framesPerEntry: 250, cents: [0, 10, 0, -10])
    return tone
  }
}
