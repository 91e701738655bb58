import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

/// A sine of constant pitch, with a table of its vibrato.
@Suite("Recorded vibrato")
struct RecordedVibratoTests {
  static let tone = VibratoTone()

  /// Renders a held key of a bank whose only region plays the tone.
  static func render(
    _ tone: VibratoTone = tone, amount: Float = 0, key: UInt8 = 69, frames: Int = 120_000,
    events: [TimedEvent] = [], blocks: [Int] = [512], kernels: KernelChoice = .fastest,
    _ change: (inout Region) -> Void = { _ in }
  ) throws -> [Float] {
    let note = TimedEvent(frame: 0, event: .noteOn(channel: 0, key: key, velocity: 127))
    let all = events.filter { $0.frame == 0 } + [note] + events.filter { $0.frame > 0 }
    return try Render(
      TestBank.tone(change), all, frames: frames, blocks: blocks, effects: false,
      kernels: kernels, replacements: [0: tone.replacement], vibratoAmount: amount
    ).left
  }

  /// Returns the ratio of the rendered contour to the expected one, by least squares, and the
  /// largest difference in cents.
  private func compare(
    _ audio: [Float], above reference: Double, ratio: Double, amount: (Int) -> Double
  ) -> (ratio: Double, difference: Double) {
    // The recording is a tone of 441 Hz.
    let positions = Self.tone.positions(
      frames: audio.count, ratio: ratio * 440 / 441, amount: amount)
    var (product, square, difference) = (0.0, 0.0, 0.0)
    for (time, cents) in VibratoTone.contour(audio, above: reference) {
      let expected = Self.tone.cents(at: positions[Int(time)], amount: amount(Int(time)))
      product += cents * expected
      square += expected * expected
      difference = max(difference, abs(cents - expected))
    }
    return (product / square, difference)
  }

  @Test(
    "The pitch follows the table times the amount, through the loop, at the rate of the key",
    arguments: [(0.5, 69), (1, 69), (2, 69), (1, 57), (1, 81)] as [(Float, UInt8)])
  func contour(amount: Float, key: UInt8) throws {
    let ratio = exp2((Double(key) - 69) / 12)
    let audio = try Self.render(amount: amount, key: key)
    let found = compare(audio, above: 440 * ratio, ratio: ratio) { _ in Double(amount) }
    #expect(abs(found.ratio - 1) < 0.03 && found.difference < 0.03 * 50 * Double(amount))
  }

