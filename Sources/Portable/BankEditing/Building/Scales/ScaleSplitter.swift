package import PeachInstrumentModel
import PeachMusicUnits

/// Splits the recording of a chromatic scale into its notes. Repeated notes become takes; breaths
/// and noises are dropped.
package struct ScaleSplitter: Sendable {
  package struct Note: Hashable, Sendable {
    package var key: UInt8
    /// The number among the notes of the key, from 1.
    package var take = 1
    /// The start of the tone, in seconds.
    package var onsetSeconds: Double
    /// The frames of the recording.
    package var frames: Range<Int>
    /// Whether the note before sounds up to this one.
    var isLegato = false
  }

  /// The notes in the order of the recording.
  package private(set) var notes: [Note] = []
  /// The keys of the scale that are missing.
  package private(set) var missing: [UInt8] = []

  /// The number of levels, 1 ms apart, per frame of the pitch contour.
  private static var step: Int { 10 }
  /// The level difference that separates notes of one pitch, in decibels.
  private static var dipDecibels: Double { 9 }
  /// The level below the loudest notes from which on a note is noise, in decibels.
  private static var softDecibels: Double { 22 }

  private let envelope: PowerEnvelope
  /// Levels with a window of 30 ms, by contour frame, and with a shorter one, by millisecond.
  private let levels: [Double]
  private let fineLevels: [Double]
  /// The level of the noise.
  private let floor: Double

  /// Finds the notes of a scale.
  ///
  /// - Parameters:
  ///   - audio: The recording.
  ///   - keys: The first and the last key, as the name of the file states.
  package init(_ audio: DecodedAudio, keys: ClosedRange<UInt8>) {
    var warnings: [String] = []
    let channels = RecordingPreparation.channels(audio, &warnings)
    let rate = audio.sampleRate
    envelope = PowerEnvelope(
      power: KWeighting.power(of: channels, sampleRate: rate), sampleRate: rate)
    let low = FrequencyCalculation.frequency(noteNumber: Double(keys.lowerBound)).hertz
    fineLevels = envelope.decibels(windowSeconds: ToneOnset.windowSeconds(hertz: low))
    let smooth = envelope.decibels(windowSeconds: 0.03)
    levels = stride(from: 0, to: smooth.count, by: Self.step).map { smooth[$0] }
    floor = Levels.quantile(levels, 0.05)
    let top = Levels.quantile(levels, 0.95)
    let threshold = max(min(floor + 8, top - 20), top - 38)
    let contour = ScaleContour(
      channels[LoopComparison.strongestChannel(channels)],
      keys: Double(keys.lowerBound) - 1.5...Double(keys.upperBound) + 1.5,
      hopFrames: Self.step * envelope.hopFrames, sampleRate: rate)
    let pitches = zip(levels, contour.keys).map { level, key in level > threshold ? key : nil }
    let assignment = ScaleAssignment(
      pitches, keys: Int(keys.lowerBound)...Int(keys.upperBound))
    let runs = joined(audible(assignment.notes.flatMap { attacks(in: $0) }))
    let legato = LegatoOnset(
      channels[LoopComparison.strongestChannel(channels)], hertz: low, sampleRate: rate)
    notes = located(runs, legato, frameCount: channels[0].count)
    let found = Set(notes.map { $0.key })
    missing = keys.filter { !found.contains($0) }
  }

  /// Divides a note where its level dips and a new attack follows.
  private func attacks(in note: ScaleAssignment.Note) -> [ScaleAssignment.Note] {
    let (first, last) = (note.frames.lowerBound, note.frames.upperBound)
    let loudest = levels[note.frames].max() ?? 0
    var divided: [ScaleAssignment.Note] = []
    var start = first
    var frame = first + 12
    while frame < last - 12 {
      let level = levels[frame]
      let lowest = levels[max(frame - 12, first)..<frame + 6].min() ?? level
      // Slow attacks, and the gap before them.
      let after = levels[frame..<min(frame + 20, last + 1)].max() ?? level
      let before = levels[start..<frame].max() ?? level
      if level <= lowest, after - level > Self.dipDecibels, before - level > Self.dipDecibels,
        (levels[frame...last].max() ?? level) > loudest - 14
      {
        divided.append(.init(key: note.key, frames: start...frame - 1))
        start = frame
        frame += 12
      }
      frame += 1
    }
    return divided + [.init(key: note.key, frames: start...last)]
  }

  /// Returns the notes that are about as loud as most.
  private func audible(_ notes: [ScaleAssignment.Note]) -> [ScaleAssignment.Note] {
    let loudness = notes.map { Levels.quantile(levels[$0.frames], 0.9) }
    let limit = Levels.median(loudness) - Self.softDecibels
    return zip(notes, loudness).filter { $0.1 > limit }.map { $0.0 }
  }

  /// Joins notes of a key without a new attack.
  private func joined(_ notes: [ScaleAssignment.Note]) -> [ScaleAssignment.Note] {
    var joined: [ScaleAssignment.Note] = []
    for note in notes {
      if let last = joined.last, last.key == note.key,
        note.frames.lowerBound - last.frames.upperBound < 12
      {
        let (end, start) = (last.frames.upperBound, note.frames.lowerBound)
        let lowest = levels[max(end - 2, 0)..<min(start + 3, levels.count)].min() ?? 0
        let before = levels[max(start - 20, 0)..<start].max() ?? 0
        let after = levels[start..<min(start + 12, levels.count)].max() ?? 0
        if min(before, after) - lowest < Self.dipDecibels {
          joined[joined.count - 1].frames = last.frames.lowerBound...note.frames.upperBound
          continue
        }
      }
      joined.append(note)
    }
    return joined
  }

  /// Returns the notes with their onsets and frames.
  private func located(
    _ runs: [ScaleAssignment.Note], _ legato: LegatoOnset, frameCount: Int
  ) -> [Note] {
    var notes: [Note] = []
    var takes: [Int: Int] = [:]
    for (index, run) in runs.enumerated() {
      takes[run.key, default: 0] += 1
      let former = index > 0 ? runs[index - 1] : nil
      let (onset, start) = onset(of: run, after: former, legato)
      let isLegato = start != nil
      let earliest = former.map { ($0.frames.upperBound + 1) * Self.step } ?? 0
      let first = start ?? max(onset - 50, min(earliest, onset))
      if !notes.isEmpty {
        let frames = notes[index - 1].frames
        let end = max(min(frames.upperBound, onset * envelope.hopFrames), frames.lowerBound)
        notes[index - 1].frames = frames.lowerBound..<end
      }
      var end = run.frames.upperBound
      while end < levels.count - 1, levels[end] > floor + 3 { end += 1 }
      let lastFrame = min(end * Self.step * envelope.hopFrames, frameCount)
      let firstFrame = min(first * envelope.hopFrames, lastFrame)
      notes.append(
        Note(
          key: UInt8(run.key), take: takes[run.key] ?? 1,
          onsetSeconds: Double(onset) * envelope.hopSeconds, frames: firstFrame..<lastFrame,
          isLegato: isLegato))
    }
    return notes
  }

  /// Returns the onset of a note in milliseconds, and the quietest time before it if the former
  /// note sounds up to it.
  private func onset(
    of run: ScaleAssignment.Note, after former: ScaleAssignment.Note?, _ legato: LegatoOnset
  ) -> (onset: Int, quietest: Int?) {
    let tonal = run.frames.lowerBound * Self.step
    let level = fineLevels[tonal..<min(tonal + 200, fineLevels.count)].max() ?? 0
    let threshold = max(floor + 10, level - 40)
    var earliest = 0
    if let former {
      let (first, last) = (
        former.frames.lowerBound * Self.step, former.frames.upperBound * Self.step
      )
      earliest = last
      let near = max(last - 50, first)..<min(tonal + 60, fineLevels.count)
      if tonal - last < 250, let valley = near.min(by: { fineLevels[$0] < fineLevels[$1] }) {
        if fineLevels[valley] > threshold {
          if run.key != former.key,
            let seconds = legato.seconds(near: Double(valley) * envelope.hopSeconds)
          {
            return (max(Int(seconds / envelope.hopSeconds + 0.5), first), valley)
          }
          return (startOfDip(valley, from: max(valley - 80, first)), valley)
        }
        earliest = valley
      }
    }
    // Goes back while one of the previous 20 ms exceeds the threshold.
    var (time, lastLoud) = (tonal, tonal)
    while time > earliest, lastLoud - time < 20 {
      time -= 1
      if fineLevels[time] >= threshold { lastLoud = time }
    }
    return (lastLoud, nil)
  }

  /// Returns the time at which the level begins to fall towards a valley. The former note fades for
  /// about 20 ms before it is softer by 1.5 dB.
  private func startOfDip(_ valley: Int, from earliest: Int) -> Int {
    let highest = fineLevels[earliest...valley].max() ?? 0
    var time = valley
    while time > earliest, fineLevels[time] < highest - 1.5 { time -= 1 }
    return max(time - 20, earliest)
  }

  /// Returns the audio of a note. Its end fades out for 10 ms, and its start fades in if the former
  /// note sounds up to it.
  package func audio(of note: Note, in audio: DecodedAudio) -> DecodedAudio {
    let count = max(audio.channelCount, 1)
    let values = audio.values[count * note.frames.lowerBound..<count * note.frames.upperBound]
    var piece = DecodedAudio(
      sampleRate: audio.sampleRate, channelCount: count, values: Array(values))
    let fade = min(Int(0.01 * audio.sampleRate), note.frames.count / 2)
    for index in 0..<fade {
      let gain = Float(index) / Float(fade)
      for channel in 0..<count {
        piece.values[piece.values.count - 1 - index * count - channel] *= gain
        if note.isLegato { piece.values[index * count + channel] *= gain }
      }
    }
    return piece
  }
}
