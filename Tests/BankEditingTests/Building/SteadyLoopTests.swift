import Foundation
import PeachBankEditing
import PeachInstrumentModel
import SoundMeasurement
import Testing

@Suite("Loops of sustained tones")
struct SteadyLoopTests {
  private func sample(_ tone: ShapedTone) throws -> PreparedSample {
    try #require(try PreparedPreset([("tone \(Int(tone.hertz)).wav", tone.audio)]).samples.first)
  }

  /// Returns the frames of a sample, which continues with its loop.
  private func played(_ sample: PreparedSample, seconds: Double) throws -> [Float] {
    let loop = try #require(sample.loop)
    let frames = PreparedPreset.frames(sample)
    return (0..<Int(seconds * 44_100)).map { index in
      Float(
        frames[
          index < loop.upperBound
            ? index : loop.lowerBound + (index - loop.lowerBound) % loop.count])
    }
  }

  @Test(
    "The correction of a vibrato of ±40 cents is that of the phase of its loop, within 1 cent",
    arguments: [(130.9, 2.0), (196.3, 3), (293.7, 4.5), (440.9, 6), (659.1, 3)])
  func vibrato(hertz: Double, seconds: Double) throws {
    var tone = ShapedTone(hertz: hertz, seconds: seconds)
    tone.vibratoCents = 40
    tone.partials = [0.1, 0.2, 0.15, 0.1, 0.1, 0.05]
    tone.shape = { min($0 / 0.05, 1, (seconds - $0) / 0.1) }
    let sample = try sample(tone)
    let loop = try #require(sample.loop)
    // The phase of the tone's formula advances by a whole number of periods in the loop.
    let index = 40 * log(2) / 1200 * hertz / ShapedTone.vibratoHertz
    func periods(_ frame: Int) -> Double {
      let time = Double(frame) / 44_100 + sample.trimmedSeconds
      return hertz * time - index / (2 * .pi) * cos(2 * .pi * ShapedTone.vibratoHertz * time)
    }
    let count = (periods(loop.upperBound) - periods(loop.lowerBound)).rounded()
    let exact = count * 44_100 / Double(loop.count)
    let expected = -1200 * log2(exact / ShapedTone.hertz(Int(sample.root)))
    #expect(abs(sample.correctionCents - expected) < 1, "\(sample.correctionCents), \(expected)")
    #expect(Double(loop.count) / 44_100 > 0.25 * (seconds - 0.5))
  }

  @Test("A diminuendo of 6 dB/s loops without pumping: within 1 dB in 100 ms")
  func diminuendo() throws {
    var tone = ShapedTone(hertz: 220, seconds: 2.4)
    tone.shape = { min($0 / 0.05, 1, (2.4 - $0) / 0.1) * pow(10, -6 * $0 / 20) }
    let frames = try played(try sample(tone), seconds: 6)
    let levels = stride(from: 66_150, to: frames.count - 4410, by: 2205).map {
      Level.rootMeanSquare(frames[$0..<$0 + 4410])
    }
    #expect((levels.max() ?? 0) - (levels.min() ?? 0) < 1)
  }

  // A fluctuation of ±6 dB is 12 dB in all.
  @Test(
    "The level fluctuates by up to 5 dB in loops with vibrato, by 1.8 dB in others",
    arguments: [(15.0, 6.0, 5.1), (0, 2.5, 1.9), (40, 1, 2.0)])
  func fluctuation(cents: Double, decibels: Double, most: Double) throws {
    var tone = ShapedTone(hertz: 440, seconds: 3)
    tone.vibratoCents = cents
    tone.shape = { time in
      let swell = decibels * sin(2 * .pi * 5 * time)
      return min(time / 0.05, 1, (3 - time) / 0.1) * pow(10, swell / 20)
    }
    let sample = try sample(tone)
    let loop = try #require(sample.loop)
    let frames = try played(sample, seconds: 8)
    // In windows of 50 ms, on the repeated loop.
    let first = loop.upperBound + 2205
    let levels = stride(from: first, to: first + loop.count, by: 441).map {
      Level.rootMeanSquare(frames[$0..<$0 + 2205])
    }
    let range = (levels.max() ?? 0) - (levels.min() ?? 0)
    #expect(range < most && range > min(most, decibels) * 0.6, "\(range)")
  }

  @Test("Loops do not click (below −60 dB)", arguments: [98.3, 246.9, 523.3, 1174.7])
  func clicks(hertz: Double) throws {
    var tone = ShapedTone(hertz: hertz, seconds: 2)
    tone.shape = { min($0 / 0.05, 1, (2 - $0) / 0.1) }
    let sample = try sample(tone)
    let loop = try #require(sample.loop)
    let frames = try played(sample, seconds: 4)[(loop.lowerBound - 1000)...]
    let periods = (Double(loop.count) * hertz / 44_100).rounded()
    let exact = periods * 44_100 / Double(loop.count)
    let click = ClickMeter.restDecibels(
      of: frames, frequency: exact, partials: tone.partials.count, sampleRate: 44_100)
    #expect(click < -60, "\(click) dB")
  }

  @Test("Both channels share the loop of a tone that moves between them")
  func stereo() throws {
    var tone = ShapedTone(hertz: 330, seconds: 2)
    tone.shape = { min($0 / 0.05, 1, (2 - $0) / 0.1) }
    let left = tone.frames
    tone.partials = [0.1, 0.2, 0.2]
    var audio = tone.audio
    audio.channelCount = 2
    audio.values = zip(left, tone.frames).flatMap { [$0, $1] }
    let sample = try #require(try PreparedPreset([("E4.wav", audio)]).samples.first)
    #expect(sample.loop != nil && sample.channels.count == 2)
  }

  @Test("Tones that are too short have no loop, and the report says so")
  func short() throws {
    var tone = ShapedTone(hertz: 220, seconds: 0.25)
    tone.shape = { min($0 / 0.01, 1, (0.25 - $0) / 0.02) }
    let sample = try sample(tone)
    #expect(sample.loop == nil && sample.reasons.contains { $0.hasPrefix("no loop: 0.") })
  }

  @Test("A recipe of earlier versions yields the frames of their search, without gain and dither")
  func earlier() throws {
    var tone = ShapedTone(hertz: 220.7, seconds: 1.6)
    tone.shape = { min($0 / 0.05, 1, (1.6 - $0) / 0.08) }
    let lines = """
      roots heard
      tones single
      onsets keep
      levels recorded
      takes first
      reach 127
      """
    let sample = try #require(
      try PreparedPreset([("A3.wav", tone.audio)], bits: 16, lines: lines).samples.first)
    let found = try #require(
      LoopSearch(in: [tone.frames], sampleRate: 44_100, periodFrames: 44_100 / 220.7))
    #expect(sample.loop == found.loop)
    let expected = found.applied(to: [tone.frames])[0].map { (32_768 * Double($0)).rounded() }
    #expect(PreparedPreset.frames(sample).map { 32_768 * $0 } == expected)
  }
}
