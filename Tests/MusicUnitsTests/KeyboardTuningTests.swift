import PeachMusicUnits
import Testing

@Suite("Scala keyboard mappings and tunings")
struct KeyboardTuningTests {
  /// Returns a scale of equal steps.
  private func equal(_ steps: Int) throws -> ScalaScale {
    var text = "\(steps) equal steps\n\(steps)\n"
    for step in 1...steps { text += "\(Double(step) * 1200 / Double(steps))\n" }
    return try ScalaScale(scl: Array(text.utf8))
  }

  private func mapping(_ text: String) throws(ScalaError) -> ScalaKeyboardMapping {
    try ScalaKeyboardMapping(kbm: Array(text.utf8))
  }

  private func error(_ text: String) -> ScalaError? {
    do {
      _ = try mapping(text)
      return nil
    } catch { return error }
  }

  private func key(_ number: Int) -> MIDINote { MIDINote(clamping: number) }

  /// The example of Scala's help.
  private let example = """
    ! Template for a keyboard mapping
    ! Size of map. The pattern repeats every so many keys:
    12
    ! First and last MIDI note number to retune:
    0
    127
    ! Middle note where the first entry of the mapping is mapped to:
    60
    ! Reference note for which frequency is given, and its frequency:
    69
    440.0
    ! Scale degree to consider as formal octave:
    12
    ! Mapping.
    0
    1
    2
    3
    4
    5
    6
    7
    8
    9
    10
    11
    """

  @Test("Twelve equal steps with the example mapping are exactly the MIDI keys")
  func equalTemperament() throws {
    let tuning = KeyboardTuning(scale: try equal(12), mapping: try mapping(example))
    #expect(tuning == KeyboardTuning.equalTemperament)
    #expect(tuning.noteNumbers == (0..<128).map { Double($0) })
    let windows = example.split(separator: "\n").joined(separator: "\r\n")
    #expect(try mapping(windows) == mapping(example))
    let linear = KeyboardTuning(scale: try equal(12), mapping: ScalaKeyboardMapping())
    for number in 0..<128 {
      #expect(abs((linear[key(number)] ?? 0) - Double(number)) < 1e-12)
    }
  }

  @Test("19 equal steps rise by 12/19 of a semitone with each key")
  func nineteen() throws {
    let tuning = KeyboardTuning(
      scale: try equal(19),
      mapping: ScalaKeyboardMapping(
        linearFrom: key(69), referenceKey: key(69), referenceFrequency: .hertz(440)))
    for number in 0..<128 {
      let expected = 69 + Double(number - 69) * 12 / 19
      #expect(abs((tuning[key(number)] ?? 0) - expected) < 1e-10)
    }
    // 19 keys up are an octave.
    #expect(tuning[key(88)] == 81)
  }

  @Test("Pythagorean fifths sound as 3 to 2 above the reference frequency")
  func pythagorean() throws {
    let scale = try ScalaScale(scl: Array("Fifth\n 2\n 3/2\n 2/1\n".utf8))
    let tuning = KeyboardTuning(
      scale: scale, mapping: try mapping("0\n0\n127\n60\n60\n264\n0\n"))
    let expected: [(Int, Double)] = [(60, 264), (61, 396), (62, 528), (59, 198), (58, 132)]
    for (number, hertz) in expected {
      let noteNumber = try #require(tuning[key(number)])
      #expect(abs(FrequencyCalculation.frequency(noteNumber: noteNumber).hertz / hertz - 1) < 1e-13)
    }
  }

  @Test("The reference key has the reference frequency, for any middle key")
  func reference() throws {
    let scale = try equal(7)
    for middle in [0, 36, 60, 127] {
      for reference in [0, 50, 69, 127] {
        let tuning = KeyboardTuning(
          scale: scale, mapping: try mapping("0\n0\n127\n\(middle)\n\(reference)\n432.5\n0"))
        let expected = FrequencyCalculation.noteNumber(frequency: .hertz(432.5))
        #expect(tuning[key(reference)] == expected)
      }
    }
  }

