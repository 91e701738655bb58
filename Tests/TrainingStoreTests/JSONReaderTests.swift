import Foundation
import PeachTrialRecords
import Testing

@Suite("JSON")
struct JSONReaderTests {
  /// Texts that RFC 8259 allows and forbids, by its sections.
  private static let texts: [(text: String, isValid: Bool)] = [
    // §2
    (" \t\r\n{ } ", true), ("[]", true), ("", false), (" ", false), ("{} {}", false),
    ("[1]x", false),
    // §3
    ("true", true), ("null", true), ("True", false), ("nul", false), ("truefalse", false),
    // §4
    (#"{"a":1,"a":2}"#, true), (#"{"a":1,}"#, false), ("{a:1}", false), (#"{"a" 1}"#, false),
    (#"{"a":}"#, false), (#"{"a":1"#, false), ("{,}", false),
    // §5
    ("[1,[2,{}]]", true), ("[1,]", false), ("[,1]", false), ("[1 2]", false), ("[1", false),
    // §6
    ("0", true), ("-0", true), ("1e5", true), ("-1.5E+3", true), ("0.1", true), ("01", false),
    ("+1", false), ("1.", false), (".5", false), ("1e", false), ("-", false), ("NaN", false),
    ("0x1", false), ("1e999", false), ("9223372036854775807", true), ("9223372036854775808", true),
    // §7
    (#""""#, true), (#""\"\\\/\b\f\n\r\t\u00E4""#, true), (#""\ud834\udd1e""#, true),
    (#""\ud834""#, false), (#""\udd1e""#, false), (#""\x""#, false), (#""\u12g4""#, false),
    ("\"\t\"", false), ("\"a", false), ("'a'", false),
  ]

  @Test("Reads what RFC 8259 allows, and nothing else", arguments: texts)
  func grammar(text: String, isValid: Bool) {
    #expect(((try? JSONReader.value(text)) != nil) == isValid)
    // Foundation reads the same, except that it allows commas before an end, and large numbers.
    if [#"{"a":1,}"#, "[1,]", "1e999"].contains(text) { return }
    let bytes = Data(text.utf8)
    let other = try? JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)
    #expect((other != nil) == isValid)
  }

  @Test("Values have their types; of members with the same name the last one counts")
  func values() throws {
    let text = #"{"b": [1, -2.5, 1e2, -0, true, null], "a": "x", "a": "\ud834\udd1e\u00e4"}"#
    #expect(
      try JSONReader.value(text)
        == .object([
          "a": .text("𝄞ä"),
          "b": .array([.integer(1), .number(-2.5), .number(100), .number(-0.0), .bool(true), .null]
          ),
        ]))
    #expect(try JSONReader.value("9223372036854775807") == .integer(.max))
    #expect(try JSONReader.value("9223372036854775808") == .number(0x1p63))
    #expect(try JSONReader.value("5").number == 5 && JSONReader.value("0.5").number == 0.5)
  }

  @Test(
    "An error names line, column and expectation",
    arguments: [
      ("{\n\"device\": x}", 2, 11, "a value"), ("[1,\n 2,\n]", 3, 1, "a value"),
      ("{\"ä\" 1}", 1, 6, "\":\""), ("{\"a\": 1\n\n \"b\": 2}", 3, 2, "\",\" or \"}\""),
      ("[1 2]", 1, 4, "\",\" or \"]\""), ("\"abc", 1, 5, "a quotation mark"),
      ("[1]]", 1, 4, "the end"),
      ("-x", 1, 2, "a digit"), ("{1:2}", 1, 2, "a name"),
    ])
  func location(text: String, line: Int, column: Int, problem: String) {
    let error = #expect(throws: JSONError.self) { try JSONReader.value(text) }
    #expect(error?.line == line && error?.column == column)
    #expect(error?.problem.contains(problem) == true)
  }

  @Test("Deep nesting and invalid UTF-8 are errors")
  func limits() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect((try? JSONReader.value(nested(64))) != nil)
    #expect(throws: JSONError.self) { try JSONReader.value(nested(65)) }
    #expect(throws: JSONError.self) { try JSONReader.value(String(repeating: "[", count: 1 << 20)) }
    #expect(throws: JSONError.self) { try JSONReader.value([0x22, 0xFF, 0x22] as [UInt8]) }
    for count in 0..<8 {
      let text = #"{"a":[1]}"#
      #expect(throws: JSONError.self) { try JSONReader.value(String(text.prefix(count))) }
    }
  }

  @Test("Written values are read again, also by Foundation, indented and on one line")
  func writing() throws {
    let value = JSONValue.object([
      "empty": .array([]), "none": .object([:]), "null": .null,
      "list": .array([
        .integer(.min), .number(0.1), .number(1e300), .bool(false), .object(["x": .number(-0.5)]),
      ]), "text\"\\\u{1}": .text("ä\n\t\u{7F}𝄞/"),
    ])
    for text in [JSONText.indented(value), JSONText.line(value)] {
      #expect(try JSONReader.value(text) == value)
      let other = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      #expect(other?["text\"\\\u{1}"] as? String == "ä\n\t\u{7F}𝄞/")
      #expect((other?["list"] as? [Any])?[1] as? Double == 0.1)
      let again = try JSONSerialization.data(withJSONObject: other ?? [:], options: .prettyPrinted)
      #expect(try JSONReader.value([UInt8](again)) == value)
    }
    #expect(JSONText.line(value).utf8.allSatisfy { $0 >= 0x20 })
    #expect(
      JSONText.indented(.object(["b": .array([.integer(1), .integer(2)]), "a": .number(440)]))
        == "{\n  \"a\" : 440,\n  \"b\" : [\n    1,\n    2\n  ]\n}\n")
  }
}
