import PeachServices
import Testing

@Suite("The options for rendering songs")
struct RenderOptionsTests {
  @Test(
    "Sample rate and polyphony are clamped when they are set",
    arguments: [
      (Int.min, 8_000, 1), (0, 8_000, 1), (48_000, 48_000, 4_096),
      (1_000_000_000, 384_000, 4_096), (.max, 384_000, 4_096),
    ])
  func ranges(set: Int, rate: Int, voices: Int) {
    var options = RenderOptions()
    options.sampleRate = set
    options.maximumVoices = set
    #expect(options.sampleRate == rate)
    #expect(options.maximumVoices == voices)
  }
}
