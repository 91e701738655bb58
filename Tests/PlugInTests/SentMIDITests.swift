import CAllocationCounter
import PeachInstrumentModel
import PeachMIDIEvents
import PeachPlugIn
import PeachSynthesis
import SoundMeasurement
import TestEnvironment
import Testing

/// The calls and bytes are those of SF2LibAU; the messages those of MIDI 1.0.
@Suite("MIDI sent to a unit")
struct SentMIDITests {
  private func loaded() throws -> SamplerUnitFixture {
    let rig = SamplerUnitFixture(
      ["a.sf2": SamplerUnitFixture.bank(SamplerUnitTests.numbers)], effects: false)
    try rig.unit.load("/banks/a.sf2", usingPreset: 0)
    rig.unit.allocateRenderResources(sampleRate: SamplerUnitFixture.sampleRate)
    return rig
  }

  @Test("Calls have the bytes of SF2LibAU")
  func bytes() throws {
    let unit = try loaded().unit
    #expect(
      unit.createLoadFileUsePreset(path: "/tmp/a.sf2", preset: 180) == [
        0xF0, 0x7E, 0x00, 0x01, 0x34, 0x4C, 0x33, 0x52, 0x74, 0x63, 0x43, 0x39, 0x68, 0x4C, 0x6E,
        0x4E, 0x6D, 0x4D, 0x67, 0x3D, 0x3D, 0xF7,
      ])
    #expect(unit.createUsePreset(preset: 59) == [0xF0, 0x7E, 0, 0, 0x3B, 0xF7])
    #expect(unit.createResetCommand() == [0xFF])
    #expect(unit.createChannelMessage(message: 0x7E, value: 1) == [0xB0, 0x7E, 1])
    // MIDI 1.0: Bank Select MSB (CC 0) and LSB (CC 32), then Program Change.
    let message = unit.createUseBankProgram(bank: 8 * 128 + 3, program: 25)
    #expect(message.prefix(8) == [0xB0, 0, 8, 0xB0, 32, 3, 0xC0, 25])
    // 1153 would read as GM System On.
    #expect(unit.createUsePreset(preset: 1153) == [0xF0, 0x7D, 0x53, 0x46, 9, 1, 0xF7])
  }

  /// Records what the calls send.
  private final class Recorder: UnitMessageSender {
    var sent: [(bytes: [UInt8], when: Int64, cable: UInt8)] = []

    func sendMIDI(bytes: [UInt8], when: Int64, cable: UInt8) {
      sent.append((bytes, when, cable))
    }
  }

  // MIDI 1.0, table II (channel voice) and table III (channel mode).
  @Test("Each call sends its bytes once, on cable 0 and at its time")
  func calls() throws {
    let recorder = Recorder()
    try recorder.sendLoadFileUsePreset(path: "/tmp/a.sf2", preset: 180, when: 1)
    try recorder.sendUsePreset(preset: 128, when: 2)
    try recorder.sendUseBankProgram(bank: 128, program: 25, when: 3)
    try recorder.sendReset(when: 4)
    try recorder.sendChannelMessage(message: 10, value: 127, when: 5)
    try recorder.sendAllNotesOff(when: 6)
    try recorder.sendAllSoundOff(when: 7)
    try recorder.sendNoteOn(note: 60, when: 8)
    try recorder.sendNoteOff(note: 60)
    #expect(recorder.sent.map(\.when) == [1, 2, 3, 4, 5, 6, 7, 8, .min])
    #expect(recorder.sent.allSatisfy { $0.cable == 0 })
    #expect(recorder.sent[0].bytes.count == 22)
    #expect(
      recorder.sent.dropFirst().map(\.bytes) == [
        [0xF0, 0x7E, 0, 1, 0, 0xF7], [0xB0, 0, 1, 0xB0, 32, 0, 0xC0, 25, 0], [0xFF],
        [0xB0, 10, 127], [0xB0, 123, 0], [0xB0, 120, 0], [0x90, 60, 100], [0x80, 60, 0],
      ])
  }

  @Test("A loaded file and a bank program play, with the same output as direct calls")
  func presets() throws {
    let (rig, expected) = (try loaded(), try loaded())
    func compare() {
      for one in [rig, expected] { one.render(2048, [SamplerUnitFixture.on(60)]) }
      #expect(rig.left == expected.left)
      #expect(rig.left.suffix(1024).contains { $0 != 0 })
    }
    try rig.unit.sendLoadFileUsePreset(path: "/banks/a.sf2", preset: 3)
    for one in [rig, expected] { one.render(64) }
    #expect(rig.unit.service() == [.loaded(path: "/banks/a.sf2")])
    try expected.unit.load("/banks/a.sf2", usingPreset: 3)
    compare()
    #expect(rig.unit.activePresetName == "8:28")
    try rig.unit.sendUsePreset(preset: 2)
    for one in [rig, expected] { one.render(64) }
    #expect(rig.unit.service() == [.selected(preset: 2)])
    try expected.unit.usePreset(2)
    compare()
    #expect(rig.unit.activePresetName == "0:123")
    try rig.unit.sendUseBankProgram(bank: 128, program: 25)
    _ = try expected.unit.useBankProgram(bank: 128, program: 25)
    compare()
    #expect(rig.unit.activePresetName == "128:25")
  }

  @Test("A note sent for a time starts on that frame, for any block size", arguments: [1, 64, 512])
  func time(block: Int) throws {
    // The host's events have their frames too: the same note from the host.
    for frame in [0, 1, 63, 64, 100, 511, 512, 1000, 4001] {
      let (rig, expected) = (try loaded(), try loaded())
      for one in [rig, expected] { one.render(1024) }
      #expect(rig.unit.sampleTime == 1024)
      try rig.unit.sendNoteOn(note: 60, velocity: 127, when: 1024 + Int64(frame))
      rig.render(6000, block: block)
      expected.render(6000, [SamplerUnitFixture.on(60, at: frame)])
      #expect(rig.left == expected.left, "\(frame)")
      let first = rig.left.firstIndex { $0 != 0 } ?? 0
      // The tone is a sine from its zero crossing; the frame is silent.
      #expect(first >= 1024 + frame && first <= 1024 + frame + 2, "\(frame): \(first)")
    }
  }

  @Test("Messages sort by time; equal times keep their order; the immediate time has an offset")
  func order() throws {
    let (rig, expected) = (try loaded(), try loaded())
    try rig.unit.sendNoteOff(note: 60, when: 900)
    try rig.unit.sendNoteOn(note: 60, velocity: 127, when: 300)
    try rig.unit.sendChannelMessage(message: 7, value: 20, when: 300)
    try rig.unit.sendNoteOn(note: 64, velocity: 127, when: SampleTime.immediate + 40)
    try rig.unit.sendNoteOn(note: 67, velocity: 127)
    rig.render(2048)
    expected.render(
      2048,
      [
        SamplerUnitFixture.on(67), SamplerUnitFixture.on(64, at: 40),
        SamplerUnitFixture.on(60, at: 300), SamplerUnitFixture.event([0xB0, 7, 20], at: 300),
        SamplerUnitFixture.off(60, at: 900),
      ])
    #expect(rig.left == expected.left)
  }

  @Test("Offsets of times from a block do not overflow")
  func offsets() {
    #expect(SampleTime.offset(of: .min, from: 100) == 0)
    #expect(SampleTime.offset(of: .min, from: .max) == 0)
    #expect(SampleTime.offset(of: 99, from: 100) == 0)
    #expect(SampleTime.offset(of: 612, from: 100) == 512)
    #expect(SampleTime.offset(of: .max, from: .min) == Int.max)
    // Core Audio: AUEventSampleTimeImmediate is 0xFFFF_FFFF_0000_0000.
    let immediate = Int64(bitPattern: 0xFFFF_FFFF_0000_0000)
    #expect(SampleTime.offset(of: immediate, from: 100) == 0)
    #expect(SampleTime.offset(of: immediate + 77, from: 100) == 77)
  }

  @Test("System Exclusive up to the capacity is handled; longer messages are dropped and counted")
  func oversize() throws {
    let rig = try loaded()
    let capacity = SamplerUnit.systemExclusiveCapacity
    func message(_ count: Int) -> [UInt8] {
      [0xF0, 0x43] + [UInt8](repeating: 1, count: count - 1) + [0xF7]
    }
    try rig.unit.sendMIDI(bytes: message(capacity))
    rig.render(64)
    #expect(rig.unit.lostMessageCount == 0)
    #expect(throws: UnitCommandError.self) { try rig.unit.sendMIDI(bytes: message(capacity + 1)) }
    #expect(rig.unit.lostMessageCount == 1)
    _ = rig.unit.service()
    #expect(!SamplerUnit.needsService(rig.unit.renderContext))
    // From the host; the messages after it are handled.
    rig.play(message(capacity + 1) + [0x90, 60, 100])
    #expect(rig.unit.lostMessageCount == 2 && rig.unit.activeVoiceCount == 1)
    #expect(SamplerUnit.needsService(rig.unit.renderContext))
    rig.play(message(capacity) + [0x90, 62, 100])
    #expect(rig.unit.lostMessageCount == 2 && rig.unit.activeVoiceCount == 2)
    // A request for a path that is too long.
    let path = "/" + String(repeating: "a", count: 9000)
    #expect(throws: UnitCommandError.self) {
      try rig.unit.sendLoadFileUsePreset(path: path, preset: 0)
    }
    rig.play(UnitMessages.loadFile(path, usingPreset: 0))
    #expect(rig.unit.lostMessageCount == 3 && rig.unit.service() == [])
    // MIDI 2.0, M2-104-UM §7.7: packets of six bytes, here of an unending message.
    let events = (0...(capacity / 6)).map { index in
      UnitEvent(
        frame: 0, .packet(UniversalMIDIPacket(index == 0 ? 0x3016_0101 : 0x3026_0101, 0x0101_0101)))
    }
    rig.render(64, events)
    #expect(rig.unit.lostMessageCount == 4)
  }

  @Test("Messages of one sender do not interrupt an incomplete message of the host")
  func interleaved() throws {
    let rig = try loaded()
    let request = UnitMessages.usePreset(3)
    rig.play(Array(request.prefix(4)))
    try rig.unit.sendNoteOn(note: 60)
    rig.render(64)
    rig.play(Array(request.dropFirst(4)))
    #expect(rig.unit.service() == [.selected(preset: 3)])
    #expect(rig.unit.activeVoiceCount == 1)
  }

  @Test("Invalid calls, and calls without render resources, return false")
  func refused() throws {
    let rig = try loaded()
    #expect(throws: UnitCommandError.invalidMessage) { try rig.unit.sendMIDI(bytes: []) }
    #expect(throws: UnitCommandError.invalidMessage) {
      try rig.unit.sendLoadFileUsePreset(path: "a.sf2", preset: 0)
    }
    for preset in [16_384, -1] {
      #expect(throws: UnitCommandError.invalidMessage) {
        try rig.unit.sendUsePreset(preset: preset)
      }
    }
    #expect(throws: UnitCommandError.invalidMessage) {
      try rig.unit.sendUseBankProgram(bank: 16_384, program: 0)
    }
    #expect(throws: UnitCommandError.invalidMessage) {
      try rig.unit.sendUseBankProgram(bank: 0, program: 128)
    }
    rig.render(64)
    // A full queue: the rest is refused and counted.
    var sent = 0
    while sent < 10_000, (try? rig.unit.sendNoteOff(note: 1, when: 1_000_000)) != nil { sent += 1 }
    #expect(sent == 4096 && rig.unit.lostMessageCount == 1)
    rig.render(512)
    #expect(throws: UnitCommandError.queueFull) { try rig.unit.sendNoteOff(note: 1) }
    rig.unit.deallocateRenderResources()
    #expect(throws: UnitCommandError.noRenderResources) { try rig.unit.sendNoteOn(note: 60) }
    #expect(rig.unit.sampleTime == 0)
    rig.unit.allocateRenderResources(sampleRate: SamplerUnitFixture.sampleRate)
    try rig.unit.sendNoteOn(note: 60)
    try rig.unit.sendAllNotesOff()
    try rig.unit.sendReset()
    rig.render(512)
    try rig.unit.sendNoteOn(note: 60, velocity: 127)
    rig.render(512)
    #expect(rig.unit.activeVoiceCount == 1)
    try rig.unit.sendAllSoundOff()
    rig.render(1024)
    #expect(rig.unit.activeVoiceCount == 0)
  }

  #if !DEBUG
    @Test(
      "Sent messages do not allocate or free on the audio thread",
      .enabled(if: allocation_counter_works(), "Requires glibc."))
    func allocatesNothing() throws {
      let rig = try loaded()
      var audio = [Float](repeating: 0, count: 1024)
      var counts: [Int] = []
      for round in 0..<3 {
        try rig.unit.sendNoteOn(note: 60, when: rig.unit.sampleTime + 100)
        try rig.unit.sendUseBankProgram(bank: 8, program: 28)
        try rig.unit.sendMIDI(bytes: [0xF0, 0x43] + [UInt8](repeating: 1, count: 30_000) + [0xF7])
        try rig.unit.sendUsePreset(preset: round, when: rig.unit.sampleTime + 300)
        let count = audio.withUnsafeMutableBufferPointer { audio in
          let left = audio.baseAddress!
          let context = rig.unit.renderContext
          let none = UnsafeBufferPointer<UnitEvent>(start: nil, count: 0)
          allocation_counter_start()
          SamplerUnit.render(context, events: none, left: left, right: left + 512, count: 512)
          return Int(allocation_counter_stop())
        }
        counts.append(count)
        #expect(rig.unit.service() == [.selected(preset: round)])
      }
      #expect(counts.dropFirst().allSatisfy { $0 == 0 }, "\(counts)")
    }
  #endif
}
