import FluidSynthPOSIX
import PeachMusicUnits
import PeachSynthesis
import Synchronization

/// The object of a `fluid_synth_t`.
///
/// Threads take the locks in this order: `timerLock`, `configurationLock`, `lock`, that of the
/// engines. Rendering holds only the last, and timers of players call functions with the first.
/// No lock but `configurationLock` is held while an engine is created.
final class Synth: @unchecked Sendable {
  // Safe: the locks protect all state.
  let settings: Settings
  /// Protects channels, fonts and effects.
  let lock = Lock(isRecursive: true)
  let timerLock = Lock(isRecursive: true)
  /// Held while the engine is replaced.
  private let configurationLock = Lock(isRecursive: true)
  let engines: Engines
  /// The configuration of the engine; `lock` protects it.
  private(set) var configuration: SynthesizerConfiguration
  /// The sample rate of the configuration, for the rendering thread.
  var sampleRate: Double { Double(bitPattern: sampleRateBits.load(ordering: .relaxed)) }
  private let sampleRateBits: Atomic<UInt64>
  var channels: [SynthChannel]
  /// The fonts, the last loaded first.
  var fonts: [Font] = []
  /// Fonts that were unloaded while their notes sounded.
  private var retired: [Font] = []
  var loaders: [OpaquePointer] = []
  var lastFontID: Int32 = 0
  var tunings: [Tuning.Name: Tuning] = [:]
  var tuningIteration: [Tuning.Name] = []
  var effects: Effects
  var voices: [Voice] = []
  var lastVoiceID: UInt32 = 0
  /// The presets of voices that programs have started, by ID.
  var customPresets: [UInt32: PreparedPreset] = [:]
  /// The IDs of notes that `fluid_synth_start` has started.
  var startedNotes: Set<UInt32> = []
  var gain: Double
  /// The gain of the configuration, relative to which the host's gain is set.
  private let baseGain: Double
  /// The number of frames rendered.
  var frame: Int64 { frameCount.load(ordering: .relaxed) }
  private let frameCount = Atomic<Int64>(0)
  private var timers: [any SampleTimer] = []
  private let hasTimers = Atomic<Bool>(false)
  /// Whether an audio driver plays the synthesizer, so that presets are prepared beforehand.
  var isRealtime: Bool {
    get { realtime.load(ordering: .relaxed) }
    set { realtime.store(newValue, ordering: .relaxed) }
  }
  private let realtime = Atomic<Bool>(false)
  let load = CPULoad()
  let scratch = RenderScratch()
  let lastError = CString("")

  /// The amplitude of a full-scale sample in the center at a gain of 1, relative to that of the
  /// engine at 0 dB: 1.14 dB, the mean of four presets of FluidR3 against FluidSynth 2.3.1.
  static var levelFactor: Double { 1.14 }

  init(_ settings: Settings) {
    self.settings = settings
    let count = Int(settings.integer("synth.midi-channels"))
    gain = settings.number("synth.gain")
    baseGain = gain > 0 ? gain : 0.2
    configuration = SynthesizerConfiguration(
      sampleRate: settings.number("synth.sample-rate"),
      maximumVoices: Int(settings.integer("synth.polyphony")), channelCount: count,
      gain: Decibels(20 * log10(baseGain * Self.levelFactor)), bankMode: .plain, effects: true,
      interpolation: .cubic)
    channels = (0..<count).map { SynthChannel(isDrum: $0 % 16 == 9) }
    effects = Effects(settings)
    sampleRateBits = Atomic(configuration.sampleRate.bitPattern)
    let engine = Engines.make(configuration)
    engines = Engines(engine)
    loaders = [Handle.new(FontLoader(load: nil, free: nil))]
    applyState(to: &engine.pointee)
    settings.observe(self) { [unowned self] in apply($0) }
  }

