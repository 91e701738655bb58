import PeachTrainerUI
import Testing

/// The bytes are those that xterm sends, as its control sequences' document lists them.
@Suite("Keys from a terminal's bytes")
struct KeyDecoderTests {
  static let sequences: [(String, TrainerKey)] = [
    ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}[1;2A", .fineUp), ("\u{1B}[1;2B", .fineDown),
    ("\u{1B}[1;5A", .up), ("\u{1B}[1;6A", .fineUp), ("\u{1B}[5~", .pageUp),
    ("\u{1B}[6~", .pageDown), ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}[1~", .home),
    ("\u{1B}[4~", .end), ("\r", .enter), ("\n", .enter), (" ", .space), ("\t", .tab),
    ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{3}", .interrupt), ("\u{4}", .interrupt),
    ("h", .character("h")), ("ü", .character("ü")), ("€", .character("€")),
    ("🎻", .character("🎻")),
  ]

  @Test("each key by itself, byte by byte", arguments: sequences)
  func single(text: String, key: TrainerKey) {
    var decoder = KeyDecoder()
    var keys: [TrainerKey] = []
    for byte in text.utf8 { keys += decoder.keys([byte]) }
    #expect(keys == [key] && !decoder.isEscapePending)
  }

  @Test("all keys in one piece")
  func all() {
    var decoder = KeyDecoder()
    let bytes = Self.sequences.flatMap { Array($0.0.utf8) }
    #expect(decoder.keys(bytes) == Self.sequences.map(\.1))
  }

  @Test("a lone escape is a key once nothing follows, and before any letter or escape")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1B]) == [] && decoder.isEscapePending)
    #expect(decoder.flush() == [.escape] && !decoder.isEscapePending)
    #expect(decoder.keys([0x1B, 0x31]) == [.escape, .character("1")])
    #expect(decoder.keys([0x1B, 0x1B, 0x5B, 0x41]) == [.escape, .up])
    #expect(decoder.flush() == [])
  }

  @Test("bytes of no meaning do nothing, and do not swallow the next key")
  func noise() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(Array("\u{1B}[200~\u{1B}[3~\u{1B}[11;1z".utf8)) == [])
    #expect(decoder.keys([0xFF, 0x80, 0xC3, 0x28, 0x68]).last == .character("h"))
    // A sequence may end in any of @…~, and [ is among them.
    #expect(decoder.keys([0x1B, 0x5B, 0x5B, 0x68]) == [.character("h")])
    _ = decoder.keys([0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 100))
    _ = decoder.flush()
    #expect(decoder.keys([0x68]) == [.character("h")])
  }

  @Test("any bytes at all leave it ready for the next key")
  func anything() {
    var state: UInt32 = 1
    var decoder = KeyDecoder()
    for _ in 0..<20_000 {
      state = state &* 1_664_525 &+ 1_013_904_223
      _ = decoder.keys([UInt8(state >> 24)])
    }
    _ = decoder.flush()
    #expect(decoder.keys([0x68]) == [.character("h")])
  }
}