  @Test("White keys play seven degrees; black keys and missing entries are unmapped")
  func unmapped() throws {
    let white = try mapping(
      "12 keys\n0\n127\n60\n60\n261.6255653005986\n7 degrees\n0\nx\n1\nx\n2\n3\nX\n4\nx\n5\nx\n6\n")
    #expect(white.pattern == [0, nil, 1, nil, 2, 3, nil, 4, nil, 5, nil, 6])
    let tuning = KeyboardTuning(scale: try equal(7), mapping: white)
    for number in 0..<128 {
      let step = [0, nil, 1, nil, 2, 3, nil, 4, nil, 5, nil, 6][number % 12]
      guard let step else {
        #expect(tuning[key(number)] == nil)
        continue
      }
      let expected = Double(number / 12) * 12 + Double(step) * 12 / 7
      #expect(abs((tuning[key(number)] ?? 999) - expected) < 1e-10)
    }
    let short = try mapping("12\n0\n127\n60\n60\n261.6\n12\n0\n1\n")
    #expect(short.pattern == [0, 1] + Array(repeating: nil, count: 10))
  }

  @Test("Keys without retuning keep equal temperament; any degree may be mapped")
  func ranges() throws {
    let text = "2\n60\n63\n60\n60\n261.6255653005986\n-12\n24\n-1\nbeyond the map\n"
    let tuning = KeyboardTuning(scale: try equal(12), mapping: try mapping(text))
    // Degree 24 of the middle key is the reference; −1 is 25 semitones lower; then an octave down.
    let expected: [(Int, Double)] = [
      (59, 59), (60, 60), (61, 35), (62, 48), (63, 23), (64, 64), (127, 127),
    ]
    for (number, noteNumber) in expected {
      #expect(abs((tuning[key(number)] ?? 999) - noteNumber) < 1e-11)
    }
  }

  @Test("A key outside the audible range is unmapped")
  func outOfReach() throws {
    let text = "2\n0\n127\n60\n60\n261.6\n12\n0\n1000000\n"
    let tuning = KeyboardTuning(scale: try equal(12), mapping: try mapping(text))
    #expect(tuning[key(60)] != nil && tuning[key(61)] == nil)
  }

  @Test("Errors name the line and the field")
  func errors() {
    let expected: [(String, ScalaError.Reason, Int)] = [
      ("", .missing(.mapSize), 0), ("! c\n12\n0", .missing(.lastKey), 3),
      ("4097", .bad(.mapSize), 1), ("12\n-1", .bad(.firstKey), 2),
      ("12\n60\n59", .bad(.lastKey), 3),
      ("12\n0\n128", .bad(.lastKey), 3), ("12\n0\n127\nc", .bad(.middleKey), 4),
      ("12\n0\n127\n60\n6.5", .bad(.referenceKey), 5),
      ("12\n0\n127\n60\n69\n0.0", .bad(.referenceFrequency), 6),
      ("12\n0\n127\n60\n69\n-440", .bad(.referenceFrequency), 6),
      ("12\n0\n127\n60\n69", .missing(.referenceFrequency), 5),
      ("12\n0\n127\n60\n69\n440\n1000001", .bad(.octaveDegree), 7),
      ("12\n0\n127\n60\n60\n440\n12\n0\ny", .bad(.entry), 9),
      ("2\n0\n127\n60\n61\n440\n12\n0\nx", .referenceKeyUnmapped, 9),
    ]
    for (text, reason, line) in expected {
      let found = error(text)
      #expect(found?.reason == reason && found?.line == line, "\(text)")
    }
  }

  @Test("A truncated mapping is an error or maps its reference key")
  func truncated() throws {
    let bytes = Array(example.utf8)
    let scale = try equal(12)
    for count in 0...bytes.count {
      guard let mapping = try? ScalaKeyboardMapping(kbm: Array(bytes[..<count])) else { continue }
      #expect(KeyboardTuning(scale: scale, mapping: mapping)[mapping.referenceKey] != nil)
    }
  }
}
