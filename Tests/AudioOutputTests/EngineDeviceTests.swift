import CAllocationCounter
import Foundation
import SoundMeasurement
import Testing

@testable import PeachAudioOutput

/// The device of Apple's systems on hardware that is simulated.
@Suite("Engine device")
struct EngineDeviceTests {
  private static let hertz = 441.0
  /// The level of a sine of amplitude 0.5.
  private static let decibels = 10 * log10(0.125)

  private func cents(_ audio: ArraySlice<Float>, _ sampleRate: Double) -> Double {
    PitchMeter.cents(of: audio, above: Self.hertz, sampleRate: sampleRate)
  }

  /// Runs `body` with a running device that plays a sine wave.
  private func play(
    at rate: Double = 44_100,
    _ body: (EngineDevice, EngineDouble, UnsafeMutablePointer<SineSource>) throws -> Void
  ) throws {
    let engine = EngineDouble(hardwareRate: rate)
    let device = try EngineDevice(engine.engineCalls, periodFrames: 256, stallLimit: .seconds(600))
    try SineSource.withRenderer(hertz: Self.hertz, sampleRate: device.sampleRate) { sine, state in
      try device.start(sine)
      try body(device, engine, state)
      device.stop(.drop)
    }
  }

  @Test("It plays at the rate of the hardware, a period at a time")
  func plays() throws {
    try play { device, engine, sine in
      #expect(device.sampleRate == 44_100 && device.state == .running)
      #expect(engine.takeCalls() == ["activate", "activate", "connect", "start"])
      engine.advance(seconds: 1)
      let audio = engine.takePlayed()
      #expect(abs(cents(audio[...], 44_100)) < 0.01)
      #expect(abs(Level.rootMeanSquare(audio[...]) - Self.decibels) < 0.01)
      #expect(sine.pointee.longestCall == 256 && device.renderedFrames >= 44_100)
      // 0.02 s and a period.
      #expect(device.latencyFrames == 882 + 256)
      #expect(throws: AudioDeviceError.alreadyRunning(device: "system output")) {
        try device.start(AudioRenderer(context: sine) { _, _, _, _ in })
      }
    }
  }

  @Test("A route change from 44.1 to 48 kHz, and back, keeps pitch, level and phase")
  func routeChange() throws {
    try play { device, engine, sine in
      engine.advance(seconds: 1)
      for rate in [48_000.0, 44_100, 96_000, 16_000] {
        _ = engine.takePlayed()
        let callCount = sine.pointee.callCount
        engine.changeRate(to: rate)
        engine.advance(seconds: 0.1)
        #expect(engine.takePlayed().allSatisfy { $0 == 0 })
        // No frame of the source is lost.
        #expect(sine.pointee.callCount == callCount)
        device.handle(.configurationChanged)
        engine.advance(seconds: 1)
        let audio = engine.takePlayed()
        #expect(abs(cents(audio[...], rate)) < 0.01, "\(rate) Hz")
        #expect(abs(Level.rootMeanSquare(audio[...]) - Self.decibels) < 0.1, "\(rate) Hz")
        #expect(device.sampleRate == 44_100 && device.state == .running)
      }
    }
    // The measurement shows a source that is connected at another rate than its own.
    let engine = EngineDouble(hardwareRate: 48_000)
    let device = try EngineDevice(engine.engineCalls, periodFrames: 256, stallLimit: .seconds(600))
    try SineSource.withRenderer(hertz: Self.hertz, sampleRate: 44_100) { sine, _ in
      try device.start(sine)
      engine.advance(seconds: 1)
      let error = PitchMeter.cents(
        of: engine.takePlayed()[...], above: 480, sampleRate: 48_000)
      #expect(abs(error) < 0.01)
      device.stop(.drop)
    }
  }

  @Test("An interruption pauses the sound; its end resumes it, if the system advises it")
  func interruption() throws {
    try play { device, engine, sine in
      engine.advance(seconds: 0.5)
      device.handle(.interruptionBegan)
      #expect(device.state == .interrupted(.began) && !engine.isRunning)
      let callCount = sine.pointee.callCount
      _ = engine.takePlayed()
      engine.advance(seconds: 0.5)
      #expect(engine.takePlayed().allSatisfy { $0 == 0 } && sine.pointee.callCount == callCount)
      // The route changes during the interruption.
      engine.changeRate(to: 48_000)
      device.handle(.configurationChanged)
      device.handle(.interruptionEnded(resumes: false))
      #expect(device.state == .interrupted(.ended) && !engine.isRunning)
      // Another app may still use the output: the device stays interrupted.
      engine.failures = ["activate"]
      #expect(throws: AudioDeviceError.self) { try device.resume() }
      #expect(device.state == .interrupted(.ended))
      engine.failures = []
      try device.resume()
      #expect(device.state == .running && engine.isRunning)
      engine.advance(seconds: 1)
      #expect(abs(cents(engine.takePlayed()[...], 48_000)) < 0.01)
      // A second end, and an end without a beginning, change nothing.
      _ = engine.takeCalls()
      device.handle(.interruptionEnded(resumes: true))
      #expect(engine.takeCalls() == [])
    }
  }

  @Test("The engine is connected again after a restart of the audio server")
  func servicesReset() throws {
    try play { device, engine, _ in
      _ = engine.takeCalls()
      engine.changeRate(to: 44_100)
      device.handle(.servicesReset)
      #expect(engine.takeCalls() == ["activate", "connect", "start"])
      engine.advance(seconds: 0.5)
      #expect(abs(cents(engine.takePlayed().suffix(20_000), 44_100)) < 0.01)
    }
  }

  @Test("Each failing call has its error: at the start, and as the loss of the device")
  func failures() throws {
    for name in ["activate", "connect", "start"] {
      let failure = AudioDeviceError.call(name, device: "system output", code: 0, reason: "planned")
      try play { device, engine, sine in
        engine.failures = [name]
        engine.changeRate(to: 48_000)
        device.handle(.configurationChanged)
        #expect(device.state == .lost(failure))
        let callCount = sine.pointee.callCount
        engine.advance(seconds: 0.1)
        #expect(sine.pointee.callCount == callCount)
        // A lost device can be started again.
        let renderer = AudioRenderer(context: sine) { _, _, _, _ in }
        #expect(throws: failure) { try device.start(renderer) }
        engine.failures = []
        try device.start(renderer)
        #expect(device.state == .running)
        // And it can be resumed.
        engine.failures = [name]
        device.handle(.configurationChanged)
        #expect(throws: failure) { try device.resume() }
        engine.failures = []
        try device.resume()
        let count = sine.pointee.callCount
        engine.advance(seconds: 0.1)
        #expect(device.state == .running && sine.pointee.callCount >= count)
      }
    }
    let engine = EngineDouble(hardwareRate: 0)
    #expect(throws: AudioDeviceError.self) {
      try EngineDevice(engine.engineCalls, periodFrames: 256, stallLimit: .seconds(600))
    }
  }

  @Test("A stop drains for the latency, or not; the renderer is not called afterwards")
  func stops() throws {
    for mode in [AudioStopMode.drain, .drop] {
      try play { device, engine, sine in
        engine.advance(seconds: 0.1)
        let callCount = sine.pointee.callCount
        device.stop(mode)
        #expect(device.state == .idle && !engine.isRunning)
        let expected = mode == .drain ? Double(device.latencyFrames) / 44_100 : 0
        #expect(abs(engine.sleptSeconds - expected) < 1e-9)
        // The system may call once more.
        engine.advance(seconds: 0.1)
        #expect(sine.pointee.callCount == callCount)
        #expect(engine.takeCalls().suffix(2) == ["stop", "deactivate"])
      }
    }
  }

  @Test("Removed headphones and the app pause the sound until it is resumed")
  func pauses() throws {
    for (event, reason) in [
      (EngineEvent.outputRemoved, AudioInterruption.outputRemoved), (.suspended, .suspended),
    ] {
      try play { device, engine, sine in
        device.handle(event)
        #expect(device.state == .interrupted(reason) && !engine.isRunning)
        // The end of another app's interruption does not resume it.
        device.handle(.interruptionEnded(resumes: true))
        device.handle(.configurationChanged)
        #expect(device.state == .interrupted(reason))
        try device.resume()
        #expect(device.state == .running && engine.isRunning)
        let callCount = sine.pointee.callCount
        engine.advance(seconds: 0.1)
        #expect(sine.pointee.callCount > callCount)
      }
    }
  }

  @Test("A system that requests no frames without a notification stalls the device")
  func stalls() throws {
    let engine = EngineDouble(hardwareRate: 48_000)
    let device = try EngineDevice(
      engine.engineCalls, periodFrames: 256, stallLimit: .milliseconds(50))
    try SineSource.withRenderer(hertz: Self.hertz, sampleRate: 48_000) { sine, _ in
      try device.start(sine)
      #expect(device.state == .running)
      Thread.sleep(forTimeInterval: 0.06)
      #expect(device.state == .interrupted(.stalled))
      engine.advance(seconds: 0.1)
      #expect(device.state == .running)
      Thread.sleep(forTimeInterval: 0.06)
      _ = engine.takeCalls()
      try device.resume()
      #expect(engine.takeCalls() == ["activate", "connect", "start"] && device.state == .running)
      device.stop(.drop)
    }
  }

  @Test("The session is that of an instrument with a buffer of 5 ms, unless the app has its own")
  func session() {
    let options = AudioSessionOptions()
    #expect(options.category == .playback && !options.mixesWithOthers)
    #expect(options.bufferSeconds == 0.005)
    #expect(AudioSessionOptions.managedByApp.category == nil)
  }

  @Test("The buffer of the hardware is the granted one, and a part of the latency")
  func buffer() throws {
    try play(at: 48_000) { device, engine, _ in
      engine.bufferSeconds = 0.005
      #expect(device.hardwareBufferFrames == 240 && device.latencyFrames == 240 + 960)
      engine.bufferSeconds = 1024.0 / 48_000
      #expect(device.hardwareBufferFrames == 1024)
    }
  }

  private struct Gate {
    let begun = DispatchSemaphore(value: 0)
    var isOver = false
  }

  @Test("A stop waits for a call of the renderer on another thread")
  func waits() throws {
    let source = PullSourceMemory(periodFrames: 64)
    defer { source.deallocate() }
    let gate = UnsafeMutablePointer<Gate>.allocate(capacity: 1)
    gate.initialize(to: Gate())
    defer {
      gate.deinitialize(count: 1)
      gate.deallocate()
    }
    source.pointer.pointee.activate(
      AudioRenderer(context: gate) { context, _, _, _ in
        let gate = context.assumingMemoryBound(to: Gate.self)
        gate.pointee.begun.signal()
        Thread.sleep(forTimeInterval: 0.05)
        gate.pointee.isOver = true
      })
    let audio = StereoBlock(frameCount: 64)
    defer { audio.deallocate() }
    let isOver = DispatchSemaphore(value: 0)
    Thread {
      source.pointer.pointee.render(left: audio.left, right: audio.right, frameCount: 64)
      isOver.signal()
    }.start()
    gate.pointee.begun.wait()
    source.pointer.pointee.deactivate()
    #expect(gate.pointee.isOver)
    isOver.wait()
  }

  #if !DEBUG
    @Test(
      "The callback does not allocate or free",
      .enabled(if: allocation_counter_works(), "Requires glibc."))
    func allocatesNothing() throws {
      let source = PullSourceMemory(periodFrames: 64)
      let audio = StereoBlock(frameCount: 1000)
      defer {
        source.deallocate()
        audio.deallocate()
      }
      let calls = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      calls.initialize(to: 0)
      defer { calls.deallocate() }
      source.pointer.pointee.activate(
        AudioRenderer(context: calls) { context, left, right, count in
          context.assumingMemoryBound(to: Int.self).pointee += 1
          left[count - 1] = 1
          right[count - 1] = 1
        })
      let (pointer, left, right) = (source.pointer, audio.left, audio.right)
      allocation_counter_start()
      pointer.pointee.render(left: left, right: right, frameCount: 1000)
      pointer.pointee.render(left: left, right: right, frameCount: 65)
      pointer.pointee.render(left: left, right: right, frameCount: 512)
      let last = left[999]
      pointer.pointee.deactivate()
      pointer.pointee.render(left: left, right: right, frameCount: 1000)
      let count = allocation_counter_stop()
      #expect(count == 0)
      #expect(calls.pointee == 16 + 2 + 8)
      #expect(last == 1 && audio.left[999] == 0)
    }
  #endif
}
