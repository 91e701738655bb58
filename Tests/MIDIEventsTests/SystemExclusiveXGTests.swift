import PeachMIDIEvents
import PeachMusicUnits
import Testing

@Suite("Yamaha XG messages")
struct SystemExclusiveXGTests {
  private func settings(_ addressAndData: String) -> [SystemExclusiveSetting] {
    SystemExclusiveMessage.xg(addressAndData).settings
  }

  @Test("Resets, on any device")
  func resets() {
    for device in 0..<16 {
      let digit = String(device, radix: 16)
      #expect(
        SystemExclusiveMessage("43 1\(digit) 4C 00 00 7E 00").settings == [.reset(.xg)])
    }
    #expect(settings("00 00 7F 00") == [.reset(.xgAllParameters)])
    #expect(settings("00 00 7E 01").isEmpty)
    // A request for a parameter, and another model.
    #expect(SystemExclusiveMessage("43 30 4C 00 00 7E 00").settings.isEmpty)
    #expect(SystemExclusiveMessage("43 10 49 00 00 7E 00").settings.isEmpty)
  }

  @Test("Master tuning in tenths of a cent, volume and transposition")
  func system() {
    // 04 00 hexadecimal is 0; 07 FF is 2047 − 1024 = 1023 tenths.
    #expect(settings("00 00 00 00 04 00 00") == [.master(.fineTuning(cents: 0))])
    #expect(settings("00 00 00 00 07 0F 0F") == [.master(.fineTuning(cents: 102.3))])
    #expect(settings("00 00 00 00 00 00 00") == [.master(.fineTuning(cents: -102.4))])
    #expect(settings("00 00 00 00 08 00 00").isEmpty && settings("00 00 00 00 04 00").isEmpty)
    #expect(settings("00 00 04 00") == [.master(.volume(0))])
    #expect(settings("00 00 06 58") == [.master(.keyShift(semitones: 24))])
    #expect(settings("00 00 06 59").isEmpty)
  }

  @Test("Effect types match the list; unknown variations select the basic type")
  func effectTypes() {
    let reverbs: [(String, ReverbType)] = [
      ("00 00", .none), ("01 00", .mediumHall), ("01 01", .largeHall), ("02 00", .smallRoom),
      ("02 01", .mediumRoom),
      ("02 02", .largeRoom), ("03 00", .stage1), ("03 01", .stage2), ("04 00", .plate),
      ("10 00", .whiteRoom), ("11 00", .tunnel), ("12 00", .canyon), ("13 00", .basement),
      ("01 63", .mediumHall), ("50 00", .none),
    ]
    for (data, type) in reverbs {
      #expect(settings("02 01 00 " + data) == [.reverb(.type(type))])
    }
    let choruses: [(String, ChorusType)] = [
      ("00 00", .none), ("41 00", .chorus1), ("41 01", .chorus2), ("41 02", .chorus3),
      ("41 08", .chorus4), ("42 00", .celeste1), ("42 01", .celeste2), ("42 02", .celeste3),
      ("42 08", .celeste4), ("43 00", .flanger), ("43 01", .flanger2), ("43 08", .flanger3),
      ("41 63", .chorus1), ("50 00", .none),
    ]
    for (data, type) in choruses {
      #expect(settings("02 01 20 " + data) == [.chorus(.type(type))])
    }
  }

  @Test("Reverb times match the table; return levels are 0 dB at 64")
  func effects() {
    let seconds: [(String, Double)] = [
      ("00", 0.3), ("12", 2.1), ("2F", 5), ("30", 5.5), ("39", 10), ("3A", 11), ("43", 20),
      ("44", 25), ("45", 30),
    ]
    for (data, seconds) in seconds {
      #expect(settings("02 01 02 " + data) == [.reverb(.time(seconds: seconds))])
    }
    #expect(settings("02 01 02 46").isEmpty)
    #expect(settings("02 01 0C 40 01") == [.reverb(.returnGain(1)), .reverb(.pan(-1))])
    // 127 / 64 is 5.95 dB, which the manual calls 6.
    #expect(settings("02 01 0C 7F") == [.reverb(.returnGain(1.984_375))])
    #expect(
      settings("02 01 2C 00 7F 20")
        == [.chorus(.returnGain(0)), .chorus(.pan(1)), .chorus(.sendToReverb(0.5))])
  }

  @Test("All settings of a part")
  func parts() {
    #expect(
      settings("08 03 01 7E 01 19 0F 00")
        == part(
          3, .bankMSB(126), .bankLSB(1), .program(25), .receiveChannel(15), .isMonophonic(true)))
    #expect(settings("08 03 04 7F") == part(3, .receivesNothing))
    #expect(settings("08 03 05 01") == part(3, .isMonophonic(false)))
    #expect(settings("08 09 07 00") == part(9, .melodic))
    #expect(settings("08 00 07 01") == part(0, .rhythm(set: 0)))
    #expect(settings("08 00 07 03") == part(0, .rhythm(set: 2)))
    // Detune: 80 hexadecimal is 0, 00 is −128 and FF is 127 tenths of a hertz.
    #expect(
      settings("08 0F 08 34 00 00")
        == part(
          15, .keyShift(semitones: -12), .pitchOffset(hertz: -12.8)))
    #expect(settings("08 0F 09 0F 0F") == part(15, .pitchOffset(hertz: 12.7)))
    #expect(
      settings("08 0F 0B 7F 20 41 7F 0C 6C 7F 00 7F")
        == part(
          15, .level(1), .velocityDepth(0.5), .velocityOffset(1), .pan(1), .lowestKey(12),
          .highestKey(108), .dryLevel(1), .chorusSend(0), .reverbSend(1)))
    #expect(settings("08 0F 0E 00") == part(15, .randomPan))
    #expect(settings("08 10 0B 7F").isEmpty)
  }

  @Test("Sound parameters, controllers and scale tuning of a part")
  func sound() {
    let qualities: [SoundQuality] = [
      .vibratoRate, .vibratoDepth, .vibratoDelay, .filterCutoff, .filterResonance, .attackTime,
      .decayTime, .releaseTime,
    ]
    #expect(
      settings("08 00 15 00 01 02 03 04 05 06 7F").map { $0 }
        == qualities.enumerated().map { index, quality in
          .part(.quality(quality, steps: index == 7 ? 63 : Int8(index - 64)), number: 0)
        })
    #expect(
      settings("08 00 1D 41 7F 00")
        == part(
          0, .control(amount: 1, of: .pitch, by: .modulation),
          .control(amount: 9450, of: .filterCutoff, by: .modulation),
          .control(amount: -1, of: .amplitude, by: .modulation)))
    #expect(
      settings("08 00 23 34 00 7F")
        == part(
          0, .bendRange(semitones: -12), .control(amount: -9600, of: .filterCutoff, by: .bend),
          .control(amount: 1, of: .amplitude, by: .bend)))
    #expect(settings("08 00 41 00") == part(0, .scaleTuning(cents: -64, pitchClass: 0)))
    #expect(settings("08 00 4C 7F") == part(0, .scaleTuning(cents: 63, pitchClass: 11)))
    #expect(settings("08 00 4D 7F").isEmpty)
  }

  @Test("A bulk dump is split into parameters if its size and checksum are right")
  func bulk() {
    // Two bytes from 08 00 0B on: 00 02 + 08 00 0B + 7F 40 = D4; 100 − (D4 & 7F) = 2C.
    #expect(
      SystemExclusiveMessage("43 00 4C 00 02 08 00 0B 7F 40 2C").settings
        == part(0, .level(1), .velocityDepth(1)))
    #expect(SystemExclusiveMessage("43 00 4C 00 02 08 00 0B 7F 40 2D").settings.isEmpty)
    #expect(SystemExclusiveMessage("43 00 4C 00 03 08 00 0B 7F 40 2B").settings.isEmpty)
  }
}
