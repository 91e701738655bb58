import Foundation
import PeachInstrumentModel
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachIntonation

/// Expected values are means of given contours.
@Suite("Pitch of the first second")
struct SoundingPitchTests {
  /// Returns a tone of 441 Hz, `cents` higher in its first `seconds`, with a loop of ten periods.
  private func tone(cents: Double, seconds: Double) -> (frames: [Float], loop: Range<Int>) {
    let first = Int(seconds * 44_100)
    var turns = 0.0
    let frames = (0..<first + 1_000).map { index -> Float in
      let ratio: Double = index < first ? exp2(cents / 1200) : 1
      defer { turns += 441 * ratio / 44_100 }
      return ToneSum.value(turns: turns, partials: 8)
    }
    return (frames, first..<first + 1_000)
  }

  private func measure(_ frames: [Float], loop: Range<Int>?) -> PitchMeasurement {
    frames.withUnsafeBufferPointer {
      PitchEstimator().measure($0, loop: loop, sampleRate: 44_100, nominal: .hertz(440))
    }
  }

  @Test("The mean over 0.1 to 1 s is that of the note, at every speed")
  func speeds() throws {
    let (frames, loop) = tone(cents: 5, seconds: 0.35)
    let contour = try #require(measure(frames, loop: loop).sounding)
    // The part of 0.1·s to s that lies before 0.35 s.
    for speed in [0.5, 0.7, 1, 1.5, 2, 4] {
      let share = max(min(0.35, speed) - 0.1 * speed, 0) / (0.9 * speed)
      let mean = try #require(contour.meanCents(speed: speed))
      #expect(abs(mean - 5 * share) < 0.1, "\(speed)")
    }
    // A window of 100 ms at the start is 5 cents minus the mean higher.
    let mean = 5 * 0.25 / 0.9
    #expect(abs(contour.largestCents(from: mean, speed: 1) - (5 - mean)) < 0.1)
    #expect(contour.laterCents == 0)
  }

  @Test("The variation of a vibrato is its depth in windows of 100 ms")
  func vibrato() throws {
    var turns = 0.0
    let frames = (0..<99_225).map { index -> Float in
      let phase: Double = 2 * Double.pi * 5 * Double(index) / 44_100
      let cents: Double = 15 * sin(phase)
      turns += 440 * exp2(cents / 1200) / 44_100
      return ToneSum.value(turns: turns, partials: 8)
    }
    let measurement = measure(frames, loop: 11_025..<99_225)
    let contour = try #require(measurement.sounding)
    let mean = try #require(contour.meanCents(speed: 1))
    let error = 1200 * log2(measurement.frequency.hertz / 440)
    // Half a cycle of 4.5 may remain: 15 · 2 / (π · 9).
    #expect(abs(mean + error) < 1.1)
    // A Hann window of 100 ms reduces 5 Hz by 15 %; windows need not be centered on an extreme.
    let variation = contour.largestCents(from: mean, speed: 1)
    #expect(variation > 10 && variation < 15)
  }

  @Test("A recording that ends has the mean of its audible part")
  func end() throws {
    let (frames, _) = tone(cents: 0, seconds: 0.5)
    let contour = try #require(measure(frames, loop: nil).sounding)
    #expect(contour.laterCents == nil)
    #expect(abs(try #require(contour.meanCents(speed: 1))) < 0.1)
    // At twice the speed it is over after a quarter of a second.
    #expect(abs(try #require(contour.meanCents(speed: 2))) < 0.1)
  }

  @Test("Noise and missing windows have no mean")
  func missing() {
    #expect(!SoundingPitch(cents: [nil, nil], later: nil).isPitched)
    #expect(SoundingPitch(cents: [], later: nil).meanCents(speed: 1) == nil)
    #expect(SoundingPitch(cents: [.nan, 1e9, nil], later: 0).meanCents(speed: 0.2) == nil)
    for speed in [0, 1e-9, 1e9, .infinity, .nan, -1] {
      let contour = SoundingPitch(cents: [1, nil, 2], later: nil)
      _ = contour.meanCents(speed: speed)
      _ = contour.largestCents(from: 0, speed: speed)
    }
  }
}
