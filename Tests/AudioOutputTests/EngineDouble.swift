import Foundation

@testable import PeachAudioOutput

/// An audio engine with hardware of any sample rate. It pulls its source at the rate with which it
/// was connected, and converts it by linear interpolation.
final class EngineDouble: @unchecked Sendable {
  // Safe: used on one thread at a time.

  var hardwareRate: Double
  /// The duration of the hardware's buffer that the system grants.
  var bufferSeconds = 0.0
  /// The next failing calls.
  var failures: Set<String> = []
  private(set) var calls: [String] = []
  private(set) var isRunning = false
  private(set) var sleptSeconds = 0.0
  /// The output of the hardware.
  private(set) var played: [Float] = []
  private var source: PullSourceMemory?
  private var sourceRate = 0.0
  /// The position in the source of the next hardware frame, relative to `previous`.
  private var position = 1.0
  private var pulled: [Float] = [0]
  /// Numbers of frames that hardware requests at a time.
  private var requests = [470, 471, 64, 1024, 1, 512]

  init(hardwareRate: Double) { self.hardwareRate = hardwareRate }

  var engineCalls: EngineCalls {
    EngineCalls(
      hardwareSampleRate: { self.hardwareRate }, latencySeconds: { 0.02 },
      bufferSeconds: { self.bufferSeconds },
      activateSession: { () throws(AudioDeviceError) in try self.call("activate") },
      deactivateSession: { self.calls.append("deactivate") },
      connect: { source, rate throws(AudioDeviceError) in
        try self.call("connect")
        (self.source, self.sourceRate) = (source, rate)
      },
      start: { () throws(AudioDeviceError) in
        try self.call("start")
        self.isRunning = true
      },
      stop: {
        self.calls.append("stop")
        self.isRunning = false
      },
      sleep: { seconds in
        self.sleptSeconds += seconds
        self.advance(seconds: seconds)
      })
  }

  private func call(_ name: String) throws(AudioDeviceError) {
    calls.append(name)
    if failures.contains(name) {
      throw .call(name, device: EngineDevice.name, code: 0, reason: "planned")
    }
  }

  /// Changes the hardware, which stops the engine.
  func changeRate(to rate: Double) {
    hardwareRate = rate
    isRunning = false
  }

  /// Plays for a time, or silence while the engine is stopped.
  func advance(seconds: Double) {
    let count = Int((seconds * hardwareRate).rounded())
    guard isRunning else {
      played += [Float](repeating: 0, count: count)
      return
    }
    for _ in 0..<count {
      while position >= Double(pulled.count - 1) { pull() }
      let index = Int(position)
      let fraction = Float(position) - Float(index)
      played.append(pulled[index] + (pulled[index + 1] - pulled[index]) * fraction)
      position += sourceRate / hardwareRate
    }
  }

  private func pull() {
    let count = requests[0]
    requests.append(requests.removeFirst())
    var block = [Float](repeating: .nan, count: 2 * count)
    block.withUnsafeMutableBufferPointer { block in
      guard let left = block.baseAddress else { return }
      source?.pointer.pointee.render(left: left, right: left + count, frameCount: count)
    }
    let used = Int(position) - 1
    pulled.removeFirst(max(used, 0))
    position -= Double(max(used, 0))
    pulled += block[..<count]
  }

  func takePlayed() -> [Float] {
    defer { played = [] }
    return played
  }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }
}

/// A sine wave that is rendered for a sample rate.
struct SineSource {
  var phase = 0.0
  var increment: Double
  var callCount = 0
  var longestCall = 0

  /// Runs `body` with a renderer of a sine wave.
  static func withRenderer(
    hertz: Double, sampleRate: Double,
    _ body: (AudioRenderer, UnsafeMutablePointer<SineSource>) throws -> Void
  ) rethrows {
    let sine = UnsafeMutablePointer<SineSource>.allocate(capacity: 1)
    sine.initialize(to: SineSource(increment: 2 * .pi * hertz / sampleRate))
    defer { sine.deallocate() }
    try body(
      AudioRenderer(context: sine) { context, left, right, count in
        let sine = context.assumingMemoryBound(to: SineSource.self)
        sine.pointee.callCount += 1
        sine.pointee.longestCall = max(sine.pointee.longestCall, count)
        for frame in 0..<count {
          left[frame] = Float(sin(sine.pointee.phase)) / 2
          right[frame] = left[frame]
          sine.pointee.phase += sine.pointee.increment
        }
      }, sine)
  }
}
