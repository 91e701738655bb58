import PeachMIDIEvents
import PeachMusicUnits
import Testing

@Suite("Universal System Exclusive messages")
struct SystemExclusiveUniversalTests {
  private func settings(_ hexadecimal: String) -> [SystemExclusiveSetting] {
    SystemExclusiveMessage(hexadecimal).settings
  }

  @Test(
    "General MIDI on and off, for any device (RP-003, RP-024)",
    arguments: [
      ("7E 7F 09 01", SystemReset.generalMIDI1), ("7E 00 09 01", .generalMIDI1),
      ("7E 7F 09 02", .generalMIDIOff), ("7E 10 09 03", .generalMIDI2),
    ])
  func resets(message: String, reset: SystemReset) {
    #expect(settings(message) == [.reset(reset)])
  }

  @Test("Master volume has 14 bits, LSB first (MIDI 1.0)")
  func masterVolume() {
    #expect(settings("7F 7F 04 01 7F 7F") == [.master(.volume(1))])
    #expect(settings("7F 7F 04 01 00 00") == [.master(.volume(0))])
    // 40 hexadecimal in the high byte: 64 · 128 = 8192 of 16383.
    #expect(settings("7F 7F 04 01 00 40") == [.master(.volume(8192.0 / 16_383))])
    #expect(settings("7F 7F 04 01 01 00") == [.master(.volume(1.0 / 16_383))])
  }

  @Test("Master balance is left at 0, center at 0x2000 and right at 0x3FFF (MIDI 1.0)")
  func masterBalance() {
    #expect(settings("7F 7F 04 02 00 00") == [.master(.balance(-1))])
    #expect(settings("7F 7F 04 02 00 40") == [.master(.balance(0))])
    #expect(settings("7F 7F 04 02 7F 7F") == [.master(.balance(1))])
  }

  @Test("Master tuning is 100/8192 cents and whole semitones (CA-025)")
  func masterTuning() {
    #expect(settings("7F 7F 04 03 00 00") == [.master(.fineTuning(cents: -100))])
    #expect(settings("7F 7F 04 03 00 40") == [.master(.fineTuning(cents: 0))])
    // 60 hexadecimal: 96 · 128 − 8192 = 4096 steps, half of 100 cents.
    #expect(settings("7F 7F 04 03 00 60") == [.master(.fineTuning(cents: 50))])
    // 16383 − 8192 = 8191 steps.
    let highest = 8191.0 * 100 / 8192
    #expect(settings("7F 7F 04 03 7F 7F") == [.master(.fineTuning(cents: highest))])
    #expect(settings("7F 7F 04 04 00 40") == [.master(.keyShift(semitones: 0))])
    #expect(settings("7F 7F 04 04 00 28") == [.master(.keyShift(semitones: -24))])
    #expect(settings("7F 7F 04 04 55 7F") == [.master(.keyShift(semitones: 63))])
    #expect(settings("7F 7F 04 04 00 00") == [.master(.keyShift(semitones: -64))])
  }

  @Test(
    "Global Parameter Control selects GM2's reverb types (RP-024)",
    arguments: [
      (UInt8(0), ReverbType.smallRoom), (1, .mediumRoom), (2, .largeRoom), (3, .mediumHall),
      (4, .largeHall), (8, .plate),
    ])
  func reverbTypes(value: UInt8, type: ReverbType) {
    let message: [UInt8] = [0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 0, value]
    #expect(SystemExclusiveMessage(message).settings == [.reverb(.type(type))])
  }

  @Test("GM2's reverb time is e^((value − 40) / 40) seconds")
  func reverbTime() {
    // Python: math.exp((value - 40) * 0.025).
    let expected: [(UInt8, Double)] = [
      (0, 0.367_879_441_171_442_33), (40, 1), (64, 1.822_118_800_390_508_9),
      (127, 8.802_185_122_187_609),
    ]
    for (value, seconds) in expected {
      let message: [UInt8] = [0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 1, value]
      guard case .reverb(.time(let found)) = SystemExclusiveMessage(message).settings.first else {
        Issue.record("No time in \(message)")
        continue
      }
      #expect(abs(found / seconds - 1) < 1e-14)
    }
  }

  @Test("One message sets several parameters of GM2's chorus (RP-024)")
  func chorus() {
    // Chorus 3 as GM2 has it by itself: rate 3, depth 19, feedback 8, nothing to the reverberation.
    let chorus3: [ChorusParameter] = [
      .type(.chorus3), .rate(hertz: 3 * 0.122), .depth(seconds: 0.006_25),
      .feedback(8 * 0.007_63), .sendToReverb(0),
    ]
    #expect(
      settings("7F 7F 04 05 01 01 01 01 02 00 02 01 03 02 13 03 08 04 00")
        == chorus3.map { .chorus($0) })
    #expect(settings("7F 7F 04 05 01 01 01 01 02 00 05") == [.chorus(.type(.flanger))])
    #expect(
      settings("7F 7F 04 05 01 01 01 01 02 04 7F") == [.chorus(.sendToReverb(127 * 0.007_87))])
  }

  @Test(
    "Malformed and unknown messages set nothing",
    arguments: [
      "", "7E", "7E 7F 09", "7E 7F 09 04", "7E 7F 09 01 00", "7F 7F 09 01", "7E 7F 04 01 00 00",
      "7F 7F 04 01 00", "7F 7F 04 01 00 00 00", "7F 7F 04 06 00 00", "7F 7F 04 01 80 00",
      // Global Parameter Control: half a pair, no pair, another path, other widths, open numbers.
      "7F 7F 04 05 01 01 01 01 01 00 01 01", "7F 7F 04 05 01 01 01 01 01",
      "7F 7F 04 05 01 01 01 01 03 00 01", "7F 7F 04 05 01 01 02 01 01 00 01 00",
      "7F 7F 04 05 01 01 01 01 01 00 05", "7F 7F 04 05 01 01 01 01 02 00 06",
      "7F 7F 04 05 01 01 01 01 02 05 06",
      // Identity request, Korg.
      "7E 7F 06 01", "42 30 7E 09 01",
    ])
  func nothing(message: String) {
    #expect(settings(message).isEmpty)
  }
}
