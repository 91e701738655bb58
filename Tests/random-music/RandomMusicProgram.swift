import Foundation
import PeachPlugIn
import PeachServices
import PeachSynthesis
import RandomMusic
import RealtimeContext
import Synchronization

/// Plays random cases under a sanitizer: `random-music CASES [FIRST]`.
///
/// `random-music --hashes [COUNT]` prints the hash of each case's output, to compare two builds.
/// `random-music --allocate` allocates in a real-time context, and the sanitizer must abort it.
/// `Scripts/sanitize` preloads RealtimeSanitizer.
@main
struct RandomMusicProgram {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--allocate" { return allocateWhilePlaying() }
    if arguments.first == "--hashes" {
      for seed in 0..<(arguments.dropFirst().first.flatMap { UInt64($0) } ?? 200) {
        print(String(try hash(seed), radix: 16), " random case \(seed)")
      }
      return
    }
    let count = arguments.first.flatMap { UInt64($0) } ?? 100
    let first = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 0
    var frames = 0
    for seed in first..<(first + count) {
      // Before it is played, so that the last line names the case that did not end well.
      print("case \(seed)")
      fflush(nil)
      frames += try play(seed)
      if seed % 4 == 0 { frames += try playUnit(seed) }
      if seed % 8 == 1 { frames += try playSession(seed) }
    }
    print("\(count) cases, \(frames) frames")
  }

  private static func play(_ seed: UInt64) throws -> Int {
    try render(seed) { $0.count } / 2
  }

  /// Returns the FNV-1a hash of the bits of every sample.
  private static func hash(_ seed: UInt64) throws -> UInt64 {
    try render(seed) { frames in
      frames.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1.bitPattern)) &* 0x100_0000_01b3 }
    }
  }

  private static func render<Result>(
    _ seed: UInt64, _ body: (UnsafeMutableBufferPointer<Float>) -> Result
  ) throws -> Result {
    let random = try RandomCase(seed: seed)
    let plan = random.cut
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2 * random.frameCount)
    defer { frames.deallocate() }
    var synthesizer = random.makeSynthesizer()
    RealtimeContext.enter()
    plan.play(on: &synthesizer, left: frames, right: frames + random.frameCount)
    RealtimeContext.exit()
    withExtendedLifetime((random, plan)) {}
    return body(UnsafeMutableBufferPointer(start: frames, count: 2 * random.frameCount))
  }

  /// Renders through the plug-in entry point, with concurrent service.
  private static func playUnit(_ seed: UInt64) throws -> Int {
    let random = try RandomUnit(seed: seed)
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2048)
    defer { frames.deallocate() }
    var total = 0
    var saved = random.unit.state
    for block in 0..<20 {
      // A state is restored while the audio thread renders.
      if block % 5 == 2 { saved = random.unit.state }
      if block % 5 == 4 { try random.unit.restore(saved) }
      let events = random.nextEvents()
      let context = random.unit.renderContext
      let count = random.count
      events.withUnsafeBufferPointer { events in
        RealtimeContext.enter()
        SamplerUnit.render(
          context, events: events, left: frames, right: frames + 1024, count: count)
        RealtimeContext.exit()
      }
      _ = random.unit.service()
      total += count
    }
    return total
  }

  /// Plays a live session by the callback that its device receives.
  private static func playSession(_ seed: UInt64) throws -> Int {
    let random = try RandomUnit(seed: seed)
    let device = PulledDevice()
    let inputs = LiveInputs()
    let session = try LiveSession(random.unit, inputs: inputs, output: .device(device))
    guard let renderer = device.renderer.withLock({ $0 }) else { return 0 }
    let count = device.periodFrames
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2 * count)
    defer { frames.deallocate() }
    for block in 0..<20 {
      for event in random.nextEvents() {
        if case .bytes(let bytes, let count) = event.content {
          inputs.send(Array(UnsafeBufferPointer(start: bytes, count: count)))
        }
      }
      RealtimeContext.enter()
      renderer.render(renderer.context, frames, frames + count, count)
      RealtimeContext.exit()
      if block % 4 == 3 { _ = random.unit.service() }
    }
    withExtendedLifetime(session) {}
    return 20 * count
  }

  private static func allocateWhilePlaying() {
    var values: [Int] = []
    RealtimeContext.enter()
    values.append(CommandLine.arguments.count)
    RealtimeContext.exit()
    print(values)
  }
}
