#if canImport(AudioToolbox) && canImport(AVFAudio)
  import AVFAudio
  public import AudioToolbox
  import Dispatch
  import Foundation
  import PeachInstrumentModel
  import PeachMIDIEvents
  public import PeachPlugIn
  import PeachSynthesis

  /// An Audio Unit (version 3) that wraps a ``SamplerUnit``. Compiled on Apple's systems only;
  /// elsewhere a check compiles it against stubs.
  public final class SamplerAudioUnit: AUAudioUnit, UnitMessageSender {
    private let unit: SamplerUnit
    private let outputs: AUAudioUnitBus
    private lazy var outputArray = AUAudioUnitBusArray(
      audioUnit: self, busType: .output, busses: [outputs])
    private lazy var tree = makeTree()
    private let timer = DispatchSource.makeTimerSource(queue: .main)

    /// Creates a unit that may load the files that `access` allows.
    public init(
      componentDescription: AudioComponentDescription,
      options: AudioComponentInstantiationOptions = [], access: BankAccess
    ) throws {
      unit = SamplerUnit(access: access, configuration: SynthesizerConfiguration(bankMode: .plain))
      guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2) else {
        throw UnitLoadError.busy
      }
      outputs = try AUAudioUnitBus(format: format)
      try super.init(componentDescription: componentDescription, options: options)
      maximumFramesToRender = 8192
      timer.schedule(deadline: .now(), repeating: 0.02)
      let service = UnitService(unit)
      timer.setEventHandler { service.run() }
      timer.resume()
    }

    public override var outputBusses: AUAudioUnitBusArray { outputArray }
    public override var canPerformOutput: Bool { true }
    public override var supportsUserPresets: Bool { true }

    public override func allocateRenderResources() throws {
      try super.allocateRenderResources()
      unit.allocateRenderResources(sampleRate: outputs.format.sampleRate)
    }

    public override func deallocateRenderResources() {
      unit.deallocateRenderResources()
      super.deallocateRenderResources()
    }

    // MARK: Parameters

    public override var parameterTree: AUParameterTree? {
      get { tree }
      set {}
    }

    private func makeTree() -> AUParameterTree {
      let tree = AUParameterTree.createTree(
        withChildren: UnitParameter.all.map { parameter in
          var flags: AudioUnitParameterOptions = [.flag_IsReadable]
          if parameter.isWritable { flags.insert([.flag_IsWritable, .flag_CanRamp]) }
          let made = AUParameterTree.createParameter(
            withIdentifier: parameter.identifier, name: parameter.sf2LibAUIdentifier,
            address: parameter.address, min: parameter.range.lowerBound,
            max: parameter.range.upperBound, unit: Self.unit(parameter), unitName: nil,
            flags: flags,
            valueStrings: parameter.valueNames.isEmpty ? nil : parameter.valueNames,
            dependentParameters: nil)
          made.value = unit.value(ofParameterAt: parameter.address) ?? parameter.defaultValue
          return made
        })
      tree.implementorValueObserver = { [unit] parameter, value in
        unit.set(value, ofParameterAt: parameter.address)
      }
      tree.implementorValueProvider = { [unit] parameter in
        unit.value(ofParameterAt: parameter.address)
          ?? UnitParameter.at(parameter.address)?.defaultValue ?? 0
      }
      return tree
    }

    private static func unit(_ parameter: UnitParameter) -> AudioUnitParameterUnit {
      switch parameter.unit {
      case .boolean: .boolean
      case .percent: .percent
      case .decibels: .decibels
      case .hertz: .hertz
      case .indexed: .indexed
      case .cents: .cents
      case .absoluteCents: .absoluteCents
      case .semitones: .relativeSemiTones
      default: .generic
      }
    }

    // MARK: Messages

    /// Sends complete MIDI messages through the host's queue, as SF2LibAU does.
    ///
    /// - Returns: `false` if the render resources are not allocated.
    @discardableResult
    public func sendMIDI(
      bytes: [UInt8], when: AUEventSampleTime = .min, cable: UInt8 = 0
    ) -> Bool {
      guard !bytes.isEmpty, let schedule = scheduleMIDIEventBlock else { return false }
      schedule(when, cable, bytes.count, bytes)
      return true
    }

    /// The name of channel 1's preset; empty for none.
    public var activePresetName: String { unit.activePresetName }
    /// The number of active voices at the end of the last block.
    public var activeVoiceCount: Int { unit.activeVoiceCount }

    // MARK: Presets and state

    public override var factoryPresets: [AUAudioUnitPreset]? {
      unit.factoryPresets.map { Self.preset(number: $0.number, name: $0.name) }
    }

    private static func preset(number: Int, name: String) -> AUAudioUnitPreset {
      let preset = AUAudioUnitPreset()
      preset.number = number
      preset.name = name
      return preset
    }

    public override var currentPreset: AUAudioUnitPreset? {
      get {
        guard let preset = unit.currentPreset else { return super.currentPreset }
        return Self.preset(number: preset.number, name: preset.name)
      }
      set {
        super.currentPreset = newValue
        guard let newValue else { return }
        if newValue.number >= 0 { return unit.usePreset(newValue.number) }
        if let state = try? presetState(for: newValue) { fullState = state }
      }
    }

    public override var fullState: [String: Any]? {
      get {
        var state = super.fullState ?? [:]
        state["peach"] = Data(unit.state.bytes)
        return state
      }
      set {
        super.fullState = newValue
        guard let data = newValue?["peach"] as? Data,
          let state = try? UnitState(bytes: [UInt8](data))
        else { return }
        try? unit.restore(state)
      }
    }

    // MARK: Rendering

    public override var internalRenderBlock: AUInternalRenderBlock {
      let capacity = 1024
      let events = UnsafeMutablePointer<UnitEvent>.allocate(capacity: capacity)
      let unit = unit
      return { _, timestamp, frameCount, _, output, first, _ in
        let buffers = UnsafeMutableAudioBufferListPointer(output)
        guard let left = buffers[0].mData?.assumingMemoryBound(to: Float.self),
          let right = buffers[1].mData?.assumingMemoryBound(to: Float.self)
        else { return kAudioUnitErr_InvalidPropertyValue }
        let start = Int64(timestamp.pointee.mSampleTime)
        var rendered = 0
        var count = 0
        // Renders up to a frame with the collected events.
        func render(to end: Int) {
          for index in 0..<count { events[index].frame -= rendered }
          SamplerUnit.render(
            unit.renderContext, events: UnsafeBufferPointer(start: events, count: count),
            left: left + rendered, right: right + rendered, count: end - rendered)
          rendered = end
          count = 0
        }
        var next = first
        while let event = next {
          if count == capacity {
            render(to: min(max(events[count - 1].frame, rendered), Int(frameCount)))
          }
          if let content = Self.content(event) {
            let frame = SampleTime.offset(of: event.pointee.head.eventSampleTime, from: start)
            (events + count).initialize(to: UnitEvent(frame: frame, content))
            count += 1
          }
          next = UnsafePointer(event.pointee.head.next)
        }
        render(to: Int(frameCount))
        return noErr
      }
    }

    /// Returns the unit's event for a host's event; `nil` if it is unsupported.
    private static func content(_ event: UnsafePointer<AURenderEvent>) -> UnitEvent.Content? {
      switch event.pointee.head.eventType {
      case .parameter, .parameterRamp:
        let parameter = event.pointee.parameter
        return .parameter(
          address: parameter.parameterAddress, value: parameter.value,
          rampFrames: Int(parameter.rampDurationSampleFrames))
      case .MIDI, .midiSysEx:
        // `length` bytes follow from the offset of `data`.
        guard let offset = MemoryLayout<AUMIDIEvent>.offset(of: \.data) else { return nil }
        let bytes = UnsafeRawPointer(event) + offset
        return .bytes(
          bytes.assumingMemoryBound(to: UInt8.self), count: Int(event.pointee.MIDI.length))
      default: return nil
      }
    }
  }
#endif
