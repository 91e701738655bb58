import Foundation
import PeachMIDIEvents
import PeachMIDIInput
import PeachServices
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("Live session")
struct LiveSessionTests {
  private let folder: RenderFolder
  private let unit: SamplerUnit
  private let inputs = LiveInputs()
  private let device = OfflineAudioDevice(periodFrames: 256, capturesSound: true)

  init() throws {
    folder = try RenderFolder()
    let path = folder.path("clicks.sf2")
    try Data(ClickBank.file).write(to: URL(filePath: path))
    unit = SamplerUnit(
      access: .files(),
      configuration: SynthesizerConfiguration(maximumVoices: 256, effects: false, limiter: false))
    try unit.load(path)
  }

  private func receive(_ bytes: [UInt8], _ receiver: MIDIReceiver, at nanoseconds: UInt64) {
    bytes.withUnsafeBytes { receiver($0, nanoseconds) }
  }

  @Test("Inputs with interleaved partial messages all play complete messages")
  func interleaved() throws {
    let session = try LiveSession(unit, inputs: inputs, output: .device(device))
    let receivers = [inputs.receiver(), inputs.receiver(), inputs.receiver()]
    let now = MIDIClock.nanoseconds
    // Running status, a long message interrupted by another input's note, and single bytes.
    let streams: [[UInt8]] = [
      [0x90, 60, 100, 61, 100, 62, 100, 63, 100],
      [0xF0, 0x7D] + Array(repeating: 1, count: 30) + [0xF7, 0x92, 40, 90, 41, 90],
      [0x91, 70, 1, 71, 2, 0xF8, 72, 3],
    ]
    var positions = [0, 0, 0]
    var random = RandomNumbers(seed: 5)
    while zip(positions, streams).contains(where: { $0 < $1.count }) {
      let index = random.whole(0...2)
      guard positions[index] < streams[index].count else { continue }
      receive([streams[index][positions[index]]], receivers[index], at: now)
      positions[index] += 1
    }
    device.advance(frames: 256)
    let first: LiveMeter = session.readMeter()
    #expect(first.voiceCount == 9 && inputs.lostCount == 0)
    // They click 96 frames after their start, which is in the first block if this thread was late.
    device.advance(frames: 256)
    let second: LiveMeter = session.readMeter()
    #expect(max(first.peakLeft, second.peakLeft) > 0, "peak")
    #expect(second.load > 0 && session.failure == nil)
    #expect(session.readMeter().peakLeft == 0)
  }

  /// Returns 1,024 frames after events, whose times are in frames from 200 frames ago. Repeats both
  /// if this thread was suspended for so long that events precede the first block, of 256 frames.
  /// Returns `nil` if it was each time.
  private func soundAfter(_ events: ((Double) -> UInt64) -> Void) -> [Float]? {
    let frame = 1e9 / 48_000.0
    for _ in 0..<100 {
      let begun = MIDIClock.nanoseconds - UInt64(200 * frame)
      events { begun + UInt64($0 * frame) }
      device.advance(frames: 1024)
      let isInTime = MIDIClock.nanoseconds - begun < UInt64(256 * frame)
      let sound = device.takeCapture().left
      if isInTime { return sound }
      device.advance(frames: 4096)
      _ = device.takeCapture()
    }
    return nil
  }

  @Test("Events during a block keep their distances in the next one")
  func distances() throws {
    let session = try LiveSession(unit, inputs: inputs, output: .device(device))
    let receiver = inputs.receiver()
    let blocks = soundAfter { time in
      for (index, distance) in [0.0, 40, 100].enumerated() {
        receive([0x90, UInt8(60 + index), 100], receiver, at: time(distance))
      }
    }
    let sound = try #require(blocks, "The thread was suspended in each of 100 attempts.")
    let clicks = sound.indices.filter { abs(sound[$0]) > 0.01 }
    try #require(clicks.count == 3)
    // One frame of rounding per event.
    #expect(abs(clicks[1] - clicks[0] - 40) <= 1 && abs(clicks[2] - clicks[0] - 100) <= 1)
    withExtendedLifetime(session) {}
  }

  @Test("Universal MIDI Packets play like bytes, at their times; longer ones are ignored")
  func packets() throws {
    let session = try LiveSession(unit, inputs: inputs, output: .device(device))
    let (bytes, packets) = (inputs.receiver(), inputs.packetReceiver())
    let blocks = soundAfter { time in
      receive([0x90, 60, 127], bytes, at: time(0))
      // MIDI 1.0 in a packet, MIDI 2.0, and four words of another type that would be a note.
      packets(UniversalMIDIPacket(0x2090_3D7F), time(40))
      packets(UniversalMIDIPacket(0x4090_3E00, 0xFFFF_0000), time(100))
      packets(UniversalMIDIPacket(0x5090_3F7F, 0x2090_3F7F), time(150))
    }
    let sound = try #require(blocks, "The thread was suspended in each of 100 attempts.")
    let clicks = sound.indices.filter { abs(sound[$0]) > 0.01 }
    try #require(clicks.count == 3)
    #expect(abs(clicks[1] - clicks[0] - 40) <= 1 && abs(clicks[2] - clicks[0] - 100) <= 1)
    #expect(sound[clicks[1]] == sound[clicks[2]] && inputs.lostCount == 0)
    withExtendedLifetime(session) {}
  }

  @Test("Overflow is counted, and long messages are dropped completely")
  func lost() throws {
    let receiver = inputs.receiver()
    for _ in 0..<9000 { receive([0x90, 60, 100], receiver, at: 0) }
    #expect(inputs.lostCount == 9000 - 8192)
    receive([0xF0] + Array(repeating: 1, count: 100) + [0xF7], receiver, at: 0)
    #expect(inputs.lostCount == 9000 - 8192 + 1)
    let session = try LiveSession(unit, inputs: inputs, output: .device(device))
    device.advance(frames: 64)
    #expect(session.readMeter().voiceCount > 0)
  }

  @Test("A closed session leaves its unit for another")
  func again() throws {
    var session: LiveSession? = try LiveSession(unit, inputs: inputs, output: .device(device))
    #expect(try unit.useBankProgram(bank: 0, program: 7, onChannel: 3))
    #expect(try !unit.useBankProgram(bank: 9, program: 7, onChannel: 4))
    device.advance(frames: 64)
    session = nil
    #expect(!unit.hasRenderResources && device.state == .idle)
    session = try LiveSession(unit, inputs: inputs, output: .device(device))
    inputs.send([0x93, 60, 100])
    device.advance(frames: 256)
    #expect(session?.readMeter().voiceCount == 1)
  }
}
