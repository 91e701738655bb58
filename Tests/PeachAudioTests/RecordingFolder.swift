import Foundation
import PeachServices

/// A folder of generated recordings: tones of three partials with known pitches, some of them
/// misnamed.
struct RecordingFolder {
  struct Recording {
    /// The file name.
    var name: String
    /// The nearest key of its pitch, and the offset in cents.
    var key: UInt8
    var cents: Double
    var isLoud = false
    var sampleRate = 44_100.0
    var isStereo = false
    /// Whether the file has a smpl chunk with its key and a loop.
    var hasChunk = false
    /// The keys that should play it.
    var keys: ClosedRange<UInt8>
  }

  static let partials = [0.3, 0.15, 0.08]

  static let recordings = [
    Recording(name: "Cello-C#3_mf.wav", key: 49, cents: 12.3, keys: 0...52),
    Recording(name: "Cello_G3_mf.wav", key: 55, cents: -31, keys: 53...56),
    // Wrong by an octave and a semitone.
    Recording(name: "Cello-A4_mf.wav", key: 57, cents: 3, keys: 57...59),
    Recording(name: "Cello-C4_mf.wav", key: 61, cents: 5, keys: 60...66),
    Recording(name: "072_mf.wav", key: 72, cents: 49, sampleRate: 48_000, keys: 67...78),
    Recording(
      name: "without a note mf.wav", key: 84, cents: -20, sampleRate: 96_000, keys: 79...127),
    Recording(name: "g3_ff.wav", key: 55, cents: 3, isLoud: true, isStereo: true, keys: 0...66),
    // 63 frames at 44,100 Hz are 700 Hz.
    Recording(
      name: "wrong_C2_ff.wav", key: 77, cents: 1200 * log2(700 / (440 * pow(2, 8.0 / 12))),
      isLoud: true, hasChunk: true, keys: 67...127),
  ]

  let folder: RenderFolder
  var path: String { folder.path("") }

  init() throws {
    folder = try RenderFolder()
    for recording in Self.recordings { try write(recording) }
  }

  static func hertz(_ key: UInt8, cents: Double = 0) -> Double {
    440 * pow(2, (Double(key) - 69 + cents / 100) / 12)
  }

  private func write(_ recording: Recording) throws {
    let seconds = 1.3
    let channels = recording.isStereo ? 2 : 1
    var writer = try WAVWriter(
      path: folder.path(recording.name), sampleRate: Int(recording.sampleRate),
      channelCount: channels, format: .integer24)
    let step =
      2 * Double.pi * Self.hertz(recording.key, cents: recording.cents)
      / recording.sampleRate
    var values: [Float] = []
    for index in 0..<Int(seconds * recording.sampleRate) {
      let time = Double(index) / recording.sampleRate
      let rise = min(time / 0.05, 1, (seconds - time) / 0.08)
      for channel in 0..<channels {
        var value = 0.0
        for (number, amplitude) in Self.partials.enumerated() {
          value += amplitude * sin(Double(number + 1) * step * Double(index) + Double(channel))
        }
        values.append(Float(value * rise * (channel == 0 ? 1 : 0.6)))
      }
    }
    try values.withUnsafeBufferPointer { try writer.write(interleaved: $0) }
    _ = try writer.finish()
    if recording.hasChunk { try addChunk(recording) }
  }

  /// Adds a smpl chunk after the frames, with a loop of 200 periods of 63 frames.
  private func addChunk(_ recording: Recording) throws {
    let path = folder.path(recording.name)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let numbers = [0, 0, 0, Int(recording.key), 0, 0, 0, 1, 0, 0, 0, 12_600, 25_199, 0, 0]
    func little(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    bytes += Array("smpl".utf8) + little(60) + numbers.flatMap(little)
    bytes.replaceSubrange(4..<8, with: little(bytes.count - 8))
    try Data(bytes).write(to: URL(filePath: path))
  }
}
