import PeachBankEditing
import PeachInstrumentModel
import PeachIntonation
import PeachStraightPresets

/// The straight tones of the recordings of several presets.
struct StraightTones: Sendable {
  /// A recording, its straight tone, and its pitch in windows.
  struct Entry: Sendable {
    var recording: StraightRecording
    var tone = StraightTone(verdict: .unpitched)
    /// The index of the first channel in ``replacements``; `nil` if the recording is unchanged.
    var firstReplacement: Int?
    var before: ToneWindows?
    var after: ToneWindows?
  }

  private(set) var entries: [Entry] = []
  /// The channels of the straight tones.
  private(set) var replacements: [BankStraightening.Replacement] = []
  private var numbers: [StraightRecording: Int] = [:]
  private var straightenedCount = 0

  /// The distance of two windows, in seconds.
  private static let stepSeconds = 0.025

  /// Adds a recording unless it is known, and returns its number.
  mutating func add(_ recording: StraightRecording) -> Int {
    if let number = numbers[recording] { return number }
    numbers[recording] = entries.count
    entries.append(Entry(recording: recording))
    return entries.count - 1
  }

  /// Straightens the recordings added since the last call on all processors.
  ///
  /// - Parameter progress: Called with the completed fraction, 0…1. Cancels by throwing.
  mutating func straighten(in bank: SoundBank, progress: (Double) throws -> Void) throws {
    let pool = StraightenerPool()
    // Of similar length, so that no processor waits for long.
    let new = straightenedCount..<entries.count
    let order = new.sorted {
      let lengths = [$0, $1].map { bank.samples[entries[$0].sample].frameCount ?? 0 }
      return (lengths[1], $0) < (lengths[0], $1)
    }
    let straightened = try ConcurrentMap.map(
      order.map { entries[$0] }, batchSize: 1, progress: progress
    ) { entry in
      let item = pool.take()
      defer { pool.put(item) }
      guard
        let audio = try entry.recording.read(
          from: bank, decoder: DefaultSampleDecoder.decoder)
      else { return entry }
      var entry = entry
      entry.tone = item.tool.straighten(
        audio.channels, loop: audio.loop, sampleRate: audio.sampleRate,
        nominal: entry.recording.nominal, decays: entry.recording.decays,
        smoothsLevels: entry.recording.smoothsLevels, belongsToSoloist: true,
        isPlucked: entry.recording.isPlucked)
      if entry.tone.replacesRecording {
        entry.before = ToneWindows(
          audio.channels, loop: audio.loop, sampleRate: audio.sampleRate,
          hertz: entry.tone.frequency.hertz, step: Self.stepSeconds)
      }
      return entry
    }
    for (number, entry) in zip(order, straightened) { entries[number] = entry }
    straightenedCount = entries.count
    for number in new where entries[number].tone.replacesRecording {
      let entry = entries[number]
      entries[number].firstReplacement = replacements.count
      replacements += entry.tone.channels.indices.map {
        .init(
          recording: number, channel: $0, sampleRate: bank.samples[entry.sample].sampleRate,
          tone: entry.tone)
      }
    }
  }

  /// Measures the samples of the straight tones as they are written.
  mutating func measure(
    _ samples: [StraightSample], of straightening: BankStraightening,
    progress: (Double) throws -> Void
  ) throws {
    var channels = [[Int]](repeating: [], count: entries.count)
    for (index, header) in straightening.headers.enumerated() {
      channels[replacements[header.replacement].recording].append(index)
    }
    let (entries, replacements, headers) = (entries, replacements, channels)
    let measured = try ConcurrentMap.map(Array(channels.indices), batchSize: 2, progress: progress)
    {
      number -> ToneWindows? in
      guard let first = headers[number].first else { return nil }
      let header = straightening.headers[first]
      let replacement = replacements[header.replacement]
      // The other channel, unless the headers of both have different pitches.
      let other = headers[number].first {
        let next = straightening.headers[$0]
        return replacements[next.replacement].channel != replacement.channel
          && next.ratio == header.ratio && samples[$0].loop == samples[first].loop
      }
      return ToneWindows(
        [samples[first].frames] + (other.map { [samples[$0].frames] } ?? []),
        loop: samples[first].loop, sampleRate: replacement.sampleRate * header.ratio,
        hertz: entries[number].tone.frequency.hertz, step: Self.stepSeconds)
    }
    for (number, windows) in measured.enumerated() { self.entries[number].after = windows }
  }
}

extension StraightTones.Entry {
  /// The sample of the first channel.
  var sample: Int { Int(recording.channels[0].sample) }
}
