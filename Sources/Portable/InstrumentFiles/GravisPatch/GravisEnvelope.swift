import PeachInstrumentModel

#if !hasFeature(Embedded)
  /// The volume envelope of a wave: six ramps to a level each, linear in decibels. Ramps 0 to 2
  /// lead to the level that is held, 3 to 5 follow the release (Ultrasound toolkit 2.21, §2.6.2.7).
  struct GravisEnvelope {
    /// The seconds of the ramps.
    private var seconds: [Double] = []
    /// The levels at their ends, in decibels of attenuation.
    private var decibels: [Double] = []
    private let sustains: Bool

    /// - Parameters:
    ///   - rates: The increments of the volume in the lower 6 bits, and the interval in the upper
    ///     2: 1, 8, 64 or 512 periods of 1/44100 s, with 14 voices.
    ///   - levels: The volumes at the ends, in 16ths of 6 dB.
    ///   - sustains: Whether the level of ramp 2 is held until the release.
    init(rates: [UInt8], levels: [UInt8], sustains: Bool) {
      self.sustains = sustains
      var level = 0
      for (rate, target) in zip(rates, levels) {
        // Volumes have 12 bits, of which a level is the upper 8.
        let steps = Double(16 * abs(Int(target) - level)) / Double(max(rate & 63, 1))
        seconds.append(steps * Double(1 << (3 * Int(rate >> 6))) / 44_100)
        decibels.append(Self.attenuation(target))
        level = Int(target)
      }
    }

    private static func attenuation(_ level: UInt8) -> Double { Double(255 - level) / 16 * 6.0206 }

    /// Sets the generators of an envelope with the same peak, held level and slopes.
    func apply(to generators: inout GeneratorValues) {
      var peak = 0
      for ramp in 1...2 where decibels[ramp] < decibels[peak] { peak = ramp }
      let last = sustains ? 2 : 5
      let attack = seconds[...peak].reduce(0, +)
      let decay = seconds[(peak + 1)..<(max(last, peak) + 1)].reduce(0, +)
      let fall = max(decibels[last] - decibels[peak], 0)
      let held = sustains ? fall : 100
      generators[.initialAttenuation] = Float(10 * decibels[peak])
      generators[.volumeEnvelopeAttack] = SamplerUnitConversion.timecents(attack)
      // A decay's time is that of 100 dB, and so is a release's (SF2.04 §8.1.2, 36 and 38).
      generators[.volumeEnvelopeDecay] = SamplerUnitConversion.timecents(
        fall > 0 ? decay * 100 / fall : 0)
      generators[.volumeEnvelopeSustain] = Float(10 * held)
      let release = seconds[3...5].reduce(0, +)
      let drop = max(decibels[5] - decibels[2], 0)
      generators[.volumeEnvelopeRelease] = SamplerUnitConversion.timecents(
        drop > 0 ? release * 100 / drop : 0)
    }
  }
#endif
