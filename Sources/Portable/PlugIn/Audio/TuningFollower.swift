#if !hasFeature(Embedded)
  import PeachMusicUnits
  import PeachSynthesis

  /// The pitches of a ``TuningSource`` as of the last block. Audio thread only.
  struct TuningFollower: ~Copyable {
    var source: TuningSource?
    /// Whether the synthesizer plays the pitches of the source.
    private(set) var isActive = false
    /// The frequencies of 128 keys in hertz; 0 for a key that is not played.
    private let frequencies: UnsafeMutablePointer<Double>

    init() {
      frequencies = .allocate(capacity: 128)
      frequencies.initialize(repeating: 0, count: 128)
    }

    deinit { frequencies.deallocate() }

    /// Retunes a synthesizer to the keys whose pitch has changed, held notes included, or to its
    /// own tuning when the source ends.
    mutating func update(_ synthesizer: inout Synthesizer) {
      // The functions are real-time safe (`TuningSource`).
      guard let source, _unsafePerformance({ source.isActive() }) else {
        if isActive { synthesizer.restoreBaseTuning() }
        isActive = false
        return
      }
      var changed: (low: UInt64, high: UInt64) = (0, 0)
      for key in 0..<128 {
        let hertz = frequency(ofKey: key, source)
        if isActive && hertz == frequencies[key] { continue }
        frequencies[key] = hertz
        let noteNumber =
          hertz == 0
          ? Double.nan : FrequencyCalculation.noteNumber(frequency: .hertz(hertz))
        synthesizer.setBaseTuning(ofKey: UInt8(truncatingIfNeeded: key), noteNumber: noteNumber)
        let bit = 1 as UInt64 &<< UInt64(key & 63)
        if key < 64 { changed.low |= bit } else { changed.high |= bit }
      }
      isActive = true
      if changed != (0, 0) { synthesizer.retuneBaseKeys(low: changed.low, high: changed.high) }
    }

    /// Returns the frequency of a key; 0 if it is not played.
    private func frequency(ofKey key: Int, _ source: TuningSource) -> Double {
      let hertz = source.frequencies[key]
      guard hertz > 0.01 && hertz < 1e6 else { return 0 }
      guard let isSilent = source.isSilent else { return hertz }
      return _unsafePerformance { isSilent(CChar(truncatingIfNeeded: key), -1) } ? 0 : hertz
    }
  }
#endif
