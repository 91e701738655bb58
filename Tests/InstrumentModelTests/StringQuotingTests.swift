import PeachInstrumentModel
import Testing

@Suite("Names in messages")
struct StringQuotingTests {
  @Test("Short names are unchanged, long ones keep their ends")
  func shortening() {
    #expect("\(quoted: "Oboe")" == "‘Oboe’")
    let limit = String.quotedByteLimit
    let name = "start" + String(repeating: "x", count: 1_000_000) + "end"
    let short = String(shortening: name)
    #expect(short.hasPrefix("startxx") && short.hasSuffix("xxend") && short.contains("…"))
    #expect(short.utf8.count <= limit + "…".utf8.count)
    let whole = String(repeating: "y", count: limit)
    #expect(String(shortening: whole) == whole)
  }

  @Test("Characters of several bytes are kept whole or dropped", arguments: ["é", "€", "𝄞"])
  func characters(_ character: String) {
    for offset in 0..<4 {
      let name =
        String(repeating: "a", count: offset) + String(repeating: character, count: 400)
      let short = String(shortening: name)
      #expect(!short.contains("\u{FFFD}"))
      #expect(short.allSatisfy { "a…\(character)".contains($0) })
    }
  }
}
