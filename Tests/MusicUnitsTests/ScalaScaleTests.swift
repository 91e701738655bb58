import PeachMusicUnits
import Testing

@Suite("Scala scales")
struct ScalaScaleTests {
  private func error(_ text: String) -> ScalaError? { error(Array(text.utf8)) }

  private func error(_ bytes: [UInt8]) -> ScalaError? {
    do {
      _ = try ScalaScale(scl: bytes)
      return nil
    } catch { return error }
  }

  @Test("The format's own example is read")
  func example() throws {
    // Quarter-comma meantone, from "Scala scale file format".
    let text = """
      ! meanquar.scl
      !
      1/4-comma meantone scale. Pietro Aaron's temperament (1523)
       12
      !
       76.04900
       193.15686
       310.26471
       5/4
       503.42157
       579.47057
       696.57843
       25/16
       889.73529
       1006.84314
       1082.89214
       2/1
      """
    for lineEnd in ["\n", "\r\n", "\r"] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let scale = try ScalaScale(scl: Array(lines.joined(separator: lineEnd).utf8))
      #expect(scale.title == "1/4-comma meantone scale. Pietro Aaron's temperament (1523)")
      #expect(scale.degrees.count == 12)
      #expect(abs(scale.degrees[0].value - 76.049) < 1e-12)
      // 1200 · log2(5/4) and 1200 · log2(25/16), Python.
      #expect(abs(scale.degrees[3].value - 386.313_713_864_834_8) < 1e-11)
      #expect(abs(scale.degrees[7].value - 772.627_427_729_669_6) < 1e-11)
      #expect(scale.degrees[11].value == 1200)
    }
  }

  @Test("All pitch lines that the format calls valid are read")
  func pitchLines() throws {
    let lines = [
      "81/64", "408.0", "408.", "5", "-5.0", "10/20", "100.0 cents", " 100.0 C#", " 5/4   E\\",
      "\t3 / 2\t! fifth", ".5", "+1.25", "2147483647/2147483646",
    ]
    let text = "\n \(lines.count) notes\n" + lines.joined(separator: "\n")
    let scale = try ScalaScale(scl: Array(text.utf8))
    #expect(scale.title.isEmpty)
    // Python: 1200 * math.log2(…).
    let cents: [Double] = [
      407.820_003_461_549_66, 408, 408, 2786.313_713_864_835, -5, -1200, 100, 100,
      386.313_713_864_834_8, 701.955_000_865_387_4, 0.5, 1.25, 8.061_686_757e-7,
    ]
    #expect(scale.degrees.count == cents.count)
    for (found, cents) in zip(scale.degrees, cents) { #expect(abs(found.value - cents) < 1e-11) }
  }

  @Test("Degrees repeat upward and downward at the last note")
  func repetition() throws {
    let scale = try ScalaScale(scl: Array("x\n3\n200.0\n700.0\n1300.0".utf8))
    let expected: [(Int, Double)] = [
      (0, 0), (1, 200), (2, 700), (3, 1300), (4, 1500), (6, 2600), (-1, -600), (-3, -1300),
      (-4, -1900),
    ]
    for (degree, cents) in expected {
      #expect(scale.interval(ofDegree: degree) == Cents(cents))
    }
    let empty = try ScalaScale(scl: Array("nothing\n0\n".utf8))
    #expect(empty.degrees.isEmpty && empty.interval(ofDegree: 5) == Cents(0))
  }

  @Test("Titles are UTF-8 or Latin-1, without the byte order mark")
  func titles() throws {
    let end = Array("\n0".utf8)
    #expect(try ScalaScale(scl: Array("Gehör".utf8) + end).title == "Gehör")
    #expect(try ScalaScale(scl: [0x47, 0x65, 0x68, 0xF6, 0x72] + end).title == "Gehör")
    #expect(try ScalaScale(scl: [0xEF, 0xBB, 0xBF] + Array("! c\nA".utf8) + end).title == "A")
  }

  @Test("Errors name the line and the reason")
  func errors() {
    let expected: [(String, ScalaError.Reason, Int)] = [
      ("", .noTitle, 1), ("! only\n! comments", .noTitle, 2), ("title", .badNoteCount, 1),
      ("title\nmany", .badNoteCount, 2), ("title\n-1", .badNoteCount, 2),
      ("title\n1.5", .badNoteCount, 2), ("title\n4097", .tooManyNotes, 2),
      ("title\n2\n! c\n3/2\n", .notesMissing(declared: 2, found: 1), 4),
      ("title\n1\nfifth", .badPitch, 3), ("title\n1\n3/", .badPitch, 3),
      ("title\n1\n3/2/1", .badPitch, 3), ("title\n1\n3/2.5", .badPitch, 3),
      ("title\n1\n700,5", .badPitch, 3), ("title\n1\n.", .badPitch, 3),
      ("title\n1\n-3/2", .meaninglessRatio, 3), ("title\n1\n3/-2", .meaninglessRatio, 3),
      ("title\n1\n0/2", .meaninglessRatio, 3), ("title\n1\n3/0", .meaninglessRatio, 3),
      ("title\n1\n-5", .meaninglessRatio, 3),
      ("title\n1\n1234567890123456789", .numberTooLong, 3),
    ]
    for (text, reason, line) in expected {
      let found = error(text)
      #expect(found?.reason == reason && found?.line == line, "\(text)")
    }
    #expect(
      error("title\n1\nfifth")?.description
        == "Line 3: expected a ratio or cents.")
    let large = [UInt8](repeating: 0x21, count: ScalaScale.largestFile + 1)
    #expect(error(large)?.reason == .tooLarge(byteCount: large.count))
  }

  @Test("A truncated or changed file is an error or a scale of finite intervals")
  func hostile() {
    let bytes = Array("! c\nA title\n 4\n 9/8\n 5/4 E\n701.955\r\n2/1\n".utf8)
    for count in 0...bytes.count { _ = error(Array(bytes[..<count])) }
    for offset in bytes.indices {
      for byte in UInt8(0)...255 {
        var changed = bytes
        changed[offset] = byte
        guard let scale = try? ScalaScale(scl: changed) else { continue }
        #expect(scale.degrees.allSatisfy { abs($0.value) < .infinity })
      }
    }
  }
}
