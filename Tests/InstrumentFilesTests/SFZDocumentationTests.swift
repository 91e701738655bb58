import Foundation
import PeachInstrumentFiles
import TestEnvironment
import Testing

@Suite("The SFZ guide lists every supported opcode")
struct SFZDocumentationTests {
  private static let path = TestFiles.repository.appending(path: "Documentation/banks/sfz.md")

  private static func names(_ rule: SFZOpcodeRule) -> String {
    ([rule.name] + rule.aliases).map { "`\($0)`" }.joined(separator: ", ")
  }

  private static let tables: [(marker: String, lines: [String])] = [
    (
      "opcodes",
      ["| Opcode | Value | Meaning |", "|---|---|---|"]
        + SFZOpcodeRule.all.filter { $0.support == .supported }.map {
          "| \(names($0)) | \($0.unit) | \($0.meaning) |"
        }
    ),
    (
      "controllers",
      ["| Opcode | Value |", "|---|---|"]
        + SFZOpcodeRule.targets.map { "| `\($0.name)` | \($0.unit) |" }
    ),
    (
      "unsupported",
      ["| Opcode | Instead |", "|---|---|"]
        + SFZOpcodeRule.all.filter { $0.support == .unsupported }.map {
          "| \(names($0)) | \($0.meaning) |"
        } + [
          "",
          "Without effect on the sound: "
            + SFZOpcodeRule.all.filter { $0.support == .silent }.map { "`\($0.name)`" }
            .joined(separator: ", ") + ".",
        ]
    ),
  ]

  @Test("Its tables match the code")
  func tables() throws {
    var text = try String(contentsOf: Self.path, encoding: .utf8)
    for table in Self.tables {
      let start = try #require(text.range(of: "<!-- \(table.marker) -->\n"))
      let end = try #require(
        text.range(of: "<!-- end -->", range: start.upperBound..<text.endIndex))
      let expected = table.lines.joined(separator: "\n") + "\n"
      if ProcessInfo.processInfo.environment["PEACH_WRITE"] == nil {
        #expect(text[start.upperBound..<end.lowerBound] == expected)
      }
      text.replaceSubrange(start.upperBound..<end.lowerBound, with: expected)
    }
    if ProcessInfo.processInfo.environment["PEACH_WRITE"] != nil {
      try text.write(to: Self.path, atomically: true, encoding: .utf8)
    }
  }

  @Test("The most used opcodes are all supported or informational")
  func mostUsed() {
    let used = """
      sample lovel hivel key lokey hikey loop_mode amp_veltrack offset amp_velcurve_N \
      pitch_keycenter end loop_end loop_start volume seq_position seq_length label_ccN \
      ampeg_release group region_label off_time ampeg_attack off_by group_label note_polyphony \
      ampeg_sustain lorand hirand master_label trigger cutoff polyphony pitch_keytrack off_mode \
      ampeg_decay group_volume master_volume off_shape loccN tune pan transpose fil_type \
      ampeg_hold offset_random sw_last width xfin_lovel xfin_hivel xfout_hivel xfout_lovel \
      bend_up bend_down sw_lokey sw_hikey fil_veltrack sw_default rt_decay
      """.split(separator: " ")
    let known = Dictionary(
      SFZOpcodeRule.all.map { ($0.name, $0.support) }, uniquingKeysWith: { one, _ in one })
    for name in used { #expect(known[String(name)] != nil, "\(name)") }
    #expect(used.filter { known[String($0)] == .unsupported } == [])
    let moved = Set(SFZOpcodeRule.targets.map(\.name))
    for name in ["amplitude", "pan", "width", "ampeg_release", "offset", "tune", "cutoff"] {
      #expect(moved.contains(name))
    }
  }
}
