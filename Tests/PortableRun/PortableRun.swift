import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import RandomMusic

/// Renders with the portable kernels, and hashes the bits of the output. The same code runs
/// natively and on other processors.
public enum PortableRun {
  /// The hash of a rendering that failed.
  public static let failure: UInt64 = 0

  /// Renders a random case. Returns the hash of both channels.
  public static func randomCase(_ seed: UInt64) -> UInt64 {
    let random: RandomCase
    do { random = try RandomCase(seed: seed, kernels: .portable) } catch { return failure }
    let plan = random.cut
    let frames = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * random.frameCount)
    defer { frames.deallocate() }
    frames.initialize(repeating: 0)
    var synthesizer = random.makeSynthesizer()
    guard let left = frames.baseAddress else { return failure }
    plan.play(on: &synthesizer, left: left, right: left + random.frameCount)
    var hash = FrameHash()
    hash.add(UnsafeBufferPointer(frames))
    return withExtendedLifetime((random, plan)) { hash.value }
  }

  /// Renders up to some seconds of a song at 48 kHz, with effects. Returns the hash of both
  /// channels.
  public static func song(
    bank: UnsafeRawBufferPointer, song: UnsafeRawBufferPointer, seconds: Int
  ) -> UInt64 {
    guard let file = try? MIDIFile(bytes: Array(song)),
      let soundBank = try? InstrumentFile.read(ByteStorage(copying: Array(bank)))
    else { return failure }
    do throws(SampleCodecError) {
      var renderer = try SongRenderer(
        file, bank: soundBank, decoder: nil,
        configuration: SynthesizerConfiguration(sampleRate: 48_000, kernels: .portable))
      return hash(&renderer, frames: seconds * 48_000)
    } catch { return failure }
  }

  private static func hash(_ renderer: inout SongRenderer, frames limit: Int) -> UInt64 {
    let size = 4096
    let frames = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * size)
    defer { frames.deallocate() }
    frames.initialize(repeating: 0)
    guard let left = frames.baseAddress else { return failure }
    var hash = FrameHash()
    var done = 0
    while done < limit {
      let count = min(size, limit - done)
      guard renderer.render(left: left, right: left + size, count: count) else { break }
      hash.add(UnsafeBufferPointer(start: left, count: count))
      hash.add(UnsafeBufferPointer(start: left + size, count: count))
      done += count
    }
    return hash.value
  }
}
