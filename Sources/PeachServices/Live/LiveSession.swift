public import PeachAudioOutput
import PeachPlugIn
import Synchronization

/// A sampler unit that plays live MIDI input on a device or a JACK server.
///
/// ```swift
/// let unit = SamplerUnit(access: .files())
/// try unit.load("FluidR3_GM.sf2")
/// let inputs = LiveInputs()
/// let session = try LiveSession(unit, inputs: inputs, output: .jack(JACKClient(name: "peach")))
/// while playing { show(unit.service()) … }
/// ```
/// Use on the unit's control thread. If the output is lost, ``failure`` is set: create another
/// session with a new output. The unit keeps its state.
public final class LiveSession {
  /// An audio output.
  public enum Output: Sendable {
    /// A JACK client, with sample-accurate MIDI input.
    case jack(JACKClient)
    /// An audio device.
    case device(any AudioDevice)
  }

  /// The audio output.
  public let output: Output
  private let unit: SamplerUnit
  private let inputs: LiveInputs
  private let audio: UnsafeMutablePointer<LiveAudio>

  /// Starts the output.
  ///
  /// - Throws: `JACKError` or `AudioDeviceError`.
  public init(_ unit: SamplerUnit, inputs: LiveInputs, output: Output) throws {
    self.unit = unit
    self.inputs = inputs
    self.output = output
    let sampleRate =
      switch output {
      case .jack(let client): client.sampleRate
      case .device(let device): device.sampleRate
      }
    unit.allocateRenderResources(sampleRate: sampleRate)
    audio = .allocate(capacity: 1)
    audio.initialize(
      to: LiveAudio(unit: unit.renderContext, queue: inputs.queue, sampleRate: sampleRate))
    let context = UnsafeMutableRawPointer(audio)
    switch output {
    case .jack(let client): try client.start(MIDIRenderer(context: context, render: renderLive))
    case .device(let device): try device.start(AudioRenderer(context: context, render: renderLive))
    }
  }

  deinit {
    switch output {
    case .jack(let client): client.stop()
    case .device(let device): device.stop(.drop)
    }
    audio.deinitialize(count: 1)
    audio.deallocate()
    unit.deallocateRenderResources()
  }

  /// The failure of the output; `nil` while it is running.
  public var failure: (any Error)? {
    switch output {
    case .jack(let client): return client.failure
    case .device(let device):
      if case .lost(let error) = device.state { return error }
      return nil
    }
  }

  /// Returns the levels and load, and resets the maxima.
  public func readMeter() -> LiveMeter {
    func reset(_ value: borrowing Atomic<UInt32>) -> Float {
      Float(bitPattern: value.exchange(0, ordering: .relaxed))
    }
    var meter = LiveMeter()
    meter.peakLeft = reset(audio.pointee.peakLeft)
    meter.peakRight = reset(audio.pointee.peakRight)
    meter.load = Double(reset(audio.pointee.load))
    meter.voiceCount = unit.activeVoiceCount
    switch output {
    case .jack(let client): meter.underrunCount = client.xrunCount
    case .device(let device): meter.underrunCount = device.underrunCount
    }
    return meter
  }
}

/// The current levels and load of a live session.
public struct LiveMeter: Hashable, Sendable {
  /// The peak absolute value of the left channel since the last reading; 1 is full scale.
  public var peakLeft: Float = 0
  /// The peak of the right channel.
  public var peakRight: Float = 0
  /// The maximum fraction of the real-time budget that a block used; a block with 1 is late.
  public var load = 0.0
  /// The number of active voices.
  public var voiceCount = 0
  /// The number of underruns that the output reports.
  public var underrunCount = 0
}
