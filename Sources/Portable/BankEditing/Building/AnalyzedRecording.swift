package import PeachInstrumentFiles
package import PeachInstrumentModel
import PeachIntonation
import PeachMusicUnits

/// A recording to be prepared as a sample.
package struct RecordingSource: Sendable {
  /// The name of the file, which may contain a note name and a velocity layer.
  package var file: String
  package var audio: DecodedAudio
  /// The root key and the loop stored in the file.
  package var chunks = RecordingChunks()
  /// A hash of the file, which seeds the dither.
  package var seed: UInt64 = 0
  /// The format if it is lossy, such as MP3.
  package var lossyFormat: String?
  /// The key and the time of a note of a scale.
  package var scaleNote: ScaleSplitter.Note?

  package init(file: String, _ audio: DecodedAudio, chunks: RecordingChunks = RecordingChunks()) {
    self.file = file
    self.audio = audio
    self.chunks = chunks
  }
}

/// A recording and its measurements, from which the preset decides on root key, kind and onset.
package struct AnalyzedRecording: Sendable {
  package var file: String
  var channels: [[Float]]
  var sampleRate: Double
  var chunks: RecordingChunks
  var seed: UInt64
  var lossyFormat: String?
  /// The time in the recording of a scale at which the tone begins, in seconds.
  package var scaleSeconds: Double?
  /// The keys that recipe, chunks and name declare.
  var declared: [RootDecision.DeclaredKey]
  var layer: VelocityLayer?
  var envelope: PowerEnvelope
  var onset: ToneOnset?
  var decay: ToneDecay?
  /// The pitch for ``RootConsensus``.
  var pitch: FreePitch?
  /// The pitch for ``RootDecision`` and ``LoopSearch``.
  var measured: PitchEstimator.FreeMeasurement?
  var warnings: [String]

  /// The root key, once the preset has decided.
  package internal(set) var root: UInt8?
  var declaredKey: UInt8?
  var isRootDeclared = false
  var reasons: [String] = []

  /// The index of the channel with the most power.
  var strongestChannel: Int { LoopComparison.strongestChannel(channels) }

  /// The key declared by recipe, chunks or name.
  var firstDeclaredKey: UInt8? { declared.lazy.compactMap { $0.key }.first }
}

/// A recording as a sample, before its gain.
package struct FinishedRecording: Sendable {
  var recording: AnalyzedRecording
  var root: UInt8
  var loop: Range<Int>?
  var loopSource: PreparedSample.LoopSource?
  var trimmedSeconds = 0.0
  var attackSeconds: Double?
  var isDecaying = false
  var levelDecibels = 0.0
  var peakDecibels = 0.0
  var gainDecibels = 0.0
  /// The distance of the level from the one that the preset wants, in decibels.
  var levelErrorDecibels = 0.0
}
