import PeachServices
import Testing

@Suite("Recording tone")
struct RecordingToneTests {
  @Test(
    "A percentage is written as it was read, without rounding errors",
    arguments: (1...200).map { "straight,vibrato=\($0)" } + [
      "straight,vibrato=12.5", "straight,smooth,vibrato=0.1", "straight", "bank", "corrected",
    ])
  func writtenAsRead(_ text: String) throws {
    #expect(try #require(RecordingTone(text)).description == text)
  }

  @Test("The text of any amount of vibrato yields this amount", arguments: [1.0 / 3, 0.07, 1.9999])
  func lossless(_ vibrato: Double) throws {
    let tone = RecordingTone(isCorrected: true, .straight(vibrato: vibrato))
    let read = try #require(RecordingTone(tone.description))
    #expect(abs(read.style.vibrato - vibrato) <= vibrato.ulp)
  }
}