  deinit {
    settings.removeObserver(self)
    for loader in loaders {
      use(loader, FontLoader.self) { object in
        if let free = object.free {
          free(loader)
        } else {
          Handle.delete(loader, as: FontLoader.self)
        }
      }
    }
    for channel in channels.indices { channels[channel].preset = nil }
    for voice in voices { Handle.delete(Handle.borrowed(voice), as: Voice.self) }
    for font in fonts { _ = font.callbacks?.free(font.handle) }
  }

  // MARK: The engine

  func send(_ event: SynthesizerEvent) { engines.send(event) }

  /// Replaces the engine by one with another configuration, unless it is the same. The new engine
  /// is created without a lock that rendering takes. Active notes continue in the replaced one,
  /// unless the sample rate changes. Do not hold `lock`.
  func reconfigure(_ change: (inout SynthesizerConfiguration) -> Void) {
    configurationLock.withLock {
      let old = lock.withLock { configuration }
      var new = old
      change(&new)
      if new == old { return }
      let engine = Engines.make(new)
      lock.withLock {
        configuration = new
        sampleRateBits.store(new.sampleRate.bitPattern, ordering: .relaxed)
        applyState(to: &engine.pointee)
        engines.replace(by: engine, keepsNotes: new.sampleRate == old.sampleRate)
      }
    }
  }

  /// Applies the state of all channels to a new engine.
  private func applyState(to engine: inout Synthesizer) {
    applyGain(to: &engine)
    applyEffects(to: &engine)
    for (name, tuning) in tunings { apply(tuning, name, isImmediate: false, to: &engine) }
    for index in channels.indices { applyState(ofChannel: index, to: &engine) }
  }

  private func applyGain(to engine: inout Synthesizer) {
    engine.setHostGain(Float(gain / baseGain))
  }

  func sendGain() { engines.withEach { applyGain(to: &$0) } }

  private func apply(_ name: String) {
    switch name {
    case "synth.gain":
      lock.withLock {
        gain = settings.number(name)
        sendGain()
      }
    case "synth.polyphony": setPolyphony(Int(settings.integer(name)))
    case _ where name.hasPrefix("synth.reverb.") || name.hasPrefix("synth.chorus."):
      lock.withLock {
        effects = Effects(settings)
        sendEffects()
      }
    default: break
    }
  }

  /// Sets the polyphony, at most 4096. Do not hold `lock`.
  func setPolyphony(_ count: Int) { reconfigure { $0.maximumVoices = count } }

  // MARK: Timers

  func add(_ timer: any SampleTimer) {
    timerLock.withLock {
      timers.append(timer)
      hasTimers.store(true, ordering: .releasing)
    }
  }

  /// Removes a timer. It is not called after this has returned.
  func remove(_ timer: any SampleTimer) {
    timerLock.withLock {
      timers.removeAll { $0 === timer }
      hasTimers.store(!timers.isEmpty, ordering: .releasing)
    }
  }

  /// Calls the timers. Returns the number of frames until one must be called again, at most
  /// `limit`.
  private func runTimers(limit: Int) -> Int {
    guard hasTimers.load(ordering: .acquiring) else { return limit }
    return timerLock.withLock {
      var next = Int64(limit)
      for timer in timers { next = min(next, max(timer.advance(to: frame), 1)) }
      return Int(next)
    }
  }

  // MARK: Rendering

  /// Renders frames: voices and, if they are given, effects to buffers of their own; otherwise
  /// both.
  func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    wet: (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>)? = nil, count: Int
  ) {
    let start = CPULoad.now
    var done = 0
    while done < count {
      let run = runTimers(limit: min(count - done, RenderScratch.frames))
      engines.render(
        (left + done, right + done), wet: wet.map { ($0.left + done, $0.right + done) }, count: run)
      frameCount.wrappingAdd(Int64(run), ordering: .relaxed)
      done += run
    }
    load.update(since: start, frames: count, sampleRate: sampleRate)
  }

  var activeVoiceCount: Int { engines.activeVoiceCount }

  // MARK: Fonts

  /// Keeps a font until its notes have ended.
  func retire(_ font: Font) {
    retired.append(font)
    freeRetired()
  }

  func freeRetired() {
    engines.freeSilent()
    if !engines.areActive { retired = [] }
  }
}