  @Test("At amount 0 the pitch is constant, and the output that of a recording without a table")
  func straight() throws {
    var plain = Self.tone
    plain.replacement.vibratoCents = []
    let audio = try Self.render()
    #expect(try audio == Self.render(plain) && audio == Self.render(plain, amount: 1))
    for (_, cents) in VibratoTone.contour(audio, above: 440) { #expect(abs(cents) < 0.01) }
    // A whole number of cycles of the vibrato, with no effect.
    let off = TimedEvent(frame: 0, event: .controlChange(channel: 0, controller: 77, value: 0))
    #expect(try audio == Self.render(amount: 1, events: [off]))
  }

  @Test(
    "The mean frequency over rounds of the loop is that of the straight tone",
    arguments: [0, 0.5, 1, 2] as [Float])
  func mean(amount: Float) throws {
    let audio = try Self.render(amount: amount, frames: 150_000)
    let times = VibratoTone.crossings(audio, from: 9600)
    let periods = 2 * 441
    let frequency = Double(periods) * VibratoTone.outputRate / (times[periods] - times[0])
    // The pitch ramps linearly over h = 256 frames, which reduces a vibrato of angular frequency ω
    // by (ω · h)²/12, and the variance that is compensated by twice as much.
    let step = 2 * Double.pi * 5 * 256 / VibratoTone.outputRate
    let extent = 50 * Double(amount)
    let compensation = 0.5 * log(2) / 1200 * extent * extent / 2
    #expect(abs(1200 * log2(frequency / 440)) < 0.01 + step * step / 6 * compensation)
  }

  @Test("The output does not depend on block sizes, with an LFO, portamento or a filter")
  func blocks() throws {
    let changes: [(inout Region) -> Void] = [
      { _ in }, { $0.generators[.vibratoLFOToPitch] = 40 },
      { $0.generators[.initialFilterCutoff] = 6000 },
      { $0.generators[.modulationEnvelopeToPitch] = 300 },
    ]
    let events = [
      TimedEvent(frame: 7000, event: .noteOff(channel: 0, key: 69)),
      TimedEvent(frame: 9001, event: .controlChange(channel: 0, controller: 65, value: 127)),
      TimedEvent(frame: 9001, event: .controlChange(channel: 0, controller: 5, value: 70)),
      TimedEvent(frame: 9002, event: .noteOn(channel: 0, key: 57, velocity: 90)),
      TimedEvent(frame: 15_003, event: .vibratoAmount(channel: 0, amount: 0.7)),
    ]
    for change in changes {
      let whole = try Self.render(
        amount: 1.5, frames: 60_000, events: events, blocks: [60_000], change)
      for blocks in [[1], [64], [7, 333, 100]] {
        let cut = try Self.render(
          amount: 1.5, frames: 60_000, events: events, blocks: blocks, change)
        #expect(whole == cut, "\(blocks)")
      }
    }
  }

  @Test("Predicted modulation matches the voice's own within −110 dB", arguments: [false, true])
  func predicted(hasLFO: Bool) throws {
    let again = stride(from: 64, to: 48_000, by: 64).map {
      TimedEvent(frame: $0, event: .masterTuning(cents: 0))
    }
    func render(_ events: [TimedEvent]) throws -> [Float] {
      try Self.render(amount: 1, frames: 48_000, events: events) {
        if hasLFO { $0.generators[.vibratoLFOToPitch] = 30 }
      }
    }
    let greatest = try Level.greatestDifference(render([]), render(again))
    #expect(greatest < 3e-6, "\(20 * log10(greatest)) dB")
  }

  @Test("The fastest kernels match the portable ones within −120 dB")
  func kernels() throws {
    let fastest = try Self.render(amount: 1, frames: 60_000)
    let portable = try Self.render(amount: 1, frames: 60_000, kernels: .portable)
    let cut = try Self.render(amount: 1, frames: 60_000, blocks: [77], kernels: .portable)
    #expect(portable == cut)
    let greatest = Level.greatestDifference(fastest, portable)
    #expect(greatest < 1e-6, "\(20 * log10(greatest)) dB")
  }

  @Test(
    "Each channel of a stereo sample sounds as if it were alone", arguments: [0, 20] as [Float])
  func stereo(detuning: Float) throws {
    var (left, right) = (Region(sample: 0), Region(sample: 0))
    left.generators[.sampleModes] = 1
    left.generators[.pan] = -500
    right.generators[.sampleModes] = 1
    right.generators[.pan] = 500
    right.generators[.fineTune] = detuning
    func render(_ regions: [Region]) throws -> Render {
      let bank = TestBank.bank(
        samples: [(TestBank.frames(period: 100, count: 1000, partials: [1]), nil, 44_100, 69)],
        presets: [regions])
      let events: [TimedEvent] = [
        TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 60, velocity: 127)),
        TimedEvent(frame: 500, event: .noteOn(channel: 0, key: 69, velocity: 127)),
        TimedEvent(frame: 30_001, event: .vibratoAmount(channel: 0, amount: 0.5)),
      ]
      return try Render(
        bank, events, frames: 70_000, effects: false,
        replacements: [0: Self.tone.replacement, 1: Self.tone.replacement], vibratoAmount: 1)
    }
    let both = try render([left, right])
    // The mix rounds sums in another order.
    #expect(try Level.greatestDifference(both.left, render([left]).left) < 1e-6)
    #expect(try Level.greatestDifference(both.right, render([right]).right) < 1e-6)
    #expect((Level.greatestDifference(both.left, both.right) < 1e-6) == (detuning == 0))
  }

  @Test("A change of the amount applies to the active note within a control block")
  func change() throws {
    let frame = 48_010
    let change = TimedEvent(frame: frame, event: .vibratoAmount(channel: 0, amount: 1))
    let audio = try Self.render(events: [change])
    let untouched = try Self.render()
    #expect(audio[..<frame] == untouched[..<frame])
    let found = compare(audio, above: 440, ratio: 1) { $0 < frame ? 0 : 1 }
    #expect(abs(found.ratio - 1) < 0.03 && found.difference < 1.5)
    #expect(
      Level.largestStep(audio[(frame - 100)...(frame + 200)]) < 1.01
        * Level.largestStep(untouched[1000...]))
  }

  @Test("Vibrato in a recording without a loop ends with its table")
  func unlooped() throws {
    var tone = Self.tone
    tone.replacement.loop = nil
    // The table ends at the maximum, 0.45 s from the start.
    tone.replacement.vibratoCents = Array(tone.replacement.vibratoCents.prefix(113))
    let last = try #require(tone.replacement.vibratoCents.last)
    #expect(last > 45)
    let audio = try Self.render(tone, amount: 1, frames: 50_000)
    let contour = VibratoTone.contour(audio, above: 440)
    for (time, cents) in contour where time > 24_000 { #expect(abs(cents - Double(last)) < 0.1) }
    #expect(contour.contains { $0.cents < -45 })
  }

  @Test("A loop that ends on release continues with the vibrato of the frames after it")
  func untilRelease() throws {
    // Within the loop the vibrato rests at +20 cents, after it at −30.
    var tone = Self.tone
    let count = 44_100
    tone.replacement = SampleReplacement(
      frames: VibratoTone.sine(count: count), loop: 2000..<6000,
      correctionCents: -TestBank.toneCents)
    tone.replacement.framesPerVibratoEntry = 100
    tone.replacement.vibratoCents = (0...441).map { $0 < 60 ? 20 : -30 }
    let release = TimedEvent(frame: 30_000, event: .noteOff(channel: 0, key: 69))
    let audio = try Self.render(tone, amount: 1, frames: 50_000, events: [release]) {
      $0.generators[.sampleModes] = 3
      $0.generators[.volumeEnvelopeRelease] = 1200
    }
    for (time, cents) in VibratoTone.contour(audio, above: 440, from: 1000) {
      if time < 30_000 { #expect(abs(cents - 20) < 0.1) }
      if time > 36_000 { #expect(abs(cents + 30) < 0.1) }
    }
  }

  @Test("Invalid tables have no effect, and entries that are NaN are 0")
  func invalid() throws {
    let straight = try Self.render(frames: 8000)
    var tone = Self.tone
    tone.replacement.vibratoCents = [.nan, .infinity, -.infinity, 1e30]
    #expect(try Self.render(tone, amount: 2, frames: 8000) == straight)
    tone.replacement.framesPerVibratoEntry = 0
    #expect(try Self.render(tone, amount: 2, frames: 8000) == straight)
    tone.replacement.framesPerVibratoEntry = -5
    #expect(try Self.render(tone, amount: 2, frames: 8000) == straight)
    tone.replacement.framesPerVibratoEntry = .max
    #expect(try Self.render(tone, amount: 2, frames: 8000) == straight)
  }
}
