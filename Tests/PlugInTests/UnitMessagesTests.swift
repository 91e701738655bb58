import PeachPlugIn
import TestEnvironment
import Testing

/// The bytes are those of the table in SF2LibAU's own tests and sources.
@Suite("Unit messages")
struct UnitMessagesTests {
  @Test("Messages have the bytes of SF2LibAU")
  func bytes() {
    #expect(UnitMessages.usePreset(128) == [0xF0, 0x7E, 0, 1, 0, 0xF7])
    #expect(UnitMessages.usePreset(59) == [0xF0, 0x7E, 0, 0, 0x3B, 0xF7])
    #expect(
      UnitMessages.loadFile("/tmp/a.sf2", usingPreset: 180) == [
        0xF0, 0x7E, 0x00, 0x01, 0x34, 0x4C, 0x33, 0x52, 0x74, 0x63, 0x43, 0x39, 0x68, 0x4C, 0x6E,
        0x4E, 0x6D, 0x4D, 0x67, 0x3D, 0x3D, 0xF7,
      ])
    #expect(UnitMessages.reset == [0xFF])
    #expect(
      UnitMessages.useBankProgram(bank: 128, program: 25)
        == [0xB0, 0, 1, 0xB0, 0x20, 0, 0xC0, 0x19, 0])
    #expect(
      UnitMessages.useBankProgram(bank: 8, program: 28)
        == [0xB0, 0, 0, 0xB0, 0x20, 8, 0xC0, 0x1C, 0])
    #expect(UnitMessages.channelMessage(0x7E, value: 1) == [0xB0, 0x7E, 1])
    #expect(UnitMessages.allNotesOff == [0xB0, 0x7B, 0])
    #expect(UnitMessages.allSoundOff == [0xB0, 0x78, 0])
    #expect(UnitMessages.noteOn(60) == [0x90, 60, 0x64])
    #expect(UnitMessages.noteOff(60) == [0x80, 60, 0])
  }

  static func request(_ message: [UInt8]) -> UnitRequest? {
    message[1..<(message.count - 1)].withUnsafeBytes { UnitRequest($0) }
  }

  @Test(
    "Messages round-trip with both IDs",
    arguments: [
      "/tmp/a.sf2", "/with space/b c.sf2", "/Klänge/große Trommel.sf3", "/日本/箏.sf2", "/x",
      "/a%20b.sf2",
    ])
  func roundTrip(path: String) {
    for spelling in [UnitMessages.Spelling.universal, .free] {
      for preset in [0, 1, 127, 128, 180, 16_383] {
        #expect(
          Self.request(UnitMessages.loadFile(path, usingPreset: preset, spelling: spelling))
            == .loadFile(path: path, preset: preset))
        #expect(
          Self.request(UnitMessages.usePreset(preset, spelling: spelling)) == .usePreset(preset))
      }
    }
  }

  @Test("File URIs are percent-decoded and must be local")
  func addresses() {
    func path(_ text: String) -> UnitRequest? {
      Self.request(UnitMessages.loadFile(text, usingPreset: 0))
    }
    #expect(path("file:///a%20b/%C3%A4.sf2") == .loadFile(path: "/a b/ä.sf2", preset: 0))
    #expect(path("file://localhost/a.sf2") == .loadFile(path: "/a.sf2", preset: 0))
    for broken in ["file://other/a.sf2", "file:///a%2", "file:///a%zz", "file:///%00", "a.sf2", ""]
    {
      #expect(broken.isEmpty ? true : path(broken) == nil, "\(broken)")
    }
    #expect(path("file:///%FF") == nil)
  }

  @Test(
    "Universal messages are not preset requests; the non-commercial ID reaches those presets")
  func universal() {
    // GM System On and Off, GM2, an identity request, a tuning dump request, DLS on.
    for message: [UInt8] in [
      [0xF0, 0x7E, 0, 9, 1, 0xF7], [0xF0, 0x7E, 0, 9, 2, 0xF7], [0xF0, 0x7E, 0, 9, 3, 0xF7],
      [0xF0, 0x7E, 0, 6, 1, 0xF7], [0xF0, 0x7E, 0, 8, 0, 0xF7], [0xF0, 0x7E, 0, 10, 1, 0xF7],
      [0xF0, 0x7E, 0x7F, 9, 1, 0xF7], [0xF0, 0x7E, 1, 0, 5, 0xF7],
    ] {
      #expect(Self.request(message) == nil)
    }
    #expect(Self.request(UnitMessages.usePreset(1153, spelling: .free)) == .usePreset(1153))
    // Next to them.
    #expect(Self.request([0xF0, 0x7E, 0, 9, 4, 0xF7]) == .usePreset(1156))
  }

  @Test("Paths that are not Base64 are rejected")
  func notBase64() {
    for payload in ["L3R", "L3RtcA=", "L3R!", "=", "L3Rt=AAA", "L3RtcA==L3Rt"] {
      let message = [0xF0, 0x7E, 0, 0, 0] + Array(payload.utf8) + [0xF7]
      let request = Self.request(message)
      // Three letters are two whole bytes: a path without the filling at its end.
      #expect(payload == "L3R" ? request == .loadFile(path: "/t", preset: 0) : request == nil)
    }
  }

  static let messageCount = TestScale.count(short: 50_000, full: 1_000_000)

  @Test("Random and truncated messages are decoded or rejected")
  func random() throws {
    var random = RandomNumbers(seed: 9)
    let rig = SamplerUnitFixture(["a.sf2": SamplerUnitFixture.bank([(0, 0)])])
    try rig.unit.load("/banks/a.sf2")
    rig.unit.allocateRenderResources(sampleRate: 48_000)
    let whole = UnitMessages.loadFile("/banks/../banks/none.sf2", usingPreset: 5)
    var understood = 0
    for index in 0..<Self.messageCount {
      var message = random.chance(0.5) ? whole : UnitMessages.usePreset(random.whole(0...16_383))
      switch random.whole(0...4) {
      case 0: message = Array(message.prefix(random.whole(0...message.count)))
      case 1: message[random.whole(0...(message.count - 1))] = UInt8(random.whole(0...255))
      case 2: message = (0..<random.whole(0...40)).map { _ in UInt8(random.whole(0...255)) }
      case 3:
        message = [0xF0, 0x7E, 0] + (0..<random.whole(0...30)).map { _ in random.sevenBits() }
      default: break
      }
      rig.left = []
      rig.right = []
      rig.play(message, frames: 1)
      if index % 64 == 0 {
        for report in rig.unit.service() {
          switch report {
          case .loaded(let path): Issue.record("\(path) was never meant to be loaded.")
          case .selected, .notLoaded, .straightened, .corrected, .malformed: understood += 1
          }
        }
      }
    }
    #expect(understood > Self.messageCount / 100)
    #expect(rig.unit.bankPath == "/banks/a.sf2")
    #expect(rig.unit.bankCount == 1)
  }
}
