import PeachInstrumentFiles
import PeachInstrumentModel

/// Removes the frames after the loops of samples that loop until the end of the note.
enum LoopTrimming {
  /// The frames kept after a loop for interpolation (SoundFont 2.04 §7.10).
  private static var framesAfterLoop: Int { 8 }

  /// Trims samples without a change of the output. Returns the number of bytes saved. Keeps
  /// compressed samples, unused samples, and samples that a zone plays past the loop or whose end
  /// or loop end it offsets.
  static func trim(_ contents: inout SoundFontContents) -> Int {
    var ends: [SoundFontContents.Sample.Recording: Int] = [:]
    for (sample, use) in zip(contents.samples, contents.sampleUses) {
      guard let count = sample.recording.frameCount else { continue }
      let canTrim = use.isPlayed && !use.playsPastLoop && !use.hasEndOffset && !use.hasLoopEndOffset
      var end = count
      if let loop = sample.loop, canTrim { end = min(count, loop.upperBound + framesAfterLoop) }
      ends[sample.recording] = max(ends[sample.recording] ?? 0, end)
    }
    var saved = 0
    for (recording, end) in ends {
      saved += recording.byteCount - shortened(recording, to: end).byteCount
    }
    for index in contents.samples.indices {
      let recording = contents.samples[index].recording
      if let end = ends[recording] {
        contents.samples[index].recording = shortened(recording, to: end)
      }
    }
    return saved
  }

  private static func shortened(
    _ recording: SoundFontContents.Sample.Recording, to frames: Int
  ) -> SoundFontContents.Sample.Recording {
    switch recording {
    case .integer16(let bytes): .integer16(bytes.prefix(2 * frames))
    case .integer24(let high, let low):
      .integer24(high: high.prefix(2 * frames), low: low.prefix(frames))
    case .compressed, .readOnlyMemory: recording
    }
  }
}
