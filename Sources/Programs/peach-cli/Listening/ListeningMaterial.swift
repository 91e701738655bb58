import PeachServices

/// The rendered sounds of a listening test.
struct ListeningMaterial {
  /// The combinations of sound and pitch whose styles differ.
  private(set) var conditions: [ListeningCondition] = []
  private var clips: [ListeningCondition: ListeningClips] = [:]

  /// Renders both styles of all conditions, so that no later delay is a hint. Prints a warning for
  /// conditions whose styles are equal, and omits them.
  init(_ sounds: [ListeningSound], _ options: ListeningOptions, sampleRate: Double) throws {
    let requested = sounds.enumerated().flatMap { index, sound in
      let keys = sound.keys(for: options.pair).map {
        FrequencyCalculation.frequency(noteNumber: Double($0))
      }
      return (options.frequencies.isEmpty ? keys : options.frequencies).map {
        ListeningCondition(sound: index, frequency: $0)
      }
    }
    guard requested.count <= ListeningOptions.conditionLimit else {
      throw UsageError(
        reason: "There are \(requested.count) combinations of sound and pitch. Use at most "
          + "\(ListeningOptions.conditionLimit).")
    }
    let cache = IntonationCache()
    var omitted: [String] = []
    var rendered: [ListeningCondition: ListeningClips] = [:]
    try Progress.track("Rendering") { report in
      for (index, condition) in requested.enumerated() where rendered[condition] == nil {
        let preset = sounds[condition.sound].preset
        func render(_ style: ListeningStyle) throws -> AudioClip {
          try AudioClip(
            playing: preset, style: style, frequency: condition.frequency,
            seconds: options.seconds, sampleRate: sampleRate, intonation: cache)
        }
        if let clips = ListeningClips(
          baseline: try render(options.pair.baseline),
          candidate: try render(options.pair.candidate))
        {
          rendered[condition] = clips
        } else {
          omitted.append(
            "\(preset.preset.name) at \(condition.frequency.hertz.decimals(1)) Hz")
        }
        try report(Double(index + 1) / Double(requested.count))
      }
    }
    for condition in requested where rendered[condition] != nil && !conditions.contains(condition) {
      conditions.append(condition)
    }
    clips = rendered
    let (one, other) = (options.pair.baseline.name, options.pair.candidate.name)
    if conditions.isEmpty {
      throw CommandFailure(
        reason: "There is nothing to compare: \(one) and \(other) are equal for "
          + "\(omitted.joined(separator: ", ")).")
    }
    for name in omitted {
      Console.warning(
        "\(one.prefix(1).uppercased())\(one.dropFirst()) and \(other) are equal for \(name). "
          + "The test omits it.")
    }
    if options.pair.comparesTemperaments { Self.warnOfUnsteadyTones(sounds, cache) }
  }

  /// Prints a warning for presets whose notes beat by themselves, or are off their pitch.
  private static func warnOfUnsteadyTones(_ sounds: [ListeningSound], _ cache: IntonationCache) {
    let options = NoteOptions(intonation: cache, tone: ListeningStyle.just.tone)
    for sound in sounds {
      // Keys that the test does not play may have no region.
      guard
        let steadiness = try? sound.preset.steadiness(keys: sound.compass, options: options)
      else { continue }
      let name = sound.preset.preset.name
      let reason: String
      switch steadiness {
      case .steady: continue
      case .offPitch(let cents):
        Console.warning(
          "A note of \(name) is off by \(cents.decimals(2)) cents. Pure chords may beat.")
        continue
      case .notStraight(let verdict): reason = verdict.phrase
      case .fewOvertones: reason = "their overtones are too soft to beat"
      case .fluctuating(let decibels): reason = "their level varies by \(decibels.decimals(1)) dB"
      }
      Console.warning(
        "The tones of \(name) are not steady (\(reason)). Beats of their own mask those of chords.")
    }
  }

  /// Returns the sound of a stimulus.
  func clip(for stimulus: ListeningStimulus, of trial: ListeningTrial) -> AudioClip? {
    clips[ListeningCondition(sound: trial.sound, frequency: trial.frequency)]?
      .clip(for: stimulus, of: trial)
  }
}
