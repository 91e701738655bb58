import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundMeasurement
import Testing

/// Resampled tones consist of known sines, and must contain the same sines afterwards.
@Suite("Pitch resampling")
struct PitchResamplingTests {
  /// Partials 1, 3, 7 and 12 of a tone with ten periods in its loop.
  private struct Tone {
    var loop: Range<Int>
    var periods = 10

    func value(_ frame: Double) -> Double {
      let turns = Double(periods) * frame / Double(loop.count)
      return [(1.0, 9_000.0), (3, 4_000), (7, 2_000), (12, 900)].reduce(0) {
        $0 + $1.1 * sin(2 * .pi * ($1.0 * turns + 0.13 * $1.0))
      }
    }

    func frames(_ count: Int) -> [Int16] { (0..<count).map { Int16(value(Double($0)).rounded()) } }
  }

  private func contents(
    _ recording: SoundFontContents.Sample.Recording, loop: Range<Int>?, rate: UInt32 = 44_100,
    _ settings: [(Generator, Int16)] = [(.sampleModes, 1)]
  ) -> SoundFontContents {
    var contents = SoundFontContents(name: "Tones")
    contents.samples = [
      .init("Tone", recording, sampleRate: rate, originalPitch: 69, loop: loop)
    ]
    contents.instruments = [.init("Tone", zones: [.init(settings, plays: 0)])]
    contents.presets = [.init("Tone", bank: 0, program: 0, zones: [.init(plays: 0)])]
    return contents
  }

