import PeachInstrumentModel
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachSynthesis

/// Flex envelopes and equalizers with values that no file format allows.
@Suite("Flex envelopes and equalizers")
struct FlexEnvelopeTests {
  private static let extremes: [Float] = [
    .nan, .infinity, -.infinity, 3e38, -3e38, -1, 0, .leastNonzeroMagnitude, 1e9, 0.01, 2,
  ]

  @Test("The output is finite for any values, and does not depend on the block size")
  func anyValues() throws {
    var random = RandomNumbers(seed: 250)
    func extreme() -> Float { random.pick(Self.extremes) }
    for round in 0..<40 {
      var extendedParameters = ExtendedParameters()
      for _ in 0..<random.whole(0...12) {
        let points = (0..<random.whole(0...20)).map { _ in
          RegionEnvelope.Point(seconds: extreme(), level: extreme(), shape: extreme())
        }
        var envelope = RegionEnvelope(
          points: points, sustain: random.chance(0.5) ? UInt8(random.whole(0...255)) : nil)
        envelope.isVolumeEnvelope = random.chance(0.2)
        envelope.followsControllers = random.chance(0.5)
        envelope.pitchCents = extreme()
        envelope.cutoffCents = extreme()
        envelope.resonanceCentibels = extreme()
        envelope.gainCentibels = extreme()
        envelope.amplitude = random.chance(0.3) ? extreme() : nil
        envelope.pan = extreme()
        extendedParameters.envelopes.append(envelope)
      }
      for _ in 0..<random.whole(0...5) {
        extendedParameters.bands.append(
          RegionBand(hertz: extreme(), octaves: extreme(), gainCentibels: extreme()))
      }
      let index = UInt8(random.whole(0...255))
      let targets: [RegionModulation.Target] = [
        .envelope(index & 7, .pitch), .envelope(index, .amplitude),
        .envelope(index & 3, .seconds(point: index)), .envelope(0, .seconds(point: 1)),
        .envelope(0, .level(point: 1)), .band(index, .hertz), .band(0, .gain),
      ]
      for target in targets {
        extendedParameters.modulations.append(
          RegionModulation(source: .controller(20), target: target, amount: extreme()))
      }
      extendedParameters.isPolarityInverted = random.chance(0.5)
      let bank = TestBank.tone {
        $0.generators[.initialFilterCutoff] = random.chance(0.5) ? 9000 : 13500
        $0.extendedParameters = extendedParameters
      }
      let events = [
        TimedEvent(frame: 3, event: .noteOn(channel: 0, key: 60, velocity: 100)),
        TimedEvent(frame: 700, event: .controlChange(channel: 0, controller: 20, value: 99)),
        TimedEvent(frame: 1501, event: .noteOff(channel: 0, key: 60)),
      ]
      let whole = try Render(bank, events, frames: 2500, blocks: [4096])
      let parts = try Render(bank, events, frames: 2500, blocks: [1, 65, 300])
      #expect(whole.left == parts.left && whole.right == parts.right, "\(round)")
      #expect(whole.left.allSatisfy { $0.isFinite }, "\(round)")
    }
  }

  @Test("Envelopes and points above the limits are ignored, except the end of a volume envelope")
  func limits() {
    for counts in [
      [21, 21, 21, 5], [64, 1], [63, 1], [200], [0, 63, 9], [62, 9], Array(1...12),
    ] {
      for volume in counts.indices {
        var extendedParameters = ExtendedParameters()
        for (index, count) in counts.enumerated() {
          let point = RegionEnvelope.Point(seconds: 1, level: 0.5)
          var envelope = RegionEnvelope(
            points: [RegionEnvelope.Point](repeating: point, count: count), sustain: 200)
          envelope.isVolumeEnvelope = index >= volume
          extendedParameters.envelopes.append(envelope)
        }
        let (envelopes, points) = PreparedEnvelope.prepare(extendedParameters)
        #expect(envelopes.count == min(counts.count, 8) && points.count <= 64)
        var next = 0
        for envelope in envelopes {
          #expect(envelope.firstPoint == next && envelope.sustain < envelope.count)
          next += envelope.count
        }
        #expect(next == points.count)
        let volumes = envelopes.filter(\.isVolumeEnvelope)
        #expect(volumes.count == (volume < 8 ? 1 : 0))
        for envelope in volumes {
          #expect(points[envelope.firstPoint + envelope.count - 1].level == 0)
        }
      }
    }
  }

  @Test("Flex envelopes do not modulate a steady pitch")
  func steadyPitch() throws {
    var envelope = RegionEnvelope(points: [RegionEnvelope.Point(seconds: 0.1, level: 1)])
    envelope.pitchCents = 300
    func bank(_ envelopes: [RegionEnvelope]) -> SoundBank {
      TestBank.tone {
        $0.extendedParameters = ExtendedParameters()
        $0.extendedParameters?.envelopes = envelopes
      }
    }
    let event = TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 69, velocity: 100))
    let modulated = try Render(bank([envelope]), [event], frames: 9000)
    let steady = try Render(bank([envelope]), [event], frames: 9000, steadyPitch: true)
    #expect(steady.left == (try Render(bank([]), [event], frames: 9000)).left)
    #expect(modulated.left != steady.left)
  }
}
