import PeachBankEditing
import SoundMeasurement
import Testing

@Suite("Loop search")
struct LoopSearchTests {
  private func search(_ tone: RecordedTone) -> (found: LoopSearch, frames: [Float])? {
    let frames = tone.frames
    guard
      let found = LoopSearch(
        in: [frames], sampleRate: tone.sampleRate, periodFrames: tone.sampleRate / tone.hertz)
    else { return nil }
    return (found, found.applied(to: [frames])[0])
  }

  /// Returns the frames from the end of the attack, with the loop played four times.
  private func played(_ found: LoopSearch, _ frames: [Float]) -> [Float] {
    let loop = found.loop
    let once = Array(frames[loop])
    return Array(frames[loop.lowerBound - 1000..<loop.upperBound]) + once + once + once
  }

  @Test(
    "A sustained tone gets a long loop of whole periods, without a click or pitch error",
    arguments: [55, 110.3, 220.7, 441.9, 987.7, 2093.1, 3951.2], [44_100, 48_000.0])
  func steady(hertz: Double, rate: Double) throws {
    let tone = RecordedTone(hertz: hertz, sampleRate: rate)
    let (found, frames) = try #require(search(tone))
    let count = Double(found.loop.count)
    // At least a third of the sustained part.
    #expect(count / rate > 0.35)
    let periods = count * hertz / rate
    let cents = 1200 * abs(periods - periods.rounded()) / periods * 1.442695
    #expect(cents < 0.1, "\(cents) cents")
    let click = ClickMeter.decibels(
      of: played(found, frames)[...], frequency: hertz, partials: 1, sampleRate: rate)
    #expect(click < -60, "\(click) dB")
    #expect(found.mismatchDecibels < -12)
  }

  @Test("The eight frames after a loop equal its first eight (SoundFont 2.04 §7.10)")
  func behind() throws {
    let (found, frames) = try #require(search(RecordedTone(partials: [0.4, 0.2])))
    #expect(frames.count == found.loop.upperBound + 8)
    #expect(frames.suffix(8).elementsEqual(frames[found.loop.lowerBound...].prefix(8)))
  }

  @Test("A vibrato loop contains whole cycles and does not click")
  func vibrato() throws {
    let tone = RecordedTone(hertz: 293.7, seconds: 3, vibratoCents: 25)
    let (found, frames) = try #require(search(tone))
    let turns = Double(found.loop.count) / tone.sampleRate * RecordedTone.vibratoHertz
    #expect(abs(turns - turns.rounded()) < 0.05 && turns > 0.9, "\(turns) turns")
    let click = ClickMeter.decibels(
      of: played(found, frames)[...], frequency: tone.hertz, partials: 1,
      sampleRate: tone.sampleRate)
    #expect(click < -60, "\(click) dB")
  }

  @Test("Noise does not prevent a loop, and continues across the loop point")
  func noise() throws {
    let tone = RecordedTone(seconds: 2, noiseDecibels: -40)
    let (found, frames) = try #require(search(tone))
    let periods = Double(found.loop.count) * tone.hertz / tone.sampleRate
    #expect(abs(periods - periods.rounded()) < 0.05)
    let rest = { (audio: ArraySlice<Float>) in
      ClickMeter.decibels(
        of: audio, frequency: tone.hertz, partials: 1, sampleRate: tone.sampleRate)
    }
    // At the loop point there is no larger step than elsewhere in the recording.
    let join =
      Array(frames[(found.loop.upperBound - 2000)..<found.loop.upperBound])
      + frames[found.loop.lowerBound..<found.loop.lowerBound + 2000]
    #expect(rest(join[...]) < rest(tone.frames[20_000..<24_000]) + 1)
  }

  @Test("Both channels share a loop, and neither clicks")
  func stereo() throws {
    let left = RecordedTone(partials: [0.5])
    var right = left
    right.partials = [0.2]
    let channels = [left.frames, right.frames]
    let found = try #require(
      LoopSearch(in: channels, sampleRate: 44_100, periodFrames: 44_100 / left.hertz))
    for frames in found.applied(to: channels) {
      #expect(
        ClickMeter.decibels(
          of: played(found, frames)[...], frequency: left.hertz, partials: 1, sampleRate: 44_100)
          < -60)
    }
  }

  @Test(
    "Decaying sounds get no loop, however slow the decay",
    arguments: [60, 20, 10, 5.0])
  func dying(fall: Double) {
    let seconds = fall < 10 ? 4 : 1.6
    #expect(search(RecordedTone(seconds: seconds, fallDecibels: fall)) == nil)
  }

  @Test("Tones that are too short, too low for their length, or silent get no loop")
  func none() {
    #expect(search(RecordedTone(seconds: 0.3)) == nil)
    #expect(search(RecordedTone(hertz: 16, seconds: 0.7)) == nil)
    #expect(search(RecordedTone(partials: [])) == nil)
    #expect(LoopSearch(in: [[]], sampleRate: 44_100, periodFrames: 100) == nil)
    #expect(LoopSearch(in: [[0, 1]], sampleRate: 44_100, periodFrames: 100) == nil)
  }

  @Test("The click meters detect a click of known height")
  func meters() {
    let frames = Array(RecordedTone().frames[10_000..<30_000])
    var stepped = frames
    for index in 10_000..<20_000 { stepped[index] += 0.0005 }
    for meter in [ClickMeter.decibels, ClickMeter.restDecibels] {
      #expect(meter(frames[...], 220, 1, 44_100) < -100)
      let click = meter(stepped[...], 220, 1, 44_100)
      #expect(abs(click + 60) < 0.5, "\(click) dB")
    }
  }
}