  private func stored(_ frames: [Int16]) -> SoundFontContents.Sample.Recording {
    .integer16(
      StoredBytes(
        copying: frames.flatMap {
          [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }
      ))
  }

  private func frames(_ recording: SoundFontContents.Sample.Recording) -> [Double] {
    switch recording {
    case .integer16(let high):
      let bytes = Array(high.bytes)
      return stride(from: 0, to: bytes.count, by: 2).map {
        Double(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
      }
    case .integer24(let high, let low):
      return zip(frames(.integer16(high)), low.bytes).map { $0 + Double($1) / 256 }
    case .compressed, .readOnlyMemory: return []
    }
  }

  /// Returns the pitch of a loop with this number of periods, from frames, rate and cents.
  private func cents(_ plan: ResamplingPlan, rate: UInt32, loop: Int) -> Double {
    let ratio = Double(plan.loopFrameCount ?? 0) / Double(plan.loopRepetitions * loop)
    return Double(plan.correctionCents)
      + 1200 * log2(Double(plan.sampleRate) / Double(rate) / ratio)
  }

  @Test("Any loop is within 0.01 cents at any rate, with an integer number of frames")
  func plans() throws {
    for loop in [3, 5, 17, 40, 100, 333, 1000, 8000, 13_457, 44_100, 100_000] {
      for rate: UInt32 in [8_000, 11_025, 22_050, 32_000, 44_100, 48_000] {
        // Headers leave an error of up to half a hertz of the sample rate.
        let step = 600 * log2(1 + 1 / Double(rate))
        for part in [-0.99, -0.6, 0.35, 0.8] {
          let asked = part * step
          let plan = ResamplingPlan(raisedBy: asked, sampleRate: rate, loopFrameCount: loop)
          // Without a plan the loop is unchanged.
          let reached = plan.map { cents($0, rate: rate, loop: loop) } ?? 0
          #expect(abs(reached - asked) <= 0.01, "\(loop) frames at \(rate)")
          guard let plan else { continue }
          #expect(abs(reached - plan.cents) < 1e-6)
          #expect(plan.sampleRate <= 50_000 && plan.ratio > 1)
          #expect(plan.loopFrameCount ?? 0 <= max(65_536, loop) * 17 / 16 + 1)
        }
      }
    }
    let plan = ResamplingPlan(raisedBy: 0.017, sampleRate: 44_100, loopFrameCount: 1000)
    #expect(plan?.loopFrameCount == 1006 && plan?.sampleRate == 44_365)
    #expect(ResamplingPlan(raisedBy: 60, sampleRate: 44_100, loopFrameCount: nil) == nil)
  }

  @Test(
    "A loop, its lead-in and its tail contain the same sines within 2 steps of 16 bits",
    arguments: [500..<1500, 777..<1110, 60..<460, 0..<4000])
  func looped(loop: Range<Int>) throws {
    let tone = Tone(loop: loop)
    let count = loop.upperBound + 300
    var contents = contents(stored(tone.frames(count)), loop: loop)
    let resampling = PitchResampling(contents, centsOfSamples: [-0.0173])
    let plan = try #require(resampling.plans[0])
    resampling.apply(to: &contents)
    let sample = contents.samples[0]
    let new = try #require(sample.loop)
    let result = frames(sample.recording)
    #expect(resampling.uncorrectedCount == 0)
    #expect(new.count == plan.loopFrameCount && sample.sampleRate == plan.sampleRate)
    #expect(new.upperBound + 8 <= result.count)
    #expect(abs(cents(plan, rate: 44_100, loop: loop.count) + 0.0173) <= 0.01)
    // The first frames are preceded by silence, the last ones followed by the loop.
    for frame in min(60, new.lowerBound)..<result.count - 60 {
      let position = Double(loop.lowerBound) + Double(frame - new.lowerBound) / plan.ratio
      #expect(abs(result[frame] - tone.value(position)) <= 2, "frame \(frame) of \(result.count)")
    }
    let rounds = (0..<3).flatMap { _ in result[new] }.map { Float($0 / 32_768) }
    let frequency =
      Double(tone.periods * plan.loopRepetitions) * Double(plan.sampleRate) / Double(new.count)
    let click = ClickMeter.restDecibels(
      of: rounds[...], frequency: frequency, partials: 12, sampleRate: Double(plan.sampleRate))
    #expect(click < -60, "\(click) dB")
  }

  @Test("24 bits stay 24; samples without a loop are resampled by any ratio")
  func others() throws {
    let tone = Tone(loop: 0..<1000)
    let exact = (0..<6000).map { Int((tone.value(Double($0)) * 256).rounded()) }
    let recording = SoundFontContents.Sample.Recording.integer24(
      high: StoredBytes(
        copying: exact.flatMap {
          [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0 >> 16)]
        }),
      low: StoredBytes(copying: exact.map { UInt8(truncatingIfNeeded: $0) }))
    var contents = contents(recording, loop: nil, [])
    let resampling = PitchResampling(contents, centsOfSamples: [12.5])
    resampling.apply(to: &contents)
    let result = frames(contents.samples[0].recording)
    let step = exp2(12.5 / 1200)
    #expect(contents.samples[0].sampleRate == 44_100 && contents.samples[0].loop == nil)
    #expect(result.count == Int((6000 / step).rounded()))
    for frame in 60..<result.count - 60 {
      #expect(abs(result[frame] - tone.value(Double(frame) * step)) <= 0.5, "frame \(frame)")
    }
  }

  @Test("Zone offsets are preserved: no lengthened, shifted or compressed loops")
  func zones() throws {
    let tone = Tone(loop: 0..<100)
    let recording = stored(tone.frames(200))
    let through = PitchResampling(
      contents(recording, loop: 0..<100, [(.sampleModes, 0)]), centsOfSamples: [0.016])
    #expect(through.plans[0]?.loopRepetitions == 1)
    let moved = PitchResampling(
      contents(recording, loop: 0..<100, [(.sampleModes, 1), (.endLoopAddressOffset, -50)]),
      centsOfSamples: [0.016])
    let compressed = PitchResampling(
      contents(.compressed(StoredBytes(copying: [1, 2])), loop: 0..<100), centsOfSamples: [0.016])
    for left in [moved, compressed] { #expect(left.plans.isEmpty && left.uncorrectedCount == 1) }
    let right = PitchResampling(contents(recording, loop: 0..<100), centsOfSamples: [-0.0099])
    #expect(right.plans.isEmpty && right.uncorrectedCount == 0)
  }
}
