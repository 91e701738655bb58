import Foundation
import PeachPlugIn
import PeachSynthesis
import RandomMusic

#if REALTIME_SANITIZER
  @_silgen_name("__rtsan_realtime_enter") private func enterRealTime()
  @_silgen_name("__rtsan_realtime_exit") private func exitRealTime()
  @_silgen_name("__rtsan_ensure_initialized") private func prepareRealTime()
#else
  private func enterRealTime() {}
  private func exitRealTime() {}
  private func prepareRealTime() {}
#endif

/// Plays random cases for a sanitizer to watch: `random-music CASES [FIRST]`.
///
/// `random-music --allocate` does what must not be done while playing, and
/// `random-music --overrun` reads beyond its memory: a sanitizer must end both.
@main
struct RandomMusicProgram {
  static func main() throws {
    prepareRealTime()
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--allocate" { return allocateWhilePlaying() }
    if arguments.first == "--overrun" { return readBeyondMemory() }
    let count = arguments.first.flatMap { UInt64($0) } ?? 100
    let first = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 0
    var frames = 0
    for seed in first..<(first + count) {
      // Before it is played, so that the last line names the case that did not end well.
      print("case \(seed)")
      fflush(nil)
      frames += try play(seed)
      if seed % 4 == 0 { frames += try playUnit(seed) }
    }
    print("\(count) cases, \(frames) frames")
  }

  private static func play(_ seed: UInt64) throws -> Int {
    let random = try RandomCase(seed: seed)
    let plan = random.cut
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2 * random.frameCount)
    defer { frames.deallocate() }
    var synthesizer = random.makeSynthesizer()
    enterRealTime()
    plan.play(on: &synthesizer, left: frames, right: frames + random.frameCount)
    exitRealTime()
    withExtendedLifetime((random, plan)) {}
    return random.frameCount
  }

  /// The same through the entry that hosts of plug-ins have, which is served meanwhile.
  private static func playUnit(_ seed: UInt64) throws -> Int {
    let random = try RandomUnit(seed: seed)
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 2048)
    defer { frames.deallocate() }
    var total = 0
    var kept = random.unit.state
    for block in 0..<20 {
      // What is put back goes to the audio side while it plays.
      if block % 5 == 2 { kept = random.unit.state }
      if block % 5 == 4 { try random.unit.restore(kept) }
      let events = random.nextEvents()
      let context = random.unit.renderContext
      let count = random.count
      events.withUnsafeBufferPointer { events in
        enterRealTime()
        SamplerUnit.render(
          context, events: events, left: frames, right: frames + 1024, count: count)
        exitRealTime()
      }
      random.unit.service()
      total += count
    }
    return total
  }

  private static func allocateWhilePlaying() {
    var values: [Int] = []
    enterRealTime()
    values.append(CommandLine.arguments.count)
    exitRealTime()
    print(values)
  }

  private static func readBeyondMemory() {
    let frames = UnsafeMutablePointer<Float>.allocate(capacity: 4)
    frames.initialize(repeating: 0, count: 4)
    defer { frames.deallocate() }
    print(frames[3 + CommandLine.arguments.count])
  }
}
