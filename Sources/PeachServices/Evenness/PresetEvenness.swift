import PeachBankEditing
package import PeachInstrumentModel
import PeachMusicUnits
import PeachSynthesis

/// The attacks and levels of all keys of a preset, as Peach plays them.
package struct PresetEvenness: Sendable {
  /// A key that is played at full velocity.
  package struct Note: Hashable, Sendable {
    package var key: UInt8
    /// The time from note-on to the attack, in seconds; `nil` if the key is silent.
    package var attackSeconds: Double?
    /// The K-weighted level at full volume, in decibels: that of the sample if it is mono.
    package var levelDecibels: Double
    /// The samples of its regions.
    var samples: Set<Int>
  }

  package let preset: Preset
  /// Whether tones decay, and their levels are measured from 5 to 205 ms instead of 100 to 600 ms.
  package let isDecaying: Bool
  /// The audible keys, in ascending order.
  package let notes: [Note]
  /// The level differences at the borders of velocity layers, beyond those of the velocity curve of
  /// SoundFont 2.04 §8.4.1, in decibels.
  package let layerSteps: [Double]

  private static var sampleRate: Double { 44_100 }
  private static var seconds: Double { 1.5 }
  private static var borderKeyStep: Int { 12 }

  /// Plays the keys of a preset, of a General MIDI program those of its compass. A key takes about
  /// 5 ms.
  package init(_ preset: BankPreset) throws {
    let (bank, index) = (preset.bank, preset.index)
    self.preset = bank.presets[index]
    let prepared = try preset.prepared()
    let regions = bank.regions(ofPresetAt: index)
    var keys = bank.keys(ofPresetAt: index) ?? 60...60
    if self.preset.bank != 128 {
      keys = GeneralMIDICompass.keys(keys, ofProgram: self.preset.program)
    }
    let reference = try Self.referenceDecibels()
    func tone(_ key: UInt8, _ velocity: UInt8) -> PlayedTone {
      Self.play(prepared, key: key, velocity: velocity)
    }
    let tones = keys.map { (key: $0, tone: tone($0, 127)) }
      .filter { $0.tone.attackSeconds != nil }
    let isDecaying = 2 * tones.count { $0.tone.isDecaying } > tones.count
    func level(_ tone: PlayedTone) -> Double {
      (isDecaying ? tone.decayingDecibels : tone.sustainedDecibels) - reference
    }
    self.isDecaying = isDecaying
    notes = tones.map { key, tone in
      let samples = regions.filter { $0.keys.contains(key) && $0.velocities.contains(127) }
      return Note(
        key: key, attackSeconds: tone.attackSeconds, levelDecibels: level(tone),
        samples: Set(samples.map { $0.sample }))
    }
    var steps: [Double] = []
    for note in notes where Int(note.key) % Self.borderKeyStep == 0 {
      let borders = Set(
        regions.filter { $0.keys.contains(note.key) && $0.velocities.lowerBound > 1 }
          .map { $0.velocities.lowerBound })
      for border in borders.sorted() {
        let (below, above) = (tone(note.key, border - 1), tone(note.key, border))
        guard below.attackSeconds != nil, above.attackSeconds != nil else { continue }
        let curve =
          40 * 0.30102999566398120
          * Exponential.log2(Double(border) / Double(border - 1))
        steps.append(abs(level(above) - level(below) - curve))
      }
    }
    layerSteps = steps
  }

  /// The attacks in seconds, in ascending order.
  package var attacks: [Double] { notes.compactMap { $0.attackSeconds }.sorted() }

  /// The level differences of adjacent keys that play different samples, in ascending order.
  package var adjacentDifferences: [Double] {
    zip(notes, notes.dropFirst()).filter { $1.key - $0.key == 1 && $0.samples != $1.samples }
      .map { abs($1.levelDecibels - $0.levelDecibels) }.sorted()
  }

  /// The median level, in decibels.
  package var medianDecibels: Double {
    let levels = notes.map { $0.levelDecibels }.sorted()
    return levels.isEmpty ? 0 : levels[levels.count / 2]
  }

  /// Returns the value below which a fraction of ascending values is; `nil` without values.
  package static func quantile(_ sorted: [Double], _ fraction: Double) -> Double? {
    sorted.isEmpty ? nil : sorted[Int(fraction * Double(sorted.count - 1) + 0.5)]
  }

  /// Plays a sine of known level. At 997 Hz, the K-weighting of ITU-R BS.1770 has 0.691 dB.
  private static func referenceDecibels() throws -> Double {
    let amplitude = 0.25
    let frames = (0..<Int(seconds * sampleRate)).map { index in
      let cycles = 997 * Double(index) / sampleRate
      let sine = Exponential.sineAndCosine(cycles: cycles - Double(Int(cycles))).sine
      return Int16(amplitude * 32_767 * sine)
    }
    let recording = SoundBank.Recording(
      name: "Reference", frames: frames, sampleRate: sampleRate, rootKey: 60)
    let bank = SoundBank(playing: recording, generators: [:], modulators: [])
    let tone = play(
      try BankPreset(bank: bank, index: 0).prepared(), key: 60, velocity: 127)
    // The power of a sine is half its squared amplitude: −3.01 dB; 0.25 is −12.04 dB.
    return tone.sustainedDecibels - (-3.0103 - 12.0412 + 0.691)
  }

  private static func play(
    _ prepared: PreparedPreset, key: UInt8, velocity: UInt8
  ) -> PlayedTone {
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: sampleRate, channelCount: 1, effects: false))
    synthesizer.use(prepared, onChannel: 0)
    // The volume of a channel is 100 by default, which is −4.15 dB.
    synthesizer.handle(.controlChange(channel: 0, controller: 7, value: 127))
    synthesizer.handle(.noteOn(channel: 0, key: key, velocity: velocity))
    var left = [Float](repeating: 0, count: Int(seconds * sampleRate))
    var right = left
    synthesizer.render(left: &left, right: &right, count: left.count)
    let hertz = FrequencyCalculation.frequency(noteNumber: Double(key)).hertz
    return withExtendedLifetime(prepared) {
      PlayedTone([left, right], hertz: hertz, sampleRate: sampleRate)
    }
  }
}

extension PresetEvenness {
  /// Plays all presets of a bank that are not percussion, on all processors.
  ///
  /// - Parameter progress: Called with the completed fraction, 0…1. Its errors are rethrown.
  package static func melodicPresets(
    of bank: SoundBank, progress: (Double) throws -> Void
  ) throws -> [PresetEvenness] {
    let indices = bank.presets.indices.filter { bank.isPitched(presetAt: $0) }
    return try ConcurrentMap.map(indices, batchSize: 1, progress: progress) { index in
      try PresetEvenness(BankPreset(bank: bank, index: index))
    }.filter { !$0.notes.isEmpty }
  }
}
