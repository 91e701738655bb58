import PeachInstrumentModel
import PeachMusicUnits
import PeachSynthesis
import SoundMeasurement
import Testing

/// Rendering of voices and effects to separate buffers, and offsets of generators, for FluidSynth's
/// interface.
@Suite("Separate output of voices and effects")
struct SeparateOutputTests {
  private static let frames = 9_600

  /// Renders half a second of a note in blocks of 100 frames, with an offset of a generator.
  private static func render(
    isSeparate: Bool, effects: Bool = true, offset: (Generator, Float)? = nil
  ) throws -> (dry: [Float], wet: [Float]) {
    let bank = TestBank.tone(partials: [0.4]) { $0.generators[.reverbSend] = 500 }
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: Render.rate, effects: effects))
    synthesizer.use(preset, onChannel: 0)
    if let offset { synthesizer.setOffset(offset.1, of: offset.0, onChannel: 0) }
    synthesizer.handle(.noteOn(channel: 0, key: 69, velocity: 127))
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4 * frames)
    defer { memory.deallocate() }
    memory.initialize(repeating: 0, count: 4 * frames)
    for start in stride(from: 0, to: frames, by: 100) {
      let (left, right) = (memory + start, memory + frames + start)
      if isSeparate {
        synthesizer.render(
          left: left, right: right, wetLeft: left + 2 * frames, wetRight: right + 2 * frames,
          count: 100)
      } else {
        synthesizer.render(left: left, right: right, count: 100)
      }
    }
    withExtendedLifetime(preset) {}
    let samples = UnsafeBufferPointer(start: memory, count: 4 * frames)
    return (Array(samples[..<frames]), Array(samples[(2 * frames)..<(3 * frames)]))
  }

  @Test("Voices are those without effects, and the sum with the effects is the common output")
  func sum() throws {
    let separate = try Self.render(isSeparate: true)
    let dry = try Self.render(isSeparate: false, effects: false).dry
    let mixed = try Self.render(isSeparate: false).dry
    #expect(zip(separate.dry, dry).allSatisfy { abs($0 - $1) < 1e-6 })
    let sum = zip(separate.dry, separate.wet).map { $0 + $1 }
    #expect(zip(sum, mixed).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(Level.rootMeanSquare(separate.wet[...]) > -60)
  }

  @Test("An offset of generator 51 by 12 semitones doubles the frequency")
  func offset() throws {
    let audio = try Self.render(isSeparate: false, effects: false, offset: (.coarseTune, 12)).dry
    func level(_ hertz: Double) -> Double {
      Level.amplitude(of: audio[2_400...], at: hertz, sampleRate: Render.rate)
    }
    #expect(level(882) > 100 * level(441))
  }
}
