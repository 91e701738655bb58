import PeachServices

/// The options of `peach listen-test` that determine a test.
struct ListeningOptions {
  let kind: ListeningTestKind
  let pair: ListeningStylePair
  let trialCount: Int
  /// The duration of a note, or of the last chord of a cadence.
  let seconds: Double
  let seed: UInt64
  /// The requested pitches; empty for those of ``ListeningSound/keys(for:)``.
  let frequencies: [Frequency]
  /// The maximum number of combinations of sound and pitch, which are rendered before the test.
  static let conditionLimit = 32

  init(_ arguments: Arguments) throws {
    kind =
      try arguments.choice("kind", of: ["abx": .abx, "preference": .preference]) ?? .abx
    pair = try arguments.value("styles").map(Self.pair) ?? .straightening
    trialCount = try arguments.integer("trials", in: 1...200) ?? 16
    seconds = try arguments.number("seconds", in: 0.2...5) ?? 1.5
    let seed = try arguments.integer("seed", in: 0...Int.max).map { UInt64($0) }
    self.seed = seed ?? UInt64.random(in: 0...UInt64.max)
    let pitches = arguments.all("pitch")
    let referencePitch = try arguments.referencePitch(
      pitches.isEmpty ? PeachSettings() : CommonOptions.settings())
    frequencies = try pitches.map { text throws(UsageError) in
      try Arguments.pitch(text, called: "--pitch", in: 8...20_000, referencePitch)
    }
  }

  /// Parses a pair of styles.
  private static func pair(_ name: String) throws(UsageError) -> ListeningStylePair {
    if let pair = ListeningStylePair(name: name) { return pair }
    let styles = name.split(separator: "-").compactMap { ListeningStyle(name: String($0)) }
    if styles.count == 2, styles[0].isTemperament != styles[1].isTemperament {
      throw UsageError(
        reason: "\(name) of --styles mixes a tone and a temperament. Use two tones, such as "
          + "recorded-straight, or two temperaments, such as equal-just.")
    }
    let names = ListeningStylePair.all.map(\.name)
    throw .invalid(
      name, "--styles",
      use: names.dropLast().joined(separator: ", ") + " or " + (names.last ?? ""))
  }

  /// Returns the presets of `--sound`; by default a cello, or the first preset of `--bank`.
  func sounds(in library: SoundFontLibrary, _ arguments: Arguments) throws -> [ListeningSound] {
    var sources = try arguments.all("sound").map { try CommonOptions.soundSource($0) }
    if sources.isEmpty { sources = [try arguments.soundSource(stored: "cello", in: library)] }
    var sounds: [ListeningSound] = []
    for source in sources {
      guard source != .sine else {
        let missing =
          pair.comparesTemperaments ? "partials that beat" : "recordings to compare"
        throw UsageError(
          reason: "The sine wave has no \(missing). Pass a preset to --sound.")
      }
      let preset: BankPreset
      do {
        preset = try library.preset(for: source)
      } catch { throw CommonOptions.fileFailure(source) ?? error }
      let sound = ListeningSound(preset, in: library)
      if !sounds.contains(where: { $0.tag == sound.tag }) { sounds.append(sound) }
    }
    return sounds
  }
}

/// A preset of a listening test.
struct ListeningSound {
  let preset: BankPreset
  /// The identifier in stored answers.
  let tag: String

  init(_ preset: BankPreset, in library: SoundFontLibrary) {
    self.preset = preset
    let source = library.source(of: preset) ?? .preset(file: nil, preset.preset.identifier)
    tag = "\(source)"
  }

  /// The keys with regions, limited to the standard range of the General MIDI instrument.
  var compass: ClosedRange<UInt8> {
    let regions = preset.bank.regions(ofPresetAt: preset.index)
    let low = regions.map(\.keys.lowerBound).min() ?? 0
    let keys = low...(regions.map(\.keys.upperBound).max() ?? 127)
    let standard = GeneralMIDICompass.keys(ofProgram: preset.preset.program) ?? keys
    return standard.overlaps(keys) ? standard.clamped(to: keys) : keys
  }

  /// Returns the keys of a test without `--pitch`: of its notes, or of the tonics of its cadences.
  func keys(for pair: ListeningStylePair) -> [UInt8] {
    pair.comparesTemperaments
      ? ListeningCondition.tonics(in: compass) : ListeningCondition.keys(in: compass)
  }
}
