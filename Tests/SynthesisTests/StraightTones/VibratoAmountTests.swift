import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

/// The player's amount and controller 77, compared with the amount of the configuration.
@Suite("Amount of recorded vibrato")
struct VibratoAmountTests {
  private func render(
    amount: Float = 0, _ events: [SynthesizerEvent], _ change: (inout Region) -> Void = { _ in }
  ) throws -> [Float] {
    try RecordedVibratoTests.render(
      amount: amount, frames: 12_000, events: events.map { TimedEvent(frame: 0, event: $0) }, change
    )
  }

  private func depth(_ value: UInt8) -> SynthesizerEvent {
    .controlChange(channel: 0, controller: 77, value: value)
  }

  @Test(
    "Controller 77 is the amount: 64 is as recorded, 127 twice that, linear in between",
    arguments: [(0, 0), (16, 0.25), (32, 0.5), (64, 1), (127, 2)] as [(UInt8, Float)])
  func controller(value: UInt8, amount: Float) throws {
    let expected = try render(amount: amount, [])
    #expect(try render(amount: 0, [depth(value)]) == expected)
    #expect(try render(amount: 1.3, [depth(value)]) == expected)
    #expect(try render([.vibratoAmount(channel: 0, amount: amount)]) == expected)
  }

  @Test("The player's amount applies until controller 77 is received, and again after a reset")
  func precedence() throws {
    let half = SynthesizerEvent.vibratoAmount(channel: 0, amount: 0.5)
    let expected = try render(amount: 0.5, [])
    #expect(try render([half]) == expected)
    #expect(try render([depth(32), .vibratoAmount(channel: 0, amount: 2)]) == expected)
    #expect(try render([half, .vibratoAmount(channel: 1, amount: 2)]) == expected)
    #expect(
      try render(amount: 0.5, [.controlChange(channel: 1, controller: 77, value: 3)]) == expected)
    // Reset All Controllers keeps the sound controllers (RP-015).
    let resetAll = SynthesizerEvent.controlChange(channel: 0, controller: 121, value: 0)
    #expect(try render([depth(32), resetAll]) == expected)
    // Amounts that are not between 0 and 2 are ignored.
    for wrong in [-0.1, 2.1, .nan, .infinity] as [Float] {
      #expect(try render([half, .vibratoAmount(channel: 0, amount: wrong)]) == expected)
    }
  }

  @Test("Data entry for the vibrato depth of GS has the effect of controller 77")
  func parameter() throws {
    let entry: [SynthesizerEvent] = [(99, 1), (98, 9), (6, 32)].map {
      .controlChange(channel: 0, controller: $0.0, value: $0.1)
    }
    #expect(try render(entry) == render(amount: 0.5, []))
  }

  @Test("Resets of the system and of a channel end controller 77, and keep the player's amount")
  func reset() throws {
    func amount(after events: [SynthesizerEvent]) -> (Float, Float) {
      var configuration = SynthesizerConfiguration(channelCount: 2)
      configuration.vibratoAmount = 0.25
      var synthesizer = Synthesizer(configuration)
      for event in events { synthesizer.handle(event) }
      return (synthesizer.vibratoAmount(onChannel: 0), synthesizer.vibratoAmount(onChannel: 1))
    }
    let mine = SynthesizerEvent.vibratoAmount(channel: 0, amount: 0.5)
    #expect(amount(after: []) == (0.25, 0.25))
    #expect(amount(after: [mine, depth(127)]) == (2, 0.25))
    #expect(amount(after: [depth(127), mine, .reset(.gs)]) == (0.5, 0.25))
    #expect(amount(after: [depth(127), mine, .resetChannel(0)]) == (0.5, 0.25))
    #expect(amount(after: [depth(127), mine, .resetChannel(1)]) == (2, 0.25))
  }

  @Test("A controller 77 of an MPE zone's manager applies to its members")
  func zone() {
    var synthesizer = Synthesizer(SynthesizerConfiguration())
    for (controller, value) in [(101, 0), (100, 6), (6, 3), (77, 64)] as [(UInt8, UInt8)] {
      synthesizer.handle(.controlChange(channel: 0, controller: controller, value: value))
    }
    let amounts = (0..<5 as Range<UInt8>).map { synthesizer.vibratoAmount(onChannel: $0) }
    #expect(amounts == [1, 1, 1, 1, 0])
  }

  @Test("A stored state includes controller 77, but not the player's amount")
  func state() {
    var first = Synthesizer(SynthesizerConfiguration())
    first.handle(.vibratoAmount(channel: 0, amount: 0.5))
    first.handle(.vibratoAmount(channel: 1, amount: 0.5))
    first.handle(depth(64))
    var second = Synthesizer(SynthesizerConfiguration())
    for channel in 0..<2 {
      var words = [Int32](repeating: 0, count: ChannelState.wordCount)
      first.state(ofChannel: channel).encode(to: &words)
      second.restore(ChannelState(words: words), ofChannel: channel)
    }
    #expect(second.vibratoAmount(onChannel: 0) == 1)
    #expect(second.vibratoAmount(onChannel: 1) == 0)
  }

  @Test("With a table, controller 77 does not affect the vibrato of the LFO")
  func lfo() throws {
    let wide: (inout Region) -> Void = { $0.generators[.vibratoLFOToPitch] = 30 }
    #expect(try render(amount: 1, [depth(64)], wide) == render(amount: 1, [], wide))
    #expect(try render(amount: 0, [depth(0)], wide) == render(amount: 0, [], wide))
    #expect(try render(amount: 0, [], wide) != render(amount: 0, []))
  }
}
