import CDSPKernels
import PeachInstrumentModel
import RandomMusic
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachSynthesis

/// Numbers below 2⁻¹²⁶ make many processors compute a hundred times slower. A filter that falls
/// silent passes through them in a few frames; none may stay, and none may be in the output.
@Suite("Denormals")
struct DenormalTests {
  static let caseCount: UInt64 = TestScale.cases(short: 20, full: 2000)

  @Test("Output and filter states contain none during a random case and its decay")
  func randomCases() throws {
    for seed in 0..<Self.caseCount {
      let random = try RandomCase(seed: seed)
      var synthesizer = random.makeSynthesizer()
      var counter = DenormalCounter()
      for timed in random.events {
        counter.render(&synthesizer, frames: timed.frame - Int(synthesizer.frame))
        synthesizer.handle(timed.event)
      }
      for channel in 0..<UInt8(16) {
        synthesizer.handle(.controlChange(channel: channel, controller: 64, value: 0))
        synthesizer.handle(.controlChange(channel: channel, controller: 123, value: 0))
      }
      counter.render(&synthesizer, frames: 8_000)
      #expect(counter.inOutput == 0 && counter.staying == 0, "Case \(seed): \(counter)")
      if counter.inOutput + counter.staying != 0 { return }
    }
  }

  @Test("The opposite channel of a panned voice becomes exactly silent")
  func pannedAway() throws {
    let bank = TestBank.tone {
      $0.modulators = [
        Modulator(source: 0x028A, destination: 17, amount: 500, amountSource: 0, transform: 0)
      ]
    }
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    var synthesizer = Synthesizer(SynthesizerConfiguration())
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(.noteOn(channel: 0, key: 69, velocity: 127))
    var counter = DenormalCounter()
    counter.render(&synthesizer, frames: 1000)
    #expect(synthesizer.pool.renderStates[0].gains.values[1] > 0.1)
    synthesizer.handle(.controlChange(channel: 0, controller: 10, value: 0))
    // Pitch bend forces a new control block every 37 frames, a prime.
    for wheel in UInt16(0)..<300 {
      synthesizer.handle(.pitchBend(channel: 0, value: 8000 + wheel))
      counter.render(&synthesizer, frames: 37)
    }
    #expect(counter.inOutput == 0 && counter.staying == 0)
    #expect(synthesizer.pool.renderStates[0].gains.values[0] > 0.1)
    #expect(synthesizer.pool.renderStates[0].gains.values[1] == 0)
    withExtendedLifetime(preset) {}
  }

  @Test(
    "A filter settled at a constant is idle", arguments: [1500, 6000, 10000, 13000])
  func settledFilter(cutoff: Float) throws {
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    region.generators[.initialFilterCutoff] = cutoff
    let bank = TestBank.bank(
      samples: [([Int16](repeating: 12_345, count: 100), 0..<1, 48_000, 60)], presets: [[region]])
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    var synthesizer = Synthesizer(SynthesizerConfiguration())
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(.noteOn(channel: 0, key: 60, velocity: 127))
    var counter = DenormalCounter()
    counter.render(&synthesizer, frames: 96_000)
    #expect(counter.inOutput == 0 && counter.staying == 0)
    #expect(abs(synthesizer.pool.filters[0].s2 - 12_345.0 / 32_768) < 1e-4)
    withExtendedLifetime(preset) {}
  }

  @Test("The counter detects denormals that persist")
  func found() {
    var synthesizer = Synthesizer(SynthesizerConfiguration())
    var counter = DenormalCounter()
    for _ in 0..<3 {
      // No voice is active, so that nothing reevaluates this voice.
      synthesizer.pool.filters[3].s1 = .leastNonzeroMagnitude
      counter.render(&synthesizer, frames: 64)
    }
    #expect(counter.inOutput == 0)
    #expect(counter.staying == 2)
  }
}
