import Testing

@Suite("What the rules for the layout find")
struct LayoutRulesTests {
  @Test(
    "100 columns pass, 101 do not, regardless of their bytes",
    arguments: ["Scripts/a", "a.c", "a.h", "a.js", "a.css", "a.html", "a.py", "a.swift"])
  func columns(path: String) {
    let start = "#!/usr/bin/env bash\n"
    let short = start + String(repeating: "é", count: 100)
    #expect(LayoutRules.columns(path: path, text: short).isEmpty)
    #expect(LayoutRules.columns(path: path, text: short + "é\n").map(\.line) == [2])
    for start in ["| ", "  /// ", "  // Proves ", "  \""] {
      let line = start + String(repeating: "a", count: 99)
      #expect(LayoutRules.columns(path: path, text: "#!\n" + line).map(\.line) == [2])
    }
    let prose = String(repeating: "a", count: 200)
    #expect(LayoutRules.columns(path: "a.md", text: prose).isEmpty)
  }

  @Test(
    "a second declaration on a line of a style sheet is found",
    arguments: [
      "a { color: red; }", "  color: red; margin: 0;", "} b {", "a { /* c */ color: red",
    ])
  func styleSheet(line: String) {
    let text = "/* a: b; c: d; */\na,\nb:not(.c) {\n  content: \";{\";\n}\n"
    #expect(LayoutRules.styleSheet(path: "a.css", text: text).isEmpty)
    #expect(LayoutRules.styleSheet(path: "a.css", text: text + line).map(\.line) == [6])
  }

  @Test("a second element on a line of a document is found")
  func document() {
    let text = "<nav\n  id=\"a\"></nav>\n<p>5 < 6</p>\n<header><nav></nav></header>\n"
    #expect(LayoutRules.document(path: "a.html", text: text).map(\.line) == [4])
  }

  @Test(
    "statements, declarations and expressions that share a line of a script are found",
    arguments: [
      "a(); b();", "const f = () => { a(); };", "const a = 1, b = 2;", "let a = [1, 2], b;",
      "a = (b(), c());", "return (b, c);", "if (a) b = (c(1), d, true);", "for (;;) { a(); }",
    ])
  func joined(line: String) {
    let text = "// a; b\n\(line)\n"
    #expect(LayoutRules.script(path: "a.js", text: text).map(\.line) == [2])
  }

  @Test(
    "loops, calls, lists, parameters and strings share no line",
    arguments: [
      "for (let i = 0, j = 1; i < j; i++) a(i, j);", "const { a, b } = c(d, e);",
      "const f = (a, b) => a + b;", "const f = ({ a }, [b]) => (c ? a : b);",
      "a(\"b; c\", 'd', `e; f`);",
      "export class A {", "import { a, b } from \"./c.js\";", "const [, a] = [1, 2];",
      "const g = async (a, b = (c)) => d(a)(b, c);", "x /* a; b */ = y; // c; d",
    ])
  func separate(line: String) {
    #expect(LayoutRules.script(path: "a.js", text: line).isEmpty)
  }
}
