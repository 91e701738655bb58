import Foundation
import PeachMusicUnits
import Testing

@Suite("Frequencies as text")
struct FrequencyTextTests {
  @Test(
    "Hertz, with or without a unit",
    arguments: [
      ("442.3", 442.3), ("440Hz", 440), ("440 Hz", 440), (" 440 hz ", 440), (".5", 0.5),
      ("1e3", 1000), ("0.001", 0.001),
    ])
  func hertz(text: String, hertz: Double) { #expect(Frequency(text)?.hertz == hertz) }

  @Test(
    "Notes are 440·2^((key − 69)/12 + cents/1200) Hz",
    arguments: [
      ("A4", 69, 0), ("a4", 69, 0), ("C4", 60, 0), ("C-1", 0, 0), ("G9", 127, 0),
      ("C#5", 73, 0), ("Db5", 73, 0), ("c♯5", 73, 0), ("D♭5", 73, 0), ("Bb3", 58, 0),
      ("bb3", 58, 0), ("B3", 59, 0), ("Cb4", 59, 0), ("B#3", 60, 0), ("F##4", 67, 0),
      ("Abb4", 67, 0), ("C10", 132, 0),
      ("A4+13c", 69, 13), ("Bb3-20c", 58, -20), ("C#5 +0.5 c", 73, 0.5),
      ("A4−9.026 cents", 69, -9.026),
      ("H4", 71, 0), ("Fis4", 66, 0), ("fis4+2c", 66, 2), ("Cis5", 73, 0), ("Es4", 63, 0),
      ("As4", 68, 0), ("Ges4", 66, 0), ("His3", 60, 0),
      ("C-1-50c", 0, -50), ("A4+1200C", 69, 1200), ("E-2", -8, 0),
    ])
  func note(text: String, key: Double, cents: Double) throws {
    let expected = 440 * pow(2, (key - 69) / 12 + cents / 1200)
    let hertz = try #require(Frequency(text)).hertz
    #expect(abs(hertz / expected - 1) < 1e-12)
  }

  @Test("Notes follow the frequency of A4, hertz do not", arguments: [415.0, 440, 442])
  func referencePitch(pitch: Double) throws {
    for (text, key) in [("A4", 69.0), ("A3", 57), ("Bb3", 58)] {
      let frequency = try #require(Frequency(text, referencePitch: .hertz(pitch)))
      #expect(abs(frequency.hertz / (pitch * pow(2, (key - 69) / 12)) - 1) < 1e-12)
    }
    #expect(Frequency("A4", referencePitch: .hertz(pitch))?.hertz == pitch)
    #expect(Frequency("440", referencePitch: .hertz(pitch))?.hertz == 440)
  }

  @Test(
    "Other text is invalid",
    arguments: [
      "", " ", "abc", "A", "Aes4", "Hisis4", "Fi4", "Fis", "is4", "A#", "4A", "A4#", "A###4",
      "A#b4", "A123", "A4+", "A4+13",
      "A4 13c",
      "A4+13cc", "A4+-13c", "A4+c", "440kHz", "440 441", "440Hz Hz", "-440", "+440", "0", "nan",
      "inf", "1e999", "0x10", "A--1", "A4é", "４４０",
    ])
  func invalid(text: String) { #expect(Frequency(text) == nil) }
}
