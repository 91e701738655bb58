import Testing

@Suite("What the rules for code find")
struct CodeRulesTests {
  @Test("a file of 400 lines passes, one of 401 does not")
  func fileLength() {
    let line = "let a = 1\n"
    #expect(CodeRules.fileLength(path: "a", text: String(repeating: line, count: 400)).isEmpty)
    #expect(CodeRules.fileLength(path: "a", text: String(repeating: line, count: 401)).count == 1)
    #expect(CodeRules.lineCount("") == 0)
    #expect(CodeRules.lineCount("a") == 1)
    #expect(CodeRules.lineCount("a\n") == 1)
  }

  @Test(
    "a body of 70 lines passes, one of 71 does not, however the declaration is laid out",
    arguments: [
      ["  func long() {", "  }"],
      ["  @inlinable public static func < (left: A, right: A) -> Bool {", "  }"],
      ["  private(set) public var value: Int {", "  }"],
      ["  @usableFromInline init?(", "    a: Int = 3", "  ) throws(Wrong) {", "  }"],
      ["  mutating func f<T>(_ a: T)", "    -> [Int]", "  where T: Hashable {", "  }"],
      ["  public subscript(a: Int) -> Int {", "  }"],
      ["  deinit {", "  }"],
      ["func outer(action: () -> Void = {}) {", "}"],
    ])
  func functionLength(frame: [String]) {
    func text(lineCount: Int) -> String {
      let inside = Array(repeating: "    work { $0 }", count: lineCount - frame.count)
      let lines = ["struct A {"] + frame.dropLast() + inside + frame.suffix(1) + ["}", ""]
      return lines.joined(separator: "\n")
    }
    #expect(CodeRules.functionLength(path: "a", text: text(lineCount: 70)).isEmpty)
    let found = CodeRules.functionLength(path: "a", text: text(lineCount: 71))
    #expect(found.count == 1)
    #expect(found.first?.line == 2)
  }

  @Test("what has no body, or only looks like one, has no length")
  func bodies() {
    let text = """
      protocol A {
        func required(a: Int) -> Int
        func wrapped(
          a: Int
        ) async throws -> Int
        var value: Int { get }
      }
      /// func commented() {
      let help = \"""
        func quoted() {
        \"""
      var stored = 3
      func short() { work() }
      func last() {
        let initial = 1
      }
      """
    let bodies = SwiftText(text).bodies
    #expect(bodies.map(\.name) == ["var value", "func short", "func last"])
    #expect(bodies.map(\.line) == [6, 13, 14])
    #expect(bodies.map(\.lineCount) == [1, 1, 3])
  }

  @Test(
    "a sound bank, MIDI or synthesizer type is found in signal processing",
    arguments: [
      "import PeachInstrumentModel", "internal import PeachMIDIEvents",
      "  var filter = RegionFilter.lowPass", "func set(_ channel: Channel) {}",
      "let voice: UnsafePointer<Voice>", "func load(_ sample: Sample) {}", "a = Synthesizer.b",
    ])
  func signalProcessing(line: String) {
    let path = "Sources/Portable/Synthesis/SignalProcessing/A.swift"
    let text = "internal import CDSPKernels\nlet filter = VoiceFilter()  // Sample\n\(line)\n"
    #expect(CodeRules.signalProcessing(path: path, text: text).map(\.line) == [3])
    let other = "Sources/Portable/Synthesis/Voices/A.swift"
    #expect(CodeRules.signalProcessing(path: other, text: text).isEmpty)
    #expect(CodeRules.signalProcessing(path: path, text: "/// \(line)").isEmpty)
  }

  @Test(
    "an operating system's module is found in portable code, however it is imported",
    arguments: [
      "import Foundation", "public import FoundationEssentials", "@preconcurrency import Glibc",
      "internal import struct Dispatch.DispatchTime", "  import Darwin", "import Musl",
      "@_spi(Bits) import WASILibc",
    ])
  func portableImports(line: String) {
    let text = "import PeachMusicUnits\n\(line)\n"
    let found = CodeRules.portableImports(path: "Sources/Portable/A/B.swift", text: text)
    #expect(found.map(\.line) == [2])
    #expect(CodeRules.portableImports(path: "Sources/Platform/A/B.swift", text: text).isEmpty)
    let comment = CodeRules.portableImports(path: "Sources/Portable/A/B.swift", text: "// \(line)")
    #expect(comment.isEmpty)
  }

  @Test("a type with its module's name is found, with and without the prefix")
  func moduleNames() {
    let portable = "Sources/Portable/Synthesis/A.swift"
    #expect(CodeRules.moduleNames(path: portable, text: "struct Synthesis {").count == 1)
    #expect(CodeRules.moduleNames(path: portable, text: "enum PeachSynthesis {}").count == 1)
    #expect(CodeRules.moduleNames(path: portable, text: "struct Synthesizer {").isEmpty)
    let umbrella = "Sources/PeachAudio/A.swift"
    #expect(CodeRules.moduleNames(path: umbrella, text: "class PeachAudio {").count == 1)
  }

  @Test("a public type that no test names is found; private and nested ones are not asked for")
  func untestedTypes() {
    let text = """
      @frozen public struct Named {
        public final class Inner {}
        public class func make() {}
      }
      struct Hidden {}
      open class Opened {}
      @MainActor public final class Last: Named {}
      """
    let words = Set(CodeRules.words("let a = Named()\n// Opened_, Lasting"))
    let found = CodeRules.untestedTypes(path: "a", text: text, words: words)
    #expect(found.map(\.line) == [6, 7])
  }

  @Test(
    "a floating-point number that becomes an integer without a check is found in programs",
    arguments: [
      "let frames = Int((fadeSeconds * player.sampleRate).rounded())", "return Int64(wait)",
      "UInt32(currentTick)", "Int32(Double(first) * 2)", "let end = Int(duration * 0.5)",
      "Int(note.durationSeconds)", "name(Int(key))", "a(UInt8(session.sampleRate), 4)",
    ])
  func floatingConversions(line: String) {
    let text = """
      struct A {
        private var currentTick: Double { 3 }
        let wait = 0.5
        let key = number.rounded()
        \(line)
      }
      """
    for path in ["Sources/Programs/A/B.swift", "FluidSynth/Sources/A/B.swift"] {
      #expect(CodeRules.floatingConversions(path: path, text: text).map(\.line) == [5])
    }
    #expect(CodeRules.floatingConversions(path: "Sources/Portable/A/B.swift", text: text).isEmpty)
  }

  @Test(
    "conversions of integers, and those with a label, are not found",
    arguments: [
      "Int(saturating: seconds * rate)", "UInt32(exactly: rate)", "Int32(clamping: sampleRate)",
      "UInt8(value)", "Int(frame)", "usleep(UInt32(milliseconds))", "// Int(0.5)",
      "let index = Int(saturating: x.rounded()) + Int(count)", "Int(\n  saturating: x.rounded())",
      "Int32(Int16(saturating: x.rounded()))", "Int64(FrameCount.frames(seconds: 0.5, rate: 8))",
    ])
  func checkedConversions(line: String) {
    let text = "func a(value: Int32) {}\nfunc b(value: Float) {}\n\(line)\n"
    #expect(CodeRules.floatingConversions(path: "Sources/Programs/A.swift", text: text).isEmpty)
  }
}
