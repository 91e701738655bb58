import PeachInstrumentFiles
import PeachInstrumentModel

/// Leaves out what is behind the loops of samples that go round them for ever.
enum LoopTrimming {
  /// Frames kept behind a loop (SoundFont 2.04 §7.10): what interpolation may read.
  static var framesKept: Int { 8 }

  /// Shortens recordings; what is heard does not change. Returns how many bytes that saves.
  ///
  /// A recording is left whole where any zone plays a sample of it to its end, or moves the end or
  /// the loop's, and where it is compressed.
  static func trim(_ contents: inout SoundFontContents) -> Int {
    let isHeardWhole = samplesHeardWhole(contents)
    var ends: [SoundFontContents.Sample.Recording: Int] = [:]
    for (sample, isWhole) in zip(contents.samples, isHeardWhole) {
      guard let count = sample.recording.frameCount else { continue }
      var end = count
      if let loop = sample.loop, !isWhole { end = min(count, loop.upperBound + framesKept) }
      ends[sample.recording] = max(ends[sample.recording] ?? 0, end)
    }
    var saved = 0
    for (recording, end) in ends {
      saved += recording.byteCount - shortened(recording, to: end).byteCount
    }
    for place in contents.samples.indices {
      let recording = contents.samples[place].recording
      if let end = ends[recording] {
        contents.samples[place].recording = shortened(recording, to: end)
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

  /// For each sample whether some zone may play what is behind its loop; true where none plays it,
  /// as nothing is known then.
  private static func samplesHeardWhole(_ contents: SoundFontContents) -> [Bool] {
    var isPlayed = [Bool](repeating: false, count: contents.samples.count)
    var isWhole = isPlayed
    let movers: [Generator] = [
      .endAddressOffset, .endAddressCoarseOffset, .endLoopAddressOffset,
      .endLoopAddressCoarseOffset,
    ]
    for instrument in contents.instruments {
      let global = instrument.zones.global
      for zone in instrument.zones {
        guard let sample = zone.target else { continue }
        isPlayed[sample] = true
        func amount(_ generator: Generator) -> Int16 { zone[generator] ?? global?[generator] ?? 0 }
        if amount(.sampleModes) & 3 != 1 || movers.contains(where: { amount($0) != 0 }) {
          isWhole[sample] = true
        }
      }
    }
    return zip(isPlayed, isWhole).map { !$0 || $1 }
  }
}
