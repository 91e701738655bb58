import PeachMIDIEvents
import TestEnvironment
import Testing

@Suite("Hostile System Exclusive messages")
struct SystemExclusiveHostileTests {
  private let randomCount = TestScale.count(short: 10_000, full: 100_000)

  /// One message of each kind.
  private let messages: [SystemExclusiveMessage] = [
    SystemExclusiveMessage("7E 7F 09 01"), SystemExclusiveMessage("7F 7F 04 01 00 40"),
    SystemExclusiveMessage("7F 7F 04 05 01 01 01 01 02 00 02 01 03"),
    SystemExclusiveMessage("7F 7F 08 02 00 02 3C 3C 40 00 3D 3D 40 00"),
    SystemExclusiveMessage("7E 7F 08 07 00 00 02 3C 3C 40 00 3D 3D 40 00"),
    SystemExclusiveMessage(
      [0x7E, 0x7F, 8, 1, 0] + [UInt8](repeating: 0x21, count: 400)
    ).withParity,
    SystemExclusiveMessage([0x7E, 0x7F, 8, 5, 0, 0] + [UInt8](repeating: 0x21, count: 28))
      .withParity,
    SystemExclusiveMessage([0x7F, 0x7F, 8, 9, 3, 0x7F, 0x7F] + [UInt8](repeating: 1, count: 24)),
    .gs("40 00 00 00 04 00 00 7F 40 40"), .gs("40 12 16 40 08 00 7F"),
    .xg("00 00 00 00 04 00 00 7F"), .xg("08 00 08 40 08 00 40"),
    SystemExclusiveMessage("43 00 4C 00 02 08 00 0B 7F 40 2C"),
  ]

  @Test("A truncated message sets nothing that the complete one does not")
  func truncated() {
    for message in messages {
      let whole = message.settings
      #expect(!whole.isEmpty)
      for count in 0..<message.bytes.count {
        let cut = SystemExclusiveMessage.settings(of: Array(message.bytes[..<count]))
        // Only XG's parameter changes and Global Parameter Control are without length or checksum.
        #expect(cut.isEmpty || whole.starts(with: cut), "\(message.bytes) cut at \(count)")
        let isOpen = message.bytes[0] == 0x43 || message.bytes[3] == 5
        #expect(cut.isEmpty || isOpen && cut.count < whole.count)
      }
    }
  }

  @Test("A byte that is not a data byte invalidates the message")
  func statusBytes() {
    for message in messages {
      for offset in message.bytes.indices {
        var changed = message
        changed.bytes[offset] |= 0x80
        #expect(changed.settings.isEmpty)
      }
    }
  }

  @Test("Random bytes after any header decode to finite values, in finite time")
  func random() {
    var state: UInt64 = 20_261_121
    func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    var settingCount = 0
    for index in 0..<randomCount {
      var bytes = Array(messages[next(below: messages.count)].bytes.prefix(next(below: 9)))
      let limit = index & 1 == 0 ? 128 : 256
      for _ in 0..<next(below: 60) { bytes.append(UInt8(next(below: limit))) }
      if index & 2 == 0 && bytes.count > 5 {
        // A right checksum half the time.
        let sum = bytes[4...].reduce(0) { $0 + Int($1) }
        bytes.append(UInt8((128 - sum % 128) % 128))
      }
      let settings = SystemExclusiveMessage.settings(of: bytes)
      #expect(settings.count <= bytes.count)
      settingCount += settings.count
      for case .part(_, let number) in settings where number > 15 {
        Issue.record("Part \(number) of \(bytes)")
      }
      for case .tuning(.key(let noteNumber, let key, _, _, _)) in settings
      where !(noteNumber >= 0 && noteNumber < 128 && key < 128) {
        Issue.record("Key \(key) at \(noteNumber) of \(bytes)")
      }
    }
    #expect(settingCount > randomCount / 10)
  }

  @Test("Empty messages are safe, and settings are small")
  func small() {
    var decoder = SystemExclusiveDecoder(UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(decoder.next() == nil)
    #expect(MemoryLayout<SystemExclusiveSetting>.size <= 24)
    #expect(MemoryLayout<MasterSetting>.size <= 16 && MemoryLayout<ReverbParameter>.size <= 16)
    #expect(MemoryLayout<ChorusParameter>.size <= 16 && MemoryLayout<TuningSetting>.size <= 16)
  }
}
