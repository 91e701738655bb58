import Foundation

/// Measures notes with an independent program, Tests/Tools/sounding_pitch.py.
public enum SoundingPitchTool {
  /// Whether Python has the packages that the program needs.
  public static let isAvailable = OtherProgram.pythonHas("numpy, scipy")

  /// The pitch of a note relative to equal temperament, in cents.
  public struct Pitch {
    /// The mean from 0.1 s to 1 s after the onset.
    public var mean: Double
    /// The maximum error of a window of 100 ms, from 50 ms on.
    public var largest: Double
  }

  /// Measures keys of which the frames from the note-on are given, at least 1.1 s; `nil` for a note
  /// without pitch.
  public static func pitches(
    of notes: [(key: UInt8, left: [Float], right: [Float])], sampleRate: Int
  ) throws -> [Pitch?] {
    let folder = try TemporaryFolder()
    var words: [String] = []
    for note in notes {
      let frames = zip(note.left, note.right).flatMap { [$0, $1] }
      try folder.put("\(note.key).wav", WaveFile.stereo(frames, rate: sampleRate))
      words += ["\(440 * exp2((Double(note.key) - 69) / 12))", folder.path("\(note.key).wav")]
    }
    let output = try OtherProgram.tool("sounding_pitch.py", ["files", "1"] + words)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map { line in
      let numbers = line.split(separator: " ").dropFirst().compactMap { Double($0) }
      return numbers.count == 4 ? Pitch(mean: numbers[0], largest: numbers[1]) : nil
    }
  }
}
