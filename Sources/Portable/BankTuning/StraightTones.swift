package import PeachBankEditing
import PeachInstrumentModel
package import PeachIntonation
import PeachMusicUnits
package import PeachStraightPresets

/// The straight tones of the recordings of several presets.
package struct StraightTones: Sendable {
  /// A recording, its straight tone, and its pitch in windows.
  package struct Entry: Sendable {
    package var recording: StraightRecording
    package var tone = StraightTone(verdict: .unpitched)
    /// The index of the first channel in ``replacements``; `nil` if the recording is unchanged.
    package var firstReplacement: Int?
    package var before: ToneWindows?
    package var after: ToneWindows?

    /// The sample of the first channel.
    package var sample: Int { Int(recording.channels[0].sample) }
  }

  package private(set) var entries: [Entry] = []
  /// The channels of the straight tones.
  package private(set) var replacements: [BankStraightening.Replacement] = []
  private var numbers: [StraightRecording: Int] = [:]
  private var straightenedCount = 0

  /// The distance of two windows, in seconds.
  private static var stepSeconds: Double { 0.025 }

  /// Adds a recording unless it is known, and returns its number.
  mutating func add(_ recording: StraightRecording) -> Int {
    if let number = numbers[recording] { return number }
    numbers[recording] = entries.count
    entries.append(Entry(recording: recording))
    return entries.count - 1
  }

  /// Returns the recordings that have been added since the last ``finishStraightening(in:)``: the
  /// longest first, so that of several threads none waits for long.
  func unknownRecordings(in bank: SoundBank) -> [Int] {
    (straightenedCount..<entries.count).sorted {
      let lengths = [$0, $1].map { bank.samples[entries[$0].sample].frameCount ?? 0 }
      return (lengths[1], $0) < (lengths[0], $1)
    }
  }

  /// Returns an entry with its straight tone.
  func straightened(
    _ number: Int, in bank: SoundBank, decoder: SampleDecoder?, using straightener: ToneStraightener
  ) throws(SampleCodecError) -> Entry {
    var entry = entries[number]
    guard let audio = try entry.recording.read(from: bank, decoder: decoder) else { return entry }
    entry.tone = straightener.straighten(
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

  mutating func set(_ entry: Entry, at number: Int) { entries[number] = entry }

  mutating func set(_ windows: ToneWindows?, at number: Int) { entries[number].after = windows }

  /// Numbers the replacements, after all unknown recordings have been straightened.
  mutating func finishStraightening(in bank: SoundBank) {
    for number in straightenedCount..<entries.count where entries[number].tone.replacesRecording {
      let entry = entries[number]
      entries[number].firstReplacement = replacements.count
      for channel in entry.tone.channels.indices {
        replacements.append(
          BankStraightening.Replacement(
            recording: number, channel: channel,
            sampleRate: bank.samples[entry.sample].sampleRate, tone: entry.tone))
      }
    }
    straightenedCount = entries.count
  }

  /// Returns the headers of each recording, as indices of ``BankStraightening/headers``.
  func headersOfRecordings(_ straightening: BankStraightening) -> [[Int]] {
    var headers = [[Int]](repeating: [], count: entries.count)
    for (index, header) in straightening.headers.enumerated() {
      headers[replacements[header.replacement].recording].append(index)
    }
    return headers
  }

  /// Measures a recording as it is written; `nil` without headers.
  ///
  /// - Parameter indices: Its headers, of ``headersOfRecordings(_:)``.
  func windows(
    ofRecording number: Int, headers indices: [Int], _ samples: [StraightSample],
    _ straightening: BankStraightening
  ) -> ToneWindows? {
    guard let first = indices.first else { return nil }
    let header = straightening.headers[first]
    let replacement = replacements[header.replacement]
    // The other channel, unless the headers of both have different pitches.
    let other = indices.first {
      let next = straightening.headers[$0]
      return replacements[next.replacement].channel != replacement.channel
        && next.ratio == header.ratio && samples[$0].loop == samples[first].loop
    }
    return ToneWindows(
      [samples[first].frames] + (other.map { [samples[$0].frames] } ?? []),
      loop: samples[first].loop, sampleRate: replacement.sampleRate * header.ratio,
      hertz: entries[number].tone.frequency.hertz, step: Self.stepSeconds)
  }
}
