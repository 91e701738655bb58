import Foundation
import PeachInstrumentModel
import PeachSynthesis
import Testing

/// Master level and balance, resets, and samples that start at release.
@Suite("System messages")
struct SystemTests {
  @Test("Master volume and balance are factors, and ramp")
  func master() throws {
    let events =
      [.on(60)].at(0) + [.masterVolume(0.25)].at(0.1) + [.masterBalance(0.5)].at(0.2)
    let audio = try Probe().play(events, seconds: 0.3)
    let middle = 0.5 * 0.5.squareRoot()
    for (second, left, right) in [(0.09, 1, 1), (0.15, 0.25, 0.25), (0.25, 0.125, 0.25)] {
      let frame = Int(second * 48_000)
      #expect(abs(Double(audio.left[frame]) - middle * left) < 0.0005)
      #expect(abs(Double(audio.right[frame]) - middle * right) < 0.0005)
    }
    let steps = zip(audio.left[100...], audio.left[101...]).map { abs($1 - $0) }
    #expect(try #require(steps.max()) < 0.002)
  }

  @Test("A system reset ends all notes and resets every channel")
  func reset() throws {
    let events =
      ([.control(7, 20), .control(1, 127), .control(126, 1), .on(60), .masterVolume(0.5)]
      + SynthesizerEvent.registered(0, coarse: 12)).at(0)
      + [.reset(.gs)].at(0.1)
      + [.control(7, 127), .pitchBend(channel: 0, value: 16383), .on(60)].at(0.2)
    let audio = try Probe(.tone).play(events, seconds: 0.4)
    #expect(audio.left[Int(0.12 * 48_000)..<Int(0.2 * 48_000)].allSatisfy { $0 == 0 })
    let fresh = try Probe(.tone).note(
      after: [.pitchBend(channel: 0, value: 16383)], seconds: 0.2)
    #expect(Array(audio.left[9600...]) == fresh.left)
  }

  // Proves sample mode-2: SF2.04 §8.1.3, as practice has it; exact to the frame
  @Test("A sample of mode 2 starts at note-off, regardless of pedals")
  func fromRelease() throws {
    let probe = Probe(.level, [.sampleModes: 2])
    let events =
      [.control(64, 127), .on(60)].at(0) + [.off(60)].at(0.1) + [.control(64, 0)].at(0.2)
    let audio = try probe.play(events, seconds: 0.3)
    let first = try #require(audio.left.firstIndex { $0 != 0 })
    #expect(first == 9600)
    // It plays 200 more frames to its end, regardless of the release.
    #expect(abs(audio.level(at: 0.203)) < 0.1)
    #expect(audio.left[(9600 + 201)...].allSatisfy { $0 == 0 })
    let cut = try probe.play(
      [.on(60)].at(0) + [.control(120, 0)].at(0.1) + [.off(60)].at(0.2), seconds: 0.3)
    #expect(cut.left.allSatisfy { $0 == 0 })
  }
}
