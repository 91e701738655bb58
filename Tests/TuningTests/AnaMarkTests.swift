import PeachMusicUnits
import PeachTuning
import Testing

/// AnaMark tuning files, by the specification of version 2.00.
@Suite("AnaMark tuning files")
struct AnaMarkTests {
  private func tuning(_ text: String) throws(AnaMarkError) -> [Double?] {
    try KeyboardTuning(tun: Array(text.utf8)).noteNumbers
  }

  private func error(_ text: String) -> AnaMarkError? {
    do {
      _ = try tuning(text)
      return nil
    } catch { return error }
  }

  @Test("[Tuning] counts whole cents from 8.1758 Hz; omitted notes keep 100 cents per key")
  func integers() throws {
    let numbers = try tuning(
      "; a comment\n[Tuning]\nnote 0 = 7\nNOTE 69=6950 ; A\n note  127 =-5\n")
    #expect(numbers[0] == 0.07 && numbers[69] == 69.5 && numbers[127] == -0.05)
    for key in [1, 68, 70, 126] { #expect(numbers[key] == Double(key)) }
  }

  @Test("[Exact Tuning] has precedence, decimals and a base frequency")
  func exact() throws {
    let text =
      "[Tuning]\nnote 60=1\n[Exact Tuning]\nnote 60 = 6012.5\nnote 61=0.6137e4\nnote 127=12700\n"
    let numbers = try tuning(text)
    #expect(numbers[60] == 60.125 && numbers[61] == 61.37 && numbers[62] == 62)
    // 415 Hz at A4: 440 · 2^(−101.27/1200).
    let low = try tuning("[Exact Tuning]\nBaseFreq = 7.711265\nnote 69 = 6900\nnote 127 = 12700\n")
    let hertz = FrequencyCalculation.frequency(noteNumber: try #require(low[69])).hertz
    #expect(abs(hertz - 7.711265 * 53.81737057623773) < 1e-9)
    let written = try tuning("[Exact Tuning]\nbasefreq=8.1757989156437\nnote 127=12700\n")
    #expect(written == (0..<128).map { Double($0) })
  }

  @Test("After the last note the tuning repeats with its period")
  func completion() throws {
    // 19 equal steps: note 19 is an octave above note 0.
    let lines = (0...19).map { "note \($0) = \(Double($0) * 1200 / 19)\n" }.joined()
    let numbers = try tuning("[Exact Tuning]\n\(lines)")
    for key in 0..<128 {
      #expect(try abs(#require(numbers[key]) - Double(key) * 12 / 19) < 1e-10)
    }
    #expect(try tuning("[Exact Tuning]\nnote 0 = 0\n") == (0..<128).map { Double($0) })
  }

  @Test("Line ends, a byte order mark, other sections and text around the scale are accepted")
  func layout() throws {
    let text =
      "\u{FEFF}text = 5\n[Scale Begin]\nFormat= \"AnaMark-TUN\"\nFormatVersion= 200\n\n[Info]\n"
      + "Name = \"note 3 = 4\"\n[Tuning]\nnote 1=150\n[Assignment]\nnote 1=7\n[Scale End]\n"
      + "[Functional Tuning]\nnote 0 = \"#=0 % 100\"\n"
    for lineEnd in ["\n", "\r\n", "\r"] {
      let numbers = try tuning(
        text.split(separator: "\n", omittingEmptySubsequences: false)
          .joined(separator: lineEnd))
      #expect(numbers[1] == 1.5 && numbers[3] == 3)
    }
  }

  @Test("Errors name line and reason")
  func errors() {
    let expected: [(String, AnaMarkError.Reason, Int)] = [
      ("", .noNotes, 1), ("[Tuning]\n\n; note 1=2\n", .noNotes, 3),
      ("[Info]\nnote 1=2\n", .noNotes, 2),
      ("[Tuning]\nnote 1=2\n[functional  tuning]\n", .functionalTuning, 3),
      ("[Tuning]\nnote 1\n", .noAssignment, 2), ("[Tuning]\nnote x=1\n", .badNote, 2),
      ("[Tuning]\nnote =1\n", .badNote, 2), ("[Tuning]\nnote 1.5=1\n", .badNote, 2),
      ("[Tuning]\r\nnote 1=100.5\r\n", .badCents(isInteger: true), 2),
      ("[Tuning]\nnote 1=\n", .badCents(isInteger: true), 2),
      ("[Exact Tuning]\nnote 1=100,5\n", .badCents(isInteger: false), 2),
      ("[Exact Tuning]\nnote 1=1e300\n", .badCents(isInteger: false), 2),
      ("[Exact Tuning]\nnote 1=5\nBaseFreq=0\n", .badFrequency, 3),
      ("[Exact Tuning]\nBaseFreq=-3\nnote 1=5\n", .badFrequency, 2),
      ("[Exact Tuning]\nBaseFreq=A\nnote 1=5\n", .badFrequency, 2),
    ]
    for (text, reason, line) in expected {
      let found = error(text)
      #expect(found?.reason == reason && found?.line == line, "\(text)")
    }
    let size = ScalaScale.largestFile + 1
    #expect(
      error(String(repeating: " ", count: size))?.reason == .tooLarge(byteCount: size))
  }

  @Test("Keys beyond a hundred octaves play nothing; every truncation is read or refused")
  func bounds() throws {
    let numbers = try tuning("[Exact Tuning]\nnote 5 = 999999999\nnote 127 = 12700\n")
    #expect(numbers[5] == nil && numbers[6] == 6)
    let bytes = Array("[Exact Tuning]\nBaseFreq = 8.2 ; Hz\nnote 1 = 1e2\nnote 12 = 1200.5\n".utf8)
    for count in 0...bytes.count { _ = try? KeyboardTuning(tun: Array(bytes[..<count])) }
  }
}
