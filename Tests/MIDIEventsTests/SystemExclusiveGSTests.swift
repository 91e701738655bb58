import PeachMIDIEvents
import PeachMusicUnits
import Testing

@Suite("Roland GS messages")
struct SystemExclusiveGSTests {
  private func settings(_ addressAndData: String) -> [SystemExclusiveSetting] {
    SystemExclusiveMessage.gs(addressAndData).settings
  }

  @Test("The messages printed in the manuals are decoded with their checksums")
  func printed() {
    // SC-55mkII, GS Reset; SC-8820, "Setting the reverb type to Room 3".
    #expect(
      SystemExclusiveMessage("41 10 42 12 40 00 7F 00 41").settings == [.reset(.gs)])
    #expect(
      SystemExclusiveMessage("41 10 42 12 40 01 30 02 0D").settings == [.reverb(.type(.largeRoom))])
    // SC-88, an equalizer that is not there: a right message about something else.
    #expect(SystemExclusiveMessage("41 10 42 12 40 41 20 01 5E").settings.isEmpty)
  }

  @Test("Wrong checksums are rejected, on any device")
  func checksums() {
    for device in UInt8(0)...127 {
      for sum in UInt8(0)...127 {
        let bytes: [UInt8] = [0x41, device, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, sum]
        #expect(SystemExclusiveMessage(bytes).settings.isEmpty == (sum != 0x41))
      }
    }
  }

  @Test("Resets and modes")
  func resets() {
    #expect(settings("40 00 7F 7F") == [.reset(.gsExit)])
    #expect(settings("40 00 7F 01").isEmpty)
    #expect(settings("00 00 7F 00") == [.reset(.gsSingleModule)])
    #expect(settings("00 00 7F 01") == [.reset(.gsDoubleModule)])
    #expect(settings("00 00 7F 02").isEmpty)
  }

  @Test("Master tuning in tenths of a cent, key shift, pan and volume")
  func master() {
    // 04 00 hexadecimal is 0; 07 E8 is 2024 − 1024 = 1000 tenths; 00 18 is 24 − 1024.
    #expect(settings("40 00 00 00 04 00 00") == [.master(.fineTuning(cents: 0))])
    #expect(settings("40 00 00 00 07 0E 08") == [.master(.fineTuning(cents: 100))])
    #expect(settings("40 00 00 00 00 01 08") == [.master(.fineTuning(cents: -100))])
    #expect(settings("40 00 00 00 04 01 05") == [.master(.fineTuning(cents: 2.1))])
    #expect(settings("40 00 00 00 00 01 07").isEmpty && settings("40 00 00 00 07 0E 09").isEmpty)
    #expect(settings("40 00 04 7F") == [.master(.volume(1))])
    #expect(settings("40 00 05 28") == [.master(.keyShift(semitones: -24))])
    #expect(settings("40 00 05 58") == [.master(.keyShift(semitones: 24))])
    #expect(settings("40 00 05 27").isEmpty && settings("40 00 05 59").isEmpty)
    #expect(settings("40 00 06 01") == [.master(.balance(-1))])
    #expect(settings("40 00 06 40") == [.master(.balance(0))])
    #expect(settings("40 00 06 7F") == [.master(.balance(1))])
    #expect(settings("40 00 06 00") == [.master(.randomPan)])
  }

  @Test("Reverb and chorus parameters in one message from their first address")
  func effects() {
    let reverb: [ReverbParameter] = [
      .type(.delay), .character(.panningDelay), .preLowPass(3), .level(64.0 / 127),
      .relativeTime(1), .delayFeedback(32.0 / 127), .preDelay(seconds: 0.010),
    ]
    #expect(
      settings("40 01 30 06 07 03 40 7F 20 00 0A")
        == reverb.map { SystemExclusiveSetting.reverb($0) })
    // Rate, depth and feedback in GM2's units (RP-024): 3 · 0.122 Hz, (19 + 1) / 3.2 ms, 8 · 0.763
    // %.
    let chorus: [ChorusParameter] = [
      .type(.chorus3), .preLowPass(0), .level(64.0 / 127), .feedback(8 * 0.007_63),
      .relativeDelay(80.0 / 127), .rate(hertz: 3 * 0.122), .depth(seconds: 0.006_25),
      .sendToReverb(1),
    ]
    #expect(
      settings("40 01 38 02 00 40 08 50 03 13 7F 7F")
        == chorus.map { SystemExclusiveSetting.chorus($0) })
    #expect(settings("40 01 38 07") == [.chorus(.type(.shortDelayFeedback))])
    #expect(settings("40 01 30 08").isEmpty && settings("40 01 38 08").isEmpty)
  }

  @Test("Block 0 is part 10, blocks 1 to 9 are parts 1 to 9, A to F are 11 to 16")
  func blocks() {
    let parts: [UInt8] = [9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15]
    for (block, number) in parts.enumerated() {
      let digit = String(block, radix: 16)
      #expect(settings("40 1\(digit) 15 02") == part(number, .rhythm(set: 2)))
      #expect(settings("40 2\(digit) 10 4C") == part(number, .bendRange(semitones: 12)))
    }
  }

  @Test("A part's settings")
  func parts() {
    #expect(settings("40 11 00 08 19") == part(0, .bankMSB(8), .program(25)))
    #expect(settings("40 11 02 0F") == part(0, .receiveChannel(15)))
    #expect(settings("40 11 02 10") == part(0, .receivesNothing))
    #expect(settings("40 11 02 11").isEmpty)
    #expect(settings("40 11 13 00") == part(0, .isMonophonic(true)))
    #expect(settings("40 11 13 01") == part(0, .isMonophonic(false)))
    #expect(settings("40 10 15 00") == part(9, .melodic))
    // The key shift and both nibbles of the offset: 80 hexadecimal is 0, F8 is 120 tenths of a
    // hertz.
    #expect(
      settings("40 12 16 34 0F 08") == part(1, .keyShift(semitones: -12), .pitchOffset(hertz: 12)))
    #expect(settings("40 12 17 00 07").isEmpty && settings("40 12 17 08").isEmpty)
    #expect(
      settings("40 12 19 7F 40 3F 01 0C 6C")
        == part(
          1, .level(1), .velocityDepth(1), .velocityOffset(-1), .pan(-1), .lowestKey(12),
          .highestKey(108)))
    #expect(settings("40 12 1C 00") == part(1, .randomPan))
    #expect(settings("40 12 21 00 7F") == part(1, .chorusSend(0), .reverbSend(1)))
    #expect(
      settings("40 12 30 0E 0F 3F 40 41 42 71 72")
        == part(
          1, .quality(.vibratoRate, steps: -50), .quality(.vibratoDepth, steps: -49),
          .quality(.filterCutoff, steps: -1), .quality(.filterResonance, steps: 0),
          .quality(.attackTime, steps: 1), .quality(.decayTime, steps: 2),
          .quality(.releaseTime, steps: 49), .quality(.vibratoDelay, steps: 50)))
  }

  @Test("Scale tuning is −64 to 63 cents for each of twelve pitch classes")
  func scaleTuning() {
    let cents: [Double] = [-64, -63, -2, -1, 0, 1, 2, 3, 4, 5, 62, 63]
    let data = "00 01 3E 3F 40 41 42 43 44 45 7E 7F"
    #expect(
      settings("40 1F 40 " + data)
        == (0..<12).map {
          .part(.scaleTuning(cents: cents[$0], pitchClass: UInt8($0)), number: 15)
        })
  }

  @Test("Controller depths are in semitones, cents, hertz and fractions")
  func controllers() {
    #expect(
      settings("40 21 00 28 00 7F 00 7F 7F 7F 7F 00 7F 00")
        == part(
          0, .control(amount: -24, of: .pitch, by: .modulation),
          .control(amount: -9600, of: .filterCutoff, by: .modulation),
          .control(amount: 1, of: .amplitude, by: .modulation),
          .control(amount: -10, of: .lfo1Rate, by: .modulation),
          .control(amount: 600, of: .lfo1Pitch, by: .modulation),
          .control(amount: 2400, of: .lfo1Filter, by: .modulation),
          .control(amount: 1, of: .lfo1Amplitude, by: .modulation),
          .control(amount: 10, of: .lfo2Rate, by: .modulation),
          .control(amount: 0, of: .lfo2Pitch, by: .modulation),
          .control(amount: 2400, of: .lfo2Filter, by: .modulation),
          .control(amount: 0, of: .lfo2Amplitude, by: .modulation)))
    let sources: [ControlSource] = [
      .modulation, .bend, .channelPressure, .keyPressure, .assignable1, .assignable2,
    ]
    for (index, source) in sources.enumerated() {
      #expect(
        settings("40 21 \(index)1 40")
          == part(0, .control(amount: 0, of: ControlDestination.filterCutoff, by: source)))
    }
    // Pitch bend range is 0 to 24 semitones; the next row is unused.
    #expect(settings("40 21 10 3F").isEmpty && settings("40 21 60 40").isEmpty)
  }

  @Test("A write across blocks continues in the next one")
  func carry() {
    #expect(
      SystemExclusiveMessage.gs("40 11 7F 00 05 06").settings
        == part(1, .bankMSB(5), .program(6)))
  }
}
