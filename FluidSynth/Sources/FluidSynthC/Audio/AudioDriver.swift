// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of audio.h for drivers.
import FluidSynthPOSIX
import PeachLive

/// The source of a driver: a synthesizer, or the callback of a program.
final class AudioSource {
  typealias Buffers = UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  typealias Callback =
    @convention(c) (UnsafeMutableRawPointer?, Int32, Int32, Buffers?, Int32, Buffers?) -> Int32

  let synth: Synth?
  private let callback: Callback?
  private let data: UnsafeMutableRawPointer?
  private let buffers = Buffers.allocate(capacity: 2)
  var sink: AudioSink?

  init(_ synth: Synth?, _ callback: Callback?, _ data: UnsafeMutableRawPointer?) {
    self.synth = synth
    self.callback = callback
    self.data = data
    buffers.initialize(repeating: nil, count: 2)
  }

  deinit { buffers.deallocate() }

  func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    if let callback {
      left.update(repeating: 0, count: count)
      right.update(repeating: 0, count: count)
      (buffers[0], buffers[1]) = (left, right)
      _ = callback(data, Int32(count), 0, nil, 2, buffers)
    } else {
      synth?.render(left, right, count: count)
    }
    if let sink, !sink.write(left, right, count: count) { self.sink = nil }
  }
}

/// The object of a `fluid_audio_driver_t`.
final class AudioDriver {
  private let source: AudioSource
  private var device: (any AudioDevice)?

  /// Opens and starts the driver of the settings. Returns `nil` if it cannot.
  init?(_ settings: Settings, _ source: AudioSource) {
    self.source = source
    let rate = settings.number("synth.sample-rate")
    let driver = settings.string("audio.driver")
    do {
      switch driver {
      case "alsa", "": try openDevice(settings, rate, isNull: AudioDevices.isNullRequested)
      case "file":
        guard let sink = AudioSink(settings, sampleRate: rate) else { return nil }
        source.sink = sink
        try openDevice(settings, rate, isNull: true)
      case "jack": try openJACK(settings, rate)
      default:
        Log.error("There is no audio driver \"\(driver)\". Use alsa, file or jack.")
        return nil
      }
    } catch {
      Log.error("The audio driver \"\(driver)\" cannot be started: \(error)")
      return nil
    }
    source.synth?.isRealtime = true
    source.synth?.lock.withLock { for font in source.synth?.fonts ?? [] { font.prepareAll() } }
  }

  deinit { device?.stop(.drop) }

  private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(source).toOpaque() }

  private func openDevice(_ settings: Settings, _ rate: Double, isNull: Bool) throws {
    let period = Int(settings.integer("audio.period-size"))
    let device = try AudioDevices.open(
      settings.string("audio.alsa.device"), sampleRate: rate, periodFrames: period,
      bufferFrames: period * Int(settings.integer("audio.periods")), isNull: isNull)
    try start(device, rate)
  }

  private func start(_ device: any AudioDevice, _ rate: Double) throws {
    if device.sampleRate != rate {
      Log.warning("The device plays \(device.sampleRate) Hz instead of \(rate) Hz.")
    }
    try device.start(
      AudioRenderer(context: context) { context, left, right, count in
        Unmanaged<AudioSource>.fromOpaque(context)._withUnsafeGuaranteedRef {
          $0.render(left, right, count)
        }
      })
    self.device = device
  }

  private func openJACK(_ settings: Settings, _ rate: Double) throws {
    let device = try JACKDevice(
      name: settings.string("audio.jack.id"), isConnected: settings.isOn("audio.jack.autoconnect"))
    try start(device, rate)
  }
}

/// Creates a driver that plays a synthesizer.
@c public func new_fluid_audio_driver(
  _ settings: OpaquePointer?, _ synth: OpaquePointer?
) -> OpaquePointer? {
  use(settings, Settings.self, or: nil) { settings in
    use(synth, Synth.self, or: nil) { synth in
      AudioDriver(settings, AudioSource(synth, nil, nil)).map { Handle.new($0) }
    }
  }
}

/// Creates a driver that plays a callback.
@c public func new_fluid_audio_driver2(
  _ settings: OpaquePointer?, _ function: UnsafeRawPointer?, _ data: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  use(settings, Settings.self, or: nil) { settings in
    guard let function else { return nil }
    let callback = unsafeBitCast(function, to: AudioSource.Callback.self)
    return AudioDriver(settings, AudioSource(nil, callback, data)).map { Handle.new($0) }
  }
}

/// Deletes a driver. The source is not called after this has returned.
@c public func delete_fluid_audio_driver(_ driver: OpaquePointer?) {
  if let driver { Handle.delete(driver, as: AudioDriver.self) }
}

/// Returns −1 if any of the names, which null ends, is not that of a driver.
@c public func fluid_audio_driver_register(
  _ names: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard var name = names else { return Result.ok }
  while let text = name.pointee {
    if !["alsa", "file", "jack"].contains(String(cString: text)) { return Result.failed }
    name += 1
  }
  return Result.ok
}
