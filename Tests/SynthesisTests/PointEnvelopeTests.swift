import PeachInstrumentModel
import SoundMeasurement
import TestEnvironment
import Testing

@testable import PeachSynthesis

/// What a bank may say of envelopes of points and equalizers beyond what any format lets it.
@Suite("Envelopes of points and bands, within bounds")
struct PointEnvelopeTests {
  private static let oddities: [Float] = [
    .nan, .infinity, -.infinity, 3e38, -3e38, -1, 0, .leastNonzeroMagnitude, 1e9, 0.01, 2,
  ]

  @Test("any numbers give finite sound, the same for any blocks")
  func anyNumbers() throws {
    var random = RandomNumbers(seed: 250)
    func odd() -> Float { random.pick(Self.oddities) }
    for turn in 0..<40 {
      var performance = RegionPerformance()
      for _ in 0..<random.whole(0...12) {
        let points = (0..<random.whole(0...20)).map { _ in
          RegionEnvelope.Point(seconds: odd(), level: odd(), shape: odd())
        }
        var envelope = RegionEnvelope(
          points: points, sustain: random.chance(0.5) ? UInt8(random.whole(0...255)) : nil)
        envelope.isVolumeEnvelope = random.chance(0.2)
        envelope.followsControllers = random.chance(0.5)
        envelope.pitchCents = odd()
        envelope.cutoffCents = odd()
        envelope.resonanceCentibels = odd()
        envelope.gainCentibels = odd()
        envelope.amplitude = random.chance(0.3) ? odd() : nil
        envelope.pan = odd()
        performance.envelopes.append(envelope)
      }
      for _ in 0..<random.whole(0...5) {
        performance.bands.append(
          RegionBand(hertz: odd(), octaves: odd(), gainCentibels: odd()))
      }
      let place = UInt8(random.whole(0...255))
      let targets: [RegionModulation.Target] = [
        .envelope(place & 7, .pitch), .envelope(place, .amplitude),
        .envelope(place & 3, .seconds(point: place)), .envelope(0, .seconds(point: 1)),
        .envelope(0, .level(point: 1)), .band(place, .hertz), .band(0, .gain),
      ]
      for target in targets {
        performance.modulations.append(
          RegionModulation(source: .controller(20), target: target, amount: odd()))
      }
      performance.isInverted = random.chance(0.5)
      let bank = TestBank.tone {
        $0.generators[.initialFilterCutoff] = random.chance(0.5) ? 9000 : 13500
        $0.performance = performance
      }
      let events = [
        TimedEvent(frame: 3, event: .noteOn(channel: 0, key: 60, velocity: 100)),
        TimedEvent(frame: 700, event: .controlChange(channel: 0, controller: 20, value: 99)),
        TimedEvent(frame: 1501, event: .noteOff(channel: 0, key: 60)),
      ]
      let whole = try Render(bank, events, frames: 2500, blocks: [4096])
      let parts = try Render(bank, events, frames: 2500, blocks: [1, 65, 300])
      #expect(whole.left == parts.left && whole.right == parts.right, "\(turn)")
      #expect(whole.left.allSatisfy { $0.isFinite }, "\(turn)")
    }
  }

  @Test("more envelopes and points than a voice has room for are left out, the volume's end never")
  func room() {
    for counts in [
      [21, 21, 21, 5], [64, 1], [63, 1], [200], [0, 63, 9], [62, 9], Array(1...12),
    ] {
      for volume in counts.indices {
        var performance = RegionPerformance()
        for (index, count) in counts.enumerated() {
          let point = RegionEnvelope.Point(seconds: 1, level: 0.5)
          var envelope = RegionEnvelope(
            points: [RegionEnvelope.Point](repeating: point, count: count), sustain: 200)
          envelope.isVolumeEnvelope = index >= volume
          performance.envelopes.append(envelope)
        }
        let (envelopes, points) = PreparedEnvelope.prepare(performance)
        #expect(envelopes.count == min(counts.count, 8) && points.count <= 64)
        var next = 0
        for envelope in envelopes {
          #expect(envelope.firstPoint == next && envelope.sustain < envelope.count)
          next += envelope.count
        }
        #expect(next == points.count)
        let volumes = envelopes.filter(\.isVolumeEnvelope)
        #expect(volumes.count == (volume < 8 ? 1 : 0))
        for own in volumes { #expect(points[own.firstPoint + own.count - 1].level == 0) }
      }
    }
  }

  @Test("a pitch that is to stay steady is not moved by them either")
  func steadyPitch() throws {
    var envelope = RegionEnvelope(points: [RegionEnvelope.Point(seconds: 0.1, level: 1)])
    envelope.pitchCents = 300
    func bank(_ envelopes: [RegionEnvelope]) -> SoundBank {
      TestBank.tone {
        $0.performance = RegionPerformance()
        $0.performance?.envelopes = envelopes
      }
    }
    let event = TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 69, velocity: 100))
    let moved = try Render(bank([envelope]), [event], frames: 9000)
    let steady = try Render(bank([envelope]), [event], frames: 9000, steadyPitch: true)
    #expect(steady.left == (try Render(bank([]), [event], frames: 9000)).left)
    #expect(moved.left != steady.left)
  }
}
