import Foundation
import PeachIntonation
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment

/// Random samples of the kinds found in banks, with known pitch.
enum SyntheticCases {
  /// A tone and its measurement.
  struct Outcome {
    /// The error in cents.
    var errorCents: Double
    var measurement: PitchMeasurement
    var tone: SyntheticTone

    var isInWrongOctave: Bool { !measurement.isPitched || abs(errorCents) > 100 }
    var isCovered: Bool { abs(errorCents) <= measurement.uncertaintyCents }
  }

  /// Up to 20 partials with 0…12 dB per octave; some without the first, some with a second partial
  /// 20 dB louder, some with odd partials only.
  static func partials(_ random: inout RandomNumbers) -> [Double] {
    let slope = random.between(0, 2)
    var partials = (1...random.whole(2...20)).map {
      pow(Double($0), -slope) * random.between(0.3, 1)
    }
    switch random.whole(0...5) {
    case 0: if partials.count > 3 { partials[0] = 0 }
    case 1: partials[1] = 10 * partials[0]
    case 2: for index in stride(from: 1, to: partials.count, by: 2) { partials[index] *= 0.01 }
    default: break
    }
    return partials
  }

  /// Returns a loop of 1…50 periods, alone or after an attack, with noise at −40 dB or none.
  static func exactLoop(_ random: inout RandomNumbers) -> SyntheticTone {
    var tone = SyntheticTone()
    tone.sampleRate = [22_050, 32_000, 44_100, 48_000][random.whole(0...3)]
    let periods = random.whole(1...50)
    let target = 40 * pow(2, random.between(0, 5.5))
    let length = max(Int(Double(periods) * tone.sampleRate / target), 4 * periods)
    tone.hertz = Double(periods) * tone.sampleRate / Double(length)
    tone.partials = partials(&random)
    let start = random.whole(0...4000)
    tone.loop = start..<(start + length)
    tone.frameCount = start + length
    if random.unit() < 0.5 { tone.noiseDecibels = -40 }
    return tone
  }

  /// Returns a tone without a loop, constant or decaying, of 0.8…2 s.
  static func once(_ random: inout RandomNumbers, inharmonicity: Double) -> SyntheticTone {
    var tone = SyntheticTone()
    tone.hertz = 40 * pow(2, random.between(0, 5.5))
    tone.inharmonicity = inharmonicity
    tone.partials = partials(&random)
    tone.frameCount = Int(random.between(0.8, 2) * tone.sampleRate)
    if random.unit() < 0.7 { tone.decaySeconds = random.between(0.3, 3) }
    if random.unit() < 0.5 { tone.noiseDecibels = -40 }
    return tone
  }

  /// Returns a loop of 0.5…1.5 s with whole cycles of a vibrato of up to 40 cents.
  static func vibrato(_ random: inout RandomNumbers) -> SyntheticTone {
    var tone = SyntheticTone()
    let length = Int(random.between(0.5, 1.5) * tone.sampleRate)
    let periods = (random.between(80, 1000) * Double(length) / tone.sampleRate).rounded()
    tone.hertz = periods * tone.sampleRate / Double(length)
    tone.partials = partials(&random)
    let turns = Double(random.whole(2...8))
    tone.vibrato = (random.between(2, 40), turns * tone.sampleRate / Double(length))
    tone.loop = 0..<length
    tone.frameCount = length
    return tone
  }

  /// Returns the estimate for a tone whose declared pitch is wrong by up to 60 cents.
  static func measure(
    _ tone: SyntheticTone, with estimator: PitchEstimator, _ random: inout RandomNumbers
  ) -> Outcome {
    let frames = tone.frames(&random)
    let nominal = tone.fundamental * pow(2, random.between(-60, 60) / 1200)
    let measurement = frames.withUnsafeBufferPointer {
      estimator.measure(
        $0, loop: tone.loop, sampleRate: tone.sampleRate, nominal: .hertz(nominal))
    }
    let error = 1200 * log2(max(measurement.frequency.hertz, 1e-9) / tone.fundamental)
    return Outcome(errorCents: error, measurement: measurement, tone: tone)
  }
}
